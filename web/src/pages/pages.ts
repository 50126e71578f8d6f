import type { Place } from '../lib/address'

/** The pages, each loaded when it is opened. The server has the one of an address loaded at once (`server/web/page.py`). */
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

/** Start loading the code of a page, before anything shows it. */
export function loadAhead(page: Place['page']): Promise<unknown> {
  return pages[page]()
}
