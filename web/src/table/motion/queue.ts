import { motion } from './motion.svelte'

/** With more updates waiting, the table skips to the newest. */
const MAX_WAITING = 3

/** A queue of updates. The animation of one ends before the next begins. */
export class Queue<Item> {
  #waiting: Item[] = []
  #isRunning = false
  /** The loop that shows updates. A later loop supersedes it. */
  #loop = 0
  #current: Item | undefined

  /**
   * @param show animates an update on the table, and resolves when the animation has ended
   * @param apply applies an update without animation
   * @param mustShow checks whether an update must be shown, however many follow it
   */
  constructor(
    readonly show: (item: Item) => Promise<void>,
    readonly apply: (item: Item) => void,
    readonly mustShow: (item: Item) => boolean = () => false,
    /** Applies the rest of the update that is being shown. */
    readonly finishCurrent: () => void = () => {},
  ) {}

  /** The newest update that the table has not begun to show. */
  get newest(): Item | undefined {
    return this.#waiting.at(-1)
  }

  /** @param items one update, or several that are shown together however many they are */
  add(...items: Item[]): void {
    this.#waiting.push(...items)
    // A hidden tab runs no animations, so they would never end.
    if (this.#isRunning && document.visibilityState === 'hidden') this.flush()
    else if (!this.#isRunning) void this.#run()
    else this.#trim()
  }

  /** Show an update at once, and apply the earlier ones without animation. */
  showNow(item: Item): void {
    this.flush()
    this.#waiting.push(item)
    void this.#run(true)
  }

  /** Finish the running animations, and apply all waiting updates. */
  flush(): void {
    this.#current = undefined
    motion.skip()
    this.finishCurrent()
    for (const item of this.#waiting.splice(0)) this.apply(item)
  }

  /** Change the waiting updates. */
  mapWaiting(change: (item: Item) => Item): void {
    this.#waiting = this.#waiting.map(change)
  }

  /** Skip ahead if too many updates wait. An update that must be shown is shown to its end, and before later ones. */
  #trim(): void {
    if (this.#waiting.length <= MAX_WAITING || (this.#current !== undefined && this.mustShow(this.#current))) return
    const last = this.#waiting.at(-1)!
    const rest = this.mustShow(last) ? [this.#waiting.pop()!] : []
    this.flush()
    this.#waiting = rest
  }

  async #run(atOnce = false): Promise<void> {
    const loop = ++this.#loop
    this.#isRunning = true
    try {
      if (!atOnce && motion.busy) await motion.settled()
      while (loop === this.#loop) {
        const item = this.#waiting.shift()
        if (item === undefined) break
        this.#current = item
        await this.show(item)
        if (loop !== this.#loop) break
        this.#current = undefined
        if (this.mustShow(item)) this.#trim()
      }
    } finally {
      // An update that failed to show must not block the later ones.
      if (loop === this.#loop) {
        this.#current = undefined
        this.#isRunning = false
      }
    }
  }
}
