import type { GameEvent } from '../lib/types'

/** Milliseconds that anything takes to come from one place of the table to another. */
export const HOP = 240

/** When one of the things that have happened is shown. */
export interface Beat {
  event: GameEvent
  at: number
  takes: number
}

/** One after the other, closer together where they are many: the last one begins when the time is over at the latest. */
export function spread(events: readonly GameEvent[], from: number, time: number, takes: number, apart: number): Beat[] {
  const step = Math.min(apart, time / Math.max(1, events.length - 1))
  return events.map((event, place) => ({ event, at: from + place * step, takes }))
}
