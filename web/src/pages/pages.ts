import type { Route } from '../lib/routes'

/** The pages, each loaded on demand. The server preloads the page of the requested path (`server/web/page.py`). */
export const pages = {
  lobby: () => import('./Lobby.svelte'),
  table: () => import('./TablePage.svelte'),
  replay: () => import('./Replay.svelte'),
  review: () => import('./Review.svelte'),
  player: () => import('./Player.svelte'),
  'move-in': () => import('./MoveIn.svelte'),
  rules: () => import('./Rules.svelte'),
  cards: () => import('./Cards.svelte'),
  settings: () => import('./Settings.svelte'),
}

/** Start loading a page's code before the page is shown. */
export function loadAhead(page: Route['page']): Promise<unknown> {
  return pages[page]()
}
