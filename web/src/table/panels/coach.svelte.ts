import { untrack } from 'svelte'
import { api } from '../../lib/api'
import { MAX_HINTS } from '../../lib/hints'
import { settings } from '../../lib/settings.svelte'
import type { MoveCost } from '../../lib/types'
import type { TableState } from '../table.svelte'

/** Kinds of moves that belong to a decision with another name. */
const DECISIONS: Record<string, string> = { hire: 'income', work: 'shop', done: 'shop', step: 'stay' }

const coaches = new WeakMap<TableState, CoachState>()

/** Return the coach of a table. The panel of a wide screen, and the row and the sheet of a phone, share it. */
export function coachOf(table: TableState): CoachState {
  const coach = coaches.get(table) ?? new CoachState(table)
  coaches.set(table, coach)
  return coach
}

export class CoachState {
  /** What the player's last moves have cost, until the player answers or moves on. */
  cost = $state.raw<MoveCost | null>(null)
  /** The moves whose cost has been asked. */
  #judged: object | null
  /** The decision that the player was asked for last. */
  #asked = ''
  /** The version for which the coach has asked for the best moves by itself. */
  #hinted = -1

  constructor(readonly table: TableState) {
    this.#judged = table.sent
  }

  // The coach outlives the panels that show it: at a resize another one takes over. A derived value belongs to the
  // panel in which it is made, and stops with it, so all of these are getters.

  /** The kind of the player's decision; '' while others play. */
  get decision(): string {
    const [asked = ''] = (this.table.coached && this.table.myTurn && this.table.game?.asked) || []
    return DECISIONS[asked] ?? asked
  }
  /** The decision that the coach explains, because it comes up for the first time. */
  get explained(): string {
    return this.decision && !settings.coach.known.includes(this.decision) ? `coach-first-${this.decision}` : ''
  }
  get hasChoice(): boolean {
    return (this.table.game?.moves?.length ?? 0) > 1
  }
  get best() {
    return this.table.hint?.moves.slice(0, MAX_HINTS) ?? []
  }
  /** Whether the costly moves are the last ones that can be taken back. */
  get mayTakeBack(): boolean {
    const { cost, table } = this
    if (!cost || !table.view?.you.may_undo) return false
    return table.view.table.ply === cost.ply + cost.moves && table.game?.undo_count === cost.moves
  }

  /** Follow the game. Call it from a component. */
  watch(): void {
    const { table } = this
    $effect(() => {
      const { decision } = this
      const made = this.#asked
      this.#asked = decision
      // The decision has been made: do not explain it again.
      untrack(() => {
        if (!made || made === decision || settings.coach.known.includes(made)) return
        settings.coach.known = [...settings.coach.known, made]
      })
    })
    $effect(() => {
      const { sent } = table
      if (!table.coached || !sent || sent === this.#judged) return
      this.#judged = sent
      this.cost = null
      const ask = async () => {
        const cost = await api.cost(table.id, sent.ply)
        if (table.sent === sent && cost.costly) this.cost = cost
      }
      // A cost that cannot be had is not worth an error: the game goes on without it.
      table.advice = table.advice.then(ask).catch(() => {})
    })
    $effect(() => {
      if (this.cost && (table.view?.table.ply ?? 0) <= this.cost.ply) this.cost = null
    })
    $effect(() => {
      const { version = -1 } = table.view?.table ?? {}
      if (!settings.coach.always || !settings.coach.open || !this.decision || !this.hasChoice || table.stage) return
      if (this.#hinted === version) return
      this.#hinted = version
      void table.requestHint(false)
    })
  }

  takeBack(): void {
    this.cost = null
    void this.table.undo()
  }
}
