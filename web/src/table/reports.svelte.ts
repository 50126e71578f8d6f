import { prefersReducedMotion } from '../lib/settings.svelte'
import type { GameEvent } from '../lib/types'
import { motion } from './motion/motion.svelte'
import { purses } from './motion/purses.svelte'
import { FRAME_TIMES, frameOf, framesOf, type Report } from './motion/show'
import type { Part } from './motion/stages'

/** More steps than this at once are a reloaded log, not news. */
const MAX_NEW_STEPS = 40

/** The payday or the fire on the stage, frame by frame. */
export class Reports {
  current = $state.raw<Report | null>(null)
  /** The frame that is shown. */
  frame = $state(0)
  /** Whether the frames follow each other by themselves. */
  playing = $state(false)
  /** The report that was closed last. Later events of the same payday or fire do not reopen it. */
  #closed = ''
  /** The parts that have been shown. */
  #shown = new WeakSet<Part>()
  #release: ((frame: number) => void) | null = null

  /** The last frame of the report. */
  get last(): number {
    return this.current ? (framesOf(this.current.kind, this.current.events).at(-1) ?? 0) : 0
  }

  /** Begin to show a part. Its gains do not count before their frame; the returned function shows the frames. */
  begin(part: Part): () => Promise<void> {
    this.finish()
    this.#shown.add(part)
    this.#closed = ''
    this.#add(part)
    const mine = this.current!
    const events = eventsOf(part)
    const frames = framesOf(mine.kind, events)
    this.#release = holdGains(mine.kind, events)
    this.frame = frames[0] ?? this.last
    this.playing = true
    return async () => {
      for (const frame of frames) {
        if (this.current !== mine || !this.playing) return
        this.frame = frame
        await motion.wait(FRAME_TIMES[mine.kind][frame]!)
        if (this.current === mine && this.playing) this.#release?.(frame)
      }
      if (this.current === mine) this.finish()
    }
  }

  /** Show the result of the report that is being shown. */
  finish(): void {
    this.#release?.(FRAME_TIMES.payday.length)
    this.#release = null
    if (!this.playing) return
    this.playing = false
    this.frame = this.last
  }

  /** Add the paydays and fires of some parts that were not shown: as pictures with reduced motion, else their results. */
  add(parts: readonly Part[]): void {
    if (parts.length > MAX_NEW_STEPS) return
    for (const part of parts) {
      if (!part.before || this.#shown.has(part)) continue
      this.#shown.add(part)
      if (this.#closed === `${part.stage} ${part.month}`) continue
      this.#add(part)
      const { kind, events } = this.current!
      this.frame = prefersReducedMotion() ? (framesOf(kind, events)[0] ?? 0) : this.last
    }
  }

  /** Show the result of a part at once. */
  showResult(part: Part): void {
    this.#add(part)
    this.frame = this.last
  }

  #add(part: Part): void {
    const { stage, month, before: position } = part
    const kind = stage as Report['kind']
    const before = this.current
    const events = eventsOf(part)
    const continues = before?.kind === kind && before.month === month
    this.current = continues
      ? { ...before, events: [...before.events, ...events] }
      : { kind, month, events, before: position! }
  }

  /** Go on to the next picture, or close the report after the last. */
  goOn(): void {
    const { current } = this
    if (!current || this.playing) return
    const next = framesOf(current.kind, current.events).find((frame) => frame > this.frame)
    if (next === undefined) this.close()
    else this.frame = next
  }

  close(): void {
    this.finish()
    if (this.current) this.#closed = `${this.current.kind} ${this.current.month}`
    this.current = null
  }

  /** Forget everything, for a new game or another position of a replay. */
  clear(): void {
    this.finish()
    this.#closed = ''
    this.current = null
  }
}

const eventsOf = (part: Part): GameEvent[] => part.steps.flatMap((step) => step.events ?? [])

/** Hold back the gains of a report. The returned function lets those up to a frame count. */
function holdGains(kind: Report['kind'], events: readonly GameEvent[]): (frame: number) => void {
  let held = events
    .filter((event) => event.kind === 'gained')
    .map((event) => ({
      frame: frameOf(kind, event),
      release: purses.hold(`${event.seat} ${event.resource}`, event.amount ?? 0),
    }))
  return (frame) => {
    for (const each of held) if (each.frame <= frame) each.release()
    held = held.filter((each) => each.frame > frame)
  }
}
