import { t } from './i18n.svelte'
import { moveName } from './moves'
import type { HintMove, Position, Running } from './types'
import type { Words } from './words'

/** How many of the best moves a hint shows. */
export const MAX_HINTS = 3

/** Return the room that a hinted move and its follow-up moves lead to. */
export function hintedRoom(hint: { words: string; then?: string[] }): string {
  const placing = (hint.then ?? []).find((words) => words.startsWith('place '))
  return placing?.split(' ')[1] ?? ''
}

/** Name a move that is given in the words of records. */
export const moveText = (words: Words, position: Position, move: string, seat: number) => {
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

interface Place {
  x: number
  y: number
}

/**
 * Move plates down, or up at the foot of the window, until none covers another. The first keeps its place.
 *
 * @param plates the upper left corners, in order of importance; all plates have one size
 * @param width of a plate, with the gap beside it
 * @param height of a plate, with the gap below it
 * @param bottom the height of the window
 */
export function separatePlates<T extends Place>(
  plates: readonly T[],
  width: number,
  height: number,
  bottom: number,
): T[] {
  const placed: T[] = []
  for (const plate of plates) {
    let y = plate.y
    const covered = () => placed.find((other) => Math.abs(other.x - plate.x) < width && Math.abs(other.y - y) < height)
    for (let other = covered(); other && y + height <= bottom; other = covered()) y = other.y + height
    if (y + height > bottom) {
      y = plate.y
      for (let other = covered(); other; other = covered()) y = other.y - height
    }
    placed.push({ ...plate, y })
  }
  return placed
}
