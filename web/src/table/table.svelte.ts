import { untrack } from 'svelte'
import { ApiError, type AnswerBase } from '../lib/api'
import { t } from '../lib/i18n.svelte'
import { refusalText } from '../lib/refusals'
import type { Running, Step, TableView } from '../lib/types'
import { Words } from '../lib/words'
import { Choice } from './choice.svelte'
import { Feed } from './feed.svelte'
import { Hints } from './hints.svelte'
import { Screen } from './screen.svelte'
import { tableSource, type GameSource } from './source'

/** One table on the page: its game, what is shown of it, and what the player does. */
export class TableState {
  readonly feed = new Feed(this)
  readonly screen = new Screen()
  readonly choice = new Choice(this)
  readonly hints = new Hints(this)
  /** The ply before the last moves that this page sent. */
  sent = $state.raw<{ ply: number } | null>(null)
  /** Whether the table is a replay, in which nothing can be played. */
  replay = $state(false)
  readonly game = $derived<Running | null>(this.feed.view?.table.game ?? null)
  readonly #seats = $derived(this.feed.view?.table.seats ?? [])
  /** Compared as text, so that a change of presence does not rebuild `words`. */
  readonly #names = $derived(JSON.stringify(this.#seats.map((seat) => seat.name)))
  /** The seat of the reader whom the log addresses; null at a shared screen, and for a spectator. */
  readonly #reader = $derived(this.feed.view?.you.seats?.length === 1 ? this.feed.view.you.seats[0]! : null)
  readonly words = $derived.by(() => {
    void this.#names
    return this.feed.components
      ? new Words(
          this.feed.components,
          untrack(() => this.#seats),
          this.#reader,
        )
      : null
  })
  readonly mine = $derived(new Set(this.feed.view?.you.seats ?? []))
  /** Whether the stage waits until the player goes on. */
  readonly waits = $derived(
    !!this.feed.shown && !this.feed.reports.playing && !this.replay && !this.screen.hasFoot && this.mine.size > 0,
  )
  /** Whether the player may act. A payday or a fire on the stage comes first. */
  readonly myTurn = $derived(!this.replay && !this.waits && (this.feed.view?.you.may_play ?? false))
  /**
   * The seat from whose perspective the table is shown. With several seats at one screen it is the first, so that
   * panels keep their places.
   */
  readonly seat = $derived(this.screen.perspective ?? this.feed.view?.you.seats?.[0] ?? 0)
  /**
   * The version that a pending request answers. The live channel may be faster than the response: then the player can
   * already act on the newer view.
   */
  #pendingVersion = -1

  /** @param id of the table; '' for a position that is no table of the server */
  constructor(
    readonly id: string,
    readonly source: GameSource = tableSource(id),
  ) {}

  /** Load the table and watch it. */
  open(): Promise<void> {
    return this.feed.open()
  }

  close(): void {
    this.feed.close()
    this.screen.close()
  }

  /** Forget what belonged to the position before. */
  moveOn(): void {
    this.screen.notice = ''
    this.choice.clear()
    this.hints.forget()
    // The result replaces the element under the mouse.
    if (this.feed.view?.table.status === 'finished') this.screen.inspectedItem = null
  }

  async send(moves: string[]): Promise<void> {
    if (moves.length) await this.submit((base) => this.source.play(base, moves))
  }

  async undo(): Promise<void> {
    if (this.choice.hasSelection) return this.choice.clear()
    if (this.feed.view?.you.may_undo) await this.submit(async (base) => ({ view: (await this.source.undo(base)).view }))
  }

  /** Send a command, unless one is under way for this view, and show its answer. */
  async submit(ask: (base: AnswerBase) => Promise<{ view: TableView; events?: Step[] }>): Promise<void> {
    if (this.feed.offline) return this.screen.showNotice(t('web-offline'))
    const { version = -1, ply = 0 } = this.feed.view?.table ?? {}
    if (version < 0 || this.#pendingVersion === version) return
    this.#pendingVersion = version
    this.screen.notice = ''
    try {
      const { view, events: steps = [] } = await ask({ ply, version })
      if (steps.length) this.sent = { ply }
      this.feed.onResponse({ view, version: view.table.version, steps })
    } catch (error) {
      this.#onRefusal(error)
      if (this.feed.view?.table.version === version) this.choice.selection = null
    } finally {
      if (this.#pendingVersion === version) this.#pendingVersion = -1
    }
  }

  #onRefusal(error: unknown): void {
    // Apply the newer view first, because it clears the notice.
    if (error instanceof ApiError && error.problem.view) this.feed.update(error.problem.view)
    const refusal = error instanceof ApiError && error.problem.refusal
    this.screen.showError(error, refusal && this.words ? refusalText(this.words, refusal) : '')
  }

  /** Use the shop of the square: make its only deal, or let the bar show just the shop's deals. */
  useShop(): void {
    const [only, ...more] = this.choice.targets.shop
    if (only && !more.length) void this.send([only.words])
    else this.choice.shopOpen = !this.choice.shopOpen
  }
}
