/** The layouts of a table. `wide` and `tablet` show panels beside the board; `phone` opens them as sheets. */
export type Layout = 'wide' | 'tablet' | 'phone'

const WIDE = '(min-width: 1280px)'
const TABLET = '(min-width: 768px) and (max-width: 1279.98px) and (min-height: 700px)'

/** Return the layout for the current viewport. */
export function currentLayout(): Layout {
  if (matchMedia(WIDE).matches) return 'wide'
  return matchMedia(TABLET).matches ? 'tablet' : 'phone'
}

/** Call `changed` when the viewport needs another layout. Return a function that unsubscribes. */
export function onLayout(listener: (layout: Layout) => void): () => void {
  const queries = [WIDE, TABLET].map((query) => matchMedia(query))
  const notify = () => listener(currentLayout())
  for (const query of queries) query.addEventListener('change', notify)
  return () => queries.forEach((query) => query.removeEventListener('change', notify))
}

/** The viewport at which a wide table is drawn one to one. */
const [WIDTH, HEIGHT] = [1440, 900]

/** Return the scale of the panels beside the board, relative to a viewport of 1440 by 900. They grow with the board. */
export function currentScale(): number {
  return Math.max(1, Math.min(innerWidth / WIDTH, innerHeight / HEIGHT))
}
