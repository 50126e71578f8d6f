import { pair, t } from './i18n.svelte'
import type { Building, Room } from './types'
import type { Words } from './words'

/** Describe the deal with a character: `2 mon → 4 IKI`. */
export function skillText(words: Words, card: string): string {
  const skill = words.characters.get(card)?.skill
  if (!skill) return ''
  const parts: string[] = []
  if (hasAmounts(skill.gain)) parts.push(words.plus(skill.gain!))
  if (skill.do === 'build' && hasAmounts(skill.discount)) {
    parts.push(t('card-build-discount', { discount: words.bundle(skill.discount!) }))
  } else if (skill.do) parts.push(t(`card-${skill.do}`))
  if (hasAmounts(skill.opponents_gain)) parts.push(t('card-opponents', { gain: words.bundle(skill.opponents_gain!) }))
  const effect = words.commas(parts)
  return hasAmounts(skill.spend) ? t('card-trade', { spend: words.plus(skill.spend!), gain: effect }) : effect
}

/** Describe the card in a room: its type, its deal or worth, and its next salary. */
export function occupantTexts(words: Words, room: Room): string[] {
  const card = room.card ?? ''
  const building = words.buildings.get(card)
  const salary = hasAmounts(room.salary) ? pair(t('board-salary'), words.bundle(room.salary!)) : ''
  return [
    words.typeOf(card),
    building ? buildingText(words, building) : pair(t('board-skill'), skillText(words, card)),
    salary,
    room.retires ? t('web-retires-next') : '',
  ].filter(Boolean)
}

/** Describe what a building scores and does. */
export function buildingText(words: Words, building: Building): string {
  const parts: string[] = []
  if (building.score) parts.push(words.amount('iki', building.score))
  if (building.score_per) parts.push(scorePer(words, building.score_per))
  if (building.effect) {
    const amount = words.amount(building.effect.resource, building.effect.amount)
    parts.push(t(`building-${building.effect.per.replaceAll('_', '-')}`, { amount }))
  }
  return words.commas(parts)
}

/** Describe what a fish, a pipe or a pouch gives. */
export function goodText(words: Words, id: string): string {
  const token = words.goods.get(id)
  if (!token) return ''
  const parts: string[] = []
  if (hasAmounts(token.gain)) parts.push(t('amount-more', { amount: words.bundle(token.gain!) }))
  if (token.do) parts.push(t(`card-${token.do}`))
  if (token.score) parts.push(words.amount('iki', token.score))
  if (token.score_per) parts.push(scorePer(words, token.score_per))
  if (token.bonus) parts.push(t('amount-more', { amount: words.amount('iki', token.bonus) }))
  return words.commas(parts)
}

function scorePer(words: Words, per: NonNullable<Building['score_per']>): string {
  const counted = t(`per-${per.good.replaceAll('_', '-')}`, { count: per.every })
  const text = t('score-per', { iki: words.amount('iki', per.iki), counted })
  return per.max ? t('score-at-most', { text, iki: per.max }) : text
}

function hasAmounts(bundle: Record<string, number> | null | undefined): boolean {
  return Object.values(bundle ?? {}).some(Boolean)
}
