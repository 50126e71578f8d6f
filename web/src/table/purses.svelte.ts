import { SvelteMap } from 'svelte/reactivity'

/** What flies to a purse or has to leave it: the purse counts it when it has come there, or is gone. */
class Purses {
  #moving = new SvelteMap<string, number>()

  moving(purse: string): number {
    return this.#moving.get(purse) ?? 0
  }

  /** @returns what is to be called when it has arrived */
  hold(purse: string, amount: number): () => void {
    this.#add(purse, amount)
    return () => this.#add(purse, -amount)
  }

  #add(purse: string, amount: number): void {
    this.#moving.set(purse, this.moving(purse) + amount)
  }
}

export const purses = new Purses()
