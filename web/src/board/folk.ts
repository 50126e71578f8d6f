import type { Season } from '../lib/season'

type Figure = 'hat' | 'lady' | 'man' | 'brolly' | 'kid' | 'porter' | 'two' | 'dog' | 'cart'

/** A person in the street: a customer of a shop, or a passer-by. */
export interface Passer {
  figure: Figure
  /** The square of the shop, and the place there on the wide board. */
  square: number
  x: number
}

const passer = (figure: Figure, square: number, x: number): Passer => ({ figure, square, x })

/** The people of each season, at most two at a shop. All players see the same. */
export const FOLK: Record<Season, readonly Passer[]> = {
  spring: [
    passer('lady', 1, 452),
    passer('porter', 2, 88),
    passer('man', 3, 242),
    passer('two', 5, 690),
    passer('kid', 6, 1000),
    passer('lady', 7, 832),
  ],
  summer: [
    passer('brolly', 1, 452),
    passer('brolly', 2, 74),
    passer('lady', 3, 236),
    passer('dog', 4, 480),
    passer('hat', 5, 738),
    passer('brolly', 6, 960),
    passer('kid', 6, 990),
    passer('brolly', 7, 842),
    passer('porter', 8, 612),
  ],
  autumn: [
    passer('man', 2, 80),
    passer('hat', 3, 236),
    passer('two', 4, 470),
    passer('kid', 5, 740),
    passer('dog', 5, 765),
    passer('lady', 7, 850),
    passer('cart', 8, 610),
  ],
  winter: [passer('hat', 2, 86), passer('lady', 3, 236), passer('kid', 5, 738), passer('hat', 7, 850)],
  new: [
    passer('two', 1, 452),
    passer('lady', 2, 86),
    passer('kid', 2, 112),
    passer('kid', 3, 238),
    passer('lady', 5, 738),
    passer('dog', 5, 764),
    passer('kid', 6, 975),
    passer('lady', 7, 850),
    passer('man', 7, 872),
  ],
}

/** No colour of a player. */
const COATS = ['#5d5a6b', '#7d5a4e', '#56706a', '#8a6a2f', '#6d5b80']

/** Return the colour of a garment, which changes from month to month. */
export const coatOf = (season: Season, passer: Passer, month: number): string =>
  COATS[(FOLK[season].indexOf(passer) + month) % COATS.length]!

const WIDTHS: Partial<Record<Figure, number>> = { porter: 32, cart: 48 }

/** The size of a figure; a drawing in a lane is 34 high. */
export const widthOf = ({ figure }: Passer): number => WIDTHS[figure] ?? 24
export const FIGURE_HEIGHT = 34
