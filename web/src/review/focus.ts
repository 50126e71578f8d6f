import { t } from '../lib/i18n.svelte'
import { hintSelectors, moveText } from '../lib/hints'
import type { Running } from '../lib/types'
import type { Words } from '../lib/words'
import type { FocusedMove } from '../table/hints.svelte'

/** The kinds of moves of a turn, after which the next seat decides. */
const OF_A_TURN = /^(place|build|train|swap|with|move|stay|step|shop|work|visit) /
const LANDS = /^(move|stay|step|visit)\b/

/**
 * Return what the board shows of a move and of those that follow it in the same turn: the walk, where it ends, and the
 * shop or the workers that are used there.
 */
export function focusOn(words: Words, game: Running, seat: number, line: readonly string[]): FocusedMove {
  const end = line.findIndex((move, index) => index > 0 && !OF_A_TURN.test(`${move} `))
  const own = end < 0 ? line : line.slice(0, end)
  const from = game.position.players[seat]?.square ?? 0
  const walk = own.find((move) => LANDS.test(move))
  const [kind = '', count = ''] = (walk ?? '').split(' ')
  const square = kind === 'visit' ? Number(count) : kind === 'move' ? squareAfter(from, Number(count)) : 0
  const frames: string[] = []
  const texts: string[] = []
  for (const move of own) {
    const [verb = '', first = ''] = move.split(' ')
    if (verb === 'shop' && square) frames.push(`[data-shop="${square}"]`)
    else if (['work', 'train', 'swap', 'with'].includes(verb)) frames.push(`[data-room="${first}"]`)
    if (['shop', 'work'].includes(verb) && move !== own[0]) texts.push(moveText(words, game.position, move, seat))
  }
  if (!walk)
    frames.push(...hintSelectors(game, { words: own[0] ?? '', then: own.slice(1), share: 0, win: 0, score: 0 }))
  return {
    seat,
    from,
    square,
    frames,
    text: square && texts.length ? t('study-then', { moves: words.commas(texts) }) : '',
  }
}

/** Return the square after some steps along the street of eight squares. */
const squareAfter = (from: number, steps: number): number => ((from - 1 + steps + 80) % 8) + 1
