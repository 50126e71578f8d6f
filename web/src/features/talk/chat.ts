import type { ChatLine, LiveMessage } from '../../lib/types'

export interface Chat {
  lines: readonly ChatLine[]
  /** The ids of the guests whom the player has muted. */
  muted: readonly string[]
}

/** Return the chat that the messages of a live channel add up to; null if the channel has sent none. */
export function chatOf(messages: readonly LiveMessage[]): Chat | null {
  let chat: Chat | null = null
  for (const message of messages) {
    if (message.type !== 'chat') continue
    const lines = message.lines ?? []
    chat = { lines: message.resync || !chat ? lines : [...chat.lines, ...lines], muted: message.muted ?? [] }
  }
  return chat
}

const KEY = 'edokko-chat'
const MAX_TABLES = 50

function stored(): [string, number][] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]')
  } catch {
    return []
  }
}

/** Return the number of the last message that was read at a table on this device. */
export const lastRead = (table: string): number => stored().find(([id]) => id === table)?.[1] ?? 0

/** Store the number of the last message that was read at a table. */
export function storeLastRead(table: string, number: number): void {
  if (number <= lastRead(table)) return
  const entries = [[table, number], ...stored().filter(([id]) => id !== table)].slice(0, MAX_TABLES)
  try {
    localStorage.setItem(KEY, JSON.stringify(entries))
  } catch {
    // Without storage, messages count as new again on the next visit.
  }
}
