import { afterEach, expect, test, vi } from 'vitest'
import { api } from '../src/lib/api'
import type { LiveMessage, Step, TableView } from '../src/lib/types'
import { marks } from '../src/table/motion/marks.svelte'
import { motion } from '../src/table/motion/motion.svelte'
import { TableState } from '../src/table/table.svelte'
import { useFakeTransport } from './fakeTransport'

const channel = {
  message: null as null | ((message: LiveMessage) => void),
  state: null as null | ((state: 'live' | 'lost') => void),
  path: () => '',
  opened: 0,
}
useFakeTransport({
  channel: (path, handlers) => {
    channel.opened++
    Object.assign(channel, { path, state: handlers.state })
    // Every view message confirms the connection.
    channel.message = (message) => {
      handlers.state('live')
      handlers.message(message as never)
    }
    return () => {}
  },
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const view = (version: number) =>
  ({ you: {}, table: { id: 'a', version, ply: version, status: 'running', seats: [] } }) as unknown as TableView
const step = (ply: number) => ({ kind: 'move', ply }) as Step
const steps = (count: number) => Array.from({ length: count }, (_, ply) => step(ply))

function mockServer(version: number): void {
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

test('a table that is closed while loading opens no channel', async () => {
  mockServer(1)
  channel.opened = 0
  const table = new TableState('a')
  const opening = table.open()
  table.close()
  await opening
  expect(channel.opened).toBe(0)
})

test('no step is lost or repeated when the log is loaded meanwhile', async () => {
  mockServer(2)
  const table = new TableState('a')
  await table.open()
  expect(table.feed.steps).toHaveLength(2)
  // The fourth step arrives during the request of the log at version 3.
  let answer = (_: { version: number; steps: Step[] }) => {}
  vi.spyOn(api, 'log').mockImplementationOnce(() => new Promise((done) => (answer = done)))
  vi.mocked(api.log).mockResolvedValue({ version: 4, steps: steps(4) })
  channel.message!({ type: 'view', version: 3, view: view(3), resync: true })
  channel.message!({ type: 'view', version: 4, view: view(4), steps: [step(3)] })
  answer({ version: 3, steps: steps(3) })
  await new Promise((done) => setTimeout(done))
  expect(table.feed.steps.map((step) => step.ply)).toEqual([0, 1, 2, 3])
  // The channel repeats a step that the log has already.
  channel.message!({ type: 'view', version: 4, view: view(4), steps: [step(3)] })
  expect(table.feed.steps).toHaveLength(4)
})

test.each([
  ['in an open channel', false],
  ['after a reconnect', true],
])('moves that the server has lost leave the table, %s', async (_, isReconnect) => {
  mockServer(4)
  const table = new TableState('a')
  await table.open()
  channel.message!({ type: 'view', version: 4, view: view(4), resync: true })
  vi.stubGlobal('window', globalThis)
  if (isReconnect) channel.state!('lost')
  // A fail-over has lost two moves.
  vi.mocked(api.log).mockResolvedValue({ version: 2, steps: steps(2) })
  channel.message!({ type: 'view', version: 2, view: view(2), resync: true })
  await new Promise((done) => setTimeout(done))
  expect(table.feed.view?.table.version).toBe(2)
  expect(table.feed.steps).toHaveLength(2)
  // Other moves of the same numbers follow.
  channel.message!({ type: 'view', version: 3, view: view(3), steps: [step(2)] })
  await new Promise((done) => setTimeout(done))
  expect(table.feed.view?.table.version).toBe(3)
  expect(table.feed.steps).toHaveLength(3)
})

test('steps played during an outage are in the log after the reconnect', async () => {
  mockServer(2)
  const table = new TableState('a')
  await table.open()
  table.feed.update(view(3))
  vi.mocked(api.log).mockResolvedValue({ version: 3, steps: steps(3) })
  channel.message!({ type: 'view', version: 3, view: view(3), resync: true })
  await new Promise((done) => setTimeout(done))
  expect(table.feed.steps).toHaveLength(3)
})

const room = (id: string, card?: string) => ({ id, card })
/** Return a view of a running game; the viewer may act if `may_play` is set. */
function gameView(version: number, rooms: object[], may_play = false): TableView {
  const base = view(version)
  const game = { moves: [], turn: { seat: 0 }, position: { players: [{ square: 1 }, { square: 1 }], rooms } }
  return { ...base, you: { seats: [0], may_play }, table: { ...base.table, game } } as unknown as TableView
}
const otherMove = (ply: number) => ({ kind: 'move', ply, seat: 1 }) as Step

/** Reconnect a table at a version. Return the table and the steps that it has animated since. */
async function reconnectAt(version: number) {
  mockServer(2)
  vi.spyOn(api, 'view').mockImplementation(async (_, ply = 2) => gameView(ply, [room('A1'), room('A2')], true))
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('document', { visibilityState: 'visible' })
  const table = new TableState('a')
  await table.open()
  expect(channel.path()).toBe('/tables/a/live?after=2')
  channel.message!({ type: 'view', version: 2, view: gameView(2, [room('A1'), room('A2')]) })
  const shown: number[] = []
  // Each step is shown on its historical position, in which nothing can be played.
  table.feed.prepareAnimation = (steps) => () =>
    void shown.push(
      ...steps.map((step) => step.ply).filter((ply) => table.feed.view?.table.ply === ply + 1 && !table.myTurn),
    )
  channel.state!('lost')
  channel.path()
  const missed = Array.from({ length: version - 2 }, (_, index) => otherMove(2 + index))
  vi.mocked(api.log).mockClear()
  channel.message!({ type: 'view', version, view: gameView(version, [room('A1', 'monk'), room('A2')]), steps: missed })
  await vi.waitFor(() => expect(table.feed.view?.table.version).toBe(version))
  await table.feed.animationsDone
  channel.state!('live')
  expect([table.feed.view?.table.version, table.feed.steps.length, vi.mocked(api.log).mock.calls.length]).toEqual([
    version,
    version,
    0,
  ])
  return { table, shown }
}

test('up to six missed moves are shown after a reconnect', async () => {
  expect((await reconnectAt(8)).shown).toEqual([2, 3, 4, 5, 6, 7])
  expect(marks.of).toEqual(new Set())
})

test('skipping the missed moves still completes the log', async () => {
  const { table } = await reconnectAt(3)
  let answer = (_: TableView) => {}
  vi.mocked(api.view).mockImplementationOnce(() => new Promise((done) => (answer = done)))
  vi.mocked(api.log).mockResolvedValue({ version: 6, steps: steps(6) })
  channel.state!('lost')
  channel.path()
  channel.message!({
    type: 'view',
    version: 6,
    view: gameView(6, [], true),
    steps: [otherMove(3), otherMove(4), otherMove(5)],
  })
  table.feed.catchUp()
  expect([table.feed.view?.table.version, table.myTurn]).toEqual([6, true])
  answer(gameView(4, []))
  await vi.waitFor(() => expect(table.feed.steps).toHaveLength(6))
  expect(table.feed.view?.table.version).toBe(6)
})

test('with more missed moves the table jumps ahead and marks changed stalls for three seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  expect((await reconnectAt(9)).shown).toEqual([])
  expect(marks.of).toEqual(new Set(['A1']))
  vi.advanceTimersByTime(3100)
  expect(marks.of).toEqual(new Set())
  vi.useRealTimers()
})

test('an input during an animation acts on the newest state', async () => {
  const { table, shown } = await reconnectAt(3)
  let finish = () => {}
  motion.add({ finished: new Promise<void>((done) => (finish = done)), finish: () => finish() } as unknown as Animation)
  for (const version of [4, 5]) {
    channel.message!({
      type: 'view',
      version,
      view: gameView(version, [], version === 5),
      steps: [otherMove(version - 1)],
    })
  }
  expect([table.feed.view?.table.version, table.myTurn]).toEqual([3, false])
  table.feed.catchUp()
  expect([table.feed.view?.table.version, table.myTurn, table.feed.steps.length]).toEqual([5, true, 5])
  expect(shown).toEqual([2])
  // While the player cannot act, an input does not skip the animation.
  finish = () => {}
  await new Promise((done) => setTimeout(done))
  motion.add({ finished: new Promise<void>((done) => (finish = done)), finish: () => finish() } as unknown as Animation)
  channel.message!({ type: 'view', version: 6, view: gameView(6, []), steps: [otherMove(5)] })
  table.feed.catchUp()
  expect(table.feed.view?.table.version).toBe(5)
  motion.skip()
  await vi.waitFor(() => expect(table.feed.view?.table.version).toBe(6))
})

test('the table is offline after three seconds without a connection, despite retries', async () => {
  mockServer(1)
  vi.stubGlobal('window', globalThis)
  const table = new TableState('a')
  await table.open()
  vi.useFakeTimers()
  for (let tries = 0; tries < 4; tries++) {
    channel.state!('lost')
    vi.advanceTimersByTime(800)
  }
  expect(table.feed.offline).toBe(true)
  channel.state!('live')
  vi.advanceTimersByTime(10_000)
  expect(table.feed.offline).toBe(false)
  channel.state!('lost')
  vi.advanceTimersByTime(2_900)
  expect(table.feed.offline).toBe(false)
  vi.useRealTimers()
  table.close()
})
