import { ApiError } from '../lib/apiError'
import { base } from '../lib/base'
import { language } from '../lib/i18n.svelte'
import type { Transport } from '../lib/transport'
import type { FromWorker, Site, ToWorker } from './messages'

/** How far the worker has come. */
class Loading {
  /** The part that is loaded, from 0 to 1, and the bytes of all. */
  part = $state(0)
  total = $state(0)
  /** Whether the visitor has to agree first: the connection is metered. */
  asks = $state(false)
  isReady = $state(false)
  /** Whether the browser keeps the games. */
  keeps = $state(true)
  /** Whether there was no space for the last change. */
  isFull = $state(false)
  hasFailed = $state(false)
  /** The path of the page of the server that the folder comes from. */
  server = $state('')
}

export const loading = new Loading()

const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
worker.onmessage = hear
worker.onerror = fail
let last = 0
const waiting = new Map<number, (answer: { status: number; text: string }) => void>()
const listening = new Map<number, (text: string) => void>()

const tell = (message: ToWorker) => worker.postMessage(message)

function ask(message: (number: number) => ToWorker): Promise<{ status: number; text: string }> {
  // A worker that could not be started answers nothing.
  if (loading.hasFailed) return Promise.resolve({ status: 0, text: '{}' })
  const number = ++last
  return new Promise((resolve) => {
    waiting.set(number, resolve)
    tell(message(number))
  })
}

/** Answer all that waits as a server does that cannot be reached. */
function fail(): void {
  loading.hasFailed = true
  for (const resolve of waiting.values()) resolve({ status: 0, text: '{}' })
  waiting.clear()
}

function hear({ data }: MessageEvent<FromWorker>): void {
  switch (data.kind) {
    case 'progress':
      loading.part = data.part
      return
    case 'ready':
      loading.isReady = true
      loading.keeps = data.keeps
      return
    case 'space':
      loading.isFull = data.isFull
      return
    case 'failed':
      return fail()
    case 'answer':
      waiting.get(data.number)?.(data)
      waiting.delete(data.number)
      return
    case 'message':
      listening.get(data.number)?.(data.text)
  }
}

/** Find what to load, and start the worker with it; on a metered connection only after the visitor's `load`. */
export async function startWorker(): Promise<void> {
  const root = new URL(`${base}/`, location.origin).href
  const response = await fetch(new URL('site.json', root)).catch(() => null)
  if (!response?.ok) return fail()
  const site = (await response.json()) as Site
  loading.total = site.download
  loading.server = site.server ?? ''
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  // At a server, its own service worker may control the page until that of the folder is there.
  const isKept = navigator.serviceWorker?.controller?.scriptURL === `${root}sw.js`
  load = () => {
    loading.asks = false
    tell({ kind: 'start', base: root, site, isKept })
  }
  if (connection?.saveData && !isKept) loading.asks = true
  else load()
}

/** Load the worker's files now. */
export let load = (): void => {}

/** The tables of this browser, kept by its worker. */
export const localTransport: Transport = {
  can: new Set(),

  async request(method, path, body, headers = {}) {
    // A browser that is short of space forgets what was not asked for. Some ask their user, so wait for a first game.
    if (method === 'POST' && path === '/tables') void navigator.storage?.persist?.()
    const { status, text } = await ask((number) => ({
      kind: 'request',
      number,
      method,
      path,
      headers: JSON.stringify(headers),
      body: body === undefined ? '' : JSON.stringify(body),
      language: language(),
    }))
    return { status, body: JSON.parse(text || '{}') as unknown }
  },

  async *stream(path, body, signal) {
    const number = ++last
    const parts: string[] = []
    let wake = () => {}
    listening.set(number, (text) => {
      parts.push(text)
      wake()
    })
    signal.addEventListener('abort', () => tell({ kind: 'close', number }))
    tell({ kind: 'stream', number, path, body: JSON.stringify(body) })
    try {
      for (;;) {
        while (!parts.length) await new Promise<void>((resolve) => (wake = resolve))
        const part = parts.shift()!
        if (!part || signal.aborted) return
        const message = JSON.parse(part) as { type?: string; code?: string }
        if (message.type === 'problem') throw new ApiError(409, message as object)
        yield message
      }
    } finally {
      listening.delete(number)
    }
  },

  channel(path, handlers) {
    const number = ++last
    const [, table = '', after] = /^\/tables\/([^/]+)\/live(?:\?after=(\d+))?/.exec(path()) ?? []
    listening.set(number, (text) => {
      if (!text) return
      const message = JSON.parse(text) as Parameters<typeof handlers.message>[0]
      if (message.type === 'problem') return handlers.state('gone')
      if (message.type === handlers.opens) handlers.state('live')
      handlers.message(message)
    })
    tell({
      kind: 'channel',
      number,
      table: decodeURIComponent(table),
      after: after === undefined ? null : Number(after),
    })
    return () => {
      listening.delete(number)
      tell({ kind: 'close', number })
    }
  },
}

/** Return everything that this browser keeps, as the text of a file; `null` if it keeps nothing. */
export async function everything(): Promise<string | null> {
  const { status, text } = await ask((number) => ({ kind: 'everything', number }))
  return status === 200 ? text : null
}

/** Add everything of a file. Return 200, 400 if it is another file, or 503 if there is no space. */
export async function addEverything(text: string): Promise<number> {
  return (await ask((number) => ({ kind: 'add', number, text }))).status
}
