import { widthOf } from '../art/measure'
import type { Places } from './places'
import { pawnSpots } from './places'

/** The label of a landing square, laid out between pawns, number and chevrons. */
interface Landing {
  /** The x of the footprints, the text and the price in sandals; undefined if there is no room. */
  foot?: number
  text?: number
  sandals?: number
  /** The x of its start and end. */
  from: number
  to: number
}

/** From the ends of a square to the inner edges of its chevrons and its number. */
const CHEVRONS = 34
const NUMBER = 35
const FOOT = 26
const GAP = 4
const SIZE = 13
/** The width of a price: a digit and a sandal. */
const PRICE = 26
/** On a phone's sign: the space for the number and the shop's icon, and for the padding at its end. */
const SIGN = 54
const SIGN_END = 4

/** Return the part of a square that the pawns leave free, along the street. */
export function freeOf(places: Places, square: number, pawns: number): { from: number; to: number } {
  const at = places.squares[square]!
  const spots = pawnSpots(places, square, pawns)
  const left = Math.min(...spots.map((spot) => spot.at[0]))
  const right = Math.max(...spots.map((spot) => spot.at[0] + spot.size))
  if (places.kind === 'phone') {
    return { from: at.x + SIGN, to: Math.min(at.x + at.w - SIGN_END, left - 2) }
  }
  if (at.direction === 'left') {
    return { from: Math.max(at.x + CHEVRONS, right + 2), to: at.x + at.w - NUMBER }
  }
  return { from: at.x + NUMBER, to: Math.min(at.x + at.w - CHEVRONS, left - 2) }
}

/**
 * Lay out the label of a landing square: footprints and text, the text alone, or one icon.
 *
 * @param words the text
 * @param cost in sandals
 */
export function landingOf(
  places: Places,
  square: number,
  pawns: number,
  words: string,
  cost: number,
  measured = (text: string) => widthOf(text, SIZE, 650),
): Landing | null {
  const { from, to } = freeOf(places, square, pawns)
  const room = to - from
  if (places.kind === 'phone') {
    // Put it at the right end, so that the shop's name stays visible.
    const width = cost ? PRICE : 22
    if (room < width) return null
    return cost ? { sandals: to - width, from: to - width, to } : { foot: to - width, from: to - width, to }
  }
  const text = measured(words)
  const centred = (width: number) => from + (room - width) / 2
  if (FOOT + GAP + text <= room) {
    const foot = centred(FOOT + GAP + text)
    return { foot, text: foot + FOOT + GAP, from: foot, to: foot + FOOT + GAP + text }
  }
  if (text <= room) return { text: centred(text), from: centred(text), to: centred(text) + text }
  const width = cost ? PRICE : FOOT
  if (width > room) return null
  const at = centred(width)
  return cost ? { sandals: at, from: at, to: at + width } : { foot: at, from: at, to: at + width }
}
