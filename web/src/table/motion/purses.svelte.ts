import { SvelteMap } from 'svelte/reactivity'

/** Amounts in flight. A number on the page includes an amount only after its animation has ended. */
class Purses {
  #amounts = new SvelteMap<string, number>()

  inTransit(purse: string): number {
    return this.#amounts.get(purse) ?? 0
  }

  /** @returns a function to call on arrival */
  hold(purse: string, amount: number): () => void {
    this.#add(purse, amount)
    return () => this.#add(purse, -amount)
  }

  #add(purse: string, amount: number): void {
    this.#amounts.set(purse, this.inTransit(purse) + amount)
  }
}

export const purses = new Purses()
