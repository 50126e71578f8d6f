import { t } from './i18n.svelte'
import type { LegalMove, Position, Preview, Running } from './types'
import { goodText } from './cardText'
import { sentence } from './sentences'
import type { Words } from './words'

/** Moves that complete the move before. */
const COMPLETING = /^(place|build|train|swap|with) /

export const isCompleting = (words: string): boolean => COMPLETING.test(words)

/** Return the name of a move (`edokko.words.moves`). */
export function moveName(
  words: Words,
  position: Position,
  kind: string,
  parts: readonly string[],
  seat: number,
): string {
  const [first = ''] = parts
  if (kind === 'shop') return shopName(words, parts)
  const room = position.rooms.find((room) => room.id === first)
  const facts = { card: first, room: first, slot: first, number: Number(first), square: Number(first) }
  return sentence(words, 'move', kind, facts, {
    occupant: () => words.occupant(room?.card, room?.owner, seat),
    shops: () => words.listed((room?.squares ?? []).map(words.square)),
  })
}

function shopName(words: Words, parts: readonly string[]): string {
  const [first = '', card = ''] = parts
  if (['pipe', 'pouch', 'fish'].includes(first)) {
    const goods = parts.filter((_, index) => index % 2).map(words.good)
    return t('move-shop-buy', { goods: words.listed(goods) })
  }
  return first === 'build' ? t('move-build', { card: words.card(card) }) : t(`move-shop-${parts.join('-')}`)
}

export function moveLabel(words: Words, game: Running, move: { kind: string; parts?: string[] }): string {
  return moveName(words, game.position, move.kind, move.parts ?? [], game.turn?.seat ?? 0)
}

/** Describe the costs and gains of a legal move. */
export function moveDetails(words: Words, game: Running, move: LegalMove): string {
  const preview = move.preview ?? {}
  const seat = game.turn?.seat ?? 0
  const parts: string[] = []
  const rooms = preview.rooms ?? {}
  if (move.kind === 'hire') {
    parts.push(prices(words, rooms))
    if (preview.gain?.mon) parts.push(t('detail-mon-on-card', { count: preview.gain.mon }))
    if (preview.later) parts.push(...gainTexts(words, preview.later))
    return words.commas(parts)
  }
  if (move.kind === 'ikizama') return slotDetails(words, move)
  if (move.kind === 'swap' || move.kind === 'start') return ''
  // A deal with a character says "it" of that character, whose name stands before.
  const worker =
    move.kind === 'work' ? game.position.rooms.find((room) => room.id === move.parts?.[0])?.card : undefined
  if (preview.square && move.kind !== 'visit') parts.push(t('detail-to', { square: words.square(preview.square) }))
  const spend = Object.fromEntries(Object.entries(preview.spend ?? {}).map(([what, count]) => [what, -count]))
  if (Object.values(spend).some(Boolean)) parts.push(words.changes(spend))
  if (move.kind === 'build' || move.kind === 'shop') parts.push(...surcharges(words, preview))
  parts.push(...gainTexts(words, preview))
  for (const good of preview.goods ?? []) {
    const worth = words.goods.get(good)?.kind !== 'pipe' ? goodText(words, good) : ''
    if (worth) parts.push(t('detail-at-end', { worth }))
  }
  if (preview.laps) parts.push(t('detail-lap'))
  parts.push(...progressTexts(words, preview, seat, worker), ...opponentTexts(words, preview))
  parts.push(...leavesTexts(words, preview))
  for (const question of preview.asks ?? []) {
    if (['train', 'build', 'swap'].includes(question)) parts.push(t(`detail-asks-${question}`))
  }
  if (preview.later && move.kind !== 'build') {
    const { later } = preview
    const texts = [
      ...gainTexts(words, later),
      ...progressTexts(words, later, seat, worker),
      ...leavesTexts(words, later),
    ]
    if (texts.length) parts.push(t('detail-then', { what: words.commas(texts) }))
  }
  return words.commas(parts)
}

const leavesTexts = (words: Words, { leaves }: Preview): string[] =>
  (leaves ?? []).map((card) => t('detail-leaves', { card: words.card(card) }))

function slotDetails(words: Words, move: LegalMove): string {
  const shops = (move.preview?.reaches ?? []).map(words.shop)
  if (!move.parts?.[0]?.includes('-')) return t('detail-slot', { shop: words.either(shops) })
  const { mon } = move.preview?.later?.gain ?? {}
  const parts = mon ? [t('amount-more', { amount: words.amount('mon', mon) })] : []
  return words.commas([...parts, t('detail-slot-only-moves', { first: shops[0]!, last: shops.at(-1)! })])
}

/** Return the prices, in ascending order, each with the names of its rooms. */
const roomsByPrice = (words: Words, rooms: Record<string, number>): [number, string][] =>
  [...new Set(Object.values(rooms))]
    .sort((a, b) => a - b)
    .map((price) => [price, words.either(Object.keys(rooms).filter((room) => rooms[room] === price))])

/** Name the rooms in which a building costs more, by their surcharge. */
function surcharges(words: Words, preview: Preview): string[] {
  const price = preview.spend?.mon ?? 0
  return roomsByPrice(words, preview.rooms ?? {})
    .filter(([total]) => total > price)
    .map(([total, rooms]) => t('detail-room-extra', { price: words.amount('mon', total - price), rooms }))
}

function opponentTexts(words: Words, preview: Preview): string[] {
  const gains = Object.entries(preview.opponents_gain ?? {}).map(
    ([seat, gain]) => [words.seat(Number(seat)), words.bundle(gain)] as const,
  )
  const amounts = new Set(gains.map(([, amount]) => amount))
  if (gains.length > 1 && amounts.size === 1) return [t('detail-every-opponent', { amount: gains[0]![1] })]
  return gains.map(([seat, amount]) => t('detail-opponent', { seat, amount }))
}

function prices(words: Words, rooms: Record<string, number>): string {
  const [[first] = [0], ...more] = roomsByPrice(words, rooms)
  const price = words.amount('mon', first)
  if (!more.length) return price
  const dear = more.map(([total, rooms]) => t('detail-room-price', { price: words.amount('mon', total), rooms }))
  return t('detail-prices', { price, dear: words.commas(dear) })
}

export function gainTexts(words: Words, preview: Preview): string[] {
  const parts: string[] = []
  const gains = { ...preview.gain, ...(preview.fire ? { fire: preview.fire } : {}) }
  if (Object.values(gains).some(Boolean)) parts.push(words.changes(gains))
  else if (preview.fire_order?.length && !preview.fire) parts.push(t('detail-on-top'))
  for (const [token, count] of Object.entries(preview.tokens ?? {})) {
    parts.push(t(count > 0 ? 'detail-token-gained' : 'detail-token-spent', { token: words.token(token) }))
  }
  return parts
}

/** @param worker the character at work, which is called "it" */
function progressTexts(words: Words, preview: Preview, seat: number, worker?: string | null): string[] {
  const parts: string[] = []
  const retires = preview.retires ?? []
  const name = (training: { card: string; seat: number }) =>
    training.card === worker ? t('detail-it') : words.owned(training.card, training.seat, seat)
  const learning = (preview.trains ?? []).filter((training) => !retires.includes(training.card))
  if (learning.length) {
    const cards =
      learning.length > 2 ? t('detail-characters', { count: learning.length }) : words.listed(learning.map(name))
    parts.push(t('detail-learns', { cards, count: learning.length }))
  }
  for (const training of preview.trains ?? []) {
    if (retires.includes(training.card)) parts.push(t('detail-retires', { card: name(training) }))
  }
  return parts
}

/** Return the question that the acting seat has to answer. */
export function question(words: Words, game: Running): string {
  const [asked = ''] = game.asked ?? []
  const turn = game.turn
  if (asked === 'place' && turn?.pending) return t('ask-place-card', { card: words.card(turn.pending) })
  if (asked === 'starve') {
    const { hungry: count = 1, mouths = 0 } = turn ?? {}
    return t('ask-starve', { count, fed: mouths - count, mouths })
  }
  if (asked === 'guard') {
    const id = game.position.burning?.room ?? ''
    const room = game.position.rooms.find((room) => room.id === id)
    return t('ask-guard', { card: words.short(room?.card ?? ''), room: id })
  }
  if (asked === 'shop' || asked === 'work' || asked === 'done') return t('ask-shop')
  return asked ? t(`ask-${asked}`) : ''
}
