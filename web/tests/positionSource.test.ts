import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as http from '../src/lib/api'
import type { LinePosition, LineRequest, Step } from '../src/lib/types'
import { PositionSource } from '../src/table/positionSource'
import { TableState } from '../src/table/table.svelte'
import { useFakeTransport } from './fakeTransport'

/** A server whose moves are any words; after `chance` it waits for an entry `fire C`. */
function answer(request: LineRequest): LinePosition {
  const moves = [...(request.moves ?? [])]
  const waits = moves.at(-1) === 'chance'
  const drawn = waits && request.draw ? ['fire C'] : []
  moves.push(...drawn)
  const steps = moves.map((move, ply) => ({ kind: 'move', ply, move }) as Step)
  const game = { position: { players: [], rooms: [], row: [] }, calendar: [] }
  const table = { id: '', status: 'running', version: moves.length, ply: moves.length, players: 2, seats: [], game }
  return {
    view: { you: { seats: [0], may_play: true }, table },
    position: `after ${moves.join()}`,
    steps: steps.slice(request.since ?? 0),
    drawn,
    chance: waits && !request.draw ? { kind: 'fire', among: ['C'], count: 1 } : null,
  } as unknown as LinePosition
}

let requests: LineRequest[] = []
beforeEach(() => {
  requests = []
  vi.spyOn(http.api, 'components').mockResolvedValue({
    characters: [],
    buildings: [],
    goods: [],
    shops: [],
    terms: {},
    types: {},
  } as never)
  useFakeTransport({
    request: async (_method, _path, body) => {
      requests.push(body as LineRequest)
      return { status: 200, body: answer(body as LineRequest) }
    },
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function opened(groups: string[][] = []): Promise<[TableState, PositionSource]> {
  const source = new PositionSource({ position: 'start', you: [0] }, groups)
  const table = new TableState('', source)
  await table.open()
  return [table, source]
}

const moves = (table: TableState) => table.feed.steps.map((step) => step.move ?? step.kind)

test('a move goes to the end of the line, and its step to the log', async () => {
  const [table, source] = await opened([['a']])
  await table.send(['b'])
  expect(requests.at(-1)).toMatchObject({ position: 'start', moves: ['a', 'b'], since: 1 })
  expect([source.line, moves(table), table.feed.view?.table.ply]).toEqual([['a', 'b'], ['a', 'b'], 2])
  expect([table.feed.connection, table.feed.offline]).toEqual(['live', false])
})

test('drawn chance belongs to the group of its move, and both are taken back together', async () => {
  const [table, source] = await opened()
  await table.send(['chance'])
  expect(source.groups).toEqual([['chance', 'fire C']])
  await table.undo()
  expect([source.groups, table.feed.view?.table.ply, moves(table).at(-1)]).toEqual([[], 0, 'undo'])
  expect(table.feed.steps.at(-1)?.undone).toBe(2)
  await table.undo()
  expect(requests.at(-1)?.moves, 'nothing is left to take back').toEqual([])
})

test('a line that does not draw waits for chance, which the player chooses or lets the server draw', async () => {
  const [table, source] = await opened()
  source.draws = false
  await table.send(['chance'])
  expect(source.chance).toEqual({ kind: 'fire', among: ['C'], count: 1 })
  await table.submit(() => source.drawChance())
  expect([source.chance, source.groups]).toEqual([null, [['chance'], ['fire C']]])
})

test('another line replaces the position and the log', async () => {
  const [table, source] = await opened([['a'], ['b']])
  await table.submit(() => source.show([['c']]))
  await table.feed.loadLog()
  expect([table.feed.view?.table.ply, moves(table), source.position]).toEqual([1, ['c'], 'after c'])
})

test('another line asks only for the steps after the part that both share', async () => {
  const [table, source] = await opened([['a'], ['b'], ['c']])
  await table.submit(() => source.show([['a'], ['b'], ['d']]))
  await table.feed.loadLog()
  expect([requests.at(-1)?.since, moves(table)]).toEqual([2, ['a', 'b', 'd']])
  await table.submit(() => source.show([['a']]))
  await table.feed.loadLog()
  expect([requests.at(-1)?.since, moves(table)]).toEqual([1, ['a']])
})

test('a move without an answer leaves the line as it was', async () => {
  const [table, source] = await opened([['a']])
  useFakeTransport({ request: async () => ({ status: 0, body: {} }) })
  await table.send(['b'])
  expect([source.line, table.screen.noticeIsError]).toEqual([['a'], true])
})
