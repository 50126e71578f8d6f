import { expect, test } from 'vitest'
import type { GameEvent } from '../src/lib/types'
import type { Words } from '../src/lib/words'
import { Locator, type Snapshot } from '../src/table/motion/locator'

test('a card that was taken by an earlier move still starts from its place in the row', () => {
  const svg = { cloneNode: () => 'its picture' }
  const card = { matches: () => false, querySelector: () => svg, getBoundingClientRect: () => 'its box' }
  const taken = new Map<string, Snapshot>()
  const locatorOf = (row: string) =>
    new Locator(
      { querySelector: (where: string) => (where.includes(row) ? card : null) } as unknown as HTMLElement,
      {} as Words,
      () => undefined,
      taken,
    )
  locatorOf('"monk"').snapshot([{ kind: 'card_taken', card: 'monk' } as GameEvent])
  const later = locatorOf('no card')
  later.snapshot([{ kind: 'placed', card: 'monk', room: 'A1' } as GameEvent])
  expect(later.inRow('monk')).toEqual({ box: 'its box', face: 'its picture' })
})
