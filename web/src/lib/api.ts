import { language } from './i18n.svelte'
import type {
  Box,
  Guest,
  Hint,
  Lobby,
  NewTable,
  PlayerPage,
  Problem,
  Review,
  Reviewing,
  Step,
  TableView,
} from './types'

/** A problem answer of the server, or no answer at all (`status` 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Partial<Problem>,
  ) {
    super(problem.code ?? 'offline')
  }
}

type Played = { events?: Step[]; view: TableView }

/** The position that a move answers. The server refuses a move to a stale version. */
export type Seen = { ply: number; version: number }

/** How long a prefetched answer may be used, in milliseconds. */
const FRESH = 10_000
const ahead = new Map<string, Promise<unknown>>()

/** Prefetch a path that a part of the page is about to request. A failed prefetch is requested again on use. */
export function askAhead(path: string): void {
  const answer = ask('GET', path)
  answer.catch(() => ahead.delete(path))
  ahead.set(path, answer)
  setTimeout(() => ahead.delete(path), FRESH)
}

async function get<T>(path: string): Promise<T> {
  const early = ahead.get(path) as Promise<T> | undefined
  ahead.delete(path)
  return early ? early.catch(() => ask<T>('GET', path)) : ask<T>('GET', path)
}

async function ask<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
  let answer: Response
  try {
    answer = await fetch(`/api${path}`, {
      method,
      // The server writes its error messages in this language.
      headers: {
        'accept-language': language(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  } catch {
    throw new ApiError(0, {})
  }
  const told = await answer.json().catch(() => ({}))
  if (!answer.ok) throw new ApiError(answer.status, told)
  return told as T
}

const post = <T>(path: string, body: unknown = {}, headers?: Record<string, string>) =>
  ask<T>('POST', path, body, headers)
const table = (id: string) => `/tables/${encodeURIComponent(id)}`

/** Post with an idempotency key, so that a request without an answer can be retried and counts once. */
async function surely<T>(path: string, body: unknown): Promise<T> {
  const key = { 'idempotency-key': crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}` }
  for (let attempt = 0; ; attempt++) {
    try {
      return await post<T>(path, body, key)
    } catch (error) {
      const again = error instanceof ApiError && (error.status === 0 || error.status === 503)
      if (!again || attempt >= 5) throw error
      await new Promise((done) => setTimeout(done, 400 * 2 ** attempt))
    }
  }
}

export const api = {
  guest: () => get<Guest>('/guest'),
  rename: (name: string) => ask<Guest>('PUT', '/guest', { name }),
  moving: () => post<{ code: string; path: string; expires: string }>('/guest/moving'),
  moved: async (code: string) => {
    const guest = await post<Guest>('/guest/moved', { code })
    // The prefetched answers belong to the guest that this browser was before.
    ahead.clear()
    return guest
  },
  player: (guest: string) => get<PlayerPage>(`/players/${encodeURIComponent(guest)}`),
  lobby: () => get<Lobby>('/tables'),
  box: (edition: string, players: number) => get<Box>(`/components?edition=${edition}&players=${players}`),
  boxOf: (id: string) => get<Box>(`${table(id)}/components`),
  create: (asked: NewTable) => post<TableView>('/tables', asked),
  view: (id: string, ply?: number) => get<TableView>(table(id) + (ply === undefined ? '' : `?ply=${ply}`)),
  log: (id: string) => get<{ version: number; steps?: Step[] }>(`${table(id)}/log`),
  /** Take a seat. The player confirms later that they are ready. */
  join: (id: string, seat: number, crest: number, name = '') =>
    post<TableView>(`${table(id)}/join`, { seat, ready: false, crest, name }),
  changeSeat: (id: string, change: { seat: number; crest?: number; ready?: boolean; name?: string }) =>
    post<TableView>(`${table(id)}/seat`, change),
  giveSeat: (id: string, seat: number, kind: 'open' | 'bot', level?: string) =>
    post<TableView>(`${table(id)}/seats`, { seat, kind, level }),
  leave: (id: string) => post<TableView>(`${table(id)}/leave`),
  start: (id: string) => post<Played>(`${table(id)}/start`),
  play: (id: string, seen: Seen, moves: string[]) => surely<Played>(`${table(id)}/moves`, { ...seen, moves }),
  undo: (id: string, seen: Seen) => surely<Played>(`${table(id)}/undo`, seen),
  bot: (id: string, seat: number, level: string) => post<Played>(`${table(id)}/bot`, { seat, level }),
  rematch: (id: string) => post<TableView>(`${table(id)}/rematch`),
  review: (id: string) => get<Review | Reviewing>(`${table(id)}/review`),
  hint: (id: string) => post<Hint>(`${table(id)}/hint`),
}
