/**
 * Return the newer of two answers, but reuse every part that is equal to the older one, so that Svelte re-renders only
 * what changed.
 */
export function reuseUnchanged<T>(previous: unknown, next: T): T {
  if (previous === next || typeof previous !== 'object' || typeof next !== 'object' || !previous || !next) return next
  if (Array.isArray(previous) !== Array.isArray(next)) return next
  const before = previous as Record<string, unknown>
  const after = next as Record<string, unknown>
  const names = Object.keys(after)
  let same = names.length === Object.keys(before).length
  for (const name of names) {
    const value = reuseUnchanged(before[name], after[name])
    if (value !== before[name] || !(name in before)) same = false
    after[name] = value
  }
  return same ? (previous as T) : next
}
