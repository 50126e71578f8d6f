import { t } from './i18n.svelte'
import { details, yields } from './moves'
import type { LegalMove, Running } from './types'
import type { Words } from './words'

/** Return the net price of a card in a room: the mon on the card reduce its price. */
export const priceIn = (move: LegalMove, room: string): number =>
  (move.preview?.rooms?.[room] ?? 0) - (move.preview?.gain?.mon ?? 0)

export const paid = (words: Words, price: number): string =>
  price < 0 ? words.changes({ mon: -price }) : t('web-pay-mon', { mon: price })

const signed = (count: number): string => `${count}`.replace('-', '−')

/** Explain how the price of a chosen card is composed, and what else the hire gains. */
export function sumOf(words: Words, game: Running, move: LegalMove): string {
  if (move.kind !== 'hire') return details(words, game, move)
  const { spend, gain, rooms, later } = move.preview ?? {}
  const [price, lying] = [spend?.mon ?? 0, gain?.mon ?? 0]
  const cost = game.position.row.find((offer) => offer.card === move.parts?.[0])?.cost ?? price
  const extra = Math.max(0, ...Object.values(rooms ?? {}).map((total) => total - price))
  const terms = [signed(cost)]
  if (cost > price) terms.push(t('web-sum-discount', { mon: cost - price, token: words.token('hire_discount') }))
  if (lying) terms.push(t('web-sum-on-card', { mon: lying }))
  if (terms.length > 1) terms.push(`= ${signed(price - lying)}`)
  const id = game.position.players.length > 2 ? 'crossing' : 'middle'
  const parts = [
    terms.join(' '),
    extra ? t('web-sum-room', { id, mon: extra, sum: signed(price - lying + extra) }) : '',
  ]
  const sum = terms.length > 1 || extra ? words.commas(parts.filter(Boolean)) : words.amount('mon', price)
  return [sum, ...(later ? yields(words, later) : [])].join(' · ')
}
