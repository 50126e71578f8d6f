import type { Layout } from '../lib/layout'
import data from './geometry.json'
import * as tablet from './tablet'

export interface Box {
  x: number
  y: number
  w: number
  h: number
}
export type Point = readonly [number, number]
export type Side = 'large' | 'small'

/** A drawing of the board, one for each layout. */
export type Kind = Layout

/** The geometry of one drawing of the board. */
export interface Places {
  kind: Kind
  side: Side
  width: number
  height: number
  pawn: number
  rooms: Record<string, Box & { cardX: number; cardY: number }>
  squares: Record<number, Box & { pawns: Point[]; shop: Box; lane: 'upper' | 'lower'; direction: string }>
  /** The touch area of a square's sign. On a phone it is larger than the sign. */
  reach: Record<number, Box>
  spots: Point[]
  /** Where the way from square 8 to 1 crosses the lap line. */
  lap: Point
}

type RawRoom = Box & { cardX?: number }

export function placesOf(side: Side, kind: Kind): Places {
  if (kind === 'tablet') return tabletPlaces(side)
  const isPhone = kind === 'phone'
  const squares: Places['squares'] = {}
  const rooms: Places['rooms'] = {}
  const raw = (isPhone ? data.portrait.rooms[side] : data.rooms[side]) as Record<string, RawRoom>
  for (const [id, room] of Object.entries(raw)) {
    const cardX = isPhone ? room.x : (room.cardX ?? room.x)
    rooms[id] = { ...room, cardX, cardY: isPhone ? room.y + (room.h - 81) / 2 : room.y }
  }
  if (isPhone) {
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
  const signs = Object.values(squares).map((square) => square.shop)
  const [, , width = 0, height = 0] = isPhone ? data.portrait.viewBox : data.viewBox
  const reach = Object.fromEntries(
    Object.entries(squares).map(([number, { shop }]) => [
      number,
      isPhone ? touchArea(shop, signs, Object.values(rooms), height) : shop,
    ]),
  )
  const spots = (isPhone ? data.portrait.start.spots : data.start.spots) as unknown as Point[]
  const line = isPhone ? data.portrait.lapLine : data.lapLine
  const lap: Point = [line.x + line.w / 2, line.y + line.h / 2]
  const pawn = isPhone ? data.portrait.pawnSize : data.pawnSize
  return { kind, side, width, height, pawn, rooms, squares, reach, spots, lap }
}

/** Where the fronts of each nagaya begin, so that no two neighbours are alike. */
const FRONTS: Record<string, number> = { A: 0, B: 1, C: 2, D: 1 }

/** Return which of the three fronts an empty stall has. */
export const frontOf = (room: string): number => (FRONTS[room[0]!]! + Number(room.slice(1))) % 3

/** The corner and the size of an oyakata on its square. */
export interface Spot {
  at: Point
  size: number
}

const SMALL_PAWN = 24

/**
 * Return the places of some oyakata on a square; 0 is the start area. None covers another's crest.
 *
 * On the wide board they fill the square from its exit, so that the rest stays free for labels.
 */
export function pawnSpots(places: Places, square: number, count: number): Spot[] {
  if (!square) {
    const size = places.kind === 'wide' ? places.pawn : SMALL_PAWN
    return places.spots.slice(0, count).map((at) => ({ at, size }))
  }
  const { pawns, direction, y, h } = places.squares[square]!
  if (places.kind === 'wide') {
    const along = [...pawns].sort((a, b) => (direction === 'left' ? a[0] - b[0] : b[0] - a[0]))
    return along.slice(0, count).map((at) => ({ at, size: places.pawn }))
  }
  // On a phone two or more are smaller, so that the shop's name keeps its space.
  if (places.kind === 'phone' && count > 1) {
    const right = pawns[0]![0] + places.pawn
    const at = (index: number): Point => [right - SMALL_PAWN - index * (SMALL_PAWN - 3), y + (h - SMALL_PAWN) / 2]
    return Array.from({ length: count }, (_, index) => ({ at: at(index), size: SMALL_PAWN }))
  }
  return pawns.slice(0, count).map((at) => ({ at, size: places.pawn }))
}

/** Return the geometry of a tablet's board. Its lanes run vertically between the columns of stalls. */
function tabletPlaces(side: Side): Places {
  const rooms: Places['rooms'] = {}
  for (const [id, room] of Object.entries(tablet.rooms(side))) {
    rooms[id] = { ...room, cardX: room.x, cardY: room.y + (room.h - 126) / 2 }
  }
  const squares: Places['squares'] = {}
  const reach: Places['reach'] = {}
  for (const square of tablet.squares(side)) {
    const { direction, pawns, shop } = square
    squares[square.number] = { ...square.box, pawns, shop, lane: 'upper', direction }
    reach[square.number] = square.reach
  }
  const { WIDTH: width, HEIGHT: height, PAWN: pawn, SPOTS: spots, LAP: lap } = tablet
  return { kind: 'tablet', side, width, height, pawn, rooms, squares, reach, spots: [...spots], lap }
}

/** How far a touch may miss a sign, above and below. */
const TOUCH_MARGIN = 18

/**
 * Extend a sign to its touch area: all the space up to the stalls above and below, or half of the space between two
 * signs. It ends at the edge of the board.
 */
function touchArea(sign: Box, signs: readonly Box[], rooms: readonly Box[], height: number): Box {
  const overlaps = (box: Box) => box !== sign && box.x < sign.x + sign.w && sign.x < box.x + box.w
  const bottom = sign.y + sign.h
  let [from, to] = [sign.y - TOUCH_MARGIN, Math.min(height, bottom + TOUCH_MARGIN)]
  for (const [all, share] of [
    [rooms, 1],
    [signs, 0.5],
  ] as const) {
    for (const box of all.filter(overlaps)) {
      if (box.y < sign.y) from = Math.max(from, sign.y - (sign.y - box.y - box.h) * share)
      else to = Math.min(to, bottom + (box.y - bottom) * share)
    }
  }
  return { ...sign, y: from, h: to - from }
}

export { data as numbers }

/** Where the way from the start area enters the street. */
const ENTRIES: Record<Kind, Point> = { wide: [548, 256], tablet: [260, 20], phone: [94, 17] }

/** Return the way of a pawn's centre from square to square; 0 is the start area. */
export function journey(places: Places, from: number, to: number, start: Point): Point[] {
  const stops: Point[] = []
  const middle = (square: number): Point => {
    const at = places.squares[square]!
    return [at.x + at.w / 2, at.y + at.h / 2]
  }
  if (from === 0) stops.push(start, ENTRIES[places.kind])
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

/** Return the points between a square and the next: the end bridges, the foot bridge, the upper crossing. */
function corners(places: Places, square: number): Point[] {
  if (places.kind === 'phone') return square === 8 ? [[288, 17], places.lap, ENTRIES.phone] : []
  if (places.kind === 'tablet') return tabletCorners(places, square)
  if (square === 8) return [places.lap]
  const { left, right } = bridgeEnds()
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

/** Return the points of a tablet's two crossings: the upper one with the lap line, and the foot bridge. */
function tabletCorners(places: Places, square: number): Point[] {
  if (square === 8) return [[308, 20], places.lap, ENTRIES.tablet]
  if (square !== 4) return []
  return [
    [260, 730],
    [308, 730],
  ]
}

function bridgeEnds() {
  return { left: data.bridges.left.x + 22, right: data.bridges.right.x + 22 }
}
