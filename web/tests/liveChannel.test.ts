import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openChannel } from '../src/lib/liveChannel'

class Socket extends EventTarget {
  static OPEN = 1
  static CONNECTING = 0
  static all: Socket[] = []
  readyState = Socket.CONNECTING
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  constructor() {
    super()
    Socket.all.push(this)
  }
  send(): void {}
  close(): void {}
  tell(type: string, more: object = {}): void {
    this.readyState = Socket.OPEN
    this.onmessage?.({ data: JSON.stringify({ type, ...more }) })
  }
  drop(): void {
    this.readyState = 3
    this.onclose?.({ code: 1006 })
  }
}
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
let random = 0
beforeEach(() => {
  Socket.all = []
  vi.useFakeTimers()
  vi.stubGlobal('window', Object.assign(new EventTarget(), { setTimeout, setInterval }))
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { protocol: 'http:', host: 'here' })
  vi.stubGlobal('WebSocket', Socket)
  vi.spyOn(Math, 'random').mockImplementation(() => random)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
const newest = () => Socket.all.at(-1)!
const openTestChannel = () => openChannel(() => '/live', { opens: 'view', message: () => {}, state: () => {} })

/** Return the delays between failed attempts over a period, in milliseconds. */
function delays(during: number): number[] {
  const result: number[] = []
  let before = Date.now()
  for (const end = before + during; before < end; before = Date.now()) {
    const attempts = Socket.all.length
    newest().drop()
    while (Socket.all.length === attempts) vi.advanceTimersByTime(10)
    result.push(Date.now() - before)
  }
  return result
}

test.each([0, 0.999])('during a short outage the client retries at least every two seconds', (chance) => {
  random = chance
  const stop = openTestChannel()
  newest().tell('view')
  const result = delays(55_000)
  expect(Math.max(...result)).toBeLessThanOrEqual(2010)
  expect(result[0]).toBeLessThanOrEqual(510)
  // Jitter shortens the delay by up to half.
  expect(result.at(-1)).toBeCloseTo(chance ? 2000 : 1000, -2)
  stop()
})

test('a long outage backs off further, and a connection resets the delay', () => {
  random = 0.999
  const stop = openTestChannel()
  newest().tell('view')
  expect(delays(90_000).at(-1)).toBeCloseTo(10_000, -2)
  newest().tell('view')
  expect(delays(100)[0]).toBeLessThanOrEqual(510)
  stop()
})

test('a tab that wakes up or regains its network reconnects at once', () => {
  const stop = openTestChannel()
  newest().drop()
  page.dispatchEvent(new Event('visibilitychange'))
  expect(Socket.all).toHaveLength(2)
  // A socket that was opened without a network may hang, so it is replaced.
  page.dispatchEvent(new Event('visibilitychange'))
  expect(Socket.all).toHaveLength(2)
  window.dispatchEvent(new Event('online'))
  expect(Socket.all).toHaveLength(3)
  stop()
})
