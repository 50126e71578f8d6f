import { SvelteMap } from 'svelte/reactivity'

/** Amounts in flight. A number on the page includes an amount only after its animation has ended. */
class Purses {
  #moving = new SvelteMap<string, number>()

  moving(purse: string): number {
    return this.#moving.get(purse) ?? 0
  }

  /** @returns a function to call on arrival */
  hold(purse: string, amount: number): () => void {
    this.#add(purse, amount)
    return () => this.#add(purse, -amount)
  }

  #add(purse: string, amount: number): void {
    this.#moving.set(purse, this.moving(purse) + amount)
  }
}

export const purses = new Purses()
