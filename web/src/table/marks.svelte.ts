import type { GameEvent } from '../lib/types'
import type { Players } from './locator'

/** Why a stall is marked: a new card, or what a fire did there, with the fire's strength if the event has it. */
export interface Mark {
  kind: 'fresh' | 'burnt' | 'passed' | 'saved'
  strength?: number | null
  /** The firefighting level that stopped the fire. */
  enough?: number
}

/** How long a stall stays marked after a fire, in milliseconds. */
export const FIRE_MARKED = 6000

/** The stalls that are marked for a while, by id. */
class Marks {
  of = $state.raw<Readonly<Record<string, Mark>>>({})
  #timer: ReturnType<typeof setTimeout> | undefined

  put(marks: Readonly<Record<string, Mark>>, milliseconds: number): void {
    if (!Object.keys(marks).length) return
    clearTimeout(this.#timer)
    this.of = marks
    this.#timer = setTimeout(() => (this.of = {}), milliseconds)
  }
}

export const marks = new Marks()

/** Return the marks that some events put on stalls. */
export function marked(events: readonly GameEvent[], players: Players): Record<string, Mark> {
  const found: Record<string, Mark> = {}
  for (const event of events) {
    const room = event.room ?? ''
    if (event.kind === 'placed') found[room] = { kind: 'fresh' }
    else if (event.kind === 'fire_passed') found[room] = { kind: 'passed', strength: event.amount }
    else if (event.kind === 'left' && event.reason === 'fire') found[room] = { kind: 'burnt', strength: event.amount }
    else if (event.kind === 'fire_put_out')
      found[room] = { kind: 'saved', strength: event.amount, enough: players(event.seat ?? -1)?.fire }
    else if (event.kind === 'token_spent' && event.reason === 'fire') found[room] = { kind: 'saved' }
  }
  return found
}
