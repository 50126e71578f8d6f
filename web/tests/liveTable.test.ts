import { afterEach, expect, test, vi } from 'vitest'
import { api } from '../src/lib/api'
import type { LiveMessage, Step, TableView } from '../src/lib/types'
import { marks } from '../src/table/marks.svelte'
import { motion } from '../src/table/motion.svelte'
import { TableState } from '../src/table/table.svelte'

const heard = vi.hoisted(() => ({
  message: null as null | ((message: LiveMessage) => void),
  state: null as null | ((state: 'live' | 'lost') => void),
  path: () => '',
  opened: 0,
  closed: 0,
}))
vi.mock('../src/lib/liveChannel', () => ({
  openChannel: (
    path: () => string,
    handlers: { message(message: LiveMessage): void; state(state: 'live' | 'lost'): void },
  ) => {
    heard.opened++
    Object.assign(heard, { path, state: handlers.state })
    // Every view says that the channel is there.
    heard.message = (message) => {
      handlers.state('live')
      handlers.message(message)
    }
    return () => heard.closed++
  },
}))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const view = (version: number) =>
  ({ you: {}, table: { id: 'a', version, ply: version, status: 'running', seats: [] } }) as unknown as TableView
const step = (ply: number) => ({ kind: 'move', ply }) as Step
const steps = (count: number) => Array.from({ length: count }, (_, ply) => step(ply))

function served(version: number): void {
  vi.spyOn(api, 'guest').mockResolvedValue({} as never)
  vi.spyOn(api, 'view').mockResolvedValue(view(version))
  vi.spyOn(api, 'tableComponents').mockResolvedValue({
    characters: [],
    buildings: [],
    goods: [],
    shops: [],
    terms: {},
    types: {},
  } as never)
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
  expect(table.steps.map((step) => step.ply)).toEqual([0, 1, 2, 3])
  // What the log has told already comes over the channel as well.
  heard.message!({ type: 'view', version: 4, view: view(4), steps: [step(3)] })
  expect(table.steps).toHaveLength(4)
})

test('what was played while the channel was away is in the log once it is back', async () => {
  served(2)
  const table = new TableState('a')
  await table.open()
  table.update(view(3))
  vi.mocked(api.log).mockResolvedValue({ version: 3, steps: steps(3) })
  heard.message!({ type: 'view', version: 3, view: view(3), resync: true })
  await new Promise((done) => setTimeout(done))
  expect(table.steps).toHaveLength(3)
})

const room = (id: string, card?: string) => ({ id, card })
/** A view at whose end somebody else, or who looks at it, decides. */
function playing(version: number, rooms: object[], may_play = false): TableView {
  const one = view(version)
  const game = { moves: [], turn: { seat: 0 }, position: { players: [{ square: 1 }, { square: 1 }], rooms } }
  return { ...one, you: { seats: [0], may_play }, table: { ...one.table, game } } as unknown as TableView
}
const other = (ply: number) => ({ kind: 'move', ply, seat: 1 }) as Step

/** A table whose channel comes back at that version, and the steps that it has shown since. */
async function back(version: number) {
  served(2)
  vi.spyOn(api, 'view').mockImplementation(async (_, ply = 2) => playing(ply, [room('A1'), room('A2')], true))
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('document', { visibilityState: 'visible' })
  const table = new TableState('a')
  await table.open()
  expect(heard.path()).toBe('/tables/a/live?after=2')
  heard.message!({ type: 'view', version: 2, view: playing(2, [room('A1'), room('A2')]) })
  const shown: number[] = []
  // Each on the table as it was then, on which nobody plays any more.
  table.prepareAnimation = (steps) => () =>
    void shown.push(
      ...steps.map((step) => step.ply).filter((ply) => table.view?.table.ply === ply + 1 && !table.myTurn),
    )
  heard.state!('lost')
  heard.path()
  const missed = Array.from({ length: version - 2 }, (_, index) => other(2 + index))
  vi.mocked(api.log).mockClear()
  heard.message!({ type: 'view', version, view: playing(version, [room('A1', 'monk'), room('A2')]), steps: missed })
  await vi.waitFor(() => expect(table.view?.table.version).toBe(version))
  await table.animationsDone
  heard.state!('live')
  expect([table.view?.table.version, table.steps.length, vi.mocked(api.log).mock.calls.length]).toEqual([
    version,
    version,
    0,
  ])
  return { table, shown }
}

test('six missed moves are shown to whoever comes back', async () => {
  expect((await back(8)).shown).toEqual([2, 3, 4, 5, 6, 7])
  expect(marks.of).toEqual({})
})

test('whoever does not wait for what was missed has all of it in the log', async () => {
  const { table } = await back(3)
  let answer = (_: TableView) => {}
  vi.mocked(api.view).mockImplementationOnce(() => new Promise((done) => (answer = done)))
  vi.mocked(api.log).mockResolvedValue({ version: 6, steps: steps(6) })
  heard.state!('lost')
  heard.path()
  heard.message!({ type: 'view', version: 6, view: playing(6, [], true), steps: [other(3), other(4), other(5)] })
  table.catchUp()
  expect([table.view?.table.version, table.myTurn]).toEqual([6, true])
  answer(playing(4, []))
  await vi.waitFor(() => expect(table.steps).toHaveLength(6))
  expect(table.view?.table.version).toBe(6)
})

test('with more of them the table is there at once, and the stalls that have changed are marked for three seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  expect((await back(9)).shown).toEqual([])
  expect(marks.of).toEqual({ A1: { kind: 'fresh' } })
  vi.advanceTimersByTime(3100)
  expect(marks.of).toEqual({})
  vi.useRealTimers()
})

test('whoever presses something while others are being shown answers what is', async () => {
  const { table, shown } = await back(3)
  let finish = () => {}
  motion.add({ finished: new Promise<void>((done) => (finish = done)), finish: () => finish() } as unknown as Animation)
  for (const version of [4, 5]) {
    heard.message!({ type: 'view', version, view: playing(version, [], version === 5), steps: [other(version - 1)] })
  }
  expect([table.view?.table.version, table.myTurn]).toEqual([3, false])
  table.catchUp()
  expect([table.view?.table.version, table.myTurn, table.steps.length]).toEqual([5, true, 5])
  expect(shown).toEqual([2])
  // While nothing can be answered, looking about leaves them alone.
  finish = () => {}
  await new Promise((done) => setTimeout(done))
  motion.add({ finished: new Promise<void>((done) => (finish = done)), finish: () => finish() } as unknown as Animation)
  heard.message!({ type: 'view', version: 6, view: playing(6, []), steps: [other(5)] })
  table.catchUp()
  expect(table.view?.table.version).toBe(5)
  motion.skip()
  await vi.waitFor(() => expect(table.view?.table.version).toBe(6))
})

test('a channel is lost for long after three seconds, however often it is tried again', async () => {
  served(1)
  vi.stubGlobal('window', globalThis)
  const table = new TableState('a')
  await table.open()
  vi.useFakeTimers()
  for (let tries = 0; tries < 4; tries++) {
    heard.state!('lost')
    vi.advanceTimersByTime(800)
  }
  expect(table.offline).toBe(true)
  heard.state!('live')
  vi.advanceTimersByTime(10_000)
  expect(table.offline).toBe(false)
  heard.state!('lost')
  vi.advanceTimersByTime(2_900)
  expect(table.offline).toBe(false)
  vi.useRealTimers()
  table.close()
})
