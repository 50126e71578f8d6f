import data from './geometry.json'

export interface Box {
  x: number
  y: number
  w: number
  h: number
}
export type Point = readonly [number, number]
export type Side = 'large' | 'small'

/** Where everything stands on one of the two boards, wide or tall. */
export interface Places {
  tall: boolean
  side: Side
  width: number
  height: number
  pawn: number
  rooms: Record<string, Box & { cardX: number; cardY: number; corner: boolean }>
  squares: Record<number, Box & { pawns: Point[]; shop: Box; lane: 'upper' | 'lower'; direction: string }>
  /** Where a finger reaches the sign of a square: on the tall board more than the sign. */
  reach: Record<number, Box>
  spots: Point[]
  /** Where the way from 8 to 1 crosses the lap line. */
  lap: Point
}

type RawRoom = Box & { cardX?: number; corner: boolean }

export function placesOf(side: Side, tall: boolean): Places {
  const squares: Places['squares'] = {}
  const rooms: Places['rooms'] = {}
  const raw = (tall ? data.portrait.rooms[side] : data.rooms[side]) as Record<string, RawRoom>
  for (const [id, room] of Object.entries(raw)) {
    const cardX = tall ? room.x : (room.cardX ?? room.x)
    rooms[id] = { ...room, cardX, cardY: tall ? room.y + (room.h - 81) / 2 : room.y }
  }
  if (tall) {
    for (const [number, square] of Object.entries(data.portrait.squares)) {
      const at = square[side] as { x: number; y: number; pawns: number[][] }
      const box = { x: at.x, y: at.y, w: square.w, h: square.h }
      const pawns = at.pawns as unknown as Point[]
      squares[Number(number)] = { ...box, pawns, shop: box, lane: 'upper', direction: square.direction }
    }
  } else {
    for (const [number, square] of Object.entries(data.squares)) {
      squares[Number(number)] = {
        x: square.x,
        y: square.y,
        w: square.w,
        h: square.h,
        pawns: square.pawns as unknown as Point[],
        shop: square.shopRect,
        lane: square.lane as 'upper' | 'lower',
        direction: square.direction,
      }
    }
  }
  const signs = Object.values(squares).map((one) => one.shop)
  const reach = Object.fromEntries(
    Object.entries(squares).map(([number, { shop }]) => [number, tall ? reached(shop, signs, Object.values(rooms)) : shop]),
  )
  const spots = (tall ? data.portrait.start.spots : data.start.spots) as unknown as Point[]
  const line = tall ? data.portrait.lapLine : data.lapLine
  const lap: Point = [line.x + line.w / 2, line.y + line.h / 2]
  const [, , width = 0, height = 0] = tall ? data.portrait.viewBox : data.viewBox
  const pawn = tall ? data.portrait.pawnSize : data.pawnSize
  return { tall, side, width, height, pawn, rooms, squares, reach, spots, lap }
}

/** How far a finger may miss a sign, above and below. */
const MISS = 18

/** All the room between a sign and the stalls above and below it, and half of that between two signs. */
function reached(sign: Box, signs: readonly Box[], rooms: readonly Box[]): Box {
  const beside = (one: Box) => one !== sign && one.x < sign.x + sign.w && sign.x < one.x + one.w
  const bottom = sign.y + sign.h
  let [from, to] = [sign.y - MISS, bottom + MISS]
  for (const [all, share] of [[rooms, 1], [signs, 0.5]] as const) {
    for (const one of all.filter(beside)) {
      if (one.y < sign.y) from = Math.max(from, sign.y - (sign.y - one.y - one.h) * share)
      else to = Math.min(to, bottom + (one.y - bottom) * share)
    }
  }
  return { ...sign, y: from, h: to - from }
}

export { data as numbers }

/** The middle of a pawn's way from square to square, step by step; 0 is the start area. */
export function journey(places: Places, from: number, to: number, start: Point): Point[] {
  const stops: Point[] = []
  const middle = (square: number): Point => {
    const at = places.squares[square]!
    return [at.x + at.w / 2, at.y + at.h / 2]
  }
  if (from === 0) stops.push(start, places.tall ? [94, 17] : [548, 256])
  let square = from
  let steps = 0
  while (square !== to && steps++ < 16) {
    const next = (square % 8) + 1
    if (square) stops.push(middle(square), ...corners(places, square))
    square = next
  }
  stops.push(middle(to))
  return stops
}

/** What lies on the way from a square to the next besides the two: the end bridges, the foot bridge, the upper crossing. */
function corners(places: Places, square: number): Point[] {
  if (places.tall) return square === 8 ? [[288, 17], places.lap, [94, 17]] : []
  if (square === 8) return [places.lap]
  const { left, right } = ends()
  if (square === 2) {
    return [
      [left, 256],
      [left, 362],
    ]
  }
  if (square === 6) {
    return [
      [right, 362],
      [right, 256],
    ]
  }
  return []
}

function ends() {
  return { left: data.bridges.left.x + 22, right: data.bridges.right.x + 22 }
}
