import type { GameEvent } from '../lib/types'
import type { Players } from './spots'

/** Why a stall is marked: what lies there is new, or what a fire did there, and how strong it was as far as it is told. */
export interface Mark {
  kind: 'fresh' | 'burnt' | 'passed' | 'saved'
  strength?: number | null
  /** The fire fighting that was enough. */
  enough?: number
}

/** Milliseconds that what a fire did stays marked. */
export const FIRE_MARKED = 6000

/** Stalls that are marked for a while, by their id. */
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

/** The stalls that something has happened to. */
export function marked(events: readonly GameEvent[], players: Players): Record<string, Mark> {
  const found: Record<string, Mark> = {}
  for (const one of events) {
    const room = one.room ?? ''
    if (one.kind === 'placed') found[room] = { kind: 'fresh' }
    else if (one.kind === 'fire_passed') found[room] = { kind: 'passed', strength: one.amount }
    else if (one.kind === 'left' && one.reason === 'fire') found[room] = { kind: 'burnt', strength: one.amount }
    else if (one.kind === 'fire_put_out')
      found[room] = { kind: 'saved', strength: one.amount, enough: players(one.seat ?? -1)?.fire }
    else if (one.kind === 'token_spent' && one.reason === 'fire') found[room] = { kind: 'saved' }
  }
  return found
}
