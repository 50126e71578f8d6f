import { expect, test } from 'vitest'
import type { GameEvent } from '../src/lib/types'
import { paydayTiming } from '../src/table/motion/payday'

const gained = (seat: number, reason: string, amount = 1) =>
  ({ kind: 'gained', seat, reason, resource: 'mon', amount }) as GameEvent
const harmony = (seat: number) => ({ kind: 'harmony_scored', seat, amount: 6, detail: 3 }) as GameEvent
const salaries = (seat: number, count: number) => Array.from({ length: count }, () => gained(seat, 'salary'))

test('a payday shows one player after the other in 1.6 seconds each: salaries, groups, rice', () => {
  const events = [
    gained(1, 'salary'),
    gained(0, 'salary'),
    harmony(1),
    harmony(1),
    gained(1, 'harmony'),
    gained(1, 'food', -2),
    gained(0, 'food', -1),
  ]
  const { beats, duration } = paydayTiming(events)
  expect(duration).toBe(3200)
  expect(beats.map((beat) => [beat.event.seat, beat.event.reason ?? beat.event.kind])).toEqual([
    [1, 'salary'],
    [1, 'harmony_scored'],
    [1, 'harmony_scored'],
    [1, 'food'],
    [0, 'salary'],
    [0, 'food'],
  ])
  for (const [index, beat] of beats.entries()) {
    if (index) expect(beat.at).toBeGreaterThan(beats[index - 1]!.at)
  }
  expect(beats.filter((beat) => beat.event.seat === 1).every((beat) => beat.at + beat.duration <= 1600 + 60)).toBe(true)
  expect(beats.find((beat) => beat.event.seat === 0)!.at).toBe(1600)
})

test('any number of salaries arrives before the groups', () => {
  const { beats } = paydayTiming([...salaries(0, 16), harmony(0)])
  const groups = beats.at(-1)!
  for (const beat of beats.slice(0, -1)) expect(beat.at + beat.duration).toBeLessThanOrEqual(groups.at)
})

test('an empty payday takes no time', () => {
  expect(paydayTiming([{ kind: 'payday_began', level: 3 } as GameEvent])).toEqual({ beats: [], duration: 0 })
})
