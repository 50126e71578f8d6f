/** What moves now, so that a key or a button can bring all of it to its end. */
class Motion {
  #running = new Set<Animation>()
  busy = $state(false)

  add(animation: Animation): void {
    this.#running.add(animation)
    this.busy = true
    const over = () => {
      this.#running.delete(animation)
      this.busy = this.#running.size > 0
    }
    animation.finished.then(over, over)
  }

  skip(): void {
    for (const one of [...this.#running]) one.finish()
  }
}

export const motion = new Motion()
