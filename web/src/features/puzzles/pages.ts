import type { Pages } from '../../lib/routes'

export const pages = {
  puzzle: { paths: ['/puzzles/:id'], load: () => import('./Puzzle.svelte') },
  'embed-puzzle': { paths: ['/embed/puzzle/:id'], load: () => import('./EmbedPuzzle.svelte') },
} satisfies Pages
