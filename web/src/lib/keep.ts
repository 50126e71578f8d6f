/** The newer of two answers, with every part that has not changed taken over from the older one, so that only what is
 * new is drawn anew. */
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
