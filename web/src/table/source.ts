import { api, type AnswerBase, type Played } from '../lib/api'
import { transport } from '../lib/transport'
import { rememberName } from '../lib/settings.svelte'
import type { Components, Hint, LiveMessage, Step, TableView } from '../lib/types'

/** Where the data of a table comes from, and where the player's commands go. */
export interface GameSource {
  /** Load the newest view and the components, with their names in this language at least. */
  load(language: string): Promise<{ view: TableView; components: Components }>
  /** Load the components with their names in a language, if `load` gives them in one only. */
  components?(language: string): Promise<Components>
  /** Load all steps. */
  log(): Promise<{ version: number; steps?: Step[] }>
  /** Load the view after some moves. */
  viewAt(ply: number): Promise<TableView>
  /** Send every change to the handlers, until the returned function is called. */
  watch(handlers: Watcher): () => void
  play(base: AnswerBase, moves: string[]): Promise<Played>
  undo(base: AnswerBase): Promise<Played>
  /** Compute the best moves; only where the view allows hints. */
  hint?(): Promise<Hint>
}

export interface Watcher {
  /** Return the version after which the steps are missing, before each connection. */
  after(): number
  message(message: LiveMessage): void
  state(state: 'live' | 'lost' | 'gone'): void
}

/** A table of the server. */
export const tableSource = (id: string): GameSource => ({
  async load(language) {
    rememberName((await api.guest()).name)
    const view = await api.view(id)
    return { view, components: await api.tableComponents(id, language) }
  },
  components: (language) => api.tableComponents(id, language),
  log: () => api.log(id),
  viewAt: (ply) => api.view(id, ply),
  watch: (handlers) =>
    transport.channel<LiveMessage>(
      () => {
        const after = handlers.after()
        // After a reconnect the server sends the missed steps.
        return `/tables/${encodeURIComponent(id)}/live` + (after < 0 ? '' : `?after=${after}`)
      },
      { opens: 'view', ...handlers },
    ),
  play: (base, moves) => api.play(id, base, moves),
  undo: (base) => api.undo(id, base),
  hint: () => api.hint(id),
})
