import { netPrice } from '../lib/price'
import type { LegalMove, Running, Unavailable } from '../lib/types'

/** The first half of a move that needs two presses: a card or a building, or the room for it. */
export interface MoveSelection {
  move?: LegalMove
  room?: string
}

export interface RoomTarget {
  /** Moves to send together. */
  send: string[]
  move: LegalMove
  /** The total price in mon. It is negative if more mon lie on the card than it costs. */
  price?: number
  /** How many cards of its type would be neighbours there. */
  alike?: number
  /** Whether a press only selects the room. */
  chooses?: boolean
}

/** The legal targets, and the reasons against the others. Both come from the view. */
export interface Targets {
  rooms: Map<string, RoomTarget>
  cards: Map<string, LegalMove>
  squares: Map<number, LegalMove[]>
  boats: Map<string, LegalMove>
  buildings: Map<string, LegalMove>
  shop: LegalMove[]
  whyRooms: Map<string, Unavailable>
  whyCards: Map<string, Unavailable>
  whyBoats: Map<string, Unavailable>
  whyBuildings: Map<string, Unavailable>
  /** Deals of the shop that the seat has reached. A pair is listed only if no part of it is refused by itself. */
  whyShop: Unavailable[]
  /** Squares out of reach, one for each reason: the others differ only in their distance. */
  whySquares: Unavailable[]
}

const ROOM_MOVES = new Set(['place', 'work', 'train', 'swap', 'with', 'starve'])
const CARD_MOVES = new Set(['start', 'hire', 'neutral'])
/** Reasons of things far from the decision, which are not dimmed. */
const FAR_REASONS = new Set([
  'room_not_here',
  'wrong_square',
  'no_character_there',
  'room_occupied',
  'room_not_on_board',
  'not_in_row',
])

export function noTargets(): Targets {
  return {
    rooms: new Map(),
    cards: new Map(),
    squares: new Map(),
    boats: new Map(),
    buildings: new Map(),
    shop: [],
    whyRooms: new Map(),
    whyCards: new Map(),
    whyBoats: new Map(),
    whyBuildings: new Map(),
    whyShop: [],
    whySquares: [],
  }
}

export function buildingOf(move: { kind: string; parts?: string[] }): string | null {
  const parts = move.parts ?? []
  if (move.kind === 'build') return parts[0] ?? null
  return move.kind === 'shop' && parts[0] === 'build' ? (parts[1] ?? null) : null
}

/** Check whether a move is the first of its kind, such as the square that is reached without paying. */
export function isFirst(game: Running, move: LegalMove): boolean {
  return move === game.moves?.find((other) => other.kind === move.kind)
}

/**
 * Return the targets of the current decision.
 *
 * @param game as the view describes it
 * @param chosen the selection so far
 * @param square of the acting seat
 */
export function targetsOf(game: Running, selection: MoveSelection | null, square: number): Targets {
  const targets = noTargets()
  const moves = game.moves ?? []
  for (const move of moves) {
    const [first = ''] = move.parts ?? []
    const building = buildingOf(move)
    if (ROOM_MOVES.has(move.kind)) targets.rooms.set(first, { send: [move.words], move })
    else if (CARD_MOVES.has(move.kind)) targets.cards.set(first, move)
    else if (move.kind === 'ikizama') targets.boats.set(first, move)
    else if (move.kind === 'move' || move.kind === 'visit' || move.kind === 'stay' || move.kind === 'step') {
      const to = move.preview?.square ?? (move.kind === 'visit' ? Number(first) : null)
      if (to) targets.squares.set(to, [...(targets.squares.get(to) ?? []), move])
    } else if (building) targets.buildings.set(building, move)
    else if (move.kind === 'shop') targets.shop.push(move)
  }
  if (selection?.move) restrictToCard(targets, selection.move)
  else if (selection?.room) restrictToRoom(targets, moves, selection.room)
  else if (targets.cards.size || targets.buildings.size) addRoomChoices(targets, moves)
  for (const move of game.unavailable ?? []) addRefusal(targets, move, square)
  return targets
}

/** Restrict the rooms to those of the selected card or building, each with its price. */
function restrictToCard(targets: Targets, move: LegalMove): void {
  targets.rooms.clear()
  targets.squares.clear()
  for (const room of Object.keys(move.preview?.rooms ?? {})) {
    targets.rooms.set(room, {
      send: [move.words, `place ${room}`],
      move,
      price: netPrice(move, room),
      alike: move.preview?.alike?.[room],
    })
  }
  for (const [room, mon] of Object.entries(move.preview?.missing ?? {})) {
    targets.whyRooms.set(room, {
      words: `place ${room}`,
      kind: 'place',
      parts: [room],
      reason: 'short',
      missing: { mon },
    })
  }
}

/** Restrict cards and buildings to those that can go to the selected room. The room itself can be deselected. */
function restrictToRoom(targets: Targets, moves: readonly LegalMove[], room: string): void {
  addRoomChoices(targets, moves)
  for (const map of [targets.cards, targets.buildings]) {
    for (const [id, move] of map) if (!(room in (move.preview?.rooms ?? {}))) map.delete(id)
  }
  for (const [id] of targets.rooms) if (id !== room) targets.rooms.delete(id)
}

function addRoomChoices(targets: Targets, moves: readonly LegalMove[]): void {
  for (const move of moves) {
    if (move.kind !== 'hire') continue
    for (const room of Object.keys(move.preview?.rooms ?? {})) {
      if (!targets.rooms.has(room)) targets.rooms.set(room, { send: [], move, chooses: true })
    }
  }
}

function addRefusal(targets: Targets, move: Unavailable, square: number): void {
  if (FAR_REASONS.has(move.reason) && !(move.squares ?? []).includes(square)) return
  const [first = ''] = move.parts ?? []
  const building = buildingOf(move)
  if (ROOM_MOVES.has(move.kind)) targets.whyRooms.set(first, move)
  else if (CARD_MOVES.has(move.kind)) targets.whyCards.set(first, move)
  else if (move.kind === 'ikizama') targets.whyBoats.set(first, move)
  else if (building) targets.whyBuildings.set(building, move)
  else if (move.kind === 'shop' && !targets.whyShop.some((other) => isPartOf(other, move))) targets.whyShop.push(move)
  else if (move.kind === 'move' && !targets.whySquares.some((other) => other.reason === move.reason))
    targets.whySquares.push(move)
}

/** Check whether a deal is a part of another one. */
function isPartOf(move: Unavailable, other: Unavailable): boolean {
  return (move.parts ?? []).every((part) => other.parts?.includes(part))
}
