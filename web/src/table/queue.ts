import { motion } from './motion.svelte'

/** With more of them waiting, the table shows the newest at once. */
const MOST = 3

/** What others do, shown one after the other: the next begins when the one before has come to its end. */
export class Queue<News> {
  #waiting: News[] = []
  #runs = false

  /**
   * @param show puts one on the table, and waits until all of it has been shown
   * @param put puts one on the table at once
   */
  constructor(
    readonly show: (news: News) => Promise<void>,
    readonly put: (news: News) => void,
  ) {}

  /** The last of those that are not on the table yet. */
  get newest(): News | undefined {
    return this.#waiting.at(-1)
  }

  /** @param news one, or some that are shown together however many they are */
  add(...news: News[]): void {
    this.#waiting.push(...news)
    if (!this.#runs) void this.#run()
    // What nobody sees does not move either: it would never come to its end.
    else if (this.#waiting.length > MOST || document.visibilityState === 'hidden') this.hurry()
  }

  /** Brings what moves to its end, and everything that waits to the table. */
  hurry(): void {
    motion.skip()
    for (const news of this.#waiting.splice(0)) this.put(news)
  }

  /** Changes what waits. */
  change(by: (news: News) => News): void {
    this.#waiting = this.#waiting.map(by)
  }

  async #run(): Promise<void> {
    this.#runs = true
    try {
      if (motion.busy) await motion.still()
      for (let news = this.#waiting.shift(); news; news = this.#waiting.shift()) await this.show(news)
    } finally {
      // What could not be shown holds up nothing that comes after it.
      this.#runs = false
    }
  }
}
