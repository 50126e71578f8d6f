import { expect, test } from 'vitest'
import type { TableView } from '../src/lib/api'
import { TableState } from '../src/table/table.svelte'

const view = (version: number, status: 'running' | 'finished') =>
  ({ you: {}, table: { id: 'a', version, ply: version, status, seats: [] } }) as unknown as TableView

test('the detail closes when the game ends, not before', () => {
  const table = new TableState('a')
  table.feed.update(view(1, 'running'))
  table.screen.inspectedItem = { kind: 'shop', id: '3' }
  table.feed.update(view(2, 'running'))
  expect(table.screen.inspectedItem).toEqual({ kind: 'shop', id: '3' })
  table.feed.update(view(3, 'finished'))
  expect(table.screen.inspectedItem).toBeNull()
})
