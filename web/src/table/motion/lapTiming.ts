import type { GameEvent } from '../../lib/types'
import { FLIGHT_TIME } from './timing'

/** Milliseconds that the lap sign takes to flip, and between the rises of two kobun. */
export const FLIP_TIME = 400
export const RISE_DELAY = 40
/** Milliseconds that a retiring card and its kobun take to leave the board. */
export const RETIRE_TIME = 360

/** Return how long an oyakata pauses at the lap line: until every kobun has risen and every finished card has left. */
export function pauseAtLap(events: readonly GameEvent[]): number {
  let rises = 0
  let pause = FLIP_TIME
  for (const event of events) {
    if (event.kind === 'xp_gained' && event.reason === 'lap')
      pause = Math.max(pause, rises++ * RISE_DELAY + FLIGHT_TIME)
    else if (event.kind === 'retired') pause = Math.max(pause, (rises - 1) * RISE_DELAY + FLIGHT_TIME + RETIRE_TIME)
  }
  return pause
}
