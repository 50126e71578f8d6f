import { beforeEach, expect, test } from 'vitest'
import type { GameEvent } from '../src/lib/types'
import { pauseAtLap } from '../src/table/motion/lapTiming'
import type { Locator } from '../src/table/motion/locator'
import { Timeline } from '../src/table/motion/timeline'

/** A fake locator: every box is named after its selector. */
const place = (...names: unknown[]) => names.join(' ')
const locator = {
  box: place,
  find: place,
  room: place,
  purse: place,
  kobun: place,
  panel: place,
  retired: place,
  source: (event: GameEvent) => place(event.reason),
  inRow: (card: string) => ({ box: `row ${card}`, face: {} }),
  before: (card: string) => ({ box: card, face: { querySelector: () => null } }),
} as unknown as Locator
let timeline = new Timeline(locator)
beforeEach(() => void (timeline = new Timeline(locator)))
const eventList = (...events: object[]) => events as GameEvent[]
const ends = (of: { at: number; duration: number }[]) => of.map((animation) => animation.at + animation.duration)
const gained = (reason: string, amount: number) => ({ kind: 'gained', seat: 0, resource: 'mon', amount, reason })
const placed = { kind: 'placed', seat: 0, card: 'monk', room: 'A4' }

test('a new month takes 0.6 seconds: mon land on remaining cards while new cards are dealt', () => {
  const cards = [...'abcdefgh']
  timeline.add(
    eventList(
      ...cards.map((card) => ({ kind: 'mon_on_card', card, amount: 1 })),
      { kind: 'month_began' },
      ...cards.slice(0, 4).map((card) => ({ kind: 'revealed', card })),
    ),
  )
  expect(timeline.flights.slice(0, 2).map((flight) => [flight.from, flight.to])).toEqual([
    ['.bar', '[data-offer="a"]'],
    ['.bar', '[data-offer="b"]'],
  ])
  expect(timeline.flights[1]!.at).toBeGreaterThan(timeline.flights[0]!.at)
  expect(timeline.inPlace.map((animation) => [animation.kind, animation.element, animation.at])).toEqual(
    [...'abcd'].map((card, place) => ['deal', `[data-offer="${card}"]`, place * 60]),
  )
  expect(Math.max(...ends(timeline.flights))).toBe(600)
})

test('each gain or payment takes 240 milliseconds, and the next starts after 160', () => {
  timeline.add(eventList(gained('shop', -2), gained('shop', 2)))
  expect(timeline.flights.map((flight) => [flight.at, flight.duration])).toEqual([
    [0, 240],
    [160, 240],
  ])
})

test.each([
  [[gained('hire', -3), placed], 560],
  [
    [
      gained('card_mon', 1),
      gained('hire', -3),
      gained('surcharge', -2),
      placed,
      { kind: 'fire_rose', seat: 0, amount: 1, reason: 'hire_bonus' },
    ],
    600,
  ],
])('a hire with any number of effects ends within 0.6 seconds', (events, end) => {
  timeline.add(eventList(...events))
  expect(timeline.flights.every((flight) => flight.duration === 240)).toBe(true)
  expect(Math.max(...ends(timeline.flights))).toBe(end)
  // The stall reveals an element only when its flight arrives.
  const seen = timeline.inPlace.filter((animation) => animation.kind === 'reveal')
  expect(ends(seen)).toEqual(ends(timeline.flights.filter((flight) => String(flight.to).includes('A4'))))
})

test('at the lap line the sign flips and the kobun rise in turn while the oyakata pauses', () => {
  const rises = (room: string) => ({ kind: 'xp_gained', room, reason: 'lap', seat: 0 })
  const rest = eventList({ kind: 'lapped', seat: 0 }, rises('A1'), rises('B1'), rises('C1'))
  expect(pauseAtLap(rest)).toBe(400)
  timeline = new Timeline(locator, new Map([[0, { pause: 400, line: 250, end: 900 }]]))
  timeline.add(eventList(gained('move', -1), ...rest))
  expect(timeline.inPlace.map((animation) => [animation.kind, animation.at, animation.duration])).toEqual([
    ['flip', 250, 400],
    ['climb', 250, 240],
    ['climb', 290, 240],
    ['climb', 330, 240],
  ])
  const all = [...rest, ...eventList({ kind: 'retired', seat: 0, card: 'monk', room: 'C1' })]
  timeline = new Timeline(locator)
  timeline.add(all)
  expect(pauseAtLap(all)).toBe(Math.max(...ends(timeline.flights)))
})
