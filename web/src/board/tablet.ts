import type { Box, Point, Side } from './places'

// The tablet's board, 568 by 762. Each half of the street is a column of full cards: down past 1 2 3 4, up past 5 6 7
// 8.

export const WIDTH = 568
export const HEIGHT = 762
export const PAWN = 36
/** The y of each row of two squares. A row has a sign of 44, then stalls of 126. */
const ROWS = [40, 217, 404, 581] as const
const ROW_HEIGHT = 173
const SIGN_HEIGHT = 44
const STALL = { w: 112, h: 126 }
/** From the sign to the stalls, and between two stalls that are stacked. */
const SIGN_TO_STALL = 47
const STALL_STEP = 130
/** The two columns: the x of the sign, of the outer and inner stalls and of the lane, and the squares from the top. */
export const COLUMNS = [
  { sign: 8, edge: 8, inner: 126, lane: 242, direction: 'down', squares: [1, 2, 3, 4] },
  { sign: 330, edge: 448, inner: 330, lane: 290, direction: 'up', squares: [8, 7, 6, 5] },
] as const
export const LANE = 36
/** The stalls of each row with three or four players, the outer one first. */
const LARGE = [
  [
    ['A3', 'A4'],
    ['A1', 'A2'],
    ['B1', 'B2'],
    ['B3', 'B4'],
  ],
  [
    ['D3', 'D4'],
    ['D1', 'D2'],
    ['C1', 'C2'],
    ['C3', 'C4'],
  ],
] as const
/** The stalls with two players: below the upper sign, above the lower sign, and the one beside both. */
const SMALL = [
  [
    ['A3', 'A1', 'A2'],
    ['B1', 'B3', 'B2'],
  ],
  [
    ['D3', 'D1', 'D2'],
    ['C1', 'C3', 'C2'],
  ],
] as const
export const SPOTS: readonly Point[] = [
  [48, 6],
  [80, 6],
  [112, 6],
  [144, 6],
]
export const LAP: Point = [284, 20]

export function rooms(side: Side): Record<string, Box> {
  const result: Record<string, Box> = {}
  COLUMNS.forEach((column, half) => {
    if (side === 'large') {
      LARGE[half]!.forEach(([edge, inner], row) => {
        const y = ROWS[row]! + SIGN_TO_STALL
        result[edge] = { x: column.edge, y, ...STALL }
        result[inner] = { x: column.inner, y, ...STALL }
      })
    } else {
      SMALL[half]!.forEach(([upper, lower, both], block) => {
        const y = ROWS[2 * block]! + SIGN_TO_STALL
        result[upper] = { x: column.inner, y, ...STALL }
        result[lower] = { x: column.inner, y: y + STALL_STEP, ...STALL }
        result[both] = { x: column.edge, y, w: STALL.w, h: STALL.h + STALL_STEP }
      })
    }
  })
  return result
}

/** Return the squares: their piece of the lane, the pawn places, and the sign of the shop. */
export function squares(side: Side) {
  return COLUMNS.flatMap((column) =>
    column.squares.map((number, row) => {
      const y = ROWS[row]!
      const signY = side === 'small' && row % 2 ? y + ROW_HEIGHT - SIGN_HEIGHT : y
      return {
        number,
        direction: column.direction as string,
        box: { x: column.lane, y, w: LANE, h: ROW_HEIGHT },
        shop: { x: column.sign, y: signY, w: 230, h: SIGN_HEIGHT },
        pawns: [0, 1, 2, 3].map((index): Point => [column.lane, y + 36 + 34 * index]),
        // A lane is narrower than a finger, so the touch area includes half of the canal and the gap to the stalls.
        reach: { x: column.lane === 242 ? 239 : 284, y, w: 45, h: ROW_HEIGHT },
      }
    }),
  )
}
