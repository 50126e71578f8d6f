import { expect, test } from 'vitest'
import { allowedStalls, shownReason } from '../src/table/allowedStalls'
import type { LegalMove, Running } from '../src/lib/types'
import { targetsOf } from '../src/table/targets'

/** The square of a stall with three or four players. */
const SQUARES: Record<string, number> = { A1: 2, A2: 2, A3: 1, A4: 1, B1: 3, B2: 3, B3: 4, B4: 4 }

/** Return the stalls that are allowed for a hire with a preview. */
function hire(preview: object, reaches: number[] = [], stage = 'income_or_hire') {
  const move = { words: 'hire monk', kind: 'hire', parts: ['monk'], preview } as unknown as LegalMove
  const rooms = Object.entries(SQUARES).map(([id, square]) => ({ id, squares: [square] }))
  const game = { moves: [move], position: { rooms, stage }, turn: { reaches } } as unknown as Running
  return allowedStalls(game, targetsOf(game, { move }, 1))
}
const opened = (stalls: ReturnType<typeof hire>) =>
  [...stalls].filter(([, { open }]) => open).map(([id, { reasons }]) => [id, ...reasons.map(({ kind }) => kind)])

const rooms = { A1: 3, A2: 3, A3: 3, A4: 5, B1: 3, B2: 3, B3: 3 }

test('at most five stalls open, those with the best reasons', () => {
  const alike = { A1: 3, A2: 3, A3: 3, A4: 2, B1: 1, B2: 2, B3: 2 }
  const stalls = hire({ rooms, alike, wards: { B1: 4 } }, [4, 5])
  expect(opened(stalls)).toEqual([
    ['A1', 'alike'],
    ['A2', 'alike'],
    ['A3', 'alike'],
    ['B2', 'alike'],
    ['B3', 'lands', 'alike'],
  ])
  // The others are allowed and keep their reasons for the accessible name.
  expect([...stalls.keys()]).toEqual(Object.keys(rooms))
  expect(stalls.get('B1')).toEqual({ open: false, reasons: [{ kind: 'wards', strength: 4 }] })
  expect(shownReason(stalls.get('B3')!.reasons)).toEqual({ kind: 'alike', count: 2 })
})

test('without any reason the cheapest stall opens', () => {
  expect(opened(hire({ rooms: { A4: 5, B1: 3, B2: 3 }, alike: { A4: 1, B1: 1, B2: 1 } }))).toEqual([['B1', 'cheapest']])
  expect(opened(hire({ rooms: {} }))).toEqual([])
})

test('in the setup all allowed stalls open', () => {
  const moves = ['A1', 'B1'].map((room) => ({ words: `place ${room}`, kind: 'place', parts: [room] }))
  const all = ['A1', 'A2', 'B1'].map((id) => ({ id, squares: [SQUARES[id]] }))
  const game = { moves, position: { rooms: all, stage: 'place_start' } } as unknown as Running
  expect(opened(allowedStalls(game, targetsOf(game, null, 0)))).toEqual([['A1'], ['B1']])
})

test('before a card is chosen no stall opens', () => {
  const move = { words: 'hire monk', kind: 'hire', parts: ['monk'], preview: { rooms } }
  const game = { moves: [move], position: { rooms: [{ id: 'A1', squares: [2] }], stage: '' } } as unknown as Running
  expect(allowedStalls(game, targetsOf(game, null, 1)).size).toBe(0)
})
