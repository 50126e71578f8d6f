/** A way from one place of the screen to another. */
export interface Flight {
  make(): HTMLElement
  from: DOMRect
  to: DOMRect
  at: number
  takes: number
  /** Grows or shrinks to the size of where it goes. */
  scales?: boolean
  appears?: boolean
  fades?: boolean
  /** Lies where it comes from until it goes. */
  waits?: boolean
  /** What it brings counts, shortly before it is there. */
  done?(): void
}

const SVG = 'http://www.w3.org/2000/svg'

function used(name: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('class', 'ico')
  const use = document.createElementNS(SVG, 'use')
  use.setAttribute('href', `#${name}`)
  svg.append(use)
  return svg
}

function box(style: string): HTMLElement {
  const made = document.createElement('div')
  made.className = style
  return made
}

/** Something written, with its shape. */
export function label(text: string, icon: string, style = ''): HTMLElement {
  const made = box(`flying amount ${style}`)
  made.append(text, used(icon))
  return made
}

/** What is gained or paid, with its shape. */
export const chip = (amount: number, icon: string) => label(`${amount < 0 ? '−' : '+'}${Math.abs(amount)}`, icon)

export function shape(icon: string, style = ''): HTMLElement {
  const made = box(`flying shape ${style}`)
  made.append(used(icon))
  return made
}

/** The picture of a card that is no longer there. */
export function face(of: Element, at: DOMRect): HTMLElement {
  const made = box('flying face')
  made.style.width = `${at.width}px`
  made.style.height = `${at.height}px`
  if (of.matches('svg')) made.append(of)
  else {
    const svg = document.createElementNS(SVG, 'svg')
    const mini = of.querySelector('rect')?.getAttribute('width') === '86'
    svg.setAttribute('viewBox', mini ? '0 0 86 81' : '0 0 112 126')
    of.removeAttribute('transform')
    svg.append(of)
    made.append(svg)
  }
  return made
}

/** What lies over a card that burns. */
export function char(at: DOMRect): HTMLElement {
  const made = box('flying char')
  made.style.width = `${at.width}px`
  made.style.height = `${at.height}px`
  return made
}
