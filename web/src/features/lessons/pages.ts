import type { Pages } from '../../lib/routes'

export const pages = {
  learn: { paths: ['/learn'], load: () => import('./Learn.svelte') },
  lesson: { paths: ['/learn/:id'], load: () => import('./LessonPage.svelte') },
} satisfies Pages
