import { lines } from '../../lib/events'
import type { GameEvent, Position, ScoreSheet, Step } from '../../lib/types'
import { withoutUndone } from '../../lib/undo'
import type { Words } from '../../lib/words'

/** The icon of each line of the score sheet. */
export const LINE_ICONS: Record<string, string> = {
  track: 'r-iki',
  types: 'u-hire',
  fish: 'f-tai',
  pouches: 'pouch',
  buildings: 'u-build',
  koban: 'r-koban',
  wood: 'r-wood',
  mon: 'r-mon',
}

/** Return the lines of the score sheets, in the order of the server. */
export const linesOf = (scores: readonly ScoreSheet[]): string[] => Object.keys(scores[0]?.lines ?? {})

/** Return the score sheets by place. */
export const byPlace = (scores: readonly ScoreSheet[]): ScoreSheet[] => [...scores].sort((a, b) => a.place - b.place)

/** The seat that the winner is compared with: the reader's, or that of the second place if the reader won or watches. */
const rivalOf = ([, ...others]: readonly ScoreSheet[], reader: number | null) =>
  others.find((score) => score.seat === reader) ?? others[0]

/** What decided a game: the line in which the winner was furthest ahead of a rival. */
interface Decision {
  line: string
  winner: ScoreSheet
  rival: ScoreSheet
}

/**
 * Return what decided the game; null where the points of the first two are equal.
 *
 * @param scores by place
 */
export function decisionOf(scores: readonly ScoreSheet[], reader: number | null): Decision | null {
  const [winner] = scores
  const rival = rivalOf(scores, reader)
  if (!winner || !rival || winner.total === scores[1]?.total) return null
  const lead = (line: string) => (winner.lines[line] ?? 0) - (rival.lines[line] ?? 0)
  const line = linesOf(scores).reduce((best, each) => (lead(each) > lead(best) ? each : best))
  return { line, winner, rival }
}

/** Return those who share the highest points, the winner first. */
export const topOf = (scores: readonly ScoreSheet[]): ScoreSheet[] =>
  scores.filter((score) => score.total === scores[0]?.total)

/** The act that earned a seat the most IKI at once. */
interface BestMoment {
  month: number
  iki: number
  text: string
  /** The card that earned it; null for neighbours. */
  card: string | null
  type: string | null
}

/** Return the IKI that an event earned a seat. */
function ikiOf(event: GameEvent, seat: number): number {
  if ((event.seat ?? null) !== seat) return 0
  if (event.kind === 'harmony_scored') return event.amount ?? 0
  return event.kind === 'gained' && event.resource === 'iki' && event.reason !== 'harmony' ? (event.amount ?? 0) : 0
}

/** Return the best moment of a seat in the log; null for a seat that never gained IKI. */
export function bestMomentOf(words: Words, steps: readonly Step[], seat: number): BestMoment | null {
  let best: { event: GameEvent; step: Step; month: number; iki: number } | null = null
  for (const step of withoutUndone(steps)) {
    // A step carries the month after it, so what precedes a new month belongs to the month before.
    const next = (step.events ?? []).findIndex((event) => event.kind === 'month_began')
    for (const [index, event] of (step.events ?? []).entries()) {
      const iki = ikiOf(event, seat)
      if (iki <= (best?.iki ?? 0)) continue
      best = { event, step, iki, month: (step.month ?? 0) - Number(index < next) }
    }
  }
  if (!best) return null
  const { event, step, month, iki } = best
  const text = lines(words, [{ ...step, events: [event] }])[0]?.text ?? ''
  const card = words.characters.has(event.source ?? '') ? (event.source ?? null) : null
  return { month, iki, text, card, type: event.type ?? (card && words.characters.get(card)!.type) }
}

/** Return how many characters of each type count for a seat at the end, on the board and retired ones. */
export function tradesOf(words: Words, position: Position, seat: number): [type: string, count: number][] {
  const cards = [
    ...(position.players[seat]?.retired ?? []),
    ...position.rooms.filter((room) => room.owner === seat && room.kind === 'character').map((room) => room.card ?? ''),
  ]
  const types = new Map<string, number>()
  for (const card of cards) {
    const type = words.characters.get(card)?.type
    if (type) types.set(type, (types.get(type) ?? 0) + 1)
  }
  return Object.keys(words.components.types)
    .filter((type) => types.has(type))
    .map((type) => [type, types.get(type)!])
}
