import type { GameEvent } from '../lib/types'

/** How long a flight from one place of the table to another takes, in milliseconds. */
export const HOP = 240

/** An event with its place on the animation's time line, in milliseconds. */
export interface Beat {
  event: GameEvent
  at: number
  takes: number
}

/** Stagger events. Many events move closer together, so that the last one starts within `time`. */
export function spread(events: readonly GameEvent[], from: number, time: number, takes: number, apart: number): Beat[] {
  const step = Math.min(apart, time / Math.max(1, events.length - 1))
  return events.map((event, place) => ({ event, at: from + place * step, takes }))
}
