import { playerOf } from '../art/crests.svelte'
import { goodArt, typeArt } from '../art/emblems'
import { movesLittle } from '../lib/settings.svelte'
import type { GameEvent, Step } from '../lib/types'
import type { Words } from '../lib/words'
import { motion } from './motion.svelte'

// What the game has done, shown on a layer over the table: things fly from where they were to where they are. The layer
// takes no clicks and changes nothing below it, so nobody has to wait for it.

const HOP = 240
const STALL = 420
const PAYDAY_SEAT = 900
const LAP = 400
const MARKED = 1500
/** More flights than this are not told one by one: the table is there already. */
const MOST = 60
const OUT = 'cubic-bezier(.2,.7,.2,1)'
const IN_OUT = 'cubic-bezier(.6,0,.3,1)'

/** A way from one place of the screen to another. */
interface Flight {
  make(): HTMLElement
  from: DOMRect
  to: DOMRect
  at: number
  takes: number
  /** Grows or shrinks to the size of where it goes. */
  scales?: boolean
  fades?: boolean
}

export class Show {
  #before = new Map<string, { box: DOMRect; face: Element | null }>()

  constructor(
    readonly root: HTMLElement,
    readonly layer: HTMLElement,
  ) {}

  /** Remembers what will be gone once the steps are on the table; what it gives back shows them. */
  prepare(steps: readonly Step[], words: Words, squareOf: (seat: number) => number): () => void {
    const events = steps.flatMap((one) => (one.kind === 'move' || one.kind === 'setup' ? (one.events ?? []) : []))
    this.#before.clear()
    for (const one of events) {
      if (one.kind === 'card_taken' || one.reason === 'card_mon') this.#remember(`[data-offer="${one.card ?? one.source}"], [data-building="${one.card}"]`, one.card ?? one.source ?? '')
      if (one.kind === 'retired' || one.kind === 'left') this.#remember(`[data-room="${one.room}"] [data-card]`, one.card ?? '')
    }
    return () => {
      if (movesLittle()) this.#mark(events)
      else this.#play(events, words, squareOf)
    }
  }

  #remember(where: string, id: string): void {
    const found = this.root.querySelector(where)
    if (found && !this.#before.has(id)) {
      const svg = found.matches('svg, g') ? found : found.querySelector('svg')
      this.#before.set(id, { box: found.getBoundingClientRect(), face: svg?.cloneNode(true) as Element | null })
    }
  }

  /** Without motion: what has changed has an outline for a moment. */
  #mark(events: readonly GameEvent[]): void {
    for (const room of new Set(events.filter((one) => one.kind === 'placed').map((one) => one.room))) {
      const found = this.root.querySelector(`[data-room="${room}"]`)
      found?.classList.add('fresh')
      setTimeout(() => found?.classList.remove('fresh'), MARKED)
    }
  }

  #box(where: string): DOMRect | null {
    return this.root.querySelector(where)?.getBoundingClientRect() ?? null
  }

  #purse(seat: number, what: string): DOMRect | null {
    return this.#box(`[data-has="${seat} ${what}"]`) ?? this.#box(`[data-panel="${seat}"]`)
  }

  /** Where a gain comes from, or what is paid goes. */
  #source(one: GameEvent, seat: number, words: Words, squareOf: (seat: number) => number): DOMRect | null {
    const source = one.source ?? ''
    const known = this.#before.get(source)?.box
    if (known) return known
    switch (one.reason) {
      case 'income':
        return this.#box('.bar')
      case 'slot':
        return this.#box(`[data-slot="${source}"]`)
      case 'shop':
      case 'good':
        return this.#box(`[data-shop="${squareOf(seat)}"]`)
      case 'surcharge':
        return this.#box(`[data-room="${source}"]`)
      case 'move':
        return this.#box(`[data-pawn="${seat}"]`)
      case 'food':
        return this.#box(`[data-kobun="${seat}"]`) ?? this.#box(`[data-panel="${seat}"]`)
      default:
        return this.#box(`[data-card="${source}"]`) ?? this.#box(`[data-offer="${source}"]`) ?? (words.buildings.has(source) ? this.#box(`[data-building="${source}"]`) : null)
    }
  }

  #play(events: readonly GameEvent[], words: Words, squareOf: (seat: number) => number): void {
    const flights: Flight[] = []
    const changes: (() => void)[] = []
    let at = 0
    let payday = false
    const payFrom = new Map<number, number>()
    let flame: DOMRect | null = null
    for (const one of events) {
      const seat = one.seat ?? -1
      switch (one.kind) {
        case 'payday_began':
          payday = true
          at += HOP
          break
        case 'gained': {
          const there = this.#purse(seat, one.resource ?? '')
          const here = this.#source(one, seat, words, squareOf)
          if (!there || !here || one.reason === 'harmony') break
          const amount = one.amount ?? 0
          let start = at
          if (payday) {
            // One after the other: salaries first, and rice last.
            if (!payFrom.has(seat)) payFrom.set(seat, at + payFrom.size * PAYDAY_SEAT)
            start = payFrom.get(seat)! + (one.reason === 'food' ? PAYDAY_SEAT - HOP : (flights.length % 4) * 60)
          }
          const [from, to] = amount < 0 ? [there, here] : [here, there]
          flights.push({ make: () => chip(amount, `r-${one.resource}`), from, to, at: start, takes: HOP * 1.5, fades: true })
          if (!payday) at += 160
          break
        }
        case 'harmony_scored': {
          const start = (payFrom.get(seat) ?? at) + PAYDAY_SEAT / 2
          const there = this.#purse(seat, 'iki')
          const group = one.group === 'corners' ? '[data-room$="4"]' : `[data-room^="${one.group}"]`
          for (const room of this.root.querySelectorAll(group)) changes.push(() => this.#flash(room, start))
          const here = this.#box(group)
          if (here && there) flights.push({ make: () => chip(one.amount ?? 0, 'r-iki', `${one.detail} ×`), from: here, to: there, at: start, takes: HOP * 2, fades: true })
          break
        }
        case 'placed': {
          const card = this.#before.get(one.card ?? '')
          const to = this.#box(`[data-room="${one.room}"]`)
          if (!to) break
          if (card?.face) {
            flights.push({ make: () => face(card.face!, card.box), from: card.box, to, at, takes: HOP, scales: true, fades: true })
            const there = at + HOP
            changes.push(() => this.#reveal(`[data-room="${one.room}"] [data-card]`, there))
          }
          const panel = this.#box(`[data-kobun="${seat}"]`) ?? this.#box(`[data-panel="${seat}"]`)
          if (panel && seat >= 0) flights.push({ make: () => shape('kobun', playerOf(seat)), from: panel, to, at: at + 160, takes: HOP, fades: true })
          at += 160
          break
        }
        case 'fire_rose': {
          const here = this.#source(one, seat, words, squareOf)
          const there = this.#purse(seat, 'fire')
          if (here && there) flights.push({ make: () => chip(one.amount ?? 0, 'r-fire'), from: here, to: there, at, takes: HOP * 1.5, fades: true })
          break
        }
        case 'good_bought': {
          const here = this.#box(`[data-shop="${squareOf(seat)}"]`)
          const there = this.#box(`[data-goods="${seat}"]`) ?? this.#box(`[data-panel="${seat}"]`)
          if (here && there) flights.push({ make: () => shape(goodArt(one.good ?? '')), from: here, to: there, at, takes: HOP * 1.5, fades: true })
          break
        }
        case 'slot_taken': {
          const here = this.#box(`[data-panel="${seat}"] .cr`)
          const there = this.root.querySelector(`[data-slot="${one.slot}"] .hexagon`)
          if (here && there) changes.push(this.#arrive(there, here))
          break
        }
        case 'lapped':
          changes.push(() => this.#flip())
          at += LAP
          break
        case 'xp_gained': {
          const start = at
          changes.push(() => this.#climb(one.room ?? '', start))
          if (one.reason === 'lap') at += 40
          break
        }
        case 'retired': {
          const card = this.#before.get(one.card ?? '')
          const type = words.characters.get(one.card ?? '')?.type ?? ''
          const column = this.#box(`[data-retired="${seat} ${typeArt(type)}"]`) ?? this.#box(`[data-panel="${seat}"]`)
          const panel = this.#box(`[data-kobun="${seat}"]`) ?? column
          if (card?.face && column) flights.push({ make: () => face(card.face!, card.box), from: card.box, to: column, at: at + HOP, takes: 360, scales: true, fades: true })
          if (card && panel) flights.push({ make: () => shape('kobun', playerOf(seat)), from: card.box, to: panel, at: at + HOP, takes: 360, fades: true })
          at += 360
          break
        }
        case 'left': {
          const card = this.#before.get(one.card ?? '')
          if (one.reason === 'fire' && card && flame) {
            flights.push({ make: () => shape('fire', 'flame'), from: flame, to: card.box, at, takes: STALL })
            flame = card.box
            at += STALL
          }
          if (card?.face && one.room) flights.push({ make: () => face(card.face!, card.box, one.reason === 'fire'), from: card.box, to: card.box, at, takes: STALL, fades: true })
          break
        }
        case 'fire_broke_out':
          flame = this.#box(`[data-fire="${one.nagaya}"]`) ?? this.#box(`[data-room^="${one.nagaya}"]`)
          if (flame) flights.push({ make: () => chip(one.amount ?? 0, 'fire'), from: flame, to: flame, at, takes: STALL })
          at += STALL
          break
        case 'fire_passed':
        case 'fire_put_out': {
          const to = this.#box(`[data-room="${one.room}"]`)
          if (!to || !flame) break
          const out = one.kind === 'fire_put_out'
          flights.push({ make: () => chip(one.amount ?? 0, 'fire', '', out ? playerOf(seat) : ''), from: flame, to, at, takes: STALL, fades: out })
          flame = to
          at += STALL
          break
        }
      }
    }
    if (flights.length > MOST || document.visibilityState === 'hidden') return
    // All is measured before anything is changed: each measure after a change would lay the page out again.
    const here = this.layer.getBoundingClientRect()
    for (const one of flights) this.#fly(one, here)
    for (const change of changes) change()
  }

  #fly({ make, from, to, at, takes, scales, fades }: Flight, here: DOMRect): void {
    const thing = make()
    this.layer.append(thing)
    const x = (box: DOMRect) => box.x - here.x + (scales ? 0 : box.width / 2)
    const y = (box: DOMRect) => box.y - here.y + (scales ? 0 : box.height / 2)
    const size = scales ? Math.max(0.2, to.width / Math.max(1, from.width)) : 1
    const middle = scales ? '' : ' translate(-50%, -50%)'
    const walk = thing.animate(
      [
        { transform: `translate(${x(from)}px, ${y(from)}px)${middle}`, opacity: 1 },
        { transform: `translate(${x(to)}px, ${y(to)}px)${middle} scale(${size})`, opacity: 1, offset: fades ? 0.85 : 1 },
        ...(fades ? [{ transform: `translate(${x(to)}px, ${y(to)}px)${middle} scale(${size})`, opacity: 0 }] : []),
      ],
      { duration: takes, delay: at, easing: IN_OUT },
    )
    motion.add(walk)
    const gone = () => thing.remove()
    walk.finished.then(gone, gone)
  }

  /** A thing that is where it belongs already comes from somewhere else. */
  #arrive(thing: Element, from: DOMRect): () => void {
    const to = thing.getBoundingClientRect()
    const scale = this.#scaleOf(thing)
    const dx = (from.x + from.width / 2 - to.x - to.width / 2) / scale
    const dy = (from.y + from.height / 2 - to.y - to.height / 2) / scale
    return () => motion.add(thing.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: 'translate(0, 0)' }], { duration: HOP, easing: OUT }))
  }

  /** What flies somewhere is not there before it has come. */
  #reveal(where: string, after: number): void {
    const found = this.root.querySelector(where)
    if (found) motion.add(found.animate([{ opacity: 0 }, { opacity: 0, offset: 0.8 }, { opacity: 1 }], { duration: after }))
  }

  #climb(room: string, at: number): void {
    const kobun = this.root.querySelector(`[data-room="${room}"] .kobunmark`)
    if (!kobun) return
    motion.add(kobun.animate([{ transform: 'translateY(24px)' }, { transform: 'translateY(0)' }], { duration: HOP, delay: at, easing: OUT, fill: 'backwards' }))
  }

  #flash(room: Element, at: number): void {
    motion.add(room.animate([{ opacity: 1 }, { opacity: 0.55 }, { opacity: 1 }], { duration: HOP * 2, delay: at }))
  }

  #flip(): void {
    const sign = this.root.querySelector('.lapsign')
    if (sign) motion.add(sign.animate([{ transform: 'scaleX(1)' }, { transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }], { duration: LAP, easing: IN_OUT }))
  }

  #scaleOf(thing: Element): number {
    const svg = thing.closest('svg')
    const width = svg?.viewBox.baseVal.width
    return svg && width ? Math.min(svg.clientWidth / width, svg.clientHeight / svg.viewBox.baseVal.height) : 1
  }
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

/** An amount with its shape. */
function chip(amount: number, icon: string, before = '', style = ''): HTMLElement {
  const made = box(`flying amount ${style}`)
  const sign = icon === 'fire' ? '' : amount < 0 ? '−' : '+'
  made.append(`${before}${before ? ' ' : sign}${Math.abs(amount)}`, used(icon))
  return made
}

function shape(icon: string, style = ''): HTMLElement {
  const made = box(`flying shape ${style}`)
  made.append(used(icon))
  return made
}

/** The picture of a card that is no longer there. */
function face(of: Element, at: DOMRect, burnt = false): HTMLElement {
  const made = box(`flying face${burnt ? ' burnt' : ''}`)
  made.style.width = `${at.width}px`
  made.style.height = `${at.height}px`
  if (of.matches('svg')) made.append(of)
  else {
    const svg = document.createElementNS(SVG, 'svg')
    const tall = of.querySelector('rect')?.getAttribute('width') === '86'
    svg.setAttribute('viewBox', tall ? '0 0 86 81' : '0 0 112 126')
    of.removeAttribute('transform')
    svg.append(of)
    made.append(svg)
  }
  return made
}
