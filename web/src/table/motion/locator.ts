import { typeArt } from '../../art/emblems'
import type { Amounts, GameEvent } from '../../lib/types'
import type { Words } from '../../lib/words'

/** Returns the amounts and the square of a seat. */
export type Players = (seat: number) => Amounts | undefined

/** The box and the picture of an element before a change. */
export interface Snapshot {
  box: DOMRect
  face: Element | null
}

/** Locates elements of the table on the screen, now and before a change. */
export class Locator {
  #snapshots = new Map<string, Snapshot>()

  constructor(
    readonly root: HTMLElement,
    readonly words: Words,
    readonly players: Players,
    /** Cards that were taken from the row in an earlier move. */
    readonly taken = new Map<string, Snapshot>(),
  ) {}

  /** The height of a step on a card, in units of the board. A small card shows steps as dots. */
  get cell(): number {
    return this.root.querySelector('.board.phone') ? 7 : 24
  }

  /** Record the elements that some events will remove, and the old places of those they move. */
  snapshot(events: readonly GameEvent[]): void {
    for (const event of events) {
      if (event.kind === 'card_taken' || event.kind === 'placed' || event.reason === 'card_mon')
        this.#snapshotElement(
          `[data-offer="${event.card ?? event.source}"], [data-building="${event.card}"]`,
          event.card ?? event.source ?? '',
        )
      if (event.kind === 'card_taken') this.#markTaken(event.card ?? '')
      if (event.kind === 'fire_rose') this.#snapshotElement(`[data-disc="${event.seat}"]`, `fire ${event.seat}`)
      if (event.kind === 'retired' || event.kind === 'left')
        this.#snapshotElement(`[data-room="${event.room}"] [data-card]`, event.card ?? '')
    }
  }

  #snapshotElement(selector: string, card: string): void {
    const element = this.find(selector)
    if (element && !this.#snapshots.has(card)) {
      const svg = element.matches('svg, g') ? element : element.querySelector('svg')
      this.#snapshots.set(card, { box: element.getBoundingClientRect(), face: svg?.cloneNode(true) as Element | null })
    }
  }

  #markTaken(card: string): void {
    const snapshot = this.#snapshots.get(card)
    if (snapshot) this.taken.set(card, snapshot)
  }

  /** Return a card as it was before the events. */
  before(card: string): Snapshot | undefined {
    return this.#snapshots.get(card)
  }

  /** Return a card as it was before it was taken from the row. */
  inRow(card: string): Snapshot | undefined {
    return this.#snapshots.get(card) ?? this.taken.get(card)
  }

  find(selector: string): Element | null {
    return this.root.querySelector(selector)
  }

  box(selector: string): DOMRect | null {
    return this.find(selector)?.getBoundingClientRect() ?? null
  }

  room(room: string | null | undefined): DOMRect | null {
    return this.box(`[data-room="${room}"]`)
  }

  shop(seat: number): DOMRect | null {
    return this.box(`[data-shop="${this.players(seat)?.square}"]`)
  }

  panel(seat: number): DOMRect | null {
    return this.box(`[data-panel="${seat}"]`)
  }

  kobun(seat: number): DOMRect | null {
    return this.box(`[data-kobun="${seat}"]`) ?? this.panel(seat)
  }

  goods(seat: number): DOMRect | null {
    return this.box(`[data-goods="${seat}"]`) ?? this.panel(seat)
  }

  purse(seat: number, what: string): DOMRect | null {
    return this.box(`[data-has="${seat} ${what}"]`) ?? this.panel(seat)
  }

  /** Return the chip of a seat for retired cards of this card's type; its panel before the first one. */
  retired(seat: number, card: string): DOMRect | null {
    const type = this.words.characters.get(card)?.type
    return (type ? this.box(`[data-retired="${seat} ${typeArt(type)}"]`) : null) ?? this.panel(seat)
  }

  /** Return where a gain comes from, or where a payment goes. */
  source(event: GameEvent): DOMRect | null {
    const seat = event.seat ?? -1
    const source = event.source ?? ''
    const origin = this.#snapshots.get(source)?.box
    if (origin) return origin
    switch (event.reason) {
      case 'income':
        return this.box('.bar')
      case 'slot':
        return this.box(`[data-slot="${source}"]`)
      case 'shop':
      case 'good':
        return this.shop(seat)
      case 'surcharge':
        return this.room(source)
      case 'move':
        return this.box(`[data-pawn="${seat}"]`)
      case 'food':
        return this.kobun(seat)
      default:
        return (
          this.box(`[data-card="${source}"]`) ??
          this.retired(seat, source) ??
          this.box(`[data-offer="${source}"]`) ??
          (this.words.buildings.has(source) ? this.box(`[data-building="${source}"]`) : null)
        )
    }
  }
}
