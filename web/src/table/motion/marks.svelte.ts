import type { GameEvent } from '../../lib/types'
import type { Players } from './locator'

/** Why a stall is marked: a new card, or what a fire did there, with the fire's strength if the event has it. */
export interface Mark {
  kind: 'fresh' | 'burnt' | 'passed' | 'saved'
  strength?: number | null
  /** The firefighting level that stopped the fire. */
  enough?: number
}

/** How long a stall stays marked after a fire, in milliseconds. */
export const FIRE_MARK_TIME = 6000

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
export function marksOf(events: readonly GameEvent[], players: Players): Record<string, Mark> {
  const result: Record<string, Mark> = {}
  for (const event of events) {
    const room = event.room ?? ''
    if (event.kind === 'placed') result[room] = { kind: 'fresh' }
    else if (event.kind === 'fire_passed') result[room] = { kind: 'passed', strength: event.amount }
    else if (event.kind === 'left' && event.reason === 'fire') result[room] = { kind: 'burnt', strength: event.amount }
    else if (event.kind === 'fire_put_out')
      result[room] = { kind: 'saved', strength: event.amount, enough: players(event.seat ?? -1)?.fire }
    else if (event.kind === 'token_spent' && event.reason === 'fire') result[room] = { kind: 'saved' }
  }
  return result
}
