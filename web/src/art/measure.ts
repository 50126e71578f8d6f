import { fontArrivals } from './fonts.svelte'

const SMALLEST = 0.85
/** The same for a reader who has increased the letter spacing: squeeze no further than the default spacing. */
const SMALLEST_APART = 0.72
let context: CanvasRenderingContext2D | null | undefined
/** The widths of texts, in the fonts that had arrived. */
const widths = new Map<string, number>()
let measuredArrivals = 0

/** Return the page's font, and the reader's own letter and word spacing, relative to the type size. */
function bodyStyle(): { font: string; letters: number; words: number } {
  const style = getComputedStyle(document.body)
  const size = parseFloat(style.fontSize)
  return {
    font: style.fontFamily,
    letters: (parseFloat(style.letterSpacing) || 0) / size,
    words: (parseFloat(style.wordSpacing) || 0) / size,
  }
}

let body: ReturnType<typeof bodyStyle> | undefined

/** Return the width of a text as drawn. */
export function widthOf(text: string, size: number, weight: number): number {
  if (measuredArrivals !== fontArrivals()) {
    widths.clear()
    measuredArrivals = fontArrivals()
  }
  const key = `${weight} ${size} ${text}`
  const cached = widths.get(key)
  if (cached !== undefined) return cached
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return text.length * size * 0.55
  body ??= bodyStyle()
  context.font = `${weight} ${size}px ${body.font}`
  context.textRendering = 'geometricPrecision'
  const gaps = body.letters * text.length + body.words * (text.split(' ').length - 1)
  const width = context.measureText(text).width + gaps * size
  widths.set(key, width)
  return width
}

export interface FittedLine {
  text: string
  /** For `textLength`, if the line has to be squeezed. */
  length: number | null
}

/** Fit a name into a number of lines of a width: break between words, squeeze a little, then truncate. */
export function fit(name: string, maxWidth: number, size: number, lines = 2, weight = 650): FittedLine[] {
  const rows: string[] = []
  for (const word of name.split(' ')) {
    const last = rows.at(-1)
    const candidate = last === undefined ? word : `${last} ${word}`
    const fits = widthOf(candidate, size, weight) <= maxWidth
    if (last !== undefined && (fits || rows.length === lines)) rows[rows.length - 1] = candidate
    else rows.push(word)
  }
  return rows.map((text) => squeeze(text, maxWidth, size, weight))
}

/** Return the name, or its short form if the name is wider than a line. */
export function oneLine(name: string, short: string, maxWidth: number, size: number): string {
  return widthOf(name, size, 650) <= maxWidth ? name : short
}

/** Fit a name, or its short form if the name would be truncated. */
export function fitEither(name: string, short: string, maxWidth: number, size: number, lines = 2): FittedLine[] {
  const full = fit(name, maxWidth, size, lines)
  return full.some((line) => line.text.endsWith('…')) ? fit(short, maxWidth, size, lines) : full
}

function squeeze(text: string, maxWidth: number, size: number, weight: number): FittedLine {
  const textWidth = widthOf(text, size, weight)
  if (textWidth <= maxWidth) return { text, length: null }
  const smallest = body?.letters ? SMALLEST_APART : SMALLEST
  if (textWidth * smallest <= maxWidth) return { text, length: maxWidth }
  let cut = text
  while (cut.length > 3 && widthOf(`${cut}…`, size, weight) * smallest > maxWidth) cut = cut.slice(0, -1).trimEnd()
  return { text: `${cut}…`, length: widthOf(`${cut}…`, size, weight) > maxWidth ? maxWidth : null }
}
