import type { Seat } from '../../lib/types'

/**
 * Return the device owner's seat among several seats at one screen. The owner may have changed their name since.
 *
 * @param names of the owner: the current one, then earlier ones
 */
export function ownSeat(
  seats: readonly Seat[],
  mine: ReadonlySet<number>,
  names: readonly string[],
): number | undefined {
  const ownSeats = seats.filter((seat) => mine.has(seat.seat))
  const seatWithName = names.map((name) => ownSeats.find((seat) => seat.name === name)).find(Boolean)
  return (seatWithName ?? ownSeats[0])?.seat
}
