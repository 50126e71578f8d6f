/** The route that a path of the page leads to. */
export type Route =
  | { page: 'lobby' | 'rules' | 'cards' | 'settings' }
  | { page: 'table' | 'review' | 'player'; id: string }
  | { page: 'replay'; id: string; ply: number }
  | { page: 'move-in'; code: string }

/** The paths of the page. The server answers each of them with `index.html` (`server/web/page.py`). */
export const href = {
  lobby: () => '/',
  table: (id: string) => `/t/${encodeURIComponent(id)}`,
  replay: (id: string, ply = 0) => `/t/${encodeURIComponent(id)}/replay/${ply}`,
  review: (id: string) => `/t/${encodeURIComponent(id)}/review`,
  rules: () => '/rules',
  cards: () => '/cards',
  settings: () => '/settings',
  player: (id: string) => `/player/${encodeURIComponent(id)}`,
  moveIn: (code: string) => `/move-in/${encodeURIComponent(code)}`,
}

/** Parse a path into a route. Return `null` for a path that does not belong to the page. */
export function parsePath(path: string): Route | null {
  const [first = '', id = '', third = '', fourth = '', ...rest] = path.replace(/^\//, '').split('/').map(decode)
  if (rest.length) return null
  if (first === 't' && id) {
    if (!third) return { page: 'table', id }
    if (third === 'replay') return { page: 'replay', id, ply: Number(fourth) || 0 }
    return third === 'review' && !fourth ? { page: 'review', id } : null
  }
  if (third) return null
  if (first === 'review' && id) return { page: 'review', id }
  if (first === 'player' && id) return { page: 'player', id }
  if (first === 'move-in' && id) return { page: 'move-in', code: id }
  if (id) return null
  if (first === '') return { page: 'lobby' }
  return first === 'rules' || first === 'cards' || first === 'settings' ? { page: first } : null
}

/** Convert the fragment of an old link (`#/table/ID`) to its current path. Return `null` for any other fragment. */
export function pathOfLegacyLink(fragment: string): string | null {
  if (!fragment.startsWith('#/')) return null
  const [kind = '', id = '', ply = ''] = fragment.slice(2).split('/').map(decode)
  if (kind === 'table' && id) return href.table(id)
  if (kind === 'replay' && id) return href.replay(id, Number(ply) || 0)
  if (kind === 'review' && id) return href.review(id)
  if (kind === 'player' && id) return href.player(id)
  if (kind === 'move-in' && id) return href.moveIn(id)
  return kind === 'rules' || kind === 'cards' || kind === 'settings' ? `/${kind}` : href.lobby()
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
