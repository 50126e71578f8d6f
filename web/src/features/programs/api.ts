import { get, post, request } from '../../lib/api'
import type { Invitation, Program } from '../../lib/types'

export interface Token {
  id: string
  name: string
  created: string
  /** Only in the answer that creates the token. */
  secret?: string
}

const table = (id: string) => `/tables/${encodeURIComponent(id)}`

/** The requests of programs: their tokens, the list of them, and their invitations to a table. */
export const programsApi = {
  tokens: () => get<Token[]>('/tokens'),
  createToken: (name: string) => post<Token>('/tokens', { name }),
  deleteToken: (id: string) => request<unknown>('DELETE', `/tokens/${encodeURIComponent(id)}`),
  programs: () => get<{ programs?: Program[]; you?: Program }>('/programs'),
  unlist: () => request<unknown>('DELETE', '/program'),
  invitations: (id: string) => get<{ invitations?: Invitation[]; now: number }>(`${table(id)}/invitations`),
  invite: (id: string, program: string) => post<Invitation>(`${table(id)}/invitations`, { program }),
  withdraw: (id: string, invitation: string) =>
    request<unknown>('DELETE', `${table(id)}/invitations/${encodeURIComponent(invitation)}`),
}
