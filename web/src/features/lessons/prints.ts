/** A print that a lesson ends with. */
export interface Print {
  sky: string
  water: string
  hill: string
  sun: string
  tree: string
  /** The people: symbol, colour, place and size. */
  folk: readonly (readonly [symbol: string, colour: string, x: number, y: number, width: number, height: number])[]
}

const SPRING = { sky: '#efc3c8', water: '#cbdde2', hill: '#9db0a2', sun: '#c0341a', tree: 'tree-spring' }
const SUMMER = { sky: '#9fbfc6', water: '#b9d5da', hill: '#5f8a80', sun: '#f6d98a', tree: 'tree-summer' }
const AUTUMN = { sky: '#e6bf86', water: '#c9d6d1', hill: '#7289ad', sun: '#c0341a', tree: 'tree-autumn' }
const WINTER = { sky: '#b9c8d8', water: '#d6e1e8', hill: '#eef2f4', sun: '#fdf9ee', tree: 'tree-winter' }
const NEW_YEAR = { sky: '#e9b38f', water: '#d3e0e6', hill: '#7289ad', sun: '#c0341a', tree: 'tree-new' }
const [PLUM, BROWN, GREEN, OCHRE] = ['#5d5a6b', '#7d5a4e', '#56706a', '#8a6a2f']

/** The prints of the lessons, by number. */
export const PRINTS: readonly Print[] = [
  { ...SPRING, folk: [['w-lady', PLUM, 74, 84, 36, 51]] },
  { ...SUMMER, folk: [['w-brolly', BROWN, 70, 82, 38, 54]] },
  {
    ...AUTUMN,
    folk: [
      ['w-hat', GREEN, 66, 84, 36, 51],
      ['w-lady', BROWN, 90, 90, 30, 43],
    ],
  },
  { ...WINTER, folk: [['w-cart', OCHRE, 44, 92, 68, 48]] },
  { ...SPRING, folk: [['toro', PLUM, 78, 72, 38, 63]] },
  {
    ...SUMMER,
    folk: [
      ['well', BROWN, 62, 90, 44, 48],
      ['w-hat', PLUM, 92, 92, 28, 40],
    ],
  },
  {
    ...AUTUMN,
    folk: [
      ['w-cart', BROWN, 36, 100, 58, 41],
      ['w-lady', OCHRE, 88, 88, 30, 43],
    ],
  },
  {
    ...NEW_YEAR,
    folk: [
      ['w-lady', GREEN, 62, 86, 34, 48],
      ['w-brolly', PLUM, 88, 84, 34, 48],
    ],
  },
]
