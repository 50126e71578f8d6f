import type { Running } from '../lib/types'
import type { RoomTarget, Targets } from './targets'

/** Why a stall is worth a look: what its pill shows. */
export type Reason =
  | { kind: 'lands'; square: number }
  | { kind: 'alike'; count: number }
  | { kind: 'wards'; strength: number }
  | { kind: 'cheapest' }

/** The most stalls that open at once. The others that are allowed have a line at their foot. */
const MOST_OPEN = 5
const HARMONY = 2
/** In the setup the few stalls that are allowed are equal: all of them open, without a reason of their own. */
const SETUP = 'place_start'

/** An empty stall where the player can put something. */
export interface Allowed {
  /** The best first. */
  reasons: Reason[]
  open: boolean
}

/**
 * Return the empty stalls that are allowed, and choose those that open.
 *
 * All facts come from the view; this only decides what to show. Without any reason the cheapest stall opens.
 */
export function allowedStalls(game: Running, targets: Targets): Map<string, Allowed> {
  const rooms = game.position.rooms.filter((room) => !room.card && isOffered(targets.rooms.get(room.id)))
  const isSetup = game.position.stage === SETUP
  const reaches = game.turn?.reaches ?? []
  const all = rooms.map((room) => {
    const { move, alike = 0, price = 0 } = targets.rooms.get(room.id)!
    const square = move.kind === 'hire' && room.squares.find((square) => reaches.includes(square))
    const strength = move.preview?.wards?.[room.id]
    const reasons: Reason[] = []
    if (square) reasons.push({ kind: 'lands', square })
    if (alike >= HARMONY) reasons.push({ kind: 'alike', count: alike })
    if (strength) reasons.push({ kind: 'wards', strength })
    return { id: room.id, reasons, price, alike, open: isSetup }
  })
  const sorted = [...all].sort((a, b) => rank(a.reasons) - rank(b.reasons) || b.alike - a.alike || a.price - b.price)
  for (const stall of sorted.slice(0, MOST_OPEN)) stall.open ||= stall.reasons.length > 0
  const [cheapest] = [...all].sort((a, b) => a.price - b.price)
  if (cheapest && !all.some((stall) => stall.open)) {
    cheapest.open = true
    cheapest.reasons.push({ kind: 'cheapest' })
  }
  return new Map(all.map(({ id, reasons, open }) => [id, { reasons, open }]))
}

/** Whether a press on the stall puts something there. */
const isOffered = (target: RoomTarget | undefined) => !!target && !target.chooses

const ORDER = ['lands', 'alike', 'wards']
/** The place of the best reason in the order, after all if there is none; with more reasons earlier. */
const rank = (reasons: readonly Reason[]) =>
  reasons[0] ? ORDER.indexOf(reasons[0].kind) - reasons.length / 10 : ORDER.length

/** The reason in the pill. The landing is on the lane already, so a harmony comes before it there. */
export const shownReason = (reasons: readonly Reason[]): Reason | undefined =>
  reasons.find(({ kind }) => kind === 'alike') ?? reasons[0]
