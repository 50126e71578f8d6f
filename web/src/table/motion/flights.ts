/** The path of an element across the screen, with its timing in milliseconds. */
export interface Flight {
  make(): HTMLElement
  from: DOMRect
  to: DOMRect
  at: number
  duration: number
  /** Whether it grows or shrinks to the size of its destination. */
  scales?: boolean
  fades?: boolean
  /** Whether it lies at its origin until it starts. */
  waits?: boolean
  /** Called shortly before arrival, when the amount that it carries is counted. */
  done?(): void
}

const SVG = 'http://www.w3.org/2000/svg'

function createIcon(name: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('class', 'ico')
  const use = document.createElementNS(SVG, 'use')
  use.setAttribute('href', `#${name}`)
  svg.append(use)
  return svg
}

function createElement(style: string): HTMLElement {
  const element = document.createElement('div')
  element.className = style
  return element
}

/** Create a label with an icon. */
function iconLabel(text: string, icon: string, style = ''): HTMLElement {
  const element = createElement(`flying amount ${style}`)
  element.append(text, createIcon(icon))
  return element
}

/** Create a label for an amount that is gained or paid. */
export const amountLabel = (amount: number, icon: string) =>
  iconLabel(`${amount < 0 ? '−' : '+'}${Math.abs(amount)}`, icon)

export function flyingIcon(icon: string, style = ''): HTMLElement {
  const element = createElement(`flying shape ${style}`)
  element.append(createIcon(icon))
  return element
}

/** Create the picture of a card that has left the table. */
export function flyingCard(of: Element, at: DOMRect): HTMLElement {
  const element = createElement('flying face')
  element.style.width = `${at.width}px`
  element.style.height = `${at.height}px`
  if (of.matches('svg')) element.append(of)
  else {
    const svg = document.createElementNS(SVG, 'svg')
    const mini = of.querySelector('rect')?.getAttribute('width') === '86'
    svg.setAttribute('viewBox', mini ? '0 0 86 81' : '0 0 112 126')
    of.removeAttribute('transform')
    svg.append(of)
    element.append(svg)
  }
  return element
}
