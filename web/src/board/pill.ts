import { widthOf } from '../art/measure'

export interface Pill {
  text: string
  size: number
  w: number
  /** Where the text and the coin begin, from the left end of the pill. */
  textX: number
  coinX: number
}

const COIN = 1.15
const GAP = 4
/** From the round end of a pill to what is written in it, in parts of its height. */
const PAD = 0.34
const WEIGHT = 700

/** Return a pill with a text and a coin that fits: the first text that does at one of the sizes, else the last one.
 *
 * @param texts from the longest to the shortest
 * @param sizes of the writing, from the largest
 * @param h how high the pill is
 * @param most how wide it may be
 * @param measured how wide a text is
 */
export function pillOf(
  texts: readonly string[],
  sizes: readonly number[],
  h: number,
  most: number,
  measured = (text: string, size: number) => widthOf(text, size, WEIGHT),
): Pill {
  let last: Pill | undefined
  for (const text of texts) {
    for (const size of sizes) {
      const wide = measured(text, size)
      const coin = size * COIN
      const w = 2 * PAD * h + wide + GAP + coin
      last = { text, size, w, textX: PAD * h, coinX: PAD * h + wide + GAP }
      if (w <= most) return last
    }
  }
  return last!
}

export const coinSize = (pill: Pill) => pill.size * COIN
