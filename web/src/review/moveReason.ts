import { t } from '../lib/i18n.svelte'
import { gainTexts, moveDetails } from '../lib/moves'
import { netPrice, priceText } from '../lib/price'
import type { LegalMove, Running } from '../lib/types'
import type { Words } from '../lib/words'

/** Explain why a move is good by what it costs and yields. Without a room, a hire costs the price of the cheapest. */
export function moveReason(words: Words, game: Running, move: LegalMove, room = ''): string {
  if (move.kind !== 'hire') return moveDetails(words, game, move)
  const { alike, meal, later, rooms } = move.preview ?? {}
  const price = Math.min(...(room ? [room] : Object.keys(rooms ?? {})).map((id) => netPrice(move, id)))
  const parts = [priceText(words, price)]
  const neighbours = alike?.[room] ?? 0
  if (neighbours > 1) parts.push(t('web-alike', { type: words.typeOf(move.parts?.[0] ?? ''), count: neighbours }))
  if (later) parts.push(...gainTexts(words, later))
  if (meal && meal.needs > meal.has) parts.push(t('web-hint-food', { needs: meal.needs, has: meal.has }))
  return words.commas(parts)
}
