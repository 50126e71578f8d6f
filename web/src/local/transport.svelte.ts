import { ApiError } from '../lib/apiError'
import { language } from '../lib/i18n.svelte'
import type { Transport } from '../lib/transport'
import type { FromWorker, Site, ToWorker } from './messages'

/** How far the worker has come. */
class Loading {
  /** Bytes. */
  loaded = $state(0)
  total = $state(0)
  isReady = $state(false)
  /** Whether the browser keeps the games. */
  keeps = $state(true)
  hasFailed = $state(false)
}

export const loading = new Loading()

let worker: Worker | null = null
let last = 0
const waiting = new Map<number, (answer: { status: number; text: string }) => void>()
const listening = new Map<number, (text: string) => void>()

const tell = (message: ToWorker) => worker!.postMessage(message)

function ask(message: (number: number) => ToWorker): Promise<{ status: number; text: string }> {
  const number = ++last
  return new Promise((resolve) => {
    waiting.set(number, resolve)
    tell(message(number))
  })
}

function hear({ data }: MessageEvent<FromWorker>): void {
  switch (data.kind) {
    case 'progress':
      loading.loaded = data.loaded
      loading.total = data.total
      return
    case 'ready':
      loading.isReady = true
      loading.keeps = data.keeps
      return
    case 'failed':
      loading.hasFailed = true
      for (const resolve of waiting.values()) resolve({ status: 0, text: '{}' })
      return waiting.clear()
    case 'answer':
      waiting.get(data.number)?.(data)
      waiting.delete(data.number)
      return
    case 'message':
      listening.get(data.number)?.(data.text)
  }
}

/** Start the worker, which loads what `site.json` names below the base of the page. */
export async function startWorker(base: string): Promise<void> {
  const started = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  worker = started
  started.onmessage = hear
  started.onerror = () => (loading.hasFailed = true)
  const response = await fetch(new URL('site.json', base))
  const site = (await response.json()) as Site
  loading.total = Object.values(site.sizes).reduce((sum, size) => sum + size, 0)
  tell({ kind: 'start', base, site })
}

/** The tables of this browser, kept by its worker. */
export const localTransport: Transport = {
  can: new Set(),

  async request(method, path, body, headers = {}) {
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
    tell({ kind: 'channel', number, table: decodeURIComponent(table), after: after === undefined ? null : Number(after) })
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

/** Add everything of a file. Return whether there was space. */
export async function addEverything(text: string): Promise<boolean> {
  return (await ask((number) => ({ kind: 'add', number, text }))).status === 200
}
