import { doArt } from '../art/emblems'

export interface Effect {
  spend?: Record<string, number>
  gain?: Record<string, number>
  do?: string | null
  discount?: Record<string, number>
  opponents_gain?: Record<string, number>
}

interface Part {
  x: number
  size: number
  icon?: string
  text?: string
  style?: string
}

const ORDER = ['mon', 'rice', 'sandals', 'wood', 'koban', 'iki', 'fire']
/** Resources whose count is written even if it is 1. */
const COUNTED = new Set(['mon', 'iki'])

/** Draw the costs and gains of a deal as a row of numbers and icons. Use closer icons if the row is too wide. */
export function effectParts(effect: Effect, size: number, maxWidth = Infinity): { parts: Part[]; width: number } {
  const wideRow = draw(effect, size, 1.24, 1.5)
  return wideRow.width <= maxWidth ? wideRow : draw(effect, size, 1.13, -1)
}

function draw(effect: Effect, size: number, large: number, gap: number): { parts: Part[]; width: number } {
  const parts: Part[] = []
  const icon = size * large
  let x = 0
  const text = (what: string) => {
    parts.push({ x, size, text: what })
    x += what.length * size * 0.58 + 1
  }
  const shape = (name: string, style = '') => {
    parts.push({ x, size: icon, icon: name, style })
    x += icon + gap
  }
  const bundle = (amounts: Record<string, number> | undefined, sign = '') => {
    for (const what of ORDER) {
      const count = amounts?.[what]
      if (!count) continue
      if (count !== 1 || COUNTED.has(what) || sign) text(`${sign}${count}`)
      shape(`r-${what}`)
    }
  }
  bundle(effect.spend)
  if (parts.length) {
    parts.push({ x: x + 0.5 + gap, size: size * 0.8, icon: 'u-arrow', style: 'arrow' })
    x += size * 0.8 + 2 + 2 * gap
  }
  const free = !parts.length
  const fire = effect.gain?.fire
  bundle({ ...effect.gain, fire: 0 })
  if (fire) {
    text(`+${fire}`)
    shape('r-fire')
  } else if (free && effect.gain?.mon && Object.keys(effect.gain).length === 1) {
    // Mark a pure gift of mon with a plus sign.
    parts[0]!.text = `+${effect.gain.mon}`
    for (const part of parts.slice(1)) part.x += size * 0.58
    x += size * 0.58
  }
  if (effect.do) shape(doArt(effect.do), 'inkfill')
  if (effect.discount) bundle(effect.discount, '−')
  return { parts, width: x }
}
