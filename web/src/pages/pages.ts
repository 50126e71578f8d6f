import type { Pages } from '../lib/routes'

/** The pages that belong to no feature. */
export const pages = {
  lobby: { paths: ['/'], load: () => import('./Lobby.svelte') },
  table: { paths: ['/t/:id'], load: () => import('./TablePage.svelte') },
  replay: {
    paths: ['/t/:id/(?<kind>replay|review)/:ply?', '/review/:id'],
    load: () => import('./Replay.svelte'),
  },
  play: { paths: ['/play'], load: () => import('./PlayOn.svelte') },
  embed: { paths: ['/embed/t/:id'], load: () => import('./Embed.svelte') },
  player: { paths: ['/player/:id'], load: () => import('./Player.svelte') },
  'move-in': { paths: ['/move-in/:code'], load: () => import('./MoveIn.svelte') },
  rules: { paths: ['/rules'], load: () => import('./Rules.svelte') },
  cards: { paths: ['/cards'], load: () => import('./Cards.svelte') },
  settings: { paths: ['/settings'], load: () => import('./Settings.svelte') },
  missing: { paths: [], load: () => import('./Missing.svelte') },
} satisfies Pages
