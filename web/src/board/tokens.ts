import { numbersOf } from '../art/emblems'
import type { Position } from '../lib/types'
import type { Words } from '../lib/words'

/** The place of a fish, a pipe or a pouch on its shop's sign, in the sign's units. */
interface Slot {
  id: string
  /** The token for sale; undefined once it is sold. */
  sale?: Position['goods'][number]
  x: number
  w: number
  /** Distinguishes tokens with the same picture. */
  number?: number
}

export const SLOT_Y = 5
export const SLOT_H = 37

/** Return the places of the season's tokens on a square's sign. A sold token leaves its place empty. */
export function slotsOf(words: Words, position: Position, square: number): Slot[] {
  const options = words.shops.get(square)?.options ?? []
  const kinds = [...new Set(options.flatMap((option) => (option.do === 'buy' ? option.id.split(' ') : [])))]
  const wide = kinds.length === 1
  const goods = position.goods.filter((token) => kinds.includes(token.kind))
  const numbers = numbersOf(goods)
  return words.components.goods
    .filter((token) => kinds.includes(token.kind) && token.season === position.season)
    .map((token, index) => ({
      id: token.id,
      sale: goods.find((sold) => sold.good === token.id),
      x: wide ? 156 + 37 * index : 118 + 28 * index,
      w: wide ? 34 : 27,
      number: numbers.get(token.id),
    }))
}
