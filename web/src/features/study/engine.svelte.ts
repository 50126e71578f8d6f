import { errorText } from '../../lib/errorText'
import { isCompleting } from '../../lib/moves'
import { transport } from '../../lib/transport'
import type { AnalysisMove, AnalysisUpdate, LineRequest } from '../../lib/types'

/** A quick change of the position does not start a search. */
const DELAY = 250
export const FIRST_BUDGET = 5_000
export const LARGE_BUDGET = 40_000
/** With fewer simulations the numbers are a first guess. */
const FEW = 200
/** Below this win chance a position is lost with every move. */
const LOST = 0.02

/** A move of the engine, with its rank. Moves that differ by less than the counting error share a rank. */
export interface RankedMove extends AnalysisMove {
  rank: number
  win: number
  iki: number
  then: string[]
}

/** The search of the server for one position, which it streams while it goes on. */
export class Engine {
  update = $state.raw<AnalysisUpdate | null>(null)
  isRunning = $state(false)
  problem = $state('')
  #abort: AbortController | null = null
  #timer = 0

  /** Stop the search before, and search another position soon. */
  search(position: Pick<LineRequest, 'moves'>, simulations = FIRST_BUDGET): void {
    this.stop()
    this.update = null
    this.isRunning = true
    const abort = (this.#abort = new AbortController())
    this.#timer = window.setTimeout(() => void this.#run({ ...position, simulations }, abort), DELAY)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#abort?.abort()
    this.#abort = null
    this.isRunning = false
    this.problem = ''
  }

  async #run(body: object, abort: AbortController): Promise<void> {
    try {
      for await (const update of transport.stream('/analysis', body, abort.signal)) {
        if (abort !== this.#abort) return
        this.update = update as AnalysisUpdate
      }
    } catch (error) {
      if (abort === this.#abort) this.problem = errorText(error)
    } finally {
      if (abort === this.#abort) this.isRunning = false
    }
  }

  /** Whether the numbers are only a first guess. */
  get isGuess(): boolean {
    return (this.update?.simulations ?? 0) < FEW
  }

  /** Whether every move loses. */
  get isLost(): boolean {
    const moves = ranked(this.update)
    return !this.isGuess && moves.length > 0 && moves.every((move) => move.win < LOST)
  }
}

/** Return the moves of an update with their ranks, the best one first. */
export function ranked(update: AnalysisUpdate | null): RankedMove[] {
  const seat = update?.seat
  if (!update || seat === null || seat === undefined) return []
  const moves: RankedMove[] = (update.moves ?? []).map((move) => {
    const rest = move.line.slice(1)
    const end = rest.findIndex((words) => !isCompleting(words))
    return {
      ...move,
      rank: 0,
      win: move.wins[seat]!,
      iki: move.finals[seat]!,
      then: end < 0 ? rest : rest.slice(0, end),
    }
  })
  moves.forEach((move, index) => {
    const before = moves[index - 1]
    const isEqual = before && Math.abs(before.win - move.win) < Math.hypot(before.error, move.error)
    move.rank = isEqual ? before.rank : index + 1
  })
  return moves
}
