import { playerOf } from '../../art/crests.svelte'
import { goodArt } from '../../art/emblems'
import type { GameEvent } from '../../lib/types'
import { FLIGHT_TIME, stagger } from './timing'
import type { Walk } from './walks'
import { charring, amountLabel, flyingCard, type Flight, iconLabel, flyingIcon } from './flights'
import { FLIP_TIME, RETIRE_TIME, RISE_DELAY } from './lapTiming'
import { FIRE_MARK_TIME, marksOf, marks } from './marks.svelte'
import { paydayTiming } from './payday'
import { purses } from './purses.svelte'
import type { Locator } from './locator'

const STALL_TIME = 420
/** The delay between two cards that are dealt to the row. */
const DEAL_DELAY = 60
/** The delay between two flights of one move, if all of them fit into `MAX_MOVE_TIME`. */
const FLIGHT_DELAY = 160
/** The maximum length of a hire or a new month. */
const MAX_MOVE_TIME = 600
/** The number of flights for each kind of event. */
const FLIGHT_COUNTS: Record<string, number> = { gained: 1, fire_rose: 1, good_bought: 1, placed: 2 }
/** How long a fire is shown at its tile, and how long a card takes to burn. */
const OUTBREAK_TIME = 200
const TILE_TIME = 900
const BURN_TIME = 320

/** An animation of an element in place, with its timing in milliseconds. */
export interface InPlaceAnimation {
  kind: 'arrive' | 'deal' | 'reveal' | 'climb' | 'rise' | 'flash' | 'flip'
  at: number
  duration: number
  element: Element
  /** Its origin. */
  from?: DOMRect
  /** How far it rises. */
  by?: number
}

/** Turns events into animations on a time line: flights, and animations in place. Each kind of event has a method. */
export class Timeline {
  readonly flights: Flight[] = []
  readonly inPlace: InPlaceAnimation[] = []
  /** Whether the animation takes so long that any key skips it. */
  isLong = false
  #time = 0
  /** The delay between two flights of a move. */
  #delay = FLIGHT_DELAY
  /** When the last kobun has risen. */
  #riseEnd = 0
  /** The last place of the fire. */
  #fireBox: DOMRect | null = null

  constructor(
    readonly locator: Locator,
    readonly walks: ReadonlyMap<number, Walk> = new Map(),
  ) {}

  add(events: readonly GameEvent[]): void {
    const paydayStart = events.findIndex((event) => event.kind === 'payday_began')
    const payday = paydayTiming(paydayStart < 0 ? [] : events.slice(paydayStart))
    const paydayEvents = new Set(payday.beats.map((beat) => beat.event))
    const flightCount = events.reduce(
      (sum, event) => sum + (paydayEvents.has(event) ? 0 : (FLIGHT_COUNTS[event.kind] ?? 0)),
      0,
    )
    this.#delay = Math.min(FLIGHT_DELAY, (MAX_MOVE_TIME - FLIGHT_TIME) / Math.max(1, flightCount - 1))
    for (const event of events) {
      if (event.kind === 'payday_began') this.#addPayday(payday)
      else if (event.kind === 'month_began') this.#addMonth(events)
      else if (!paydayEvents.has(event)) this.#handlers[event.kind]?.(event, event.seat ?? -1)
    }
  }

  readonly #handlers: Record<string, (event: GameEvent, seat: number) => void> = {
    gained: (event) => {
      if (event.reason !== 'harmony' && this.#addTransfer(event, this.#time, FLIGHT_TIME)) this.#time += this.#delay
    },

    placed: (event, seat) => {
      const card = this.locator.inRow(event.card ?? '')
      const to = this.locator.room(event.room)
      if (!to) return
      const room = `[data-room="${event.room}"]`
      if (card?.face) {
        this.#addCardFlight(card.face, card.box, to, this.#time, FLIGHT_TIME)
        this.#addInPlace('reveal', `${room} [data-card]`, 0, this.#time + FLIGHT_TIME)
        this.#time += this.#delay
      }
      if (seat < 0) return
      const step = `${room} .kobunmark`
      this.#addFlight(
        () => flyingIcon('kobun', playerOf(seat)),
        this.locator.kobun(seat),
        this.locator.box(step) ?? to,
        this.#time,
        FLIGHT_TIME,
      )
      this.#addInPlace('reveal', step, 0, this.#time + FLIGHT_TIME)
      this.#time += this.#delay
    },

    fire_rose: (event, seat) => {
      this.#addTransfer(event, this.#time, FLIGHT_TIME, 'fire')
      const disc = this.locator.before(`fire ${seat}`)
      if (disc) this.#addInPlace('arrive', `[data-disc="${seat}"]`, this.#time, FLIGHT_TIME, disc.box)
      this.#time += this.#delay
    },

    good_bought: (event, seat) => {
      this.#addFlight(
        () => flyingIcon(goodArt(event.good ?? '')),
        this.locator.shop(seat),
        this.locator.goods(seat),
        this.#time,
        FLIGHT_TIME,
      )
      this.#time += this.#delay
    },

    slot_taken: (event, seat) => {
      const from = this.locator.box(`[data-panel="${seat}"] .cr`)
      if (from) this.#addInPlace('arrive', `[data-slot="${event.slot}"] .hexagon`, 0, FLIGHT_TIME, from)
    },

    lapped: (event, seat) => {
      this.#time = this.walks.get(seat)?.line ?? this.#time
      this.#addInPlace('flip', '.lapsign', this.#time, FLIP_TIME)
    },

    moved: (event, seat) => {
      this.#time = Math.max(this.#time, this.walks.get(seat)?.end ?? 0)
    },

    xp_gained: (event) => {
      const kobun = this.locator.find(`[data-room="${event.room}"] .kobunmark`)
      if (kobun)
        this.inPlace.push({
          kind: 'climb',
          at: this.#time,
          duration: FLIGHT_TIME,
          element: kobun,
          by: this.locator.cell,
        })
      this.#riseEnd = this.#time + FLIGHT_TIME
      if (event.reason === 'lap') this.#time += RISE_DELAY
    },

    retired: (event, seat) => {
      const card = this.locator.before(event.card ?? '')
      const column = this.locator.retired(seat, event.card ?? '') ?? this.locator.panel(seat)
      const at = Math.max(this.#riseEnd, this.#time)
      if (card?.face && column) {
        // The page shows the board without the card already. Its old picture still stands there: its kobun rises, then
        // both leave.
        this.#addCardFlight(card.face, card.box, column, at, RETIRE_TIME)
        const kobun = card.face.querySelector('.kobunmark')
        if (kobun)
          this.inPlace.push({
            kind: 'rise',
            at: at - FLIGHT_TIME,
            duration: FLIGHT_TIME,
            element: kobun,
            by: this.locator.cell,
          })
      }
      if (card)
        this.#addFlight(() => flyingIcon('kobun', playerOf(seat)), card.box, this.locator.kobun(seat), at, RETIRE_TIME)
    },

    left: (event) => {
      const { face: picture, box } = this.locator.before(event.card ?? '') ?? {}
      if (!picture || !box) return
      const isBurning = event.reason === 'fire'
      if (isBurning) this.#spreadFire(box, event.amount ?? 0)
      this.flights.push({
        make: () => flyingCard(picture, box),
        from: box,
        to: box,
        at: this.#time,
        duration: BURN_TIME,
        fades: true,
        waits: true,
      })
      if (isBurning)
        this.flights.push({
          make: () => charring(box),
          from: box,
          to: box,
          at: this.#time - STALL_TIME / 3,
          duration: BURN_TIME + STALL_TIME / 3,
          appears: true,
          fades: true,
        })
    },

    fire_broke_out: (event) => {
      this.#fireBox =
        this.locator.box(`[data-fire="${event.nagaya}"]`) ?? this.locator.box(`[data-room^="${event.nagaya}"]`)
      this.#addFlight(
        () => iconLabel(`${event.nagaya} ${event.amount}`, 'fire'),
        this.#fireBox,
        this.#fireBox,
        this.#time,
        TILE_TIME,
      )
      this.#time += OUTBREAK_TIME
    },

    fire_passed: (event) => {
      const to = this.locator.room(event.room)
      if (to) this.#spreadFire(to, event.amount ?? 0)
    },

    fire_put_out: (event) => {
      const to = this.locator.room(event.room)
      if (to)
        this.#spreadFire(to, event.amount ?? 0, () => marks.put(marksOf([event], this.locator.players), FIRE_MARK_TIME))
    },

    token_spent: (event, seat) => {
      if (event.reason !== 'fire') return
      // A player saves a card with a fire guard token, and the fire goes on.
      this.#fireBox = this.locator.room(event.room)
      this.#addFlight(() => flyingIcon('k-ward', playerOf(seat)), this.#fireBox, this.#fireBox, this.#time, STALL_TIME)
    },
  }

  #addPayday({ beats, duration }: ReturnType<typeof paydayTiming>): void {
    for (const beat of beats) {
      if (beat.event.kind === 'gained') this.#addTransfer(beat.event, this.#time + beat.at, beat.duration)
      else this.#addHarmony(beat.event, this.#time + beat.at, beat.duration)
    }
    this.#time += duration
    this.isLong = true
  }

  /** Animate a new month: mon land on the remaining cards, and new cards are dealt to the row. */
  #addMonth(events: readonly GameEvent[]): void {
    const staggered = (kind: string) =>
      stagger(
        events.filter((event) => event.kind === kind),
        this.#time,
        MAX_MOVE_TIME - FLIGHT_TIME,
        FLIGHT_TIME,
        DEAL_DELAY,
      )
    const offer = (event: GameEvent) => `[data-offer="${event.card}"]`
    const row = this.locator.box('.offers')
    for (const { event, at, duration } of staggered('mon_on_card'))
      this.#addFlight(
        () => amountLabel(event.amount ?? 0, 'r-mon'),
        this.locator.box('.bar'),
        this.locator.box(offer(event)),
        at,
        duration,
      )
    for (const { event, at, duration } of staggered('revealed'))
      this.#addInPlace('deal', offer(event), at, duration, row)
    this.#time += MAX_MOVE_TIME
  }

  /** Animate harmony: the rooms of a group flash, and their IKI flies to the purse. */
  #addHarmony(event: GameEvent, at: number, duration: number): void {
    const seat = event.seat ?? -1
    const group = this.locator.group(event.group ?? '')
    if (group)
      for (const element of this.locator.root.querySelectorAll(group))
        this.inPlace.push({ kind: 'flash', at, duration, element })
    const amount = event.amount ?? 0
    const cards = event.detail || 1
    const done = purses.hold(`${seat} iki`, amount)
    const createLabel = () => iconLabel(`${amount / cards} × ${cards}`, 'r-iki')
    if (!this.#addFlight(createLabel, this.locator.around(group), this.locator.purse(seat, 'iki'), at, duration, done))
      done()
  }

  /** Add the flight of an amount to or from a purse. Return false if one end is not on the screen. */
  #addTransfer(event: GameEvent, at: number, duration: number, what = event.resource ?? ''): boolean {
    const seat = event.seat ?? -1
    const amount = event.amount ?? 0
    const there = this.locator.purse(seat, what)
    const here = this.locator.source(event)
    if (!there || !here) return false
    const [from, to] = amount < 0 ? [there, here] : [here, there]
    return this.#addFlight(
      () => amountLabel(amount, `r-${what}`),
      from,
      to,
      at,
      duration,
      purses.hold(`${seat} ${what}`, amount),
    )
  }

  #spreadFire(to: DOMRect, force: number, done?: () => void): void {
    this.flights.push({
      make: () => iconLabel(`${force}`, 'fire'),
      from: this.#fireBox ?? to,
      to,
      at: this.#time,
      duration: STALL_TIME,
      done,
    })
    this.#fireBox = to
    this.#time += STALL_TIME
  }

  /** Add a flight if both of its ends are on the screen. Return whether it was added. */
  #addFlight(
    make: () => HTMLElement,
    from: DOMRect | null,
    to: DOMRect | null,
    at: number,
    duration: number,
    done?: () => void,
  ): boolean {
    if (!from || !to) return false
    this.flights.push({ make, from, to, at, duration, fades: true, done })
    return true
  }

  #addCardFlight(picture: Element, from: DOMRect, to: DOMRect, at: number, duration: number): void {
    this.flights.push({
      make: () => flyingCard(picture, from),
      from,
      to,
      at,
      duration,
      scales: true,
      fades: true,
      waits: true,
    })
  }

  #addInPlace(
    kind: InPlaceAnimation['kind'],
    where: string,
    at: number,
    duration: number,
    from?: DOMRect | null,
  ): void {
    const element = this.locator.find(where)
    if (element) this.inPlace.push({ kind, at, duration, element, from: from ?? undefined })
  }
}
