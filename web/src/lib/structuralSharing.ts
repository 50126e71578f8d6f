/**
 * Return the newer of two answers, but reuse every part that is equal to the older one, so that Svelte re-renders only
 * what changed.
 */
export function keep<T>(old: unknown, fresh: T): T {
  if (old === fresh || typeof old !== 'object' || typeof fresh !== 'object' || !old || !fresh) return fresh
  if (Array.isArray(old) !== Array.isArray(fresh)) return fresh
  const before = old as Record<string, unknown>
  const after = fresh as Record<string, unknown>
  const names = Object.keys(after)
  let same = names.length === Object.keys(before).length
  for (const name of names) {
    const kept = keep(before[name], after[name])
    if (kept !== before[name] || !(name in before)) same = false
    after[name] = kept
  }
  return same ? (old as T) : fresh
}
