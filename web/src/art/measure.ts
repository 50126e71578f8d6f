const FONT =
  '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK JP", "Liberation Sans", Arial, system-ui, sans-serif'
const SMALLEST = 0.85
/** The same for a reader who has increased the letter spacing: squeeze no further than the default spacing. */
const SMALLEST_APART = 0.72
let context: CanvasRenderingContext2D | null | undefined
const widths = new Map<string, number>()

/** Return the reader's own letter and word spacing, relative to the type size. */
function apart(): { letters: number; words: number } {
  const style = getComputedStyle(document.body)
  const size = parseFloat(style.fontSize)
  return { letters: (parseFloat(style.letterSpacing) || 0) / size, words: (parseFloat(style.wordSpacing) || 0) / size }
}

let spacing: ReturnType<typeof apart> | undefined

/** Return the width of a text as drawn. */
export function widthOf(text: string, size: number, weight: number): number {
  const key = `${weight} ${size} ${text}`
  const known = widths.get(key)
  if (known !== undefined) return known
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return text.length * size * 0.55
  context.font = `${weight} ${size}px ${FONT}`
  spacing ??= apart()
  const gaps = spacing.letters * text.length + spacing.words * (text.split(' ').length - 1)
  const found = context.measureText(text).width + gaps * size
  widths.set(key, found)
  return found
}

export interface FittedLine {
  text: string
  /** For `textLength`, if the line has to be squeezed. */
  length: number | null
}

/** Fit a name into a number of lines of a width: break between words, squeeze a little, then truncate. */
export function fit(name: string, most: number, size: number, lines = 2, weight = 650): FittedLine[] {
  const broken: string[] = []
  for (const word of name.split(' ')) {
    const last = broken.at(-1)
    const joined = last === undefined ? word : `${last} ${word}`
    const fits = widthOf(joined, size, weight) <= most
    if (last !== undefined && (fits || broken.length === lines)) broken[broken.length - 1] = joined
    else broken.push(word)
  }
  return broken.map((text) => squeezed(text, most, size, weight))
}

/** Return the name, or its short form if the name is wider than a line. */
export function oneLine(name: string, short: string, most: number, size: number): string {
  return widthOf(name, size, 650) <= most ? name : short
}

/** Fit a name, or its short form if the name would be truncated. */
export function fitEither(name: string, short: string, most: number, size: number, lines = 2): FittedLine[] {
  const whole = fit(name, most, size, lines)
  return whole.some((line) => line.text.endsWith('…')) ? fit(short, most, size, lines) : whole
}

function squeezed(text: string, most: number, size: number, weight: number): FittedLine {
  const wide = widthOf(text, size, weight)
  if (wide <= most) return { text, length: null }
  const smallest = spacing?.letters ? SMALLEST_APART : SMALLEST
  if (wide * smallest <= most) return { text, length: most }
  let cut = text
  while (cut.length > 3 && widthOf(`${cut}…`, size, weight) * smallest > most) cut = cut.slice(0, -1).trimEnd()
  return { text: `${cut}…`, length: widthOf(`${cut}…`, size, weight) > most ? most : null }
}
