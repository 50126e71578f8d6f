import { untrack } from 'svelte'
import { api } from '../../lib/api'
import { MAX_HINTS } from '../../lib/hints'
import { settings } from '../../lib/settings.svelte'
import type { HintMove, LookBack, Remark } from '../../lib/types'
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
  /** The look back at the last month, until the player goes on. */
  look = $state.raw<LookBack | null>(null)
  /** Whether the list shows numbers instead of words. */
  numbers = $state(false)
  /** The decision that the player was asked for last. */
  #asked = ''
  /** The version for which the coach has asked for the best moves by itself. */
  #hinted = -1
  /** The month whose look back has been asked. */
  #lookedAt = 0
  /** The player's last moves when the look back was shown. */
  #sent: object | null = null

  constructor(readonly table: TableState) {}

  // The coach outlives the panels that show it: at a resize another one takes over. A derived value belongs to the
  // panel in which it is made, and stops with it, so all of these are getters.

  /** The kind of the player's decision; '' while others play. */
  get decision(): string {
    const [asked = ''] = (this.table.hints.coached && this.table.myTurn && this.table.game?.asked) || []
    return DECISIONS[asked] ?? asked
  }
  /** The decision that the coach explains, because it comes up for the first time. */
  get explained(): string {
    return this.decision && !settings.coach.known.includes(this.decision) ? `coach-first-${this.decision}` : ''
  }
  get hasChoice(): boolean {
    return (this.table.game?.moves?.length ?? 0) > 1
  }
  get best(): readonly HintMove[] {
    return this.table.hints.hint?.moves.slice(0, MAX_HINTS) ?? []
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
      const { version = -1 } = table.feed.view?.table ?? {}
      if (!settings.coach.always || !settings.coach.open || !this.decision || !this.hasChoice || table.feed.stage)
        return
      if (this.#hinted === version) return
      this.#hinted = version
      void table.hints.request(false)
    })
    $effect(() => {
      const month = (table.game?.position.month ?? 1) - 1
      if (!table.hints.coached || table.feed.stage || month < 1 || this.#lookedAt === month) return
      this.#lookedAt = month
      untrack(() => this.#lookBack(month))
    })
    $effect(() => {
      if (this.look && table.sent !== this.#sent) untrack(() => this.goOn())
    })
  }

  /** Look back at a month that is over, unless the player has gone on from it already. */
  #lookBack(month: number): void {
    const { table } = this
    this.look = null
    if (settings.coach.seen === `${table.id} ${month}`) return
    const ask = async () => {
      const look = await api.lookBack(table.id, month)
      if (this.#lookedAt !== month || !look.good?.length) return
      this.#sent = table.sent
      this.look = look
    }
    // A look back that cannot be had is not worth an error: the game goes on without it.
    table.hints.advice = table.hints.advice.then(ask).catch(() => {})
  }

  /** Point out on the board what the coach wishes for. */
  show({ words, then }: Remark): void {
    this.table.hints.pointed = [{ words, then, share: 0, win: 0, score: 0, sign: '?' }]
  }

  goOn(): void {
    settings.coach.seen = `${this.table.id} ${this.look?.month}`
    this.look = this.table.hints.pointed = null
    this.table.hints.panelOpen = false
  }
}
