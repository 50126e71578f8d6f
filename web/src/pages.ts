import { pages as competitions } from './features/competitions/pages'
import { pages as lessons } from './features/lessons/pages'
import { pages as puzzles } from './features/puzzles/pages'
import { pages as study } from './features/study/pages'
import type { Pages } from './lib/routes'
import { pages as others } from './pages/pages'

/**
 * The pages by their names: those of each feature, and those that belong to none. The server preloads the page of the
 * requested path (`server/web/page.py`).
 */
export const pages: Pages & typeof others = { ...others, ...competitions, ...lessons, ...puzzles, ...study }
