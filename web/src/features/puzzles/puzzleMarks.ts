import type { Places, Point } from '../../board/places'
import type { Position } from '../../lib/types'

/** The radius of a letter, and that of a boat's letter, which stands beside the number within the boat. */
const [RADIUS, SMALL] = [19, 14]
/** Where the first boat's letter stands on the wide board, and how far one boat is from the next. */
const BOATS = { x: 62 + 17, y: 311, gap: 91 }
const SQUARES = 8

/** Return the radius of an answer's letter. */
export const radiusOf = (move: string): number => (move.startsWith('ikizama') ? SMALL : RADIUS)

/** Return where an answer's letter stands on the wide board; null for a move that the board does not show. */
export function markOf(places: Places, position: Position, seat: number, move: string): Point | null {
  const [kind = '', first = ''] = move.split(' ')
  const here = position.players[seat]!.square
  if (kind === 'ikizama') {
    const index = position.boats.findIndex((boat) => boat.slot === first)
    return [BOATS.x + BOATS.gap * index, BOATS.y]
  }
  if (kind === 'move') return middle(places, ((here + Number(first) - 1) % SQUARES) + 1)
  if (kind === 'visit') return middle(places, Number(first))
  if (kind === 'shop') return here ? middle(places, here, 'shop') : null
  const room = places.rooms[first]
  return room ? [room.x + room.w / 2, room.y + 12] : null
}

function middle(places: Places, square: number, part: 'lane' | 'shop' = 'lane'): Point {
  const box = part === 'shop' ? places.squares[square]!.shop : places.squares[square]!
  return [box.x + box.w / 2, box.y + box.h / 2]
}
