import { beforeEach, expect, test } from 'vitest'
import type { GameEvent } from '../src/lib/types'
import { heldAtLap } from '../src/table/lapTiming'
import type { Spots } from '../src/table/locator'
import { Story } from '../src/table/timeline'

/** A table on which each thing is its own place, and has moved if anything of it moves. */
const place = (...names: unknown[]) => names.join(' ')
const spots = {
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
} as unknown as Spots
let story = new Story(spots)
beforeEach(() => void (story = new Story(spots)))
const told = (...events: object[]) => events as GameEvent[]
const ends = (of: { at: number; takes: number }[]) => of.map((animation) => animation.at + animation.takes)
const gained = (reason: string, amount: number) => ({ kind: 'gained', seat: 0, resource: 'mon', amount, reason })
const placed = { kind: 'placed', seat: 0, card: 'monk', room: 'A4' }

test('a new month takes 0.6 seconds: mon land on the cards that stay while new ones are dealt', () => {
  const cards = [...'abcdefgh']
  story.tell(
    told(
      ...cards.map((card) => ({ kind: 'mon_on_card', card, amount: 1 })),
      { kind: 'month_began' },
      ...cards.slice(0, 4).map((card) => ({ kind: 'revealed', card })),
    ),
  )
  expect(story.flights.slice(0, 2).map((flight) => [flight.from, flight.to])).toEqual([
    ['.bar', '[data-offer="a"]'],
    ['.bar', '[data-offer="b"]'],
  ])
  expect(story.flights[1]!.at).toBeGreaterThan(story.flights[0]!.at)
  expect(story.gestures.map((gesture) => [gesture.kind, gesture.of, gesture.at])).toEqual(
    [...'abcd'].map((card, place) => ['deal', `[data-offer="${card}"]`, place * 60]),
  )
  expect(Math.max(...ends(story.flights))).toBe(600)
})

test('whatever is gained or paid takes 240 milliseconds, the next begins 160 later', () => {
  story.tell(told(gained('shop', -2), gained('shop', 2)))
  expect(story.flights.map((flight) => [flight.at, flight.takes])).toEqual([
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
])('however much belongs to a hire, all of it is over after 0.6 seconds', (events, end) => {
  story.tell(told(...events))
  expect(story.flights.every((flight) => flight.takes === 240)).toBe(true)
  expect(Math.max(...ends(story.flights))).toBe(end)
  // What flies to the stall is not seen there before.
  const seen = story.gestures.filter((gesture) => gesture.kind === 'reveal')
  expect(ends(seen)).toEqual(ends(story.flights.filter((flight) => String(flight.to).includes('A4'))))
})

test('at the lap line the sign flips, and every kobun rises after the other, while the oyakata is held there', () => {
  const rises = (room: string) => ({ kind: 'xp_gained', room, reason: 'lap', seat: 0 })
  const rest = told({ kind: 'lapped', seat: 0 }, rises('A1'), rises('B1'), rises('C1'))
  expect(heldAtLap(rest)).toBe(400)
  story = new Story(spots, new Map([[0, { held: 400, line: 250, end: 900 }]]))
  story.tell(told(gained('move', -1), ...rest))
  expect(story.gestures.map((gesture) => [gesture.kind, gesture.at, gesture.takes])).toEqual([
    ['flip', 250, 400],
    ['climb', 250, 240],
    ['climb', 290, 240],
    ['climb', 330, 240],
  ])
  const all = [...rest, ...told({ kind: 'retired', seat: 0, card: 'monk', room: 'C1' })]
  story = new Story(spots)
  story.tell(all)
  expect(heldAtLap(all)).toBe(Math.max(...ends(story.flights)))
})
