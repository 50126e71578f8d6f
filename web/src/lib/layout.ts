/** The layouts of a table: all beside the board, a tablet's, or a phone's, where the rest opens as sheets. */
export type Layout = 'wide' | 'tablet' | 'phone'

const WIDE = '(min-width: 1280px)'
const TABLET = '(min-width: 768px) and (max-width: 1279.98px) and (min-height: 700px)'

/** Return the layout that the window has room for. */
export function layoutNow(): Layout {
  if (matchMedia(WIDE).matches) return 'wide'
  return matchMedia(TABLET).matches ? 'tablet' : 'phone'
}

/** Call `changed` when the window gets room for another layout; return how to stop that. */
export function onLayout(changed: (layout: Layout) => void): () => void {
  const queries = [WIDE, TABLET].map((one) => matchMedia(one))
  const tell = () => changed(layoutNow())
  for (const query of queries) query.addEventListener('change', tell)
  return () => queries.forEach((query) => query.removeEventListener('change', tell))
}

/** The size at which a wide table is drawn one to one. */
const [WIDTH, HEIGHT] = [1440, 900]

/** Return how much larger than at 1440 by 900 what stands beside the board is: it grows with the board. */
export function scaleNow(): number {
  return Math.max(1, Math.min(innerWidth / WIDTH, innerHeight / HEIGHT))
}
