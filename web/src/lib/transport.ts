import { httpTransport } from './httpTransport'

/** What the page can offer only where the tables are kept for more than this browser. */
type Ability = 'people' | 'clock' | 'chat' | 'ratings' | 'alerts' | 'events' | 'programs'

/** An answer: its status as in HTTP, 0 for none, and the parsed body, `{}` if there is none. */
export interface Answer {
  status: number
  body: unknown
}

export interface ChannelHandlers<Message> {
  /** The type of the message that confirms the connection. */
  opens: string
  message(message: Message): void
  state(state: 'live' | 'lost' | 'gone'): void
}

/** How the page reaches the tables. All paths are below /api. */
export interface Transport {
  /** What the other side offers. */
  readonly can: ReadonlySet<Ability>
  /**
   * Ask once. It never rejects.
   *
   * @param outlives whether the request goes on when the player leaves the page
   */
  request(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
    outlives?: boolean,
  ): Promise<Answer>
  /** Post, and yield the parts of the answer while they come. It throws an `ApiError` for a refusal or no answer. */
  stream(path: string, body: unknown, signal: AbortSignal): AsyncIterable<unknown>
  /**
   * Open a live channel that reconnects until it is closed.
   *
   * @param path evaluated on every connection attempt
   * @returns a function that closes the channel
   */
  channel<Message extends { type: string }>(path: () => string, handlers: ChannelHandlers<Message>): () => void
}

/** The transport of this page. */
export let transport: Transport = httpTransport

/** Reach the tables in another way from now on. */
export function useTransport(other: Transport): void {
  transport = other
}

/** Whether to show what needs an ability. */
export const can = (ability: Ability): boolean => transport.can.has(ability)

/** Whether this browser keeps the tables: a page without a server. */
export const isLocal = (): boolean => transport !== httpTransport
