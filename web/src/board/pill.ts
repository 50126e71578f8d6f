import { widthOf } from '../art/measure'

interface Pill {
  text: string
  size: number
  w: number
  /** The x of the text and of the coin, from the left end of the pill. */
  textX: number
  coinX: number
}

const COIN = 1.15
const GAP = 4
/** The padding between the round end of a pill and its content, in parts of its height. */
const PAD = 0.34
const WEIGHT = 700

/**
 * Lay out a pill with a text and a coin. Use the first text and size that fit, else the last ones.
 *
 * @param texts from the longest to the shortest
 * @param sizes of the type, from the largest
 * @param h height of the pill
 * @param most maximum width
 * @param measured returns the width of a text
 */
export function pillOf(
  texts: readonly string[],
  sizes: readonly number[],
  h: number,
  maxWidth: number,
  measured = (text: string, size: number) => widthOf(text, size, WEIGHT),
): Pill {
  let last: Pill | undefined
  for (const text of texts) {
    for (const size of sizes) {
      const textWidth = measured(text, size)
      const coin = size * COIN
      const w = 2 * PAD * h + textWidth + GAP + coin
      last = { text, size, w, textX: PAD * h, coinX: PAD * h + textWidth + GAP }
      if (w <= maxWidth) return last
    }
  }
  return last!
}

export const coinSize = (pill: Pill) => pill.size * COIN
