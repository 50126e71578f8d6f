import type { Box } from '../../board/places'

/** Where the speech panel stands, and where its beak points. */
export interface Placing {
  x: number
  y: number
  /** The side of the panel with the beak; '' without one. */
  beak: 'top' | 'bottom' | 'left' | 'right' | ''
  /** How far the beak is from the left or the upper corner of that side. */
  along: number
}

/** Pixels between the panel and the hole, to the edge of the area, and from a corner to the beak. */
const GAP = 12
const EDGE = 12
const CORNER = 26

/**
 * Place the speech panel beside one of the holes so that it covers none of them: below the hole, else above, right or
 * left of it. If no place is free, the panel stands where it covers least.
 *
 * @param holes the first is the most important one
 * @param size of the panel
 * @param area in which the panel stays
 */
export function place(holes: readonly Box[], size: { w: number; h: number }, area: Box): Placing {
  const within = (at: number, from: number, length: number, space: number) =>
    Math.max(from + EDGE, Math.min(at, from + space - EDGE - length))
  const candidates = holes.flatMap((hole): Placing[] => {
    const [middle, centre] = [hole.x + hole.w / 2, hole.y + hole.h / 2]
    const x = within(middle - size.w / 2, area.x, size.w, area.w)
    const y = within(centre - size.h / 2, area.y, size.h, area.h)
    const across = Math.max(CORNER, Math.min(middle - x, size.w - CORNER))
    const down = Math.max(CORNER, Math.min(centre - y, size.h - CORNER))
    return [
      { x, y: hole.y + hole.h + GAP, beak: 'top', along: across },
      { x, y: hole.y - GAP - size.h, beak: 'bottom', along: across },
      { x: hole.x + hole.w + GAP, y, beak: 'left', along: down },
      { x: hole.x - GAP - size.w, y, beak: 'right', along: down },
    ]
  })
  const isInside = ({ x, y }: Placing) =>
    x >= area.x && y >= area.y && x + size.w <= area.x + area.w && y + size.h <= area.y + area.h
  const covered = ({ x, y }: Placing) => holes.reduce((sum, hole) => sum + overlap(hole, { x, y, ...size }), 0)
  const inside = candidates.filter(isInside)
  const free = inside.find((candidate) => covered(candidate) === 0)
  if (free) return free
  const middle = {
    x: area.x + (area.w - size.w) / 2,
    y: area.y + (area.h - size.h) / 2,
    beak: '',
    along: 0,
  } as const
  const corners = [EDGE, area.h - EDGE - size.h].flatMap((y) =>
    [EDGE, area.w - EDGE - size.w].map((x) => ({ x: area.x + x, y: area.y + y, beak: '', along: 0 }) as const),
  )
  return [...inside, middle, ...corners].reduce((best, next) => (covered(next) < covered(best) ? next : best))
}

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y))
