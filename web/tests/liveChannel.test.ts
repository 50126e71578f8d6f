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
const listening = () => openChannel(() => '/live', { opens: 'view', message: () => {}, state: () => {} })

/** Milliseconds from each try that fails to the next one, for as long as that. */
function waits(during: number): number[] {
  const found: number[] = []
  let before = Date.now()
  for (const end = before + during; before < end; before = Date.now()) {
    const tries = Socket.all.length
    newest().drop()
    while (Socket.all.length === tries) vi.advanceTimersByTime(10)
    found.push(Date.now() - before)
  }
  return found
}

test.each([0, 0.999])('a server that is back within a minute is asked for every two seconds at most', (chance) => {
  random = chance
  const stop = listening()
  newest().tell('view')
  const found = waits(55_000)
  expect(Math.max(...found)).toBeLessThanOrEqual(2010)
  expect(found[0]).toBeLessThanOrEqual(510)
  // Not all clients ask at the same moment: by chance it takes half as long.
  expect(found.at(-1)).toBeCloseTo(chance ? 2000 : 1000, -2)
  stop()
})

test('one that stays away is asked for less often, and quickly again once it has been there', () => {
  random = 0.999
  const stop = listening()
  newest().tell('view')
  expect(waits(90_000).at(-1)).toBeCloseTo(10_000, -2)
  newest().tell('view')
  expect(waits(100)[0]).toBeLessThanOrEqual(510)
  stop()
})

test('who comes back to the page, or gets a network, does not wait', () => {
  const stop = listening()
  newest().drop()
  page.dispatchEvent(new Event('visibilitychange'))
  expect(Socket.all).toHaveLength(2)
  // What was opened without a network may hang: with one it is opened anew.
  page.dispatchEvent(new Event('visibilitychange'))
  expect(Socket.all).toHaveLength(2)
  window.dispatchEvent(new Event('online'))
  expect(Socket.all).toHaveLength(3)
  stop()
})
