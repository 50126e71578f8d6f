import type { GameEvent } from '../lib/types'
import { HOP } from './beats'

/** Milliseconds that the sign of the lap line takes to flip, and from one kobun that rises to the next. */
export const FLIPS = 400
export const RISE = 40
/** How long a card and its kobun take to leave the board. */
export const RETIRES = 360

/** How long whoever passes the lap line is held there: until every kobun has risen, and left if its card is done. */
export function heldAtLap(events: readonly GameEvent[]): number {
  let rises = 0
  let held = FLIPS
  for (const one of events) {
    if (one.kind === 'xp_gained' && one.reason === 'lap') held = Math.max(held, rises++ * RISE + HOP)
    else if (one.kind === 'retired') held = Math.max(held, (rises - 1) * RISE + HOP + RETIRES)
  }
  return held
}
