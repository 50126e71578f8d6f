import { get, post, request } from '../lib/api'
import type { ChatLine, Invitation, Program, TableView } from '../lib/types'

export interface Token {
  id: string
  name: string
  created: string
  /** Only in the answer that creates the token. */
  secret?: string
}

const table = (id: string) => `/tables/${encodeURIComponent(id)}`

/** The requests of the parts of the page that load later: programs, reactions, notes and chat. */
export const together = {
  tokens: () => get<Token[]>('/tokens'),
  createToken: (name: string) => post<Token>('/tokens', { name }),
  deleteToken: (id: string) => request<unknown>('DELETE', `/tokens/${encodeURIComponent(id)}`),
  programs: () => get<{ programs?: Program[]; you?: Program }>('/programs'),
  unlist: () => request<unknown>('DELETE', '/program'),
  invitations: (id: string) => get<{ invitations?: Invitation[]; now: number }>(`${table(id)}/invitations`),
  invite: (id: string, program: string) => post<Invitation>(`${table(id)}/invitations`, { program }),
  react: (id: string, reaction: string) => request<unknown>('POST', `${table(id)}/reactions`, { reaction }),
  note: (id: string) => get<{ text?: string }>(`${table(id)}/note`),
  saveNote: (id: string, text: string) => request<unknown>('PUT', `${table(id)}/note`, { text }),
  chat: (id: string) => get<{ lines?: ChatLine[]; muted?: string[] }>(`${table(id)}/chat`),
  write: (id: string, text: string) => post<ChatLine>(`${table(id)}/chat`, { text }),
  switchChatOff: (id: string) => post<TableView>(`${table(id)}/chat/off`),
  report: (id: string, line: number) => request<unknown>('POST', `${table(id)}/chat/${line}/report`),
  mute: (id: string, guest: string, muted: boolean) => request<unknown>('PUT', `${table(id)}/mutes`, { guest, muted }),
  withdraw: (id: string, invitation: string) =>
    request<unknown>('DELETE', `${table(id)}/invitations/${encodeURIComponent(invitation)}`),
}
