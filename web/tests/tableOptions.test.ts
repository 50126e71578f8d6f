import { expect, test } from 'vitest'
import { TableOptions } from '../src/pages/tableOptions.svelte'
import { useFakeTransport } from './fakeTransport'

test('a transport without people offers a new table for those at this screen only', () => {
  useFakeTransport({ can: new Set(['people', 'chat']) })
  const open = new TableOptions()
  expect([open.people, open.mayChat, open.seats]).toEqual([true, true, ['you', 'open', 'open', 'open']])
  useFakeTransport({})
  const here = new TableOptions()
  expect([here.people, here.mayChat, here.seats]).toEqual([false, false, ['you', 'local', 'local', 'local']])
})
