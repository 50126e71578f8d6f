import { expect, test } from 'vitest'
import { placesOf } from '../src/board/places'
import type { Position } from '../src/lib/types'
import { markOf, radiusOf } from '../src/features/puzzles/puzzleMarks'

test("a boat's letter covers no figure on the lanes", () => {
  const places = placesOf('large', 'wide')
  const boats = ['1-4', '1', '2', '3', '4'].map((slot) => ({ slot }))
  const position = { boats, players: [{ square: 1 }] } as unknown as Position
  for (const { slot } of boats) {
    const move = `ikizama ${slot}`
    const [, y] = markOf(places, position, 0, move)!
    for (const { y: top, h, lane } of Object.values(places.squares)) {
      if (lane === 'upper') expect(y - radiusOf(move)).toBeGreaterThanOrEqual(top + h)
      else expect(y + radiusOf(move)).toBeLessThanOrEqual(top)
    }
  }
})
