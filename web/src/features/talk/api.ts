import { get, post, request } from '../../lib/api'
import type { ChatLine, TableView } from '../../lib/types'

const table = (id: string) => `/tables/${encodeURIComponent(id)}`

/** The requests of reactions, notes and chat. */
export const talkApi = {
  react: (id: string, reaction: string) => request<unknown>('POST', `${table(id)}/reactions`, { reaction }),
  note: (id: string) => get<{ text?: string }>(`${table(id)}/note`),
  saveNote: (id: string, text: string) => request<unknown>('PUT', `${table(id)}/note`, { text }),
  chat: (id: string) => get<{ lines?: ChatLine[]; muted?: string[] }>(`${table(id)}/chat`),
  write: (id: string, text: string) => post<ChatLine>(`${table(id)}/chat`, { text }),
  switchChatOff: (id: string) => post<TableView>(`${table(id)}/chat/off`),
  report: (id: string, line: number) => request<unknown>('POST', `${table(id)}/chat/${line}/report`),
  mute: (id: string, guest: string, muted: boolean) => request<unknown>('PUT', `${table(id)}/mutes`, { guest, muted }),
}
