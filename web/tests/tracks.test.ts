import { expect, test } from 'vitest'
import { FIRE, fireOrder, fireTrack, IKI, ikiTrack, type Disc, type Sum } from '../src/board/tracks'

/** How far the white edges of two discs may overlap; crests never do. */
const TOUCH = 0.5
/** The smallest radius at which crests are distinguishable. */
const LEAST = 7

const overlap = (disc: Disc, other: Disc) => disc.r + other.r - Math.hypot(disc.x - other.x, disc.y - other.y)

/** Return the faults of some discs: too small, or overlapping. */
const discFaults = (discs: Disc[]): string[] =>
  discs.flatMap((disc, index) => [
    ...(disc.r < LEAST ? [`${disc.seat} is too small`] : []),
    ...discs
      .slice(index + 1)
      .filter((other) => overlap(disc, other) > TOUCH)
      .map((other) => `${disc.seat} over ${other.seat}`),
  ])

/** Generate every distribution of players over the levels, including neighbours and ties. */
function* standings(players: number, levels: readonly number[]): Generator<number[]> {
  if (!players) return yield []
  for (const rest of standings(players - 1, levels)) for (const level of levels) yield [...rest, level]
}

const isApart = (sum: Sum, other: Sum) =>
  sum.x + sum.w < other.x + TOUCH ||
  other.x + other.w < sum.x + TOUCH ||
  sum.y + sum.h <= other.y ||
  other.y + other.h <= sum.y

/** Return how far a disc reaches into a sum. */
function depth(disc: Disc, { x, y, w, h }: Sum): number {
  const dx = Math.max(x - disc.x, 0, disc.x - x - w)
  const dy = Math.max(y - disc.y, 0, disc.y - y - h)
  return disc.r - Math.hypot(dx, dy)
}

test('on the IKI track no disc covers another, and no sum covers a disc', () => {
  // Neighbours below, around and beyond 30 and 60, ties of one cell with different sums, and the ends of the row.
  const levels = [14, 15, 29, 30, 31, 44, 45, 60, 74, 89]
  const failures: string[] = []
  for (const players of [2, 3, 4]) {
    for (const iki of standings(players, levels)) {
      const { discs, sums } = ikiTrack(iki.map((total, seat) => ({ seat, iki: total })))
      const faults = discFaults(discs)
      if (discs.length !== players) faults.push('a disc is missing')
      const sumTexts = sums.map((sum) => sum.text).sort()
      const beyond = [...new Set(iki.filter((iki) => iki >= 30).map(String))].sort()
      if (`${sumTexts}` !== `${beyond}`) faults.push(`sums ${sumTexts}`)
      for (const [index, sum] of sums.entries()) {
        if (discs.some((disc) => depth(disc, sum) > TOUCH)) faults.push(`${sum.text} covers a disc`)
        if (!sums.slice(index + 1).every((other) => isApart(sum, other))) faults.push(`${sum.text} covers a sum`)
      }
      for (const disc of discs) {
        // The board's edge is above, the roofs with their names below.
        if (disc.y - disc.r < -4 || disc.y + disc.r > 27.2) faults.push(`${disc.seat} leaves the track`)
        const middle = (iki[disc.seat]! % 30) * IKI.step + IKI.cell / 2
        if (Math.abs(disc.x - middle) > IKI.step / 2) faults.push(`${disc.seat} is in another cell`)
      }
      if (faults.length) failures.push(`${JSON.stringify(iki)}: ${faults}`)
    }
  }
  expect(failures.slice(0, 5)).toEqual([])
})

test('on the firefighting track every crest of a tie is visible, in fire order', () => {
  const failures: string[] = []
  for (const players of [2, 3, 4]) {
    for (const fire of standings(players, [0, 1, 2, 9, 10])) {
      const order = fire.map((_, seat) => seat).sort((a, b) => fire[b]! - fire[a]!)
      const discs = fireTrack(order, (seat) => fire[seat]!)
      const faults = discFaults(discs)
      for (const disc of discs) {
        const left = FIRE.left + fire[disc.seat]! * FIRE.step
        if (disc.x - disc.r < left - TOUCH || disc.x + disc.r > left + FIRE.cell + TOUCH) faults.push('beside its cell')
        if (disc.y - disc.r < FIRE.top + 12) faults.push('over the number of its cell')
        if (disc.y + disc.r > FIRE.top + FIRE.height + TOUCH) faults.push('under its cell')
      }
      // In reading order: line by line, from the left.
      const inReadingOrder = [...discs].sort((a, b) => Math.round(a.y - b.y) || a.x - b.x)
      for (const level of new Set(fire)) {
        const here = (seat: number) => fire[seat] === level
        if (`${inReadingOrder.map((disc) => disc.seat).filter(here)}` !== `${order.filter(here)}`)
          faults.push('out of order')
      }
      if (faults.length) failures.push(`${JSON.stringify(fire)}: ${faults}`)
    }
  }
  expect(failures.slice(0, 5)).toEqual([])
})

test('the fire order fits at the left of the track', () => {
  for (const players of [2, 3, 4]) {
    const places = fireOrder(players).map((index, seat) => ({ ...index, seat }))
    expect(discFaults(places)).toEqual([])
    for (const spot of places) expect(spot.x + spot.r).toBeLessThan(FIRE.left)
  }
})
