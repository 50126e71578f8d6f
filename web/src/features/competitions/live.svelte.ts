import { ApiError } from '../../lib/api'
import { errorText } from '../../lib/errorText'
import { loadGuest } from '../../lib/guest.svelte'
import { loadMessages } from '../../lib/laterMessages'
import { transport } from '../../lib/transport'
import type { Problem } from '../../lib/types'

type Message<Kind extends string, View> = { type: Kind } & Record<Kind, View>

/** A page that shows the newest view of an event or a series. */
export class LivePage<Kind extends 'event' | 'series', View extends { version?: number }> {
  view = $state.raw<View | null>(null)
  problem = $state('')
  /** Whether the connection is lost. */
  lost = $state(false)
  #close: (() => void) | null = null

  constructor(
    readonly kind: Kind,
    readonly path: string,
  ) {}

  /** Load the messages and the guest, then follow the view. */
  async open(): Promise<void> {
    try {
      // The view depends on the viewer.
      await Promise.all([loadMessages('contest'), loadGuest()])
    } catch (error) {
      this.problem = errorText(error)
      return
    }
    this.#close = transport.channel<Message<Kind, View>>(() => this.path, {
      opens: this.kind,
      message: (message) => {
        // A refusal is a problem, whose type is an address.
        if (message.type === this.kind) this.update(message[this.kind])
        else if ('code' in message) this.problem = errorText(new ApiError(404, message as Partial<Problem>))
      },
      state: (state) => (this.lost = state !== 'live'),
    })
  }

  close(): void {
    this.#close?.()
  }

  /** Show a view, unless a newer one is on screen. */
  update(view: View): void {
    if ((view.version ?? 0) >= (this.view?.version ?? 0)) this.view = view
  }

  /** Run a request that answers with a view. */
  async run(request: () => Promise<View>): Promise<void> {
    this.problem = ''
    try {
      this.update(await request())
    } catch (error) {
      this.problem = errorText(error)
    }
  }
}
