import type { GameEvent } from '../lib/types'
import { HOP } from './timing'

/** Milliseconds that the lap sign takes to flip, and between the rises of two kobun. */
export const FLIPS = 400
export const RISE = 40
/** Milliseconds that a retiring card and its kobun take to leave the board. */
export const RETIRES = 360

/** Return how long an oyakata pauses at the lap line: until every kobun has risen and every finished card has left. */
export function heldAtLap(events: readonly GameEvent[]): number {
  let rises = 0
  let held = FLIPS
  for (const event of events) {
    if (event.kind === 'xp_gained' && event.reason === 'lap') held = Math.max(held, rises++ * RISE + HOP)
    else if (event.kind === 'retired') held = Math.max(held, (rises - 1) * RISE + HOP + RETIRES)
  }
  return held
}
