import { soon } from '../lib/soon'

/** What moves now, so that a key or a button can bring all of it to its end. */
class Motion {
  #running = new Set<Animation>()
  busy = $state(false)
  /** Whether it takes so long that any key brings it to its end. */
  long = false

  add(animation: Animation): void {
    this.#running.add(animation)
    this.busy = true
    const over = () => {
      this.#running.delete(animation)
      this.busy = this.#running.size > 0
      this.long &&= this.busy
    }
    animation.finished.then(over, over)
  }

  skip(): void {
    for (const one of [...this.#running]) one.finish()
  }

  /** Waits until nothing moves any more, and the frame in which it ended has been painted. */
  async still(): Promise<void> {
    while (this.#running.size) {
      await Promise.allSettled([...this.#running].map((one) => one.finished))
      // What comes next is not part of that frame's task.
      await soon(() => {})
    }
  }
}

export const motion = new Motion()
