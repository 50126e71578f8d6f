import { expect, test } from 'vitest'
import { handleKey } from '../src/table/input/keys'
import { TableState } from '../src/table/table.svelte'

const press = (table: TableState, key: string) =>
  handleKey({ key, target: {} } as unknown as KeyboardEvent, table, () => {})

test('Escape cancels the tap first, then the selection', () => {
  const table = new TableState('a')
  table.screen.layout = 'phone'
  table.selection = { room: 'A1' }
  table.tapKey = 'room A2'
  table.sheet = true
  press(table, 'Escape')
  expect([table.sheet, table.tapKey, table.selection]).toEqual([false, '', { room: 'A1' }])
  press(table, 'Escape')
  expect(table.selection).toBeNull()
})

test('Escape closes the sheet of an illegal target', () => {
  const table = new TableState('a')
  table.screen.layout = 'phone'
  table.screen.inspectedItem = { kind: 'card', id: 'monk' }
  table.sheet = true
  press(table, 'Escape')
  expect([table.sheet, table.screen.inspectedItem]).toEqual([false, { kind: 'card', id: 'monk' }])
})
