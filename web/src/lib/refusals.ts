import { t } from './i18n.svelte'
import { moveLabel } from './moves'
import { sentence } from './sentences'
import type { Running, Unavailable } from './types'
import type { Words } from './words'

/** Explain in a sentence why a move is not allowed (`edokko.words.refusals`). */
export const refusalText = (words: Words, move: Unavailable): string =>
  sentence(words, 'refusal', move.reason, move, {
    missing: () => missingText(words, move),
    occupant: () => words.occupant(move.card, move.seat),
    squares: () => words.either((move.squares ?? []).map(words.square)),
  })

const missingText = (words: Words, { missing }: Unavailable): string =>
  words.listed(Object.entries(missing ?? {}).map(([what, count]) => words.amount(what, count)))

/** Explain why several moves are not allowed. Each reason appears once, with its moves if there are several reasons. */
export function refusalTexts(words: Words, game: Running, all: readonly Unavailable[]): string[] {
  const movesByReason = new Map<string, string[]>()
  for (const move of all) {
    const reason = refusalText(words, move)
    movesByReason.set(reason, [...(movesByReason.get(reason) ?? []), moveLabel(words, game, move)])
  }
  if (movesByReason.size < 2) return [...movesByReason.keys()]
  return [...movesByReason].map(([reason, names]) => `${words.commas(names)} — ${reason}`)
}

/** Short texts whose message id does not follow from the reason. */
const BRIEF: Record<string, string> = {
  no_free_kobun: 'web-no-kobun',
  no_free_room: 'web-no-room',
  slot_closed: 'web-closed',
  slot_taken: 'web-taken',
  start_card_taken: 'web-taken',
  not_in_row: 'web-taken',
  not_on_offer: 'web-taken',
  slot_not_used: 'web-not-used',
  room_not_on_board: 'web-not-used',
  not_an_outer_room: 'web-not-outer',
  room_not_here: 'web-why-wrong-square',
  too_few_squares: 'web-why-out-of-reach',
  too_many_squares: 'web-why-out-of-reach',
  option_not_in_edition: 'web-why-not-offered',
  game_over: 'web-why-not-now',
}

/** Explain the same in two or three words, as a label on the element. The card detail has the full sentence. */
export function shortRefusal(words: Words, move: Unavailable): string {
  // For the nearest building, name the missing resources.
  if (move.reason === 'short' || (move.reason === 'nothing_to_build' && move.card)) {
    return t('web-short', { missing: missingText(words, move) })
  }
  return t(BRIEF[move.reason] ?? `web-why-${move.reason.replaceAll('_', '-')}`)
}
