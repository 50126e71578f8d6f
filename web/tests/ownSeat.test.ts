import { expect, test } from 'vitest'
import type { Seat } from '../src/lib/types'
import { ownSeat } from '../src/table/panels/ownSeat'

const seats = ['Bo', 'Aya', 'Chiyo', 'Bo'].map((name, seat) => ({ seat, name, kind: 'person', crest: seat })) as Seat[]

test('at a shared screen the own seat has the latest name of the device owner', () => {
  const mine = new Set([1, 2, 3])
  expect(ownSeat(seats, mine, ['Chiyo', 'Aya'])).toBe(2)
  expect(ownSeat(seats, mine, ['Daiki', 'Aya', 'Chiyo'])).toBe(1)
  expect(ownSeat(seats, mine, ['Bo'])).toBe(3)
  // No name matches, for example after a move from another device.
  expect(ownSeat(seats, mine, ['Daiki'])).toBe(1)
  expect(ownSeat(seats, new Set(), ['Aya'])).toBeUndefined()
})
