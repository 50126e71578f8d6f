import { MAX_HINTS } from '../lib/hints'
import { t } from '../lib/i18n.svelte'
import { settings } from '../lib/settings.svelte'
import type { Hint, HintMove } from '../lib/types'
import type { TableState } from './table.svelte'

/**
 * The best moves; on the analysis board with ranks, which moves of about the same worth share. In a review the move
 * that was played has a sign instead.
 */
type RankedHint = Omit<Hint, 'moves'> & { moves: (HintMove & { rank?: number; sign?: string })[] }

/** A move that the board explains: the walk of a seat, the square where it ends, and what is used there. */
export interface FocusedMove {
  seat: number
  from: number
  /** 0 for a move without a walk. */
  square: number
  /** CSS selectors of what is used. */
  frames: readonly string[]
  /** What follows on the square. */
  text: string
}

/** The best moves at a table, and how they are shown. */
export class Hints {
  hint = $state.raw<RankedHint | null>(null)
  /** The moves that the marks on the board point out instead of those of the hint. */
  pointed = $state.raw<RankedHint['moves'] | null>(null)
  /** The move of the hint that the board explains. */
  focused = $state.raw<FocusedMove | null>(null)
  /** Whether the marks of the best moves on the board say what the moves are worth. */
  plates = $state(false)
  /** Whether a hint is being computed. */
  loading = $state(false)
  /** Whether the list of the best moves is open. Their numbers on the board stay until the next move. */
  panelOpen = $state(false)
  /** The last question to the coach. The server answers one at a time. */
  advice: Promise<unknown> = Promise.resolve()
  readonly #table: TableState

  constructor(table: TableState) {
    this.#table = table
  }

  /** Whether the coach is on. */
  readonly coached = $derived.by(() => {
    const { replay, feed } = this.#table
    const { view } = feed
    return !replay && !!view?.table.coach && view.table.status === 'running'
  })
  readonly mayHint = $derived.by(() => !!this.#table.feed.view?.table.hints || this.coached)

  /** Forget the hint of a position that is over. */
  forget(): void {
    this.hint = this.pointed = null
    this.panelOpen = false
  }

  /** @param opens whether the list of the best moves opens; else their numbers stand on the board alone */
  async request(opens = true): Promise<void> {
    const { screen, source } = this.#table
    if (this.loading) return
    this.loading = true
    if (opens) {
      this.panelOpen = settings.coach.open = true
      screen.panel = 'none'
    }
    try {
      await this.advice
      const hint = await source.hint!()
      // The game may have moved on meanwhile.
      if (hint.ply === (this.#table.feed.view?.table.ply ?? 0)) {
        // Each of its moves has a reason of its own.
        this.hint = { ...hint, moves: hint.moves.filter((move) => move.reason) }
        this.pointed = null
      }
      this.#compareWithSelection()
    } catch (error) {
      this.panelOpen = false
      screen.showError(error)
    } finally {
      this.loading = false
    }
  }

  /** If the hint does not contain the selected card, say in the bar that other moves are better. */
  #compareWithSelection(): void {
    const { choice, screen, words } = this.#table
    const chosen = choice.selection?.move
    const best = this.hint?.moves.slice(0, MAX_HINTS) ?? []
    if (!chosen || !best.length || best.some((hint) => hint.words === chosen.words)) return
    screen.showNotice(t('web-hint-else', { card: words?.card(chosen.parts?.at(-1) ?? '') ?? '' }))
  }
}
