import type { Pages } from '../../lib/routes'

export const pages = {
  study: { paths: ['/study/:id?'], load: () => import('./Study.svelte') },
  'embed-study': { paths: ['/embed/study/:id'], load: () => import('./EmbedStudy.svelte') },
} satisfies Pages
