import { afterEach, expect, test, vi } from 'vitest'
import { api } from '../src/lib/api'
import type { LiveMessage, Step, TableView } from '../src/lib/types'
import { TableState } from '../src/table/table.svelte'

const heard = vi.hoisted(() => ({ message: null as null | ((message: LiveMessage) => void), opened: 0, closed: 0 }))
vi.mock('../src/lib/live', () => ({
  listen: (_: string, handlers: { message(message: LiveMessage): void }) => {
    heard.opened++
    heard.message = handlers.message
    return () => heard.closed++
  },
}))
afterEach(() => void vi.restoreAllMocks())

const view = (version: number) =>
  ({ you: {}, table: { id: 'a', version, ply: version, status: 'running', seats: [] } }) as unknown as TableView
const step = (ply: number) => ({ kind: 'move', ply }) as Step
const steps = (count: number) => Array.from({ length: count }, (_, ply) => step(ply))

function served(version: number): void {
  vi.spyOn(api, 'guest').mockResolvedValue({} as never)
  vi.spyOn(api, 'view').mockResolvedValue(view(version))
  vi.spyOn(api, 'boxOf').mockResolvedValue({ characters: [], buildings: [], goods: [], shops: [], terms: {}, types: {} } as never)
  vi.spyOn(api, 'log').mockResolvedValue({ version, steps: steps(version) })
}

test('whoever has left before the table came does not listen to it', async () => {
  served(1)
  heard.opened = 0
  const table = new TableState('a')
  const opening = table.open()
  table.close()
  await opening
  expect(heard.opened).toBe(0)
})

test('no step is lost or told twice when the log is read meanwhile', async () => {
  served(2)
  const table = new TableState('a')
  await table.open()
  expect(table.steps).toHaveLength(2)
  // The log of version 3 is on its way when the fourth step comes.
  let answer = (_: { version: number; steps: Step[] }) => {}
  vi.spyOn(api, 'log').mockImplementationOnce(() => new Promise((done) => (answer = done)))
  vi.mocked(api.log).mockResolvedValue({ version: 4, steps: steps(4) })
  heard.message!({ type: 'view', version: 3, view: view(3), resync: true })
  heard.message!({ type: 'view', version: 4, view: view(4), steps: [step(3)] })
  answer({ version: 3, steps: steps(3) })
  await new Promise((done) => setTimeout(done))
  expect(table.steps.map((one) => one.ply)).toEqual([0, 1, 2, 3])
  // What the log has told already comes over the channel as well.
  heard.message!({ type: 'view', version: 4, view: view(4), steps: [step(3)] })
  expect(table.steps).toHaveLength(4)
})

test('what was played while the channel was away is in the log once it is back', async () => {
  served(2)
  const table = new TableState('a')
  await table.open()
  table.take(view(3))
  vi.mocked(api.log).mockResolvedValue({ version: 3, steps: steps(3) })
  heard.message!({ type: 'view', version: 3, view: view(3), resync: true })
  await new Promise((done) => setTimeout(done))
  expect(table.steps).toHaveLength(3)
})
