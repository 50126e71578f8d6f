import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LivePage } from '../src/features/competitions/live.svelte'
import { lessonsApi } from '../src/features/lessons/api'
import { api, get, prefetch } from '../src/lib/api'
import { actAnonymously, httpTransport } from '../src/lib/httpTransport'
import * as errors from '../src/lib/errorText'
import * as later from '../src/lib/laterMessages'
import { type Answer, can, type ChannelHandlers } from '../src/lib/transport'
import type { AnalysisUpdate } from '../src/lib/types'
import { Engine } from '../src/features/study/engine.svelte'
import { tableSource } from '../src/table/source'
import { useFakeTransport } from './fakeTransport'

interface Asked {
  method: string
  path: string
  body: unknown
  headers?: Record<string, string>
  outlives?: boolean
}
let asked: Asked[] = []
let answers: Answer[] = []
const ok = (body: unknown): Answer => ({ status: 200, body })
beforeEach(() => {
  vi.spyOn(errors, 'errorText').mockImplementation((error) => (error as Error).message)
  asked = []
  answers = []
  useFakeTransport({
    request: async (method, path, body, headers, outlives) => {
      asked.push({ method, path, body, headers, outlives })
      return answers.shift() ?? ok({})
    },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a request goes through the transport, and a refusal comes back as an error', async () => {
  answers = [ok({ name: 'Aya' }), { status: 404, body: { code: 'no_such_table' } }]
  expect(await api.rename('Aya')).toEqual({ name: 'Aya' })
  expect(asked[0]).toMatchObject({ method: 'PUT', path: '/guest', body: { name: 'Aya' } })
  await expect(api.view('a', 3)).rejects.toMatchObject({ status: 404, problem: { code: 'no_such_table' } })
  expect(asked[1]).toMatchObject({ method: 'GET', path: '/tables/a?ply=3', body: undefined })
})

test('a move without an answer, or with a 503, is sent again with the same key', async () => {
  vi.useFakeTimers()
  answers = [{ status: 0, body: {} }, { status: 503, body: {} }, ok({ view: 'newest' })]
  const played = api.play('a', { ply: 1, version: 2 }, ['done'])
  await vi.runAllTimersAsync()
  expect(await played).toEqual({ view: 'newest' })
  expect(asked.map(({ body }) => body)).toEqual(Array(3).fill({ ply: 1, version: 2, moves: ['done'] }))
  const keys = new Set(asked.map(({ headers }) => headers?.['idempotency-key']))
  expect(keys.size).toBe(1)
  expect([...keys][0]).toBeTruthy()
})

test('a move that is refused is sent once', async () => {
  answers = [{ status: 409, body: { code: 'stale_ply' } }]
  await expect(api.play('a', { ply: 1, version: 2 }, ['done'])).rejects.toMatchObject({ status: 409 })
  expect(asked).toHaveLength(1)
})

test('a prefetched answer is used once, and one that failed is asked again', async () => {
  answers = [ok('first'), ok('second'), { status: 0, body: {} }, ok('third')]
  prefetch('/guest')
  expect(await get('/guest')).toBe('first')
  expect(await get('/guest')).toBe('second')
  prefetch('/guest')
  expect(await get('/guest')).toBe('third')
})

test('the progress of a lesson is sent even if the player leaves the page', async () => {
  await lessonsApi.saveProgress('a', { step: 1, done: false, lanterns: 3 })
  expect(asked[0]).toMatchObject({ method: 'PUT', path: '/lessons/a/progress', outlives: true })
})

/** A channel that a test holds. */
function fakeChannel() {
  const channel = { path: () => '', closed: 0, handlers: null as null | ChannelHandlers<never> }
  useFakeTransport({
    request: async () => ok({}),
    channel: (path, handlers) => {
      Object.assign(channel, { path, handlers })
      return () => channel.closed++
    },
  })
  return channel
}

test('a table asks the channel for what it lacks', () => {
  const channel = fakeChannel()
  let version = -1
  const messages: unknown[] = []
  const states: string[] = []
  const close = tableSource('a b').watch({
    after: () => version,
    message: (message) => messages.push(message),
    state: (state) => states.push(state),
  })
  expect(channel.path()).toBe('/tables/a%20b/live')
  version = 7
  expect(channel.path()).toBe('/tables/a%20b/live?after=7')
  expect(channel.handlers!.opens).toBe('view')
  channel.handlers!.state('lost')
  channel.handlers!.message({ type: 'pong' } as never)
  expect([states, messages]).toEqual([['lost'], [{ type: 'pong' }]])
  close()
  expect(channel.closed).toBe(1)
})

test('an event follows its channel', async () => {
  vi.spyOn(later, 'loadMessages').mockResolvedValue(undefined as never)
  const channel = fakeChannel()
  const page = new LivePage<'event', { version?: number }>('event', '/events/a/live')
  await page.open()
  channel.handlers!.state('live')
  channel.handlers!.message({ type: 'event', event: { version: 2 } } as never)
  channel.handlers!.message({ type: 'event', event: { version: 1 } } as never)
  expect([channel.path(), page.view, page.lost]).toEqual(['/events/a/live', { version: 2 }, false])
  channel.handlers!.message({ type: 'about:blank', code: 'no_such_event' } as never)
  expect(page.problem).toBe('no_such_event')
})

/** Let a search answer with updates and then end, or fail. */
function fakeSearch(parts: readonly Partial<AnalysisUpdate>[], failure?: Error) {
  const searches: { path: string; body: unknown; signal: AbortSignal }[] = []
  useFakeTransport({
    async *stream(path, body, signal) {
      searches.push({ path, body, signal })
      yield* parts
      if (failure) throw failure
    },
  })
  vi.stubGlobal('window', globalThis)
  vi.useFakeTimers()
  return searches
}

test('the numbers of a search follow its stream', async () => {
  const searches = fakeSearch([{ simulations: 100 }, { simulations: 5000 }])
  const engine = new Engine()
  engine.search({ moves: ['a'] })
  expect(engine.isRunning).toBe(true)
  await vi.runAllTimersAsync()
  expect(searches).toMatchObject([{ path: '/analysis', body: { moves: ['a'], simulations: 5000 } }])
  expect([engine.update?.simulations, engine.isRunning, engine.problem]).toEqual([5000, false, ''])
})

test('a search that fails says so, and one that is stopped shows no more', async () => {
  fakeSearch([{ simulations: 100 }], new Error('broken'))
  const engine = new Engine()
  engine.search({ moves: [] })
  await vi.runAllTimersAsync()
  expect([engine.isRunning, engine.problem]).toEqual([false, 'broken'])
  const searches = fakeSearch([{ simulations: 300 }])
  engine.search({ moves: [] })
  vi.advanceTimersByTime(300)
  engine.stop()
  await vi.runAllTimersAsync()
  expect([searches[0]?.signal.aborted, engine.update]).toEqual([true, null])
})

test('what the other side does not offer is not shown', () => {
  useFakeTransport({ can: new Set(['chat']) })
  expect([can('chat'), can('events')]).toEqual([true, false])
})

/** Answer every `fetch`, and return what was asked. */
function stubFetch(answer: () => Promise<Response>): [string, RequestInit][] {
  const calls: [string, RequestInit][] = []
  vi.stubGlobal('fetch', (path: string, options: RequestInit) => {
    calls.push([path, options])
    return answer()
  })
  return calls
}

test('over HTTP an answer has its status, and none has 0', async () => {
  const calls = stubFetch(async () => Response.json({ code: 'busy' }, { status: 503 }))
  expect(await httpTransport.request('POST', '/a', { b: 1 }, { 'idempotency-key': 'k' }, true)).toEqual({
    status: 503,
    body: { code: 'busy' },
  })
  const [path, options] = calls[0]!
  expect([path, options.body, options.keepalive, options.credentials]).toEqual([
    '/api/a',
    '{"b":1}',
    true,
    'same-origin',
  ])
  expect(options.headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'k' })
  stubFetch(async () => new Response(null, { status: 204 }))
  expect(await httpTransport.request('DELETE', '/a')).toEqual({ status: 204, body: {} })
  stubFetch(() => Promise.reject(new TypeError('no network')))
  expect(await httpTransport.request('GET', '/a')).toEqual({ status: 0, body: {} })
})

test('over HTTP a line is a part of a stream, however it is cut', async () => {
  const chunks = ['{"simulations":1}\n{"simul', 'ations":2}\n']
  const body = () => ReadableStream.from(chunks.map((chunk) => new TextEncoder().encode(chunk))) as ReadableStream
  stubFetch(async () => new Response(body()))
  const parts: unknown[] = []
  const { signal } = new AbortController()
  for await (const part of httpTransport.stream('/analysis', {}, signal)) parts.push(part)
  expect(parts).toEqual([{ simulations: 1 }, { simulations: 2 }])
  stubFetch(async () => Response.json({ code: 'busy' }, { status: 503 }))
  await expect(async () => {
    for await (const _ of httpTransport.stream('/analysis', {}, signal));
  }).rejects.toMatchObject({ status: 503, problem: { code: 'busy' } })
})

test('a page in a frame of another site sends no cookie', async () => {
  const calls = stubFetch(async () => Response.json({}))
  actAnonymously()
  await httpTransport.request('GET', '/a')
  expect(calls[0]![1].credentials).toBe('omit')
})
