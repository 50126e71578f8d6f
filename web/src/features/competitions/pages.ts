import type { Pages } from '../../lib/routes'

export const pages = {
  events: { paths: ['/events'], load: () => import('./Events.svelte') },
  event: { paths: ['/event/:id'], load: () => import('./Event.svelte') },
  series: { paths: ['/series/:id'], load: () => import('./Series.svelte') },
} satisfies Pages
