import { expect, test } from 'vitest'
import { landingOf } from '../src/board/landing'
import { pawnSpots, placesOf, type Kind } from '../src/board/places'

const KINDS: Kind[] = ['wide', 'phone']
const SIDES = ['large', 'small'] as const
const LENGTHS = [20, 62, 90, 140]

test('no pawn covers the label of a landing square', () => {
  let written = 0
  for (const kind of KINDS) {
    for (const side of SIDES) {
      const places = placesOf(side, kind)
      for (let square = 1; square <= 8; square++) {
        for (const pawns of [0, 1, 2, 3, 4]) {
          for (const [cost, length] of LENGTHS.flatMap((length) => [[0, length] as const, [2, length] as const])) {
            const label = landingOf(places, square, pawns, 'words', cost, () => length)
            if (!label) continue
            written++
            const at = places.squares[square]!
            expect(label.from).toBeGreaterThanOrEqual(at.x + 30)
            expect(label.to).toBeLessThanOrEqual(at.x + at.w)
            for (const spot of pawnSpots(places, square, pawns)) {
              expect(spot.at[0] >= label.to || spot.at[0] + spot.size <= label.from).toBe(true)
            }
          }
        }
      }
      // Up to three pawns stand on a square when another arrives.
      for (const pawns of [0, 1, 2, 3]) expect(landingOf(places, 1, pawns, 'words', 1, () => 400)).not.toBeNull()
      expect(landingOf(places, 1, 0, 'words', 0, () => 62)?.foot).toBeDefined()
    }
  }
  expect(written).toBeGreaterThan(500)
})

test('no oyakata covers the crest of another', () => {
  for (const kind of KINDS) {
    const places = placesOf('large', kind)
    for (let square = 0; square <= 8; square++) {
      const spots = pawnSpots(places, square, 4)
      expect(spots).toHaveLength(4)
      spots.forEach((spot, index) => {
        for (const other of spots.slice(index + 1)) {
          const apart = Math.max(Math.abs(spot.at[0] - other.at[0]), Math.abs(spot.at[1] - other.at[1]))
          expect(apart).toBeGreaterThanOrEqual(spot.size * 0.8)
        }
      })
    }
  }
})
