import { t } from './i18n.svelte'
import { moveDetails, moveName, gainTexts } from './moves'
import { priceText, netPrice } from './price'
import type { HintMove, LegalMove, Position, Running } from './types'
import type { Words } from './words'

/** How many of the best moves a hint shows. */
export const MAX_HINTS = 3

/** Return the room that a hinted move and its follow-up moves lead to. */
export function hintedRoom(hint: { words: string; then?: string[] }): string {
  const placing = (hint.then ?? []).find((words) => words.startsWith('place '))
  return placing?.split(' ')[1] ?? ''
}

const moveText = (words: Words, position: Position, move: string, seat: number) => {
  const [kind = '', ...parts] = move.split(' ')
  return moveName(words, position, kind, parts, seat)
}

/** Describe a hinted move together with its follow-up moves, such as the stall. */
export function hintTitle(
  words: Words,
  position: Position,
  hint: { words: string; then?: string[] },
  seat: number,
): string {
  const room = hintedRoom(hint)
  const rest = (hint.then ?? []).filter((then) => !then.startsWith('place '))
  const text = words.commas([hint.words, ...rest].map((move) => moveText(words, position, move, seat)))
  return room ? t('web-hint-at', { move: text, room }) : text
}

/** Explain why a move is good by the game's own numbers: price, neighbours, food, fire, lap, retirement. */
export function hintReason(words: Words, game: Running, move: LegalMove | undefined, room: string): string {
  if (!move) return ''
  if (move.kind !== 'hire') return moveDetails(words, game, move)
  const { alike, meal, later } = move.preview ?? {}
  const parts = [priceText(words, room ? netPrice(move, room) : Math.min(...prices(move)))]
  const neighbours = alike?.[room] ?? 0
  if (neighbours > 1) parts.push(t('web-alike', { type: words.typeOf(move.parts?.[0] ?? ''), count: neighbours }))
  if (later) parts.push(...gainTexts(words, later))
  if (meal && meal.needs > meal.has) parts.push(t('web-hint-food', { needs: meal.needs, has: meal.has }))
  return words.commas(parts)
}

const prices = (move: LegalMove) => Object.keys(move.preview?.rooms ?? {}).map((room) => netPrice(move, room))

/** Return CSS selectors of a hinted move on the table: its card or target, and the stall it leads to. */
export function hintSelectors(game: Running, hint: HintMove): string[] {
  const move = game.moves?.find((other) => other.words === hint.words)
  const [kind = '', first = '', second = ''] = hint.words.split(' ')
  const room = hintedRoom(hint)
  const rooms = room ? [`[data-room="${room}"]`] : []
  const square = move?.preview?.square ?? (kind === 'visit' ? Number(first) : 0)
  const ownSquare = game.position.players[game.turn?.seat ?? 0]?.square
  if (['hire', 'start', 'neutral'].includes(kind)) return [`[data-offer="${first}"]`, ...rooms]
  if (kind === 'build') return [`[data-building="${first}"]`, ...rooms]
  if (kind === 'shop' && first === 'build')
    return [second ? `[data-building="${second}"]` : '', ...rooms].filter(Boolean)
  if (['place', 'work', 'train', 'swap', 'with', 'starve'].includes(kind)) return [`[data-room="${first}"]`, ...rooms]
  if (kind === 'ikizama') return [`[data-slot="${first}"]`]
  if (['move', 'visit', 'stay', 'step'].includes(kind) && square) return [`[data-square="${square}"]`]
  if (kind === 'shop' && ownSquare) return [`[data-shop="${ownSquare}"]`]
  return [`.bar [data-move="${hint.words}"]`]
}
