import { PLAYERS } from './emblems'

/** The crests of the table that is shown, by seat: people choose them, and keep them when the seats are shuffled. */
let crests = $state.raw<readonly number[]>([])

/** Has everything that belongs to a seat drawn with the crest that it has at this table. */
export function showCrests(seats: readonly { crest: number }[]): void {
  if (seats.length !== crests.length || seats.some((one, seat) => one.crest !== crests[seat]))
    crests = seats.map((one) => one.crest)
}

export const crestOf = (seat: number) => crests[seat] ?? seat
/** The class that brings a seat's colour. */
export const playerOf = (seat: number) => PLAYERS[crestOf(seat)]
