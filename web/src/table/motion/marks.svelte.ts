import type { GameEvent } from '../../lib/types'

/** The stalls that are marked for a while because their card is new, by id. */
class Marks {
  of = $state.raw<ReadonlySet<string>>(new Set())
  #timer: ReturnType<typeof setTimeout> | undefined

  put(rooms: readonly string[], milliseconds: number): void {
    if (!rooms.length) return
    clearTimeout(this.#timer)
    this.of = new Set(rooms)
    this.#timer = setTimeout(() => (this.of = new Set()), milliseconds)
  }
}

export const marks = new Marks()

/** Return the stalls where some events put a card. */
export const freshRooms = (events: readonly GameEvent[]): string[] =>
  events.flatMap((event) => (event.kind === 'placed' && event.room ? [event.room] : []))
