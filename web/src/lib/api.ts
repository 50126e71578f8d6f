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

/** An answer that is a problem, or none at all (`status` 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Partial<Problem>,
  ) {
    super(problem.code ?? 'offline')
  }
}

type Played = { events?: Step[]; view: TableView }

/** The position that is answered. */
export type Seen = { ply: number; version: number }

async function ask<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
  let answer: Response
  try {
    answer = await fetch(`/api${path}`, {
      method,
      // What is wrong with a request is said by the server, in the page's language.
      headers: { 'accept-language': language(), ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
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

/** Sends again what got no answer; the key makes it count once. */
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
  guest: () => ask<Guest>('GET', '/guest'),
  rename: (name: string) => ask<Guest>('PUT', '/guest', { name }),
  moving: () => post<{ code: string; path: string; expires: string }>('/guest/moving'),
  moved: (code: string) => post<Guest>('/guest/moved', { code }),
  player: (guest: string) => ask<PlayerPage>('GET', `/players/${encodeURIComponent(guest)}`),
  lobby: () => ask<Lobby>('GET', '/tables'),
  box: (edition: string, players: number) => ask<Box>('GET', `/components?edition=${edition}&players=${players}`),
  boxOf: (id: string) => ask<Box>('GET', `${table(id)}/components`),
  create: (asked: NewTable) => post<TableView>('/tables', asked),
  view: (id: string, ply?: number) => ask<TableView>('GET', table(id) + (ply === undefined ? '' : `?ply=${ply}`)),
  log: (id: string) => ask<{ version: number; steps?: Step[] }>('GET', `${table(id)}/log`),
  /** Whoever sits down here says at the seat when they are ready. */
  join: (id: string, seat: number) => post<TableView>(`${table(id)}/join`, { seat, ready: false }),
  changeSeat: (id: string, change: { seat: number; crest?: number; ready?: boolean }) => post<TableView>(`${table(id)}/seat`, change),
  giveSeat: (id: string, seat: number, kind: 'open' | 'bot', level?: string) => post<TableView>(`${table(id)}/seats`, { seat, kind, level }),
  leave: (id: string) => post<TableView>(`${table(id)}/leave`),
  start: (id: string) => post<Played>(`${table(id)}/start`),
  play: (id: string, seen: Seen, moves: string[]) => surely<Played>(`${table(id)}/moves`, { ...seen, moves }),
  undo: (id: string, seen: Seen) => surely<Played>(`${table(id)}/undo`, seen),
  bot: (id: string, seat: number, level: string) => post<Played>(`${table(id)}/bot`, { seat, level }),
  rematch: (id: string) => post<TableView>(`${table(id)}/rematch`),
  review: (id: string) => ask<Review | Reviewing>('GET', `${table(id)}/review`),
  hint: (id: string) => post<Hint>(`${table(id)}/hint`),
}
