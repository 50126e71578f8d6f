import { api } from './api'
import { rememberName } from './settings.svelte'
import type { Guest } from './types'

let guest = $state.raw<Guest | null>(null)
let request: Promise<Guest> | null = null

/** Return the guest of this browser, or null until the server has answered. */
export const currentGuest = () => guest

/** Request the guest of this browser; the server creates one for a new visitor. The answer is cached. */
export function loadGuest(): Promise<Guest> {
  request ??= api.guest().then(
    (response) => (guest = response),
    (error: unknown) => {
      request = null
      throw error
    },
  )
  return request
}

/** Rename the guest. */
export async function renameGuest(name: string): Promise<Guest> {
  guest = await api.rename(name)
  rememberName(guest.name)
  return guest
}

/** Forget the guest, because this browser now acts as another one. */
export function forgetGuest(): void {
  guest = null
  request = null
}
