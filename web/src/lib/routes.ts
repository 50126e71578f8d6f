/** The pages in a frame of another site. */
export type Framed = 'embed' | 'embed-study' | 'embed-puzzle'
const FRAMED: ReadonlyMap<string, Framed> = new Map([
  ['t', 'embed'],
  ['study', 'embed-study'],
  ['puzzle', 'embed-puzzle'],
])

/** The route that a path of the page leads to. */
export type Route =
  | { page: 'lobby' | 'learn' | 'rules' | 'cards' | 'settings' | 'events' | 'play' | 'missing' }
  | { page: 'table' | 'player' | 'lesson' | 'puzzle' | 'event' | 'series' | Framed; id: string }
  | { page: 'study'; id: string }
  /** A review without a ply begins at the first mistake. */
  | { page: 'replay'; id: string; ply?: number; isReviewed: boolean }
  | { page: 'move-in'; code: string }

/** The paths of the page. The server answers each of them with `index.html` (`server/web/page.py`). */
export const href = {
  lobby: () => '/',
  table: (id: string) => `/t/${encodeURIComponent(id)}`,
  replay: (id: string, ply = 0) => `/t/${encodeURIComponent(id)}/replay/${ply}`,
  /** A moment of a table in a frame of another site. Only these paths may be framed. */
  embed: (id: string, ply: number) => `/embed/t/${encodeURIComponent(id)}?ply=${ply}`,
  embedStudy: (id: string) => `/embed/study/${encodeURIComponent(id)}`,
  embedPuzzle: (id: string) => `/embed/puzzle/${encodeURIComponent(id)}`,
  /** The replay with its review; without a ply at the first mistake. */
  review: (id: string, ply?: number) => `/t/${encodeURIComponent(id)}/review${ply === undefined ? '' : `/${ply}`}`,
  learn: () => '/learn',
  lesson: (id: string) => `/learn/${encodeURIComponent(id)}`,
  rules: () => '/rules',
  cards: () => '/cards',
  settings: () => '/settings',
  player: (id: string) => `/player/${encodeURIComponent(id)}`,
  /** A saved study, or a new one. */
  study: (id = '') => (id ? `/study/${encodeURIComponent(id)}` : '/study'),
  /** The analysis board at a position. */
  position: (position: string) => `/study?${positionQuery(position)}`,
  /** A new table that begins at a position, or at a moment of a table. */
  playPosition: (position: string, crests: readonly number[] = []) =>
    `/play?${positionQuery(position)}${crests.length ? `&crests=${crests.join('')}` : ''}`,
  playMoment: (id: string, ply: number) => `/play?table=${encodeURIComponent(id)}&ply=${ply}`,
  /** The game of a table as a study, at one of its moments. */
  analyse: (id: string, ply: number) => `/study?table=${encodeURIComponent(id)}&ply=${ply}`,
  /** A puzzle, `today` for that of the day. */
  puzzle: (id = 'today') => `/puzzles/${encodeURIComponent(id)}`,
  events: () => '/events',
  event: (id: string) => `/event/${encodeURIComponent(id)}`,
  series: (id: string) => `/series/${encodeURIComponent(id)}`,
  moveIn: (code: string) => `/move-in/${encodeURIComponent(code)}`,
}

const positionQuery = (position: string) => `position=${position.replaceAll(' ', '_')}`

/** Return the position string of a query. Not by `URLSearchParams`, which reads a plus as a space. */
export const positionIn = (query: string): string => decodeURIComponent(/[?&]position=([^&]*)/.exec(query)?.[1] ?? '')

/** Whether a route is shown in a frame of another site, where the visitor is no guest. */
export const isFramed = (route: Route): boolean => route.page.startsWith('embed')

/** Parse a path into a route. Return `null` for a path that does not belong to the page. */
export function parsePath(path: string): Route | null {
  const [first = '', id = '', third = '', fourth = '', ...rest] = path.replace(/^\//, '').split('/').map(decode)
  if (rest.length) return null
  if (first === 't' && id) {
    if (!third) return { page: 'table', id }
    if (third === 'replay') return { page: 'replay', id, ply: Number(fourth) || 0, isReviewed: false }
    return third === 'review'
      ? { page: 'replay', id, ply: fourth ? Number(fourth) || 0 : undefined, isReviewed: true }
      : null
  }
  if (first === 'embed' && third && !fourth) {
    const page = FRAMED.get(id)
    return page ? { page, id: third } : null
  }
  if (third) return null
  if (first === 'review' && id) return { page: 'replay', id, isReviewed: true }
  if (first === 'learn' && id) return { page: 'lesson', id }
  if (first === 'study') return { page: 'study', id }
  if (first === 'puzzles' && id) return { page: 'puzzle', id }
  if (first === 'player' && id) return { page: 'player', id }
  if ((first === 'event' || first === 'series') && id) return { page: first, id }
  if (first === 'move-in' && id) return { page: 'move-in', code: id }
  if (id) return null
  if (first === '') return { page: 'lobby' }
  const plain = ['learn', 'rules', 'cards', 'settings', 'events', 'play'] as const
  const page = plain.find((name) => name === first)
  return page ? { page } : null
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
