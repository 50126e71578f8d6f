import { expect, test } from 'vitest'
import type { GameEvent } from '../src/lib/types'
import type { Spots } from '../src/table/spots'
import { Story } from '../src/table/story'

/** A table on which each thing is its own place. */
const spots = { box: (where: string) => where } as unknown as Spots

test('mon land on the cards that stay, one after the other', () => {
  const story = new Story(spots)
  story.tell(['monk', 'geisha'].map((card) => ({ kind: 'mon_on_card', card, amount: 1 }) as GameEvent))
  expect(story.flights.map((one) => [one.from, one.to])).toEqual([
    ['.bar', '[data-offer="monk"]'],
    ['.bar', '[data-offer="geisha"]'],
  ])
  expect(story.flights[1]!.at).toBeGreaterThan(story.flights[0]!.at)
})
