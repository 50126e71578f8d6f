import { motion } from './motion.svelte'

/** With more of them waiting, the table shows the newest at once. */
const MOST = 3

/** News that are shown one after the other: the next begins when the one before has come to its end. */
export class Queue<News> {
  #waiting: News[] = []
  #runs = false
  /** Which loop shows the news: a later one takes over from it. */
  #loop = 0
  #current: News | undefined

  /**
   * @param show puts one on the table, and waits until all of it has been shown
   * @param put puts one on the table at once
   * @param keeps whether one is to be seen however many come after it
   */
  constructor(
    readonly show: (news: News) => Promise<void>,
    readonly put: (news: News) => void,
    readonly keeps: (news: News) => boolean = () => false,
    /** Puts the rest of what is being shown on the table. */
    readonly finish: () => void = () => {},
  ) {}

  /** The last of those that are not on the table yet. */
  get newest(): News | undefined {
    return this.#waiting.at(-1)
  }

  /** @param news one, or some that are shown together however many they are */
  add(...news: News[]): void {
    this.#waiting.push(...news)
    // What nobody sees does not move: it would never come to its end.
    if (this.#runs && document.visibilityState === 'hidden') this.hurry()
    else if (!this.#runs) void this.#run()
    else this.#trim()
  }

  /** Show one at once; what came before it is put on the table. */
  now(news: News): void {
    this.hurry()
    this.#waiting.push(news)
    void this.#run(true)
  }

  /** Brings what moves to its end, and everything that waits to the table. */
  hurry(): void {
    this.#current = undefined
    motion.skip()
    this.finish()
    for (const news of this.#waiting.splice(0)) this.put(news)
  }

  /** Changes what waits. */
  change(by: (news: News) => News): void {
    this.#waiting = this.#waiting.map(by)
  }

  /** Keep up where too many wait. What is to be seen is shown to its end, and first of all that come after. */
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
      // What could not be shown holds up nothing that comes after it.
      if (loop === this.#loop) {
        this.#current = undefined
        this.#runs = false
      }
    }
  }
}
