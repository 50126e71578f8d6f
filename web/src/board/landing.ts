import { widthOf } from '../art/measure'
import type { Places } from './places'
import { pawnSpots } from './places'

/** What is written where an oyakata would land, where pawns, number and chevrons leave room for it. */
export interface Landing {
  /** Where the feet, the words and the price in sandals begin; none where there is no room for them. */
  foot?: number
  text?: number
  sandals?: number
  /** Where it begins and ends altogether. */
  from: number
  to: number
}

/** From the end of a square to its chevrons' and its number's inner side. */
const CHEVRONS = 34
const NUMBER = 35
const FOOT = 26
const GAP = 4
const SIZE = 13
/** A number and the picture of a sandal. */
const PRICE = 26
/** What a phone's sign keeps for the number and the shop's picture, and for its own end. */
const SIGN = 54
const SIGN_END = 4

/** Return the part of a square that pawns leave free, along the street. */
export function freeOf(places: Places, square: number, pawns: number): { from: number; to: number } {
  const at = places.squares[square]!
  const spots = pawnSpots(places, square, pawns)
  const left = Math.min(...spots.map((one) => one.at[0]))
  const right = Math.max(...spots.map((one) => one.at[0] + one.size))
  if (places.kind === 'phone') {
    return { from: at.x + SIGN, to: Math.min(at.x + at.w - SIGN_END, left - 2) }
  }
  if (at.direction === 'left') {
    return { from: Math.max(at.x + CHEVRONS, right + 2), to: at.x + at.w - NUMBER }
  }
  return { from: at.x + NUMBER, to: Math.min(at.x + at.w - CHEVRONS, left - 2) }
}

/** Return what fits: feet and words, words alone, or a picture.
 *
 * @param words what it says
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
    // At the right end, so that the shop's name stays.
    const wide = cost ? PRICE : 22
    if (room < wide) return null
    return cost ? { sandals: to - wide, from: to - wide, to } : { foot: to - wide, from: to - wide, to }
  }
  const text = measured(words)
  const centred = (wide: number) => from + (room - wide) / 2
  if (FOOT + GAP + text <= room) {
    const foot = centred(FOOT + GAP + text)
    return { foot, text: foot + FOOT + GAP, from: foot, to: foot + FOOT + GAP + text }
  }
  if (text <= room) return { text: centred(text), from: centred(text), to: centred(text) + text }
  const wide = cost ? PRICE : FOOT
  if (wide > room) return null
  const at = centred(wide)
  return cost ? { sandals: at, from: at, to: at + wide } : { foot: at, from: at, to: at + wide }
}
