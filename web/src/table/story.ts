import { playerOf } from '../art/crests.svelte'
import { goodArt } from '../art/emblems'
import type { GameEvent } from '../lib/types'
import { char, chip, face, type Flight, label, shape } from './flights'
import { FIRE_MARKED, marked, marks } from './marks.svelte'
import { paydayOf } from './payday'
import { purses } from './purses.svelte'
import type { Spots } from './spots'

const HOP = 240
const STALL = 420
const LAP = 400
/** From one card of the row to the next. */
const DEALT = 60
const RETIRES = 360
/** Until the next thing of the same move begins. */
const NEXT = 160
/** How long the fire is seen at its tile, and how long a card takes that burns. */
const OUTBREAK = 200
const TILE = 900
const BURNS = 320

/** Something on the table that moves where it is: what it does, when and for how long. */
export interface Gesture {
  kind: 'arrive' | 'reveal' | 'climb' | 'flash' | 'flip'
  at: number
  takes: number
  of: Element
  /** Where it comes from. */
  from?: DOMRect
}

/** What has happened, in time: what flies where, and what moves where it is. Each event has a method of its name. */
export class Story {
  readonly flights: Flight[] = []
  readonly gestures: Gesture[] = []
  /** Whether it takes so long that any key brings it to its end. */
  long = false
  #at = 0
  /** Where the fire was last. */
  #flame: DOMRect | null = null

  constructor(readonly spots: Spots) {}

  tell(events: readonly GameEvent[]): void {
    const began = events.findIndex((one) => one.kind === 'payday_began')
    const payday = paydayOf(began < 0 ? [] : events.slice(began))
    const paid = new Set(payday.beats.map((one) => one.event))
    for (const one of events) {
      if (one.kind === 'payday_began') this.#payday(payday)
      else if (!paid.has(one)) this.#told[one.kind]?.(one, one.seat ?? -1)
    }
  }

  readonly #told: Record<string, (one: GameEvent, seat: number) => void> = {
    gained: (one) => {
      if (one.reason !== 'harmony' && this.#transfer(one, this.#at, HOP * 1.5)) this.#at += NEXT
    },

    placed: (one, seat) => {
      const card = this.spots.before(one.card ?? '')
      const to = this.spots.room(one.room)
      if (!to) return
      if (card?.face) {
        this.#card(card.face, card.box, to, this.#at, HOP)
        this.#moves('reveal', `[data-room="${one.room}"] [data-card]`, 0, this.#at + HOP)
      }
      const from = this.spots.kobun(seat)
      if (seat >= 0) this.#fly(() => shape('kobun', playerOf(seat)), from, to, this.#at + NEXT, HOP)
      this.#at += NEXT
    },

    fire_rose: (one, seat) => {
      this.#fly(() => chip(one.amount ?? 0, 'r-fire'), this.spots.source(one), this.spots.purse(seat, 'fire'), this.#at, HOP * 1.5)
    },

    good_bought: (one, seat) => {
      this.#fly(() => shape(goodArt(one.good ?? '')), this.spots.shop(seat), this.spots.goods(seat), this.#at, HOP * 1.5)
    },

    mon_on_card: (one) => {
      this.#fly(() => chip(one.amount ?? 0, 'r-mon'), this.spots.box('.bar'), this.spots.box(`[data-offer="${one.card}"]`), this.#at, HOP * 1.5)
      this.#at += DEALT
    },

    slot_taken: (one, seat) => {
      const from = this.spots.box(`[data-panel="${seat}"] .cr`)
      if (from) this.#moves('arrive', `[data-slot="${one.slot}"] .hexagon`, 0, HOP, from)
    },

    lapped: () => {
      this.#moves('flip', '.lapsign', 0, LAP)
      this.#at += LAP
    },

    xp_gained: (one) => {
      this.#moves('climb', `[data-room="${one.room}"] .kobunmark`, this.#at, HOP)
      if (one.reason === 'lap') this.#at += 40
    },

    retired: (one, seat) => {
      const card = this.spots.before(one.card ?? '')
      const column = this.spots.retired(seat, one.card ?? '') ?? this.spots.panel(seat)
      if (card?.face && column) this.#card(card.face, card.box, column, this.#at + HOP, RETIRES)
      if (card) this.#fly(() => shape('kobun', playerOf(seat)), card.box, this.spots.kobun(seat), this.#at + HOP, RETIRES)
      this.#at += RETIRES
    },

    left: (one) => {
      const { face: look, box } = this.spots.before(one.card ?? '') ?? {}
      if (!look || !box) return
      const burns = one.reason === 'fire'
      if (burns) this.#walk(box, one.amount ?? 0)
      this.flights.push({ make: () => face(look, box), from: box, to: box, at: this.#at, takes: BURNS, fades: true, waits: true })
      if (burns) this.flights.push({ make: () => char(box), from: box, to: box, at: this.#at - STALL / 3, takes: BURNS + STALL / 3, appears: true, fades: true })
    },

    fire_broke_out: (one) => {
      this.#flame = this.spots.box(`[data-fire="${one.nagaya}"]`) ?? this.spots.box(`[data-room^="${one.nagaya}"]`)
      this.#fly(() => label(`${one.nagaya} ${one.amount}`, 'fire'), this.#flame, this.#flame, this.#at, TILE)
      this.#at += OUTBREAK
    },

    fire_passed: (one) => {
      const to = this.spots.room(one.room)
      if (to) this.#walk(to, one.amount ?? 0)
    },

    fire_put_out: (one) => {
      const to = this.spots.room(one.room)
      if (to) this.#walk(to, one.amount ?? 0, () => marks.put(marked([one], this.spots.players), FIRE_MARKED))
    },

    token_spent: (one, seat) => {
      if (one.reason !== 'fire') return
      // Somebody keeps a card out of the fire, and it goes on.
      this.#flame = this.spots.room(one.room)
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

  /** The rooms of a group flash, and what they bring flies to the purse. */
  #harmony(one: GameEvent, at: number, takes: number): void {
    const seat = one.seat ?? -1
    const group = this.spots.group(one.group ?? '')
    if (group) for (const of of this.spots.root.querySelectorAll(group)) this.gestures.push({ kind: 'flash', at, takes, of })
    const amount = one.amount ?? 0
    const cards = one.detail || 1
    const done = purses.hold(`${seat} iki`, amount)
    const told = () => label(`${amount / cards} × ${cards}`, 'r-iki')
    if (!this.#fly(told, this.spots.around(group), this.spots.purse(seat, 'iki'), at, takes, done)) done()
  }

  /** What goes between a purse and somewhere else; whether both are seen. */
  #transfer(one: GameEvent, at: number, takes: number): boolean {
    const seat = one.seat ?? -1
    const amount = one.amount ?? 0
    const there = this.spots.purse(seat, one.resource ?? '')
    const here = this.spots.source(one)
    if (!there || !here) return false
    const [from, to] = amount < 0 ? [there, here] : [here, there]
    return this.#fly(() => chip(amount, `r-${one.resource}`), from, to, at, takes, purses.hold(`${seat} ${one.resource}`, amount))
  }

  #walk(to: DOMRect, force: number, done?: () => void): void {
    this.flights.push({ make: () => label(`${force}`, 'fire'), from: this.#flame ?? to, to, at: this.#at, takes: STALL, done })
    this.#flame = to
    this.#at += STALL
  }

  /** Something flies, if both ends of its way are seen; whether it does. */
  #fly(make: () => HTMLElement, from: DOMRect | null, to: DOMRect | null, at: number, takes: number, done?: () => void): boolean {
    if (!from || !to) return false
    this.flights.push({ make, from, to, at, takes, fades: true, done })
    return true
  }

  #card(look: Element, from: DOMRect, to: DOMRect, at: number, takes: number): void {
    this.flights.push({ make: () => face(look, from), from, to, at, takes, scales: true, fades: true })
  }

  #moves(kind: Gesture['kind'], where: string, at: number, takes: number, from?: DOMRect): void {
    const of = this.spots.find(where)
    if (of) this.gestures.push({ kind, at, takes, of, from })
  }
}
