import type { Component } from 'svelte'
import { base } from './base'

/** A page: its paths, and its code, which is loaded on demand. */
export interface Page {
  /** Regular expressions in which `:name` stands for a part of the path, and `/:name?` for one that may be missing. */
  paths: readonly string[]
  load: () => Promise<{ default: Component<never> }>
}
export type Pages = Readonly<Record<string, Page>>

/** The page that a path leads to, and the named parts of the path, which are its props. A missing part is empty. */
export type Route = { readonly page: string } & Readonly<Record<string, string>>

/** The paths of the page below its base. The server answers each of them with `index.html` (`server/web/page.py`). */
const paths = {
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

/** The paths of the page. */
export const href = Object.fromEntries(
  Object.entries(paths).map(([name, path]) => [
    name,
    (...parts: never[]) => base + (path as (...of: never[]) => string)(...parts),
  ]),
) as typeof paths

const positionQuery = (position: string) => `position=${position.replaceAll(' ', '_')}`

/** Return the position string of a query. Not by `URLSearchParams`, which reads a plus as a space. */
export const positionIn = (query: string): string => decodeURIComponent(/[?&]position=([^&]*)/.exec(query)?.[1] ?? '')

/** Whether a route is shown in a frame of another site, where the visitor is no guest. */
export const isFramed = (route: Route): boolean => route.page.startsWith('embed')

/** Parse a path into a route. Return `null` for a path that does not belong to the page. */
export function parsePath(pages: Pages, whole: string): Route | null {
  if (!whole.startsWith(`${base}/`)) return null
  const path = whole.slice(base.length)
  for (const [page, { paths }] of Object.entries(pages))
    for (const pattern of paths) {
      const found = expressionOf(pattern).exec(path)
      if (!found) continue
      const parts = Object.entries(found.groups ?? {}).map(([name, part = '']) => [name, decode(part)])
      return { page, ...(Object.fromEntries(parts) as Record<string, string>) }
    }
  return null
}

function expressionOf(pattern: string): RegExp {
  const parts = pattern.replace(/\/:(\w+)\?/g, '(?:/(?<$1>[^/]*))?').replace(/:(\w+)/g, '(?<$1>[^/]+)')
  return new RegExp(`^${parts}/?$`)
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
  return kind === 'rules' || kind === 'cards' || kind === 'settings' ? href[kind]() : href.lobby()
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
