import type { GameEvent } from '../lib/types'
import type { Part } from './motion/stages'

/** The result of a payday or a fire, for reading after the animation. */
interface Report {
  kind: 'payday' | 'fire'
  month: number
  events: readonly GameEvent[]
}

/** More steps than this at once are a reloaded log, not news. */
const MAX_NEW_STEPS = 40

/** The report on the table, if there is one. */
export class Reports {
  current = $state.raw<Report | null>(null)
  /** The report that was closed last. Later events of the same payday or fire do not reopen it. */
  #closed = ''

  /** Add the paydays and fires of some parts to the report. */
  add(parts: readonly Part[]): void {
    if (parts.length > MAX_NEW_STEPS) return
    for (const { stage, month, steps } of parts) {
      if (stage !== 'payday' && stage !== 'fire') continue
      const events = steps.flatMap((step) => step.events ?? [])
      const before = this.current
      const continues = before?.kind === stage && before.month === month
      if (continues) this.current = { ...before, events: [...before.events, ...events] }
      else if (this.#closed !== `${stage} ${month}`) this.current = { kind: stage, month, events }
    }
  }

  close(): void {
    if (this.current) this.#closed = `${this.current.kind} ${this.current.month}`
    this.current = null
  }

  /** Forget everything, for a new game or another position of a replay. */
  clear(): void {
    this.#closed = ''
    this.current = null
  }
}
