import type { Layout } from '../lib/layout'
import type { Character } from '../lib/types'

/** The face of an offered card: `full`, or `low` without the picture for a low row. */
type Face = 'full' | 'low'

/** Check whether a step of a character's salary gives two resources, which needs higher cells. */
export const hasDoubleSalary = (character: Character): boolean =>
  (character.salary ?? []).some((step) => Object.values(step).filter(Boolean).length > 1)

/** The layout of the offered cards in their box. */
interface OfferLayout {
  face: Face
  /** The scale of a card relative to its drawing. */
  scale: number
  rows: number
  /** Whether the box scrolls, because it cannot show all cards at a readable size. */
  scrolls: boolean
}

export const FACES: Record<Face, { w: number; h: number; least: number }> = {
  // The smallest type of each face has 12.3 and 11.5 units. `least` keeps it at 9.5 pixels.
  full: { w: 112, h: 148, least: 0.775 },
  low: { w: 100, h: 92, least: 0.825 },
}
const MAX_SCALE = 1.2

/**
 * Choose the face, the scale and the number of rows that show all cards. Scroll if they would be too small to read.
 *
 * @param count of the cards
 * @param width of the box
 * @param height of the box
 * @param gap between two cards
 * @param most the largest scale
 */
export function fitCards(count: number, width: number, height: number, gap: number, most = MAX_SCALE): OfferLayout {
  const candidate = (face: Face, rows: number): OfferLayout => {
    const { w, h, least } = FACES[face]
    const columns = Math.max(1, Math.ceil(count / rows))
    const high = (height - (rows - 1) * gap) / rows / h
    const wide = (width - (columns - 1) * gap) / columns / w
    const scale = Math.min(high, wide, most)
    return { face, rows, scale: Math.max(scale, least), scrolls: scale < least }
  }
  for (const face of ['full', 'low'] as const) {
    const fitting = [1, 2, 3].map((rows) => candidate(face, rows)).filter((candidate) => !candidate.scrolls)
    if (fitting.length) return fitting.reduce((best, candidate) => (candidate.scale > best.scale ? candidate : best))
  }
  // Put the cards in one row, as large as the height of the box allows.
  const face: Face = height >= FACES.full.h * FACES.full.least ? 'full' : 'low'
  const scale = Math.max(FACES[face].least, Math.min(height / FACES[face].h, 1))
  return { face, scale, rows: 1, scrolls: true }
}

export const GAP = 6
/** Space for a selected card, which is lifted and has a wider ring. */
const LIFT = 8
/** The free space above and below a phone's cards in their box. */
const PADDING = 10

/** Lay out the offered cards of a table. A phone scrolls one row; other layouts show all cards if they can. */
export function layOffers(layout: Layout, count: number, width: number, height: number): OfferLayout {
  if (layout === 'phone') return fitCards(1, FACES.full.w, height - PADDING, GAP, 1)
  return fitCards(count, width, height - LIFT, GAP, layout === 'wide' ? 1 : undefined)
}
