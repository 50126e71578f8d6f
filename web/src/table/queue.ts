import { motion } from './motion.svelte'

/** With more updates waiting, the table skips to the newest. */
const MOST = 3

/** A queue of updates. The animation of one ends before the next begins. */
export class Queue<News> {
  #waiting: News[] = []
  #runs = false
  /** The loop that shows updates. A later loop supersedes it. */
  #loop = 0
  #current: News | undefined

  /**
   * @param show animates an update on the table, and resolves when the animation has ended
   * @param put applies an update without animation
   * @param keeps checks whether an update must be shown, however many follow it
   */
  constructor(
    readonly show: (news: News) => Promise<void>,
    readonly put: (news: News) => void,
    readonly keeps: (news: News) => boolean = () => false,
    /** Applies the rest of the update that is being shown. */
    readonly finish: () => void = () => {},
  ) {}

  /** The newest update that the table has not begun to show. */
  get newest(): News | undefined {
    return this.#waiting.at(-1)
  }

  /** @param news one update, or several that are shown together however many they are */
  add(...news: News[]): void {
    this.#waiting.push(...news)
    // A hidden tab runs no animations, so they would never end.
    if (this.#runs && document.visibilityState === 'hidden') this.hurry()
    else if (!this.#runs) void this.#run()
    else this.#trim()
  }

  /** Show an update at once, and apply the earlier ones without animation. */
  now(news: News): void {
    this.hurry()
    this.#waiting.push(news)
    void this.#run(true)
  }

  /** Finish the running animations, and apply all waiting updates. */
  hurry(): void {
    this.#current = undefined
    motion.skip()
    this.finish()
    for (const news of this.#waiting.splice(0)) this.put(news)
  }

  /** Change the waiting updates. */
  change(by: (news: News) => News): void {
    this.#waiting = this.#waiting.map(by)
  }

  /** Skip ahead if too many updates wait. An update that must be shown is shown to its end, and before later ones. */
  #trim(): void {
    if (this.#waiting.length <= MOST || (this.#current !== undefined && this.keeps(this.#current))) return
    const last = this.#waiting.at(-1)!
    const stays = this.keeps(last) ? [this.#waiting.pop()!] : []
    this.hurry()
    this.#waiting = stays
  }

  async #run(atOnce = false): Promise<void> {
    const loop = ++this.#loop
    this.#runs = true
    try {
      if (!atOnce && motion.busy) await motion.still()
      while (loop === this.#loop) {
        const news = this.#waiting.shift()
        if (news === undefined) break
        this.#current = news
        await this.show(news)
        if (loop !== this.#loop) break
        this.#current = undefined
        if (this.keeps(news)) this.#trim()
      }
    } finally {
      // An update that failed to show must not block the later ones.
      if (loop === this.#loop) {
        this.#current = undefined
        this.#runs = false
      }
    }
  }
}
