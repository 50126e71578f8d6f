import type { GameEvent } from '../lib/types'
import type { Part } from './stages'

/** What a payday or a fire has brought, to be read once it has been shown. */
export interface Report {
  kind: 'payday' | 'fire'
  month: number
  events: readonly GameEvent[]
}

/** More steps than that at once are a log that was read again, and no news. */
const MOST = 40

/** The report that lies on the table, if there is one. */
export class Reports {
  current = $state.raw<Report | null>(null)
  /** The one that was closed last: what still belongs to it does not open it again. */
  #closed = ''

  /** Report the paydays and fires among some parts. */
  tell(parts: readonly Part[]): void {
    if (parts.length > MOST) return
    for (const { stage, month, steps } of parts) {
      if (stage !== 'payday' && stage !== 'fire') continue
      const events = steps.flatMap((one) => one.events ?? [])
      const before = this.current
      const goesOn = before?.kind === stage && before.month === month
      if (goesOn) this.current = { ...before, events: [...before.events, ...events] }
      else if (this.#closed !== `${stage} ${month}`) this.current = { kind: stage, month, events }
    }
  }

  close(): void {
    if (this.current) this.#closed = `${this.current.kind} ${this.current.month}`
    this.current = null
  }

  /** A new game, or another moment of one: everything is news again. */
  clear(): void {
    this.#closed = ''
    this.current = null
  }
}
