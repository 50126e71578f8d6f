import type { GameEvent } from '../../lib/types'

/** How long a flight from one place of the table to another takes, in milliseconds. */
export const FLIGHT_TIME = 240

/** An event with its place on the animation's time line, in milliseconds. */
export interface TimedEvent {
  event: GameEvent
  at: number
  duration: number
}

/** Stagger events. Many events move closer together, so that the last one starts within `time`. */
export function stagger(
  events: readonly GameEvent[],
  from: number,
  time: number,
  duration: number,
  apart: number,
): TimedEvent[] {
  const step = Math.min(apart, time / Math.max(1, events.length - 1))
  return events.map((event, index) => ({ event, at: from + index * step, duration }))
}
