import { typeArt } from '../art/emblems'
import type { Amounts, GameEvent } from '../lib/types'
import type { Words } from '../lib/words'

/** Returns the amounts and the square of a seat. */
export type Players = (seat: number) => Amounts | undefined

/** The box and the picture of an element before a change. */
export interface Was {
  box: DOMRect
  face: Element | null
}

/** Locates elements of the table on the screen, now and before a change. */
export class Spots {
  #before = new Map<string, Was>()

  constructor(
    readonly root: HTMLElement,
    readonly words: Words,
    readonly players: Players,
    /** Cards that were taken from the row in an earlier move. */
    readonly taken = new Map<string, Was>(),
  ) {}

  /** The height of a step on a card, in units of the board. A small card shows steps as dots. */
  get cell(): number {
    return this.root.querySelector('.board.phone') ? 7 : 24
  }

  /** Record the elements that some events will remove, and the old places of those they move. */
  remember(events: readonly GameEvent[]): void {
    for (const event of events) {
      if (event.kind === 'card_taken' || event.kind === 'placed' || event.reason === 'card_mon')
        this.#remember(
          `[data-offer="${event.card ?? event.source}"], [data-building="${event.card}"]`,
          event.card ?? event.source ?? '',
        )
      if (event.kind === 'card_taken') this.#take(event.card ?? '')
      if (event.kind === 'fire_rose') this.#remember(`[data-disc="${event.seat}"]`, `fire ${event.seat}`)
      if (event.kind === 'retired' || event.kind === 'left')
        this.#remember(`[data-room="${event.room}"] [data-card]`, event.card ?? '')
    }
  }

  #remember(where: string, card: string): void {
    const found = this.find(where)
    if (found && !this.#before.has(card)) {
      const svg = found.matches('svg, g') ? found : found.querySelector('svg')
      this.#before.set(card, { box: found.getBoundingClientRect(), face: svg?.cloneNode(true) as Element | null })
    }
  }

  #take(card: string): void {
    const was = this.#before.get(card)
    if (was) this.taken.set(card, was)
  }

  /** Return a card as it was before the events. */
  before(card: string): Was | undefined {
    return this.#before.get(card)
  }

  /** Return a card as it was before it was taken from the row. */
  inRow(card: string): Was | undefined {
    return this.#before.get(card) ?? this.taken.get(card)
  }

  find(where: string): Element | null {
    return this.root.querySelector(where)
  }

  box(where: string): DOMRect | null {
    return this.find(where)?.getBoundingClientRect() ?? null
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

  /** Return the column of a seat for retired cards of this card's type. */
  retired(seat: number, card: string): DOMRect | null {
    const type = this.words.characters.get(card)?.type
    return type ? this.box(`[data-retired="${seat} ${typeArt(type)}"]`) : null
  }

  /** Return the rooms of a harmony group, as a selector. */
  group(group: string): string {
    const corners = this.words.box.board.corner_group ?? []
    return group === 'corners' ? corners.map((room) => `[data-room="${room}"]`).join() : `[data-room^="${group}"]`
  }

  /** Return the bounding box of all matching elements. */
  around(where: string): DOMRect | null {
    const boxes = where ? [...this.root.querySelectorAll(where)].map((element) => element.getBoundingClientRect()) : []
    if (!boxes.length) return null
    const left = Math.min(...boxes.map((box) => box.left))
    const top = Math.min(...boxes.map((box) => box.top))
    return new DOMRect(
      left,
      top,
      Math.max(...boxes.map((box) => box.right)) - left,
      Math.max(...boxes.map((box) => box.bottom)) - top,
    )
  }

  /** Return where a gain comes from, or where a payment goes. */
  source(event: GameEvent): DOMRect | null {
    const seat = event.seat ?? -1
    const source = event.source ?? ''
    const known = this.#before.get(source)?.box
    if (known) return known
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
