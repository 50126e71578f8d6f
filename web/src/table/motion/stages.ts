import type { Amounts, GameEvent, Position, Room, Step, TableView } from '../../lib/types'

/** What a part of an update is about: the move itself, or a phase of the month's end. */
export type Stage = 'move' | 'ends' | 'payday' | 'fire' | 'begins'

/** A part of an update. Its animation ends before the next part begins. */
export interface Part {
  stage: Stage
  month: number
  /** The events of this part, inside their steps. */
  steps: readonly Step[]
  /** The steps of all parts up to and including this one. */
  log: readonly Step[]
  /** The position before a payday or a fire. */
  before?: Position
}

/** Split steps at the month's end, so that the page shows the fire or the payday before the next month. */
export function partsOf(steps: readonly Step[]): Part[] {
  const parts: Part[] = []
  let log: Step[] = []
  for (const step of steps) {
    const before = log
    const events = step.kind === 'move' ? (step.events ?? []) : []
    let stage: Stage = 'move'
    let from = 0
    const next = events.findIndex((event) => event.kind === 'month_began')
    /** A step carries the month after it, so events before `month_began` belong to the month before. */
    const monthUpTo = (to: number) => (next >= 0 && to <= next ? (events[next]!.level ?? 1) - 1 : (step.month ?? 0))
    const close = (to: number) => {
      const part = events.length ? { ...step, events: events.slice(from, to) } : step
      log = [...before, events.length ? { ...step, events: events.slice(0, to) } : step]
      const last = parts.at(-1)
      if (last?.stage === stage) parts[parts.length - 1] = { ...last, steps: [...last.steps, part], log }
      else parts.push({ stage, month: monthUpTo(to), steps: [part], log })
      from = to
    }
    for (const [index, event] of events.entries()) {
      const following: Stage = stageOf(event) ?? stage
      if (following === stage) continue
      if (index) close(index)
      stage = following
    }
    close(events.length)
  }
  // The last part has the original steps, not copies.
  if (parts.length) parts[parts.length - 1] = { ...parts.at(-1)!, log: [...steps] }
  return parts
}

/** Check whether a part is a payday or a fire. */
export const isReport = ({ stage }: Part): boolean => stage === 'payday' || stage === 'fire'

/** Split steps into parts, each payday and each fire with the position before it. */
export function partsFrom(view: TableView | null, steps: readonly Step[]): Part[] {
  const parts = partsOf(steps)
  for (const part of parts) {
    if (!view?.table.game) break
    if (isReport(part)) part.before = view.table.game.position
    view = viewAfter(view, part)
  }
  return parts
}

/** Return the stage that an event belongs to, or undefined if it belongs to the current one. */
function stageOf({ kind, reason }: GameEvent): Stage | undefined {
  if (kind === 'month_began') return 'begins'
  if (kind === 'mon_on_card') return 'ends'
  if (kind === 'payday_began' || kind === 'season_began' || reason === 'season' || reason === 'food') return 'payday'
  if (kind === 'fed') return 'payday'
  if ((kind.startsWith('fire_') && kind !== 'fire_rose') || reason === 'fire') return 'fire'
  return undefined
}

/** Check whether steps contain a payday or a fire, which the player has to see before the game goes on. */
export const hasReport = (steps: readonly Step[]): boolean =>
  steps.some((step) => (step.events ?? []).some((event) => ['payday', 'fire'].includes(stageOf(event) ?? '')))

/** Check whether more happens than a move. */
export const hasStages = (parts: readonly Part[]): boolean => parts.some((part) => part.stage !== 'move')

/**
 * Return the view after some events: the old view, changed by the events, without legal moves.
 *
 * It is on the table only until the view of the server replaces it.
 */
export function viewAfter(view: TableView, { stage, steps }: Pick<Part, 'stage' | 'steps'>): TableView {
  const { game } = view.table
  if (!game) return view
  const before = stage === 'payday' ? withoutHunger(game.position) : game.position
  const position = steps.flatMap((step) => step.events ?? []).reduce(positionAfter, before)
  const noMoves = { moves: [], asked: [], unavailable: [], turn: undefined }
  return {
    ...view,
    you: { ...view.you, may_play: false, may_undo: false },
    table: { ...view.table, seat: undefined, game: { ...game, ...noMoves, position } },
  }
}

/** Remove the hunger warnings once the payday has come. */
function withoutHunger(position: Position): Position {
  if (!position.players.some((player) => player.hungry)) return position
  return { ...position, players: position.players.map((player) => ({ ...player, hungry: 0 })) }
}

const empty = ({ id, squares, surcharge }: Room): Room => ({ id, squares, surcharge })

function positionAfter(position: Position, event: GameEvent): Position {
  const { seat, card, room, amount = 0 } = event
  const player = (change: (has: Amounts) => Partial<Amounts>): Position['players'] =>
    position.players.map((player) => (player.seat === seat ? { ...player, ...change(player) } : player))
  switch (event.kind) {
    case 'gained':
    case 'fire_rose': {
      const what = (event.kind === 'fire_rose' ? 'fire' : event.resource) as 'iki'
      return { ...position, players: player((has) => ({ [what]: has[what] + (amount ?? 0) })) }
    }
    case 'left': {
      const rooms = position.rooms.map((entry) => (entry.id === room ? empty(entry) : entry))
      const row = position.row.filter((offer) => offer.card !== card)
      return room ? { ...position, rooms, players: player((has) => ({ kobun: has.kobun + 1 })) } : { ...position, row }
    }
    case 'retired': {
      const rooms = position.rooms.map((entry) => (entry.id === room ? empty(entry) : entry))
      return { ...position, rooms, players: player((has) => ({ kobun: has.kobun + 1 })) }
    }
    case 'token_spent': {
      const without = (all: readonly string[]) => all.filter((_, index) => index !== all.indexOf(event.token ?? ''))
      return { ...position, players: player((has) => ({ tokens: without(has.tokens ?? []) })) }
    }
    case 'card_taken':
      return { ...position, row: position.row.filter((offer) => offer.card !== card) }
    case 'placed':
      return {
        ...position,
        rooms: position.rooms.map((entry) =>
          entry.id === room ? { ...entry, card, kind: 'character', owner: seat, step: 0 } : entry,
        ),
      }
    case 'mon_on_card':
      return {
        ...position,
        row: position.row.map((offer) =>
          offer.card === card ? { ...offer, mon: (offer.mon ?? 0) + (amount ?? 0) } : offer,
        ),
      }
    default:
      return position
  }
}
