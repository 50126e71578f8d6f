import type { Seat } from '../lib/types'

/** Of several seats at one screen the one of its owner, who may be called otherwise by now.
 *
 * @param names what this person is called, and was before
 */
export function ownSeat(
  seats: readonly Seat[],
  mine: ReadonlySet<number>,
  names: readonly string[],
): number | undefined {
  const here = seats.filter((one) => mine.has(one.seat))
  const named = names.map((name) => here.find((one) => one.name === name)).find(Boolean)
  return (named ?? here[0])?.seat
}
