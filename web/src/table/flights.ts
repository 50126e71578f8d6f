/** The path of an element across the screen, with its timing in milliseconds. */
export interface Flight {
  make(): HTMLElement
  from: DOMRect
  to: DOMRect
  at: number
  takes: number
  /** Whether it grows or shrinks to the size of its destination. */
  scales?: boolean
  appears?: boolean
  fades?: boolean
  /** Whether it lies at its origin until it starts. */
  waits?: boolean
  /** Called shortly before arrival, when the amount that it carries is counted. */
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

/** Create a label with an icon. */
export function label(text: string, icon: string, style = ''): HTMLElement {
  const made = box(`flying amount ${style}`)
  made.append(text, used(icon))
  return made
}

/** Create a label for an amount that is gained or paid. */
export const chip = (amount: number, icon: string) => label(`${amount < 0 ? '−' : '+'}${Math.abs(amount)}`, icon)

export function shape(icon: string, style = ''): HTMLElement {
  const made = box(`flying shape ${style}`)
  made.append(used(icon))
  return made
}

/** Create the picture of a card that has left the table. */
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

/** Create the overlay of a burning card. */
export function char(at: DOMRect): HTMLElement {
  const made = box('flying char')
  made.style.width = `${at.width}px`
  made.style.height = `${at.height}px`
  return made
}
