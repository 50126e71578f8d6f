import { t } from './i18n.svelte'
import { moveLabel } from './moves'
import type { Running, Unavailable } from './types'
import type { Words } from './words'

/** Explain in a sentence why a move is not allowed (`edokko.words.refusals`). */
export function refusalText(words: Words, move: Unavailable): string {
  const id = `refusal-${move.reason.replaceAll('_', '-')}`
  const missing = words.listed(Object.entries(move.missing ?? {}).map(([what, count]) => words.amount(what, count)))
  const room = move.room ?? ''
  const card = move.card ?? ''
  switch (move.reason) {
    case 'not_now':
      return t('refusal-chance')
    case 'short':
      return t(id, { missing })
    case 'room_occupied':
    case 'not_your_character':
      return t(id, { room, card: card ? words.owned(card, move.seat) : t('room-empty') })
    case 'no_character_there':
      return card ? t(`${id}-building`, { room, card: words.card(card) }) : t(`${id}-empty`, { room })
    case 'start_card_taken':
    case 'not_in_row':
    case 'not_on_offer':
      if (room) return t(`${id}-board`, { card: words.card(card), room })
      if (move.seat !== undefined && move.seat !== null) {
        return t(`${id}-seat`, { card: words.card(card), seat: words.seat(move.seat) })
      }
      return t(id, { card: words.card(card) })
    case 'slot_not_used':
    case 'slot_closed':
    case 'slot_taken':
    case 'slot_only_moves':
      return t(id, { slot: move.slot ?? '', seat: words.seat(move.seat) })
    case 'too_few_squares':
    case 'too_many_squares':
      return t(id, { limit: move.limit ?? 0, missing })
    case 'wrong_square':
    case 'room_not_here':
      return t(id, { room, squares: words.either((move.squares ?? []).map(words.square)) })
    case 'not_on_sale':
    case 'fish_of_season_held': {
      const good = words.good(move.good ?? '')
      if (move.reason === 'not_on_sale' && move.seat !== undefined && move.seat !== null) {
        return t(`${id}-seat`, { good, seat: words.seat(move.seat) })
      }
      return t(id, { good })
    }
    case 'nothing_to_build':
      return card ? t(`${id}-nearest`, { card: words.card(card), missing }) : t(id)
    default:
      return t(id, { room })
  }
}

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
    const missing = Object.entries(move.missing ?? {}).map(([what, count]) => words.amount(what, count))
    return t('web-short', { missing: words.listed(missing) })
  }
  return t(BRIEF[move.reason] ?? `web-why-${move.reason.replaceAll('_', '-')}`)
}
