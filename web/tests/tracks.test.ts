import { expect, test } from 'vitest'
import { FIRE, fireOrder, fireTrack, IKI, ikiTrack, type Disc, type Sum } from '../src/board/tracks'

/** The white edge of two discs may touch; their crests never do. */
const TOUCH = 0.5
/** The smallest disc whose crest can be told from another one. */
const LEAST = 7

const overlap = (disc: Disc, other: Disc) => disc.r + other.r - Math.hypot(disc.x - other.x, disc.y - other.y)

/** What is wrong with discs: too small, or one over another. */
const wrongDiscs = (discs: Disc[]): string[] =>
  discs.flatMap((disc, index) => [
    ...(disc.r < LEAST ? [`${disc.seat} is too small`] : []),
    ...discs
      .slice(index + 1)
      .filter((other) => overlap(disc, other) > TOUCH)
      .map((other) => `${disc.seat} over ${other.seat}`),
  ])

/** All ways in which so many players can stand on the cells from 0 up, neighbours and ties among them. */
function* standings(players: number, levels: readonly number[]): Generator<number[]> {
  if (!players) return yield []
  for (const rest of standings(players - 1, levels)) for (const level of levels) yield [...rest, level]
}

const isApart = (sum: Sum, other: Sum) =>
  sum.x + sum.w < other.x + TOUCH ||
  other.x + other.w < sum.x + TOUCH ||
  sum.y + sum.h <= other.y ||
  other.y + other.h <= sum.y

/** How deep a disc is in a sum. */
function depth(disc: Disc, { x, y, w, h }: Sum): number {
  const dx = Math.max(x - disc.x, 0, disc.x - x - w)
  const dy = Math.max(y - disc.y, 0, disc.y - y - h)
  return disc.r - Math.hypot(dx, dy)
}

test('on the track of IKI no disc covers another one, and no sum covers a disc', () => {
  // Neighbours below, around and beyond 30 and 60, ties of one cell with different sums, and the ends of the row.
  const levels = [14, 15, 29, 30, 31, 44, 45, 60, 74, 89]
  const wrong: string[] = []
  for (const players of [2, 3, 4]) {
    for (const iki of standings(players, levels)) {
      const { discs, sums } = ikiTrack(iki.map((total, seat) => ({ seat, iki: total })))
      const found = wrongDiscs(discs)
      if (discs.length !== players) found.push('a disc is missing')
      const told = sums.map((sum) => sum.text).sort()
      const beyond = [...new Set(iki.filter((iki) => iki >= 30).map(String))].sort()
      if (`${told}` !== `${beyond}`) found.push(`sums ${told}`)
      for (const [index, sum] of sums.entries()) {
        if (discs.some((disc) => depth(disc, sum) > TOUCH)) found.push(`${sum.text} covers a disc`)
        if (!sums.slice(index + 1).every((other) => isApart(sum, other))) found.push(`${sum.text} covers a sum`)
      }
      for (const disc of discs) {
        // The board's edge is above, the roofs with their names below.
        if (disc.y - disc.r < -4 || disc.y + disc.r > 27.2) found.push(`${disc.seat} leaves the track`)
        const middle = (iki[disc.seat]! % 30) * IKI.step + IKI.cell / 2
        if (Math.abs(disc.x - middle) > IKI.step / 2) found.push(`${disc.seat} is in another cell`)
      }
      if (found.length) wrong.push(`${JSON.stringify(iki)}: ${found}`)
    }
  }
  expect(wrong.slice(0, 5)).toEqual([])
})

test('on the track of firefighting every crest of a tie is seen, in order', () => {
  const wrong: string[] = []
  for (const players of [2, 3, 4]) {
    for (const fire of standings(players, [0, 1, 2, 9, 10])) {
      const order = fire.map((_, seat) => seat).sort((a, b) => fire[b]! - fire[a]!)
      const discs = fireTrack(order, (seat) => fire[seat]!)
      const found = wrongDiscs(discs)
      for (const disc of discs) {
        const left = FIRE.left + fire[disc.seat]! * FIRE.step
        if (disc.x - disc.r < left - TOUCH || disc.x + disc.r > left + FIRE.cell + TOUCH) found.push('beside its cell')
        if (disc.y - disc.r < FIRE.top + 12) found.push('over the number of its cell')
        if (disc.y + disc.r > FIRE.top + FIRE.height + TOUCH) found.push('under its cell')
      }
      // Read as a text is: line after line, from the left.
      const read = [...discs].sort((a, b) => Math.round(a.y - b.y) || a.x - b.x)
      for (const level of new Set(fire)) {
        const here = (seat: number) => fire[seat] === level
        if (`${read.map((disc) => disc.seat).filter(here)}` !== `${order.filter(here)}`) found.push('out of order')
      }
      if (found.length) wrong.push(`${JSON.stringify(fire)}: ${found}`)
    }
  }
  expect(wrong.slice(0, 5)).toEqual([])
})

test('the list of who goes first has room for everybody, left of the track', () => {
  for (const players of [2, 3, 4]) {
    const places = fireOrder(players).map((index, seat) => ({ ...index, seat }))
    expect(wrongDiscs(places)).toEqual([])
    for (const spot of places) expect(spot.x + spot.r).toBeLessThan(FIRE.left)
  }
})
