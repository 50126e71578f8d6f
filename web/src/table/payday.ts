import type { GameEvent } from '../lib/types'
import { type Beat, HOP, spread } from './beats'

/** How long a payday takes for each player, in milliseconds, and when within it what is shown. */
const SEAT = 1600
const SALARIES_END = 720
const GROUPS_END = 1180
const FOOD = 1240
const STAGGER = 80
const GROUP = 420

/** A payday in time, a player after the other: the salaries, then the groups in turn, and last the rice. */
export function paydayOf(events: readonly GameEvent[]): { beats: Beat[]; takes: number } {
  const of = (reason: string) => (one: GameEvent) => one.kind === 'gained' && one.reason === reason
  const groups = events.filter((one) => one.kind === 'harmony_scored')
  const salaries = events.filter(of('salary'))
  const food = events.filter(of('food'))
  const seats = [...new Set([...salaries, ...groups, ...food].map((one) => one.seat))]
  const beats = seats.flatMap((seat, place) => {
    const start = place * SEAT
    const own = (one: GameEvent) => one.seat === seat
    return [
      ...spread(salaries.filter(own), start, SALARIES_END - HOP, HOP, STAGGER),
      ...spread(groups.filter(own), start + SALARIES_END, GROUPS_END - SALARIES_END, GROUP, GROUP),
      ...spread(food.filter(own), start + FOOD, SEAT - FOOD - HOP, HOP, STAGGER),
    ]
  })
  return { beats, takes: seats.length * SEAT }
}
