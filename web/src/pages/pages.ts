import type { Route } from '../lib/routes'

/** The pages, each loaded on demand. The server preloads the page of the requested path (`server/web/page.py`). */
export const pages = {
  lobby: () => import('./Lobby.svelte'),
  table: () => import('./TablePage.svelte'),
  replay: () => import('./Replay.svelte'),
  study: () => import('../features/study/Study.svelte'),
  puzzle: () => import('../features/puzzles/Puzzle.svelte'),
  play: () => import('./PlayOn.svelte'),
  embed: () => import('./Embed.svelte'),
  'embed-study': () => import('../features/study/EmbedStudy.svelte'),
  'embed-puzzle': () => import('../features/puzzles/EmbedPuzzle.svelte'),
  events: () => import('../features/competitions/Events.svelte'),
  event: () => import('../features/competitions/Event.svelte'),
  series: () => import('../features/competitions/Series.svelte'),
  player: () => import('./Player.svelte'),
  'move-in': () => import('./MoveIn.svelte'),
  learn: () => import('../features/lessons/Learn.svelte'),
  lesson: () => import('../features/lessons/LessonPage.svelte'),
  rules: () => import('./Rules.svelte'),
  cards: () => import('./Cards.svelte'),
  settings: () => import('./Settings.svelte'),
  missing: () => import('./Missing.svelte'),
}

/** Start loading a page's code before the page is shown. */
export function loadAhead(page: Route['page']): Promise<unknown> {
  return pages[page]()
}
