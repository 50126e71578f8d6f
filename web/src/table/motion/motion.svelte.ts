import { scheduleTask } from '../../lib/scheduleTask'

/** The running animations. A key press or a button can finish all of them. */
class Motion {
  #running = new Set<Animation>()
  busy = $state(false)

  add(animation: Animation): void {
    this.#running.add(animation)
    this.busy = true
    const onEnd = () => {
      this.#running.delete(animation)
      this.busy = this.#running.size > 0
    }
    animation.finished.then(onEnd, onEnd)
  }

  /** Wait for a time, which ends early when the animations are skipped. */
  async wait(milliseconds: number): Promise<void> {
    if (document.visibilityState === 'hidden') return
    const timer = document.documentElement.animate(null, milliseconds)
    this.add(timer)
    await Promise.allSettled([timer.finished])
  }

  skip(): void {
    for (const animation of [...this.#running]) animation.finish()
  }

  /** Wait until no animation runs and the browser has painted the last frame. */
  async settled(): Promise<void> {
    while (this.#running.size) {
      await Promise.allSettled([...this.#running].map((animation) => animation.finished))
      // Start the next step in a task of its own, apart from that frame.
      await scheduleTask(() => {})
    }
  }
}

export const motion = new Motion()
