import { t } from './i18n.svelte'
import { moveDetails, gainTexts } from './moves'
import type { LegalMove, Running } from './types'
import type { Words } from './words'

/** Return the net price of a card in a room: the mon on the card reduce its price. */
export const netPrice = (move: LegalMove, room: string): number =>
  (move.preview?.rooms?.[room] ?? 0) - (move.preview?.gain?.mon ?? 0)

export const priceText = (words: Words, price: number): string =>
  price < 0 ? words.changes({ mon: -price }) : t('web-pay-mon', { mon: price })

const withSign = (count: number): string => `${count}`.replace('-', '−')

/** Explain how the price of a chosen card is composed, and what else the hire gains. */
export function priceBreakdown(words: Words, game: Running, move: LegalMove): string {
  if (move.kind !== 'hire') return moveDetails(words, game, move)
  const { spend, gain, rooms, missing, later } = move.preview ?? {}
  const [price, monOnCard] = [spend?.mon ?? 0, gain?.mon ?? 0]
  const cost = game.position.row.find((offer) => offer.card === move.parts?.[0])?.cost ?? price
  const extra = Math.max(0, ...Object.values(rooms ?? {}).map((total) => total - price))
  const terms = [withSign(cost)]
  if (cost > price) terms.push(t('web-sum-discount', { mon: cost - price, token: words.token('hire_discount') }))
  if (monOnCard) terms.push(t('web-sum-on-card', { mon: monOnCard }))
  if (terms.length > 1) terms.push(`= ${withSign(price - monOnCard)}`)
  const id = game.position.players.length > 2 ? 'crossing' : 'middle'
  const parts = [
    terms.join(' '),
    extra ? t('web-sum-room', { id, mon: extra, sum: withSign(price - monOnCard + extra) }) : '',
  ]
  /** A stall that is too dear, and the mon that it lacks. All of them have the same surcharge. */
  const [dear, short] = Object.entries(missing ?? {})[0] ?? []
  const more = game.position.rooms.find((room) => room.id === dear)?.surcharge ?? 0
  const sum = terms.length > 1 || extra ? words.commas(parts.filter(Boolean)) : words.amount('mon', price)
  const tooDear = short ? [t('web-too-dear', { id, extra: more, mon: short })] : []
  return [sum, ...tooDear, ...(later ? gainTexts(words, later) : [])].join(' · ')
}
