import { expect, test } from 'vitest'
import { effectParts } from '../src/board/effects'
import { journey, placesOf } from '../src/board/places'

test('a deal is drawn as what it takes, an arrow and what it gives', () => {
  const { parts } = effectParts({ spend: { mon: 2 }, gain: { rice: 1, wood: 1 } }, 12)
  expect(parts.map((one) => one.icon ?? one.text)).toEqual(['2', 'r-mon', 'u-arrow', 'r-rice', 'r-wood'])
})

test('an oyakata walks the street, over the end bridge and never back', () => {
  const places = placesOf('large', false)
  expect(journey(places, 2, 3, [0, 0])).toEqual([[173, 256], [31, 256], [31, 362], [173, 362]])
  expect(journey(places, 0, 1, [548, 150]).at(-1)).toEqual([409, 256])
  expect(journey(placesOf('small', true), 8, 1, [0, 0])).toHaveLength(4)
})

test('both sides of the board have all their rooms, wide and tall', () => {
  for (const tall of [false, true]) {
    expect(Object.keys(placesOf('large', tall).rooms)).toHaveLength(16)
    expect(Object.keys(placesOf('small', tall).rooms)).toHaveLength(12)
  }
})
