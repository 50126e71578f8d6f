import { afterEach, expect, test, vi } from 'vitest'
import { api, ApiError } from '../src/lib/api'
import type { TableView } from '../src/lib/types'
import { endButton, undoButton } from '../src/table/input/buttons'
import { handleKey } from '../src/table/input/keys'
import { TableState } from '../src/table/table.svelte'
import { groupsOf, tilesOf } from '../src/table/input/tiles'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const HIRE = { words: 'hire monk', kind: 'hire', parts: ['monk'], preview: { rooms: { A1: 4 } } }
const moves = [
  { words: 'income', kind: 'income', parts: [], preview: {} },
  HIRE,
  { words: 'done', kind: 'done', parts: [] },
]
const view = (version: number, more: object = {}, you: object = {}) =>
  ({
    you: { seats: [0], may_play: true, may_undo: false, no_undo: 'chance_revealed', ...you },
    table: {
      id: 'a',
      version,
      ply: version,
      status: 'running',
      seats: [{ seat: 0, kind: 'person', name: 'Aya' }],
      game: { moves, position: { players: [{ square: 1 }], rooms: [] }, turn: { seat: 0 } },
      ...more,
    },
  }) as unknown as TableView
const BOX = { characters: [], buildings: [], goods: [], shops: [], terms: {}, types: {} }

function tableAt(view: TableView): TableState {
  const table = new TableState('a')
  table.feed.components = BOX as never
  table.feed.update(view)
  return table
}
const key = (table: TableState, name: string, more: object = {}) =>
  handleKey({ key: name, target: {}, preventDefault() {}, ...more } as unknown as KeyboardEvent, table, () => {})

test('a disabled button explains itself, also by its key', () => {
  const table = tableAt(view(1))
  const notice = vi.spyOn(table.screen, 'showNotice')
  undoButton(table).press()
  key(table, 'u')
  expect(notice).toHaveBeenCalledTimes(2)
  const other = tableAt(view(1, {}, { may_play: false }))
  const otherNotice = vi.spyOn(other.screen, 'showNotice')
  key(other, 'e')
  expect(otherNotice).toHaveBeenCalledOnce()
})

test('with a card selected, income is still available and undo clears the selection', () => {
  const table = tableAt(view(1))
  table.choice.select(HIRE as never)
  expect(tilesOf(groupsOf(table)).map((tile) => tile.id)).toEqual(['income'])
  expect(undoButton(table).state).toBe('plain')
  key(table, 'u')
  expect(table.choice.selection).toBeNull()
  table.choice.clickRoom('A1')
  expect(table.choice.selection).toEqual({ room: 'A1' })
  expect(groupsOf(table)).toEqual([])
})

test('key repeat does not end the turn', () => {
  const deal = { words: 'shop x', kind: 'shop', parts: ['x'] }
  const table = tableAt(
    view(1, {
      game: { moves: [deal, ...moves], position: { players: [{ square: 1 }], rooms: [] }, turn: { seat: 0 } },
    }),
  )
  const send = vi.spyOn(table, 'send').mockResolvedValue()
  key(table, 'e')
  expect(table.choice.confirmEnd).toBe(true)
  key(table, 'e', { repeat: true })
  expect(send).not.toHaveBeenCalled()
  expect(endButton(table).state).toBe('can')
})

test('a new state clears a notice but not the error of a refused move', async () => {
  const table = tableAt(view(1))
  table.screen.showNotice('no')
  table.feed.update(view(1))
  expect(table.screen.notice).toBe('no')
  table.feed.update(view(2))
  expect(table.screen.notice).toBe('')
  vi.spyOn(api, 'play').mockRejectedValue(
    new ApiError(409, { code: 'bad_request', detail: 'too late', view: view(3) } as never),
  )
  await table.send(['income'])
  expect(table.feed.view?.table.version).toBe(3)
  expect([table.screen.notice, table.screen.noticeIsError]).toEqual(['too late', true])
})

test('a notice lasts four seconds, an error until the game goes on', () => {
  vi.useFakeTimers()
  const table = tableAt(view(1))
  table.screen.showNotice('not yet')
  vi.advanceTimersByTime(3900)
  expect(table.screen.notice).toBe('not yet')
  vi.advanceTimersByTime(200)
  expect(table.screen.notice).toBe('')
  table.screen.showNotice('not yet')
  table.screen.showError(new ApiError(409, { code: 'bad_request', detail: 'too late' } as never))
  vi.advanceTimersByTime(5000)
  expect(table.screen.notice).toBe('too late')
})
