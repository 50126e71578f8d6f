import { expect, test } from 'vitest'
import { reuseUnchanged } from '../src/lib/structuralSharing'

test('equal parts keep their identity, changed parts are replaced', () => {
  const old = { rooms: [{ id: 'A1', card: 'x' }, { id: 'A2' }], row: ['a', 'b'], month: 1 }
  const fresh = reuseUnchanged(old, {
    rooms: [
      { id: 'A1', card: 'x' },
      { id: 'A2', card: 'y' },
    ],
    row: ['a', 'b'],
    month: 2,
  })
  expect(fresh).toEqual({
    rooms: [
      { id: 'A1', card: 'x' },
      { id: 'A2', card: 'y' },
    ],
    row: ['a', 'b'],
    month: 2,
  })
  expect(fresh.rooms[0]).toBe(old.rooms[0])
  expect(fresh.rooms[1]).not.toBe(old.rooms[1])
  expect(fresh.row).toBe(old.row)
})

test('an equal object is reused; a removed part or null is not', () => {
  const old = { a: [1, 2], b: { c: null as null | number } }
  expect(reuseUnchanged(old, { a: [1, 2], b: { c: null } })).toBe(old)
  expect(reuseUnchanged(old, { a: [1], b: { c: null } }).a).toEqual([1])
  expect(reuseUnchanged({ a: 1, b: undefined }, { a: 1 } as object)).toEqual({ a: 1 })
  expect(reuseUnchanged(undefined, { a: 1 })).toEqual({ a: 1 })
})
