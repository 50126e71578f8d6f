import { playerOf } from '../../art/crests.svelte'
import { goodArt } from '../../art/emblems'
import type { GameEvent } from '../../lib/types'
import { FLIGHT_TIME, stagger } from './timing'
import type { Walk } from './walks'
import { amountLabel, flyingCard, type Flight, flyingIcon } from './flights'
import { FLIP_TIME, RETIRE_TIME, RISE_DELAY } from './lapTiming'
import { purses } from './purses.svelte'
import { FRAME_TIMES } from './show'
import type { Locator } from './locator'

/** The delay between two cards that are dealt to the row. */
const DEAL_DELAY = 60
/** The delay between two flights of one move, if all of them fit into `MAX_MOVE_TIME`. */
const FLIGHT_DELAY = 160
/** The maximum length of a hire or a new month. */
const MAX_MOVE_TIME = 600
/** The number of flights for each kind of event. */
const FLIGHT_COUNTS: Record<string, number> = { gained: 1, fire_rose: 1, good_bought: 1, placed: 2 }
/** How long a card takes to leave, and a kobun to go home from a burning one. */
const LEAVE_TIME = 320
const HOME_TIME = 480
/** When the stage has shown that a card is too weak. */
const FIRE_HOME = FRAME_TIMES.fire[0] + 200
/** Gains that the stage shows. */
const ON_STAGE = new Set(['salary', 'harmony', 'food'])

/** An animation of an element in place, with its timing in milliseconds. */
export interface InPlaceAnimation {
  kind: 'arrive' | 'deal' | 'reveal' | 'climb' | 'rise' | 'flip'
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
  #time = 0
  /** The delay between two flights of a move. */
  #delay = FLIGHT_DELAY
  /** When the last kobun has risen. */
  #riseEnd = 0

  constructor(
    readonly locator: Locator,
    readonly walks: ReadonlyMap<number, Walk> = new Map(),
  ) {}

  add(events: readonly GameEvent[]): void {
    const flightCount = events.reduce(
      (sum, event) => sum + (ON_STAGE.has(event.reason ?? '') ? 0 : (FLIGHT_COUNTS[event.kind] ?? 0)),
      0,
    )
    this.#delay = Math.min(FLIGHT_DELAY, (MAX_MOVE_TIME - FLIGHT_TIME) / Math.max(1, flightCount - 1))
    for (const event of events) {
      if (event.kind === 'month_began') this.#addMonth(events)
      else this.#handlers[event.kind]?.(event, event.seat ?? -1)
    }
  }

  readonly #handlers: Record<string, (event: GameEvent, seat: number) => void> = {
    gained: (event) => {
      if (!ON_STAGE.has(event.reason ?? '') && this.#addTransfer(event, this.#time, FLIGHT_TIME))
        this.#time += this.#delay
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

    left: (event, seat) => {
      const { face: picture, box } = this.locator.before(event.card ?? '') ?? {}
      if (!picture || !box) return
      // The stage shows how a card burns.
      if (event.reason === 'fire') {
        if (seat >= 0) {
          const home = this.locator.kobun(seat)
          this.#addFlight(() => flyingIcon('kobun', playerOf(seat)), box, home, FIRE_HOME, HOME_TIME)
        }
        return
      }
      this.flights.push({
        make: () => flyingCard(picture, box),
        from: box,
        to: box,
        at: this.#time,
        duration: LEAVE_TIME,
        fades: true,
        waits: true,
      })
    },
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
