import { api } from '../../lib/api'
import { t } from '../../lib/i18n.svelte'
import { scheduleTask } from '../../lib/scheduleTask'
import type { Position, Puzzle, PuzzleSolution } from '../../lib/types'
import { PositionSource } from '../../table/positionSource'
import type { TableState } from '../../table/table.svelte'
import { entryText } from '../../review/entryText'

export const MAX_HINTS = 2
/** Milliseconds between two moves of the solution. */
const PACE = 700

/** A puzzle on a board: the player's moves are judged one by one, then the solution is played out. */
export class PuzzleGame {
  readonly source: PositionSource
  solution = $state.raw<PuzzleSolution | null>(null)
  counts = $state.raw({ answers: 0, found: 0 })
  verdict = $state<'' | 'on' | 'found' | 'wrong'>('')
  hints = $state(0)
  isPlaying = $state(false)
  /** How many moves of the solution are on the board. */
  shown = $state(0)
  readonly line = $derived((this.solution?.steps ?? []).map((step) => step.best.move))
  #judged = 0
  /** The positions before the moves that have been on the board, by ply. */
  #positions = new Map<number, Position>()

  /** @param makeTable returns the table for a source */
  constructor(
    readonly puzzle: Puzzle,
    makeTable: (source: PositionSource) => TableState,
  ) {
    this.source = new PositionSource({ position: puzzle.position, you: [puzzle.seat] })
    this.source.draws = false
    this.table = makeTable(this.source)
    this.solution = puzzle.solution ?? null
    this.counts = { answers: puzzle.answers, found: puzzle.found }
  }
  readonly table: TableState

  get seat(): number {
    return this.puzzle.seat
  }

  /** Follow the table to its newest position, and ask the server about the moves so far. */
  follow(): void {
    const { view } = this.table.feed
    if (!view?.table.game) return
    this.#positions.set(view.table.ply ?? 0, view.table.game.position)
    const { line } = this.source
    if (this.solution || line.length <= this.#judged) return
    this.#judged = line.length
    void this.answer(line)
  }

  /** Answer with moves; with none to give up. */
  async answer(moves: readonly string[]): Promise<void> {
    try {
      const verdict = await api.answerPuzzle(this.puzzle.id, moves)
      this.verdict = verdict.state
      if (!verdict.solution) return
      this.solution = verdict.solution
      this.counts = { answers: verdict.answers ?? 0, found: verdict.found ?? 0 }
      this.shown = verdict.state === 'found' ? verdict.solution.steps.length : 0
    } catch (error) {
      this.table.screen.showError(error)
    }
  }

  /** Put a part of the solution on the board. */
  async show(count: number): Promise<void> {
    this.shown = Math.max(0, Math.min(count, this.line.length))
    await this.table.submit(() => this.source.show(this.line.slice(0, this.shown).map((move) => [move])))
    await this.table.feed.loadLog()
  }

  /** Play the solution move by move, with its animation. */
  async playOut(): Promise<void> {
    this.isPlaying = true
    await this.show(0)
    while (this.isPlaying && this.shown < this.line.length) {
      const next = this.line[this.shown]!
      await this.table.submit((base) => this.source.play(base, [next]))
      this.shown++
      await this.table.feed.animationsDone
      await scheduleTask(() => {})
      await new Promise((done) => setTimeout(done, PACE))
    }
    this.isPlaying = false
  }

  moveText(entry: string, index: number): string {
    const { table, seat } = this
    return entryText(table.words!, this.#positions.get(index) ?? table.game!.position, entry, { seat })
  }

  hintText(index: number): string {
    const { kind, wrong } = this.puzzle.hints
    return index ? t('puzzle-hint-wrong', { move: this.moveText(wrong, 0) }) : t(`puzzle-kind-${kind}`)
  }

  close(): void {
    this.isPlaying = false
    this.table.close()
  }
}
