import { playerOf } from '../art/crests.svelte'
import { goodArt } from '../art/emblems'
import type { GameEvent } from '../lib/types'
import type { Walk } from '../board/travel'
import { HOP, spread } from './timing'
import { char, chip, face, type Flight, label, shape } from './flights'
import { FLIPS, RETIRES, RISE } from './lapTiming'
import { FIRE_MARKED, marked, marks } from './marks.svelte'
import { paydayOf } from './payday'
import { purses } from './purses.svelte'
import type { Spots } from './locator'

const STALL = 420
/** The delay between two cards that are dealt to the row. */
const DEALT = 60
/** The delay between two flights of one move, if all of them fit into `WHOLE`. */
const NEXT = 160
/** The maximum length of a hire or a new month. */
const WHOLE = 600
/** The number of flights for each kind of event. */
const FLY: Record<string, number> = { gained: 1, fire_rose: 1, good_bought: 1, placed: 2 }
/** How long a fire is shown at its tile, and how long a card takes to burn. */
const OUTBREAK = 200
const TILE = 900
const BURNS = 320

/** An animation of an element in place, with its timing in milliseconds. */
export interface Gesture {
  kind: 'arrive' | 'deal' | 'reveal' | 'climb' | 'rise' | 'flash' | 'flip'
  at: number
  takes: number
  of: Element
  /** Its origin. */
  from?: DOMRect
  /** How far it rises. */
  by?: number
}

/** Turns events into animations on a time line: flights, and animations in place. Each kind of event has a method. */
export class Story {
  readonly flights: Flight[] = []
  readonly gestures: Gesture[] = []
  /** Whether the animation takes so long that any key skips it. */
  long = false
  #at = 0
  /** The delay between two flights of a move. */
  #apart = NEXT
  /** When the last kobun has risen. */
  #risen = 0
  /** The last place of the fire. */
  #flame: DOMRect | null = null

  constructor(
    readonly spots: Spots,
    readonly walks: ReadonlyMap<number, Walk> = new Map(),
  ) {}

  tell(events: readonly GameEvent[]): void {
    const began = events.findIndex((event) => event.kind === 'payday_began')
    const payday = paydayOf(began < 0 ? [] : events.slice(began))
    const paid = new Set(payday.beats.map((beat) => beat.event))
    const fly = events.reduce((sum, event) => sum + (paid.has(event) ? 0 : (FLY[event.kind] ?? 0)), 0)
    this.#apart = Math.min(NEXT, (WHOLE - HOP) / Math.max(1, fly - 1))
    for (const event of events) {
      if (event.kind === 'payday_began') this.#payday(payday)
      else if (event.kind === 'month_began') this.#month(events)
      else if (!paid.has(event)) this.#told[event.kind]?.(event, event.seat ?? -1)
    }
  }

  readonly #told: Record<string, (event: GameEvent, seat: number) => void> = {
    gained: (event) => {
      if (event.reason !== 'harmony' && this.#transfer(event, this.#at, HOP)) this.#at += this.#apart
    },

    placed: (event, seat) => {
      const card = this.spots.inRow(event.card ?? '')
      const to = this.spots.room(event.room)
      if (!to) return
      const room = `[data-room="${event.room}"]`
      if (card?.face) {
        this.#card(card.face, card.box, to, this.#at, HOP)
        this.#moves('reveal', `${room} [data-card]`, 0, this.#at + HOP)
        this.#at += this.#apart
      }
      if (seat < 0) return
      const step = `${room} .kobunmark`
      this.#fly(() => shape('kobun', playerOf(seat)), this.spots.kobun(seat), this.spots.box(step) ?? to, this.#at, HOP)
      this.#moves('reveal', step, 0, this.#at + HOP)
      this.#at += this.#apart
    },

    fire_rose: (event, seat) => {
      this.#transfer(event, this.#at, HOP, 'fire')
      const disc = this.spots.before(`fire ${seat}`)
      if (disc) this.#moves('arrive', `[data-disc="${seat}"]`, this.#at, HOP, disc.box)
      this.#at += this.#apart
    },

    good_bought: (event, seat) => {
      this.#fly(() => shape(goodArt(event.good ?? '')), this.spots.shop(seat), this.spots.goods(seat), this.#at, HOP)
      this.#at += this.#apart
    },

    slot_taken: (event, seat) => {
      const from = this.spots.box(`[data-panel="${seat}"] .cr`)
      if (from) this.#moves('arrive', `[data-slot="${event.slot}"] .hexagon`, 0, HOP, from)
    },

    lapped: (event, seat) => {
      this.#at = this.walks.get(seat)?.line ?? this.#at
      this.#moves('flip', '.lapsign', this.#at, FLIPS)
    },

    moved: (event, seat) => {
      this.#at = Math.max(this.#at, this.walks.get(seat)?.end ?? 0)
    },

    xp_gained: (event) => {
      const kobun = this.spots.find(`[data-room="${event.room}"] .kobunmark`)
      if (kobun) this.gestures.push({ kind: 'climb', at: this.#at, takes: HOP, of: kobun, by: this.spots.cell })
      this.#risen = this.#at + HOP
      if (event.reason === 'lap') this.#at += RISE
    },

    retired: (event, seat) => {
      const card = this.spots.before(event.card ?? '')
      const column = this.spots.retired(seat, event.card ?? '') ?? this.spots.panel(seat)
      const at = Math.max(this.#risen, this.#at)
      if (card?.face && column) {
        // The page shows the board without the card already. Its old picture still stands there: its kobun rises, then
        // both leave.
        this.#card(card.face, card.box, column, at, RETIRES)
        const kobun = card.face.querySelector('.kobunmark')
        if (kobun) this.gestures.push({ kind: 'rise', at: at - HOP, takes: HOP, of: kobun, by: this.spots.cell })
      }
      if (card) this.#fly(() => shape('kobun', playerOf(seat)), card.box, this.spots.kobun(seat), at, RETIRES)
    },

    left: (event) => {
      const { face: look, box } = this.spots.before(event.card ?? '') ?? {}
      if (!look || !box) return
      const burns = event.reason === 'fire'
      if (burns) this.#walk(box, event.amount ?? 0)
      this.flights.push({
        make: () => face(look, box),
        from: box,
        to: box,
        at: this.#at,
        takes: BURNS,
        fades: true,
        waits: true,
      })
      if (burns)
        this.flights.push({
          make: () => char(box),
          from: box,
          to: box,
          at: this.#at - STALL / 3,
          takes: BURNS + STALL / 3,
          appears: true,
          fades: true,
        })
    },

    fire_broke_out: (event) => {
      this.#flame = this.spots.box(`[data-fire="${event.nagaya}"]`) ?? this.spots.box(`[data-room^="${event.nagaya}"]`)
      this.#fly(() => label(`${event.nagaya} ${event.amount}`, 'fire'), this.#flame, this.#flame, this.#at, TILE)
      this.#at += OUTBREAK
    },

    fire_passed: (event) => {
      const to = this.spots.room(event.room)
      if (to) this.#walk(to, event.amount ?? 0)
    },

    fire_put_out: (event) => {
      const to = this.spots.room(event.room)
      if (to) this.#walk(to, event.amount ?? 0, () => marks.put(marked([event], this.spots.players), FIRE_MARKED))
    },

    token_spent: (event, seat) => {
      if (event.reason !== 'fire') return
      // A player saves a card with a fire guard token, and the fire goes on.
      this.#flame = this.spots.room(event.room)
      this.#fly(() => shape('k-ward', playerOf(seat)), this.#flame, this.#flame, this.#at, STALL)
    },
  }

  #payday({ beats, takes }: ReturnType<typeof paydayOf>): void {
    for (const beat of beats) {
      if (beat.event.kind === 'gained') this.#transfer(beat.event, this.#at + beat.at, beat.takes)
      else this.#harmony(beat.event, this.#at + beat.at, beat.takes)
    }
    this.#at += takes
    this.long = true
  }

  /** Animate a new month: mon land on the remaining cards, and new cards are dealt to the row. */
  #month(events: readonly GameEvent[]): void {
    const of = (kind: string) =>
      spread(
        events.filter((event) => event.kind === kind),
        this.#at,
        WHOLE - HOP,
        HOP,
        DEALT,
      )
    const offer = (event: GameEvent) => `[data-offer="${event.card}"]`
    const row = this.spots.box('.offers')
    for (const { event, at, takes } of of('mon_on_card'))
      this.#fly(() => chip(event.amount ?? 0, 'r-mon'), this.spots.box('.bar'), this.spots.box(offer(event)), at, takes)
    for (const { event, at, takes } of of('revealed')) this.#moves('deal', offer(event), at, takes, row)
    this.#at += WHOLE
  }

  /** Animate harmony: the rooms of a group flash, and their IKI flies to the purse. */
  #harmony(event: GameEvent, at: number, takes: number): void {
    const seat = event.seat ?? -1
    const group = this.spots.group(event.group ?? '')
    if (group)
      for (const of of this.spots.root.querySelectorAll(group)) this.gestures.push({ kind: 'flash', at, takes, of })
    const amount = event.amount ?? 0
    const cards = event.detail || 1
    const done = purses.hold(`${seat} iki`, amount)
    const told = () => label(`${amount / cards} × ${cards}`, 'r-iki')
    if (!this.#fly(told, this.spots.around(group), this.spots.purse(seat, 'iki'), at, takes, done)) done()
  }

  /** Add the flight of an amount to or from a purse. Return false if one end is not on the screen. */
  #transfer(event: GameEvent, at: number, takes: number, what = event.resource ?? ''): boolean {
    const seat = event.seat ?? -1
    const amount = event.amount ?? 0
    const there = this.spots.purse(seat, what)
    const here = this.spots.source(event)
    if (!there || !here) return false
    const [from, to] = amount < 0 ? [there, here] : [here, there]
    return this.#fly(() => chip(amount, `r-${what}`), from, to, at, takes, purses.hold(`${seat} ${what}`, amount))
  }

  #walk(to: DOMRect, force: number, done?: () => void): void {
    this.flights.push({
      make: () => label(`${force}`, 'fire'),
      from: this.#flame ?? to,
      to,
      at: this.#at,
      takes: STALL,
      done,
    })
    this.#flame = to
    this.#at += STALL
  }

  /** Add a flight if both of its ends are on the screen. Return whether it was added. */
  #fly(
    make: () => HTMLElement,
    from: DOMRect | null,
    to: DOMRect | null,
    at: number,
    takes: number,
    done?: () => void,
  ): boolean {
    if (!from || !to) return false
    this.flights.push({ make, from, to, at, takes, fades: true, done })
    return true
  }

  #card(look: Element, from: DOMRect, to: DOMRect, at: number, takes: number): void {
    this.flights.push({ make: () => face(look, from), from, to, at, takes, scales: true, fades: true, waits: true })
  }

  #moves(kind: Gesture['kind'], where: string, at: number, takes: number, from?: DOMRect | null): void {
    const of = this.spots.find(where)
    if (of) this.gestures.push({ kind, at, takes, of, from: from ?? undefined })
  }
}
