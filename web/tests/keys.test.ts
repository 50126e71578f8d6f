import { expect, test } from 'vitest'
import { onKey } from '../src/table/keys'
import { TableState } from '../src/table/table.svelte'

const press = (table: TableState, key: string) =>
  onKey({ key, target: {} } as unknown as KeyboardEvent, table, () => {})

test('Esc puts away what was tapped, and only then what was chosen', () => {
  const table = new TableState('a')
  table.layout = 'phone'
  table.chosen = { room: 'A1' }
  table.tapped = 'room A2'
  table.sheet = true
  press(table, 'Escape')
  expect([table.sheet, table.tapped, table.chosen]).toEqual([false, '', { room: 'A1' }])
  press(table, 'Escape')
  expect(table.chosen).toBeNull()
})

test('Esc puts away the sheet of what cannot be done', () => {
  const table = new TableState('a')
  table.layout = 'phone'
  table.looked = { kind: 'card', id: 'monk' }
  table.sheet = true
  press(table, 'Escape')
  expect([table.sheet, table.looked]).toEqual([false, { kind: 'card', id: 'monk' }])
})
