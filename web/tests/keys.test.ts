import { expect, test } from 'vitest'
import { handleKey } from '../src/table/input/keys'
import { TableState } from '../src/table/table.svelte'

const press = (table: TableState, key: string) =>
  handleKey({ key, target: {} } as unknown as KeyboardEvent, table, () => {})

test('Escape cancels the tap first, then the selection', () => {
  const table = new TableState('a')
  table.screen.layout = 'phone'
  table.choice.selection = { room: 'A1' }
  table.choice.tapKey = 'room A2'
  table.choice.sheet = true
  press(table, 'Escape')
  expect([table.choice.sheet, table.choice.tapKey, table.choice.selection]).toEqual([false, '', { room: 'A1' }])
  press(table, 'Escape')
  expect(table.choice.selection).toBeNull()
})

test('Escape closes the sheet of an illegal target', () => {
  const table = new TableState('a')
  table.screen.layout = 'phone'
  table.screen.inspectedItem = { kind: 'card', id: 'monk' }
  table.choice.sheet = true
  press(table, 'Escape')
  expect([table.choice.sheet, table.screen.inspectedItem]).toEqual([false, { kind: 'card', id: 'monk' }])
})
