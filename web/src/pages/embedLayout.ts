import type { TableState } from '../table/table.svelte'

/** Choose the board for a frame, and again when its size changes, until the returned function is called. */
export function followWidth(table: TableState, wide: string): () => void {
  const query = matchMedia(wide)
  const resized = () => (table.screen.layout = query.matches ? 'wide' : 'phone')
  resized()
  query.addEventListener('change', resized)
  return () => query.removeEventListener('change', resized)
}
