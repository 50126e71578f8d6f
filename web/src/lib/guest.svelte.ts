import { api } from './api'
import { called } from './settings.svelte'
import type { Guest } from './types'

let guest = $state.raw<Guest | null>(null)
let asked: Promise<Guest> | null = null

/** The guest of this browser, once the server has answered. */
export const me = () => guest

/** Ask the server for the guest of this browser; a new visitor becomes one. The answer is kept. */
export function meet(): Promise<Guest> {
  asked ??= api.guest().then(
    (found) => (guest = found),
    (error: unknown) => {
      asked = null
      throw error
    },
  )
  return asked
}

/** Give the guest another name. */
export async function callMe(name: string): Promise<Guest> {
  guest = await api.rename(name)
  called(guest.name)
  return guest
}

/** Forget the guest: this browser has become another one. */
export function forgetMe(): void {
  guest = null
  asked = null
}
