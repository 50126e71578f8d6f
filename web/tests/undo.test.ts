import { expect, test } from 'vitest'
import type { Step } from '../src/lib/types'
import { withoutUndone } from '../src/lib/undo'

const step = (kind: Step['kind'], ply: number, undone = 0): Step => ({ kind, ply, undone })
const move = (ply: number) => step('move', ply)

test('an undo removes the moves before it, but no setup and no handover', () => {
  const setup = step('setup', 0)
  const handover = step('seat', 2)
  expect(withoutUndone([setup, move(0), move(1), handover, step('undo', 0, 2)])).toEqual([setup, handover])
})

test('moves after an undo stay, and a later undo removes them and what the first one left', () => {
  const log = [move(0), move(1), step('undo', 1, 1), move(1)]
  expect(withoutUndone(log)).toEqual([move(0), move(1)])
  expect(withoutUndone([...log, step('undo', 0, 2)])).toEqual([])
})

test('a log that begins after the moves that an undo took back', () => {
  expect(withoutUndone([step('undo', 3, 2), move(3)])).toEqual([move(3)])
})
