import type { Layout } from '../lib/layout'
import type { Character } from '../lib/types'

/** A face of an offered card: all of it, or, where the row is low, all but its picture. */
export type Face = 'full' | 'low'

/** Whether a step of a character's salary brings two things: its cells are higher. */
export const hasDoubles = (character: Character): boolean =>
  (character.salary ?? []).some((one) => Object.values(one).filter(Boolean).length > 1)

/** How the offered cards lie in their box. */
export interface Laid {
  face: Face
  /** How large a card is, as a share of its drawing. */
  scale: number
  rows: number
  /** Whether the box has to be scrolled to see all of them. */
  scrolls: boolean
}

export const FACES: Record<Face, { w: number; h: number; least: number }> = {
  // The smallest writing of each is 12.3 and 11.5 units: it stays at 9.5 pixels.
  full: { w: 112, h: 148, least: 0.775 },
  low: { w: 100, h: 92, least: 0.825 },
}
const LARGEST = 1.2

/**
 * Choose face, size and rows of cards so that all are seen whole; where that would be too small to read, let them scroll.
 *
 * @param count how many cards
 * @param width of their box
 * @param height of their box
 * @param gap between two cards
 * @param most how large they may become
 */
export function layCards(count: number, width: number, height: number, gap: number, most = LARGEST): Laid {
  const laid = (face: Face, rows: number): Laid => {
    const { w, h, least } = FACES[face]
    const columns = Math.max(1, Math.ceil(count / rows))
    const high = (height - (rows - 1) * gap) / rows / h
    const wide = (width - (columns - 1) * gap) / columns / w
    const scale = Math.min(high, wide, most)
    return { face, rows, scale: Math.max(scale, least), scrolls: scale < least }
  }
  for (const face of ['full', 'low'] as const) {
    const fitting = [1, 2, 3].map((rows) => laid(face, rows)).filter((one) => !one.scrolls)
    if (fitting.length) return fitting.reduce((best, one) => (one.scale > best.scale ? one : best))
  }
  // Side by side, as large as the box is high.
  const face: Face = height >= FACES.full.h * FACES.full.least ? 'full' : 'low'
  const scale = Math.max(FACES[face].least, Math.min(height / FACES[face].h, 1))
  return { face, scale, rows: 1, scrolls: true }
}

export const GAP = 6
/** A chosen card is lifted, and its ring is wider than the card. */
const LIFT = 8
/** What is free above and below the cards of a phone, in their box. */
const PADDED = 10

/** Lay the offered cards of a table: a phone's are scrolled by a finger, elsewhere all are seen side by side. */
export function layOffers(layout: Layout, count: number, width: number, height: number): Laid {
  if (layout === 'phone') return layCards(1, FACES.full.w, height - PADDED, GAP, 1)
  return layCards(count, width, height - LIFT, GAP, layout === 'wide' ? 1 : undefined)
}
