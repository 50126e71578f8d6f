import { expect, test } from 'vitest'
import { effectParts } from '../src/board/effects'
import { journey, placesOf, type Box } from '../src/board/places'

test('a deal is drawn as costs, an arrow and gains', () => {
  const { parts } = effectParts({ spend: { mon: 2 }, gain: { rice: 1, wood: 1 } }, 12)
  expect(parts.map((part) => part.icon ?? part.text)).toEqual(['2', 'r-mon', 'u-arrow', 'r-rice', 'r-wood'])
})

test('an oyakata walks along the street and over the end bridge, never backwards', () => {
  const places = placesOf('large', 'wide')
  expect(journey(places, 2, 3, [0, 0])).toEqual([
    [173, 256],
    [31, 256],
    [31, 362],
    [173, 362],
  ])
  expect(journey(places, 0, 1, [548, 150]).at(-1)).toEqual([409, 256])
  // From 8 to 1 it crosses the lap line.
  expect(journey(places, 8, 1, [0, 0])).toEqual([
    [687, 256],
    [567, 256],
    [409, 256],
  ])
  expect(journey(placesOf('small', 'phone'), 8, 1, [0, 0]).slice(1, 4)).toEqual([
    [288, 17],
    [191, 17],
    [94, 17],
  ])
})

const apart = (box: Box, other: Box) =>
  box.x >= other.x + other.w || other.x >= box.x + box.w || box.y >= other.y + other.h || other.y >= box.y + box.h

test('on a phone the touch areas extend beyond the signs and do not overlap', () => {
  for (const side of ['large', 'small'] as const) {
    const { rooms, squares, reach, height } = placesOf(side, 'phone')
    const areas = [...Object.values(reach), ...Object.values(rooms)]
    areas.forEach((area, index) => expect(areas.slice(index + 1).every((other) => apart(area, other))).toBe(true))
    for (const [number, area] of Object.entries(reach)) {
      expect(area.h - squares[Number(number)]!.h).toBeGreaterThanOrEqual(5)
      expect(area.y + area.h).toBeLessThanOrEqual(height)
    }
    expect(reach[1]!.h).toBeGreaterThan(50)
  }
})

test('every drawing has all rooms of both board sides', () => {
  for (const kind of ['wide', 'tablet', 'phone'] as const) {
    expect(Object.keys(placesOf('large', kind).rooms)).toHaveLength(16)
    expect(Object.keys(placesOf('small', kind).rooms)).toHaveLength(12)
  }
})

test('on a tablet no touch area covers another', () => {
  for (const side of ['large', 'small'] as const) {
    const { rooms, squares, reach, width, height } = placesOf(side, 'tablet')
    const areas: Box[] = [
      ...Object.values(rooms),
      ...Object.values(reach),
      ...Object.values(squares).map((square) => square.shop),
    ]
    areas.forEach((area, index) => expect(areas.slice(index + 1).every((other) => apart(area, other))).toBe(true))
    for (const area of areas) {
      expect(Math.min(area.x, area.y, width - area.x - area.w, height - area.y - area.h)).toBeGreaterThanOrEqual(0)
      expect(Math.min(area.w, area.h)).toBeGreaterThanOrEqual(44)
    }
    expect(Object.keys(squares)).toHaveLength(8)
  }
})
