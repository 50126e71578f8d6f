import { expect, test } from 'vitest'
import type { GameEvent } from '../src/lib/types'
import type { Words } from '../src/lib/words'
import { Locator, type Snapshot } from '../src/table/locator'

test('a card comes from where it lay in the row, though it was taken there by a move of its own', () => {
  const svg = { cloneNode: () => 'its picture' }
  const card = { matches: () => false, querySelector: () => svg, getBoundingClientRect: () => 'its place' }
  const taken = new Map<string, Snapshot>()
  const locatorOf = (row: string) =>
    new Locator(
      { querySelector: (where: string) => (where.includes(row) ? card : null) } as unknown as HTMLElement,
      {} as Words,
      () => undefined,
      taken,
    )
  locatorOf('"monk"').snapshot([{ kind: 'card_taken', card: 'monk' } as GameEvent])
  const later = locatorOf('nobody')
  later.snapshot([{ kind: 'placed', card: 'monk', room: 'A1' } as GameEvent])
  expect(later.inRow('monk')).toEqual({ box: 'its place', face: 'its picture' })
})
