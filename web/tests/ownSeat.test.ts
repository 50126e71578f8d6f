import { expect, test } from 'vitest'
import type { Seat } from '../src/lib/types'
import { ownSeat } from '../src/table/ownSeat'

const seats = ['Bo', 'Aya', 'Chiyo', 'Bo'].map((name, seat) => ({ seat, name, kind: 'person', crest: seat })) as Seat[]

test('at a shared screen the seat of its owner has a name of theirs, the newest that sits there', () => {
  const mine = new Set([1, 2, 3])
  expect(ownSeat(seats, mine, ['Chiyo', 'Aya'])).toBe(2)
  expect(ownSeat(seats, mine, ['Daiki', 'Aya', 'Chiyo'])).toBe(1)
  expect(ownSeat(seats, mine, ['Bo'])).toBe(3)
  // Somebody who has come from another device.
  expect(ownSeat(seats, mine, ['Daiki'])).toBe(1)
  expect(ownSeat(seats, new Set(), ['Aya'])).toBeUndefined()
})
