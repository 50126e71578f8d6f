import { ApiError } from './apiError'
import { transport, type Transport } from './transport'
import type {
  Components,
  Guest,
  Hint,
  Lobby,
  LookBack,
  NewTable,
  PlayerPage,
  Problem,
  Puzzle,
  PuzzleVerdict,
  Review,
  Reviewing,
  Step,
  Study,
  StudyDraft,
  StudyTree,
  TableView,
  Terms,
} from './types'

export { ApiError }

export type Played = { events?: Step[]; view: TableView }

/** The position that a move answers. The server refuses a move to a stale version. */
export type AnswerBase = { ply: number; version: number }

/** How long a prefetched answer may be used, in milliseconds. */
const PREFETCH_LIFETIME = 10_000
const prefetched = new Map<string, Promise<unknown>>()

/** Prefetch a path that a part of the page is about to request. A failed prefetch is requested again on use. */
export function prefetch(path: string): void {
  const response = request('GET', path)
  response.catch(() => prefetched.delete(path))
  prefetched.set(path, response)
  setTimeout(() => prefetched.delete(path), PREFETCH_LIFETIME)
}

export async function get<T>(path: string): Promise<T> {
  const pending = prefetched.get(path) as Promise<T> | undefined
  prefetched.delete(path)
  return pending ? pending.catch(() => request<T>('GET', path)) : request<T>('GET', path)
}

export async function request<T>(...question: Parameters<Transport['request']>): Promise<T> {
  const { status, body } = await transport.request(...question)
  if (status < 200 || status > 299) throw new ApiError(status, body as Partial<Problem>)
  return body as T
}

export const post = <T>(path: string, body: unknown = {}, headers?: Record<string, string>) =>
  request<T>('POST', path, body, headers)
const table = (id: string) => `/tables/${encodeURIComponent(id)}`

/** Post with an idempotency key, so that a request without an answer can be retried and counts once. */
async function postIdempotent<T>(path: string, body: unknown): Promise<T> {
  const key = { 'idempotency-key': crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}` }
  for (let attempt = 0; ; attempt++) {
    try {
      return await post<T>(path, body, key)
    } catch (error) {
      const isRetryable = error instanceof ApiError && (error.status === 0 || error.status === 503)
      if (!isRetryable || attempt >= 5) throw error
      await new Promise((resolve) => setTimeout(resolve, 400 * 2 ** attempt))
    }
  }
}

export const api = {
  guest: () => get<Guest>('/guest'),
  rename: (name: string) => request<Guest>('PUT', '/guest', { name }),
  createMoveLink: () => post<{ code: string; path: string; expires: string }>('/guest/moving'),
  acceptMove: async (code: string) => {
    const guest = await post<Guest>('/guest/moved', { code })
    // The prefetched answers belong to the guest that this browser was before.
    prefetched.clear()
    return guest
  },
  player: (guest: string) => get<PlayerPage>(`/players/${encodeURIComponent(guest)}`),
  lobby: () => get<Lobby>('/tables'),
  components: (edition: string, players: number) =>
    get<Components>(`/components?edition=${edition}&players=${players}`),
  /** @param language of the names; without it in all languages */
  tableComponents: (id: string, language?: string) =>
    get<Components>(`${table(id)}/components${language ? `?language=${language}` : ''}`),
  create: (options: NewTable) => post<TableView>('/tables', options),
  view: (id: string, ply?: number) => get<TableView>(table(id) + (ply === undefined ? '' : `?ply=${ply}`)),
  log: (id: string) => get<{ version: number; steps?: Step[] }>(`${table(id)}/log`),
  record: (id: string) => get<object>(`${table(id)}/record`),
  /** Take a seat. The player confirms later that they are ready. */
  join: (id: string, seat: number, crest: number, name = '') =>
    post<TableView>(`${table(id)}/join`, { seat, ready: false, crest, name }),
  changeSeat: (id: string, change: { seat: number; crest?: number; ready?: boolean; name?: string }) =>
    post<TableView>(`${table(id)}/seat`, change),
  giveSeat: (id: string, seat: number, kind: 'open' | 'bot', level?: string) =>
    post<TableView>(`${table(id)}/seats`, { seat, kind, level }),
  changeTerms: (id: string, terms: Terms) => post<TableView>(`${table(id)}/terms`, terms),
  leave: (id: string) => post<TableView>(`${table(id)}/leave`),
  start: (id: string) => post<Played>(`${table(id)}/start`),
  play: (id: string, base: AnswerBase, moves: string[]) =>
    postIdempotent<Played>(`${table(id)}/moves`, { ...base, moves }),
  undo: (id: string, base: AnswerBase) => postIdempotent<Played>(`${table(id)}/undo`, base),
  handOver: (id: string, seat: number, level: string) => post<Played>(`${table(id)}/bot`, { seat, level }),
  rematch: (id: string) => post<TableView>(`${table(id)}/rematch`),
  review: (id: string) => get<Review | Reviewing>(`${table(id)}/review`),
  hint: (id: string) => post<Hint>(`${table(id)}/hint`),
  lookBack: (id: string, month: number) => get<LookBack>(`${table(id)}/lookback?month=${month}`),
  coach: (id: string, on: boolean) => post<TableView>(`${table(id)}/coach`, { on }),
  study: (id: string) => get<Study>(`/studies/${encodeURIComponent(id)}`),
  /** A whole game as a study that is not saved. */
  draft: (game: { table: string } | { record: string }) => post<StudyDraft>('/studies/draft', game),
  createStudy: (tree: StudyTree) => post<Study>('/studies', tree),
  replaceStudy: (id: string, tree: StudyTree) => request<Study>('PUT', `/studies/${encodeURIComponent(id)}`, tree),
  puzzle: (id: string) => get<Puzzle>(`/puzzles/${encodeURIComponent(id)}`),
  answerPuzzle: (id: string, moves: readonly string[]) =>
    post<PuzzleVerdict>(`/puzzles/${encodeURIComponent(id)}/answer`, { moves }),
}
