import { PLAYERS } from './emblems'

/** The crests of the current table, by seat. Players choose them and keep them when seats are shuffled. */
let crests = $state.raw<readonly number[]>([])

/** Set the crests of the current table. */
export function showCrests(seats: readonly { crest: number }[]): void {
  if (seats.length !== crests.length || seats.some((entry, seat) => entry.crest !== crests[seat]))
    crests = seats.map((entry) => entry.crest)
}

export const crestOf = (seat: number) => crests[seat] ?? seat
/** Return the CSS class of a seat's colour. */
export const playerOf = (seat: number) => PLAYERS[crestOf(seat)]
