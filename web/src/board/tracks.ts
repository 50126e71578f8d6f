/** The places of the players' discs on the two tracks. Discs that share a cell never cover another's crest. */

export interface Disc {
  seat: number
  x: number
  y: number
  r: number
}

/** The full IKI of players beyond 30, written below their discs. */
export interface Sum {
  text: string
  x: number
  y: number
  w: number
  h: number
}

export const IKI = { cells: 30, step: 32.6667, cell: 30.67, top: 0, height: 24 }
/** How far discs and sums of a shared cell extend above and below the row of cells. */
const IKI_ABOVE = -3.5
const IKI_BELOW = 27
const SUM = { size: 11.5, h: 12 }

/** Pack the discs of one cell without overlap: side by side, then in two rows. */
function packDiscs(count: number, x: number, top: number, w: number, h: number, most: number): Omit<Disc, 'seat'>[] {
  const columns = Math.min(2, count)
  const rows = Math.ceil(count / 2)
  const r = Math.min(most, w / columns / 2, h / rows / 2)
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / 2)
    const inRow = row === rows - 1 ? count - 2 * row : 2
    return {
      x: x + ((index % 2) - (inRow - 1) / 2) * 2 * r,
      y: top + h / 2 + (row - (rows - 1) / 2) * 2 * r,
      r,
    }
  })
}

/**
 * Lay out the discs on the IKI track, and the sums beyond 30.
 *
 * @param players seats with their IKI, in drawing order
 */
export function ikiTrack(players: readonly { seat: number; iki: number }[]): { discs: Disc[]; sums: Sum[] } {
  const cells = new Map<number, { seat: number; iki: number }[]>()
  for (const player of players) {
    const cell = Math.max(0, player.iki) % IKI.cells
    cells.set(cell, [...(cells.get(cell) ?? []), player])
  }
  const discs: Disc[] = []
  const sums: Sum[] = []
  for (const [cell, all] of cells) {
    const middle = cell * IKI.step + IKI.cell / 2
    const here = all.map((player) => ({ ...player, iki: Math.max(0, player.iki) }))
    const counts = [...new Set(here.map((player) => player.iki))].sort((a, b) => a - b)
    const beyond = counts.filter((count) => count >= IKI.cells)
    if (here.length === 1 && !beyond.length) {
      discs.push({ seat: here[0]!.seat, x: middle, y: IKI.height / 2, r: 12 })
    } else if (here.length > 2 || !beyond.length) {
      // A row of sums below them has no room, so the sums go into a neighbouring cell, one of which is free.
      here.sort((a, b) => a.iki - b.iki)
      const spots = packDiscs(here.length, middle, IKI_ABOVE, IKI.step - 0.4, IKI_BELOW - IKI_ABOVE, 7.6)
      here.forEach((player, index) => discs.push({ seat: player.seat, ...spots[index]! }))
      const isRight = cell < IKI.cells - 1 && !cells.has(cell + 1)
      const beside = middle + (isRight ? 1 : cell ? -1 : 2) * IKI.step
      beyond.forEach((iki, index) => {
        const y = IKI.height / 2 + (index - beyond.length / 2) * (SUM.h + 0.5)
        sums.push(placeSum(iki, beside, y))
      })
    } else {
      // Each sum has its own column, so that it stands below its discs.
      const w = IKI.step / counts.length
      counts.forEach((iki, column) => {
        const x = middle + (column - (counts.length - 1) / 2) * w
        const seats = here.filter((player) => player.iki === iki)
        const spots = packDiscs(seats.length, x, IKI_ABOVE, w - 0.4, IKI_BELOW - SUM.h - 0.5 - IKI_ABOVE, 8.8)
        seats.forEach((player, index) => discs.push({ seat: player.seat, ...spots[index]! }))
        if (iki >= IKI.cells) sums.push(placeSum(iki, x, IKI_BELOW - SUM.h, w - 0.2))
      })
    }
  }
  return { discs, sums }
}

function placeSum(iki: number, x: number, y: number, most = Infinity): Sum {
  const text = `${iki}`
  const w = Math.min(most, 6.7 * text.length + 6)
  return { text, x: x - w / 2, y, w, h: SUM.h }
}

export const FIRE = { levels: 11, left: 83.6, step: 34, cell: 31.6, top: 5, height: 44, width: 457.6 }
/** The head of a cell has its number, and a flame if a fire of that strength comes. */
const HEAD = 12.5

/**
 * Lay out the discs on the firefighting track. Discs of a cell follow the fire order.
 *
 * @param order the seats in fire order
 * @param level returns a seat's firefighting
 */
export function fireTrack(order: readonly number[], level: (seat: number) => number): Disc[] {
  const cells = new Map<number, number[]>()
  for (const seat of order) cells.set(level(seat), [...(cells.get(level(seat)) ?? []), seat])
  return [...cells].flatMap(([at, seats]) => {
    const x = FIRE.left + at * FIRE.step + FIRE.cell / 2
    const top = FIRE.top + HEAD
    const spots = packDiscs(seats.length, x, top, FIRE.cell, FIRE.height - HEAD, 11)
    return seats.map((seat, index) => ({ seat, ...spots[index]! }))
  })
}

/** Lay out the fire order at the left of the track: a number and a disc for each seat. */
export function fireOrder(count: number): { x: number; y: number; r: number }[] {
  const columns = count > 2 ? 2 : 1
  return Array.from({ length: count }, (_, index) => ({
    x: 45.5 + (index % columns) * 28.5,
    y: 27 + (Math.floor(index / columns) - 0.5) * 21,
    r: 8.6,
  }))
}
