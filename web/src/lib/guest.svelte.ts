import { api } from './api'
import { called } from './settings.svelte'
import type { Guest } from './types'

let guest = $state.raw<Guest | null>(null)
let asked: Promise<Guest> | null = null

/** Return the guest of this browser, or null until the server has answered. */
export const me = () => guest

/** Request the guest of this browser; the server creates one for a new visitor. The answer is cached. */
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

/** Rename the guest. */
export async function callMe(name: string): Promise<Guest> {
  guest = await api.rename(name)
  called(guest.name)
  return guest
}

/** Forget the guest, because this browser now acts as another one. */
export function forgetMe(): void {
  guest = null
  asked = null
}
