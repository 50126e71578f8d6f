import { expect, test, vi } from 'vitest'
import { barButtons, endButton, undoButton } from '../src/table/buttons'
import { TableState } from '../src/table/table.svelte'

const move = (words: string) => ({ words, kind: words.split(' ')[0]!, parts: words.split(' ').slice(1) })

/** A table at which somebody may play. */
function deciding(moves: object[], unavailable: object[] = []): TableState {
  const game = { moves, unavailable, turn: { seat: 0, shop: 'open' }, position: { players: [{ square: 4 }], rooms: [] } }
  const table = new TableState('a')
  table.box = { characters: [], buildings: [], goods: [], shops: [{ square: 4 }], terms: {}, types: {} } as never
  table.view = { you: { may_play: true, may_undo: true }, table: { version: 1, seats: [], game } } as never
  return table
}

test('while the server is away nothing can be played, and pressing it says so', async () => {
  const table = deciding([move('income'), move('done')])
  const looks = () => [barButtons(table)[0]!, undoButton(table), endButton(table)].map((one) => one.look)
  expect(looks()).toEqual(['can', 'plain', 'can'])
  table.lostLong = true
  expect(looks()).toEqual(['off', 'off', 'off'])
  const say = vi.spyOn(table, 'say')
  barButtons(table)[0]!.press()
  endButton(table).press()
  await table.send(['income'])
  expect(say).toHaveBeenCalledTimes(3)
})

test('a deal that is left and cannot be paid for says so, one that was made does not', () => {
  const table = deciding([move('done')], [{ ...move('shop sandals'), reason: 'short', missing: { mon: 1 } }])
  expect(barButtons(table)).toMatchObject([{ id: 'shop', look: 'off' }])
  const say = vi.spyOn(table, 'say')
  barButtons(table)[0]!.press()
  expect(say).toHaveBeenCalledOnce()
  expect(table.looked).toEqual({ kind: 'shop', id: '4' })
  const { view } = table
  const game = { ...view!.table.game!, turn: { seat: 0, shop: 'done' } }
  table.view = { ...view!, table: { ...view!.table, game } } as never
  expect(barButtons(table)).toEqual([])
})
