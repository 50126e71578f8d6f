import { api } from '../lib/api'
import { errorText } from '../lib/errorText'
import { MAX_HINTS, hintTitle } from '../lib/hints'
import { isCompleting } from '../lib/moves'
import type { Position, Review, ReviewDecision, Reviewing, Step } from '../lib/types'
import type { Words } from '../lib/words'

/** How many mistakes and turning points a list shows. */
const MAX_LISTED = 8
/** A loss in IKI counts as the loss of win chance with the same grade (`players/analysis/review.py`). */
const IKI_OF_A_CHANCE = 80
/** Milliseconds between two questions, unless the server says otherwise. */
const RETRY = 2000

export type Turn = NonNullable<Review['turns']>[number]
const weight = (decision: ReviewDecision) => Math.max(decision.loss, (decision.iki ?? 0) / IKI_OF_A_CHANCE)

/** The review of a finished game. */
export class GameReview {
  result = $state.raw<Review | null>(null)
  progress = $state.raw<Reviewing | null>(null)
  problem = $state('')
  /** The names of moves by ply and words, which need the position in which they were made. */
  #texts = $state.raw<Record<string, string>>({})
  #positions = new Map<number, Position>()
  #timer = 0
  #isClosed = false

  constructor(
    readonly id: string,
    readonly mine: ReadonlySet<number>,
    readonly steps: readonly Step[],
  ) {}

  readonly #byPly = $derived(new Map((this.result?.decisions ?? []).map((decision) => [decision.ply, decision])))
  /** The decisions with a clearly better move, in order. */
  readonly mistakes = $derived((this.result?.decisions ?? []).filter((each) => each.grade && each.best !== each.move))
  /** The mistakes that the buttons go through: the viewer's own, or everyone's for a spectator. */
  readonly visited = $derived.by(() =>
    this.mine.size ? this.mistakes.filter((each) => this.mine.has(each.seat)) : this.mistakes,
  )
  readonly own = $derived(this.#worst((seat) => this.mine.has(seat)))
  readonly others = $derived(this.#worst((seat) => !this.mine.has(seat)))
  readonly turns = $derived((this.result?.turns ?? []).slice(0, MAX_LISTED))

  #worst(includes: (seat: number) => boolean): ReviewDecision[] {
    const decisions = this.mistakes.filter((each) => includes(each.seat))
    return decisions.sort((a, b) => weight(b) - weight(a)).slice(0, MAX_LISTED)
  }

  at(ply: number): ReviewDecision | undefined {
    return this.#byPly.get(ply)
  }

  /** Return the ply of the next mistake in a direction, -1 or 1. */
  mistakeFrom(ply: number, direction: number): number | undefined {
    const plies = this.visited.map((each) => each.ply)
    return direction > 0 ? plies.find((other) => other > ply) : plies.findLast((other) => other < ply)
  }

  /** Return the moves of the game that complete the move at a ply, such as the room of a hire. */
  thenOf(ply: number): string[] {
    const rest = this.steps.slice(ply + 1).map((step) => step.move ?? '')
    const end = rest.findIndex((words) => !isCompleting(words))
    return end < 0 ? rest : rest.slice(0, end)
  }

  /** Request the review, and ask again until it is there. */
  async open(): Promise<void> {
    clearTimeout(this.#timer)
    this.problem = ''
    try {
      const answer = await api.review(this.id)
      if (this.#isClosed) return
      if ('curve' in answer) {
        this.progress = null
        this.result = answer
      } else {
        this.progress = answer
        this.#timer = window.setTimeout(() => void this.open(), (answer.retry ?? 0) * 1000 || RETRY)
      }
    } catch (error) {
      this.progress = null
      this.problem = errorText(error)
    }
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  textOf(ply: number, move: string | null | undefined): string {
    return this.#texts[`${ply} ${move}`] ?? '…'
  }

  /** Name the listed moves, one position after the other. */
  async name(words: Words): Promise<void> {
    const named: { ply: number; seat?: number | null; move?: string | null; best?: string | null; then?: string[] }[] =
      [...this.own, ...this.others, ...this.turns.filter((turn) => turn.kind === 'decision')]
    for (const item of named) {
      const position = await this.#positionAt(item.ply)
      if (this.#isClosed) return
      if (!position) continue
      const text = (move: string, then: string[]) => hintTitle(words, position, { words: move, then }, item.seat ?? 0)
      const texts = { ...this.#texts }
      if (item.move) texts[`${item.ply} ${item.move}`] = text(item.move, this.thenOf(item.ply))
      if (item.best && item.best !== item.move) texts[`${item.ply} ${item.best}`] = text(item.best, item.then ?? [])
      this.#texts = texts
    }
  }

  async #positionAt(ply: number): Promise<Position | undefined> {
    const known = this.#positions.get(ply)
    if (known) return known
    // Without an answer a move has no name; the list stays usable.
    const view = await api.view(this.id, ply).catch(() => null)
    const position = view?.table.game?.position
    if (position) this.#positions.set(ply, position)
    return position
  }

  /** Return the moves to mark on the board at a ply: the better one, if there is one, and the one that was played. */
  marksAt(ply: number) {
    const decision = this.at(ply)
    if (!decision) return null
    const { seat, move, best, then = [], before, after, finals, best_finals } = decision
    const isWorse = isClearlyWorse(decision)
    const mark = { share: 0, reasons: [] }
    const played = {
      ...mark,
      words: move,
      then: this.thenOf(ply),
      win: after[seat]!,
      score: finals?.[seat] ?? NaN,
      sign: signOf(decision),
    }
    const better = { ...mark, words: best, then, win: before[seat]!, score: best_finals?.[seat] ?? NaN, rank: 1 }
    const moves = isWorse ? [better, played] : [played]
    return { ply, moves: moves.slice(0, MAX_HINTS), wins: after, scores: finals ?? [] }
  }
}

/** Whether another move is better by more than the error of the search. */
export const isClearlyWorse = ({ grade, best, move, loss, error = 0 }: ReviewDecision): boolean =>
  best !== move && (!!grade || (loss >= 0.02 && loss > error))

/** Return the sign of a move as in other games' reviews; `✓` for a move that nothing clearly beats. */
export const signOf = (decision: ReviewDecision): string => {
  if (decision.grade) return decision.grade === 'blunder' ? '??' : '?'
  return isClearlyWorse(decision) ? '•' : '✓'
}
