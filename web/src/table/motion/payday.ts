import type { GameEvent } from '../../lib/types'
import { type TimedEvent, FLIGHT_TIME, stagger } from './timing'

/** The length of a payday for each player, and the start of its parts, in milliseconds. */
const SEAT = 1600
const SALARIES_END = 720
const GROUPS_END = 1180
const FOOD = 1240
const STAGGER = 80
const GROUP = 420

/** Return the schedule of a payday's animations, player by player: salaries, then each harmony group, then rice. */
export function paydayTiming(events: readonly GameEvent[]): { beats: TimedEvent[]; duration: number } {
  const withReason = (reason: string) => (event: GameEvent) => event.kind === 'gained' && event.reason === reason
  const groups = events.filter((event) => event.kind === 'harmony_scored')
  const salaries = events.filter(withReason('salary'))
  const food = events.filter(withReason('food'))
  const seats = [...new Set([...salaries, ...groups, ...food].map((event) => event.seat))]
  const beats = seats.flatMap((seat, index) => {
    const start = index * SEAT
    const own = (event: GameEvent) => event.seat === seat
    return [
      ...stagger(salaries.filter(own), start, SALARIES_END - FLIGHT_TIME, FLIGHT_TIME, STAGGER),
      ...stagger(groups.filter(own), start + SALARIES_END, GROUPS_END - SALARIES_END, GROUP, GROUP),
      ...stagger(food.filter(own), start + FOOD, SEAT - FOOD - FLIGHT_TIME, FLIGHT_TIME, STAGGER),
    ]
  })
  return { beats, duration: seats.length * SEAT }
}

/** What a payday gave a seat, by reason and resource. */
type PaydaySums = Record<'salary' | 'harmony' | 'food', [resource: string, amount: number][]>

/** Sum up what a payday gave a seat: salaries, harmony and food. */
export function paydaySums(events: readonly GameEvent[], seat: number): PaydaySums {
  const sum = (reason: string) => {
    const amounts = new Map<string, number>()
    for (const event of events) {
      if (event.seat !== seat || event.kind !== 'gained' || event.reason !== reason) continue
      const what = event.resource ?? ''
      amounts.set(what, (amounts.get(what) ?? 0) + (event.amount ?? 0))
    }
    return [...amounts].filter(([, amount]) => amount)
  }
  return { salary: sum('salary'), harmony: sum('harmony'), food: sum('food') }
}

/** Merge the parts of a payday into one sum for each resource. */
export function paydayTotal(sums: PaydaySums): [resource: string, amount: number][] {
  const amounts = new Map<string, number>()
  for (const [what, amount] of [...sums.salary, ...sums.harmony, ...sums.food])
    amounts.set(what, (amounts.get(what) ?? 0) + amount)
  return [...amounts].filter(([, amount]) => amount)
}
