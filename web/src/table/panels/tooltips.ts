import { t } from '../../lib/i18n.svelte'
import type { Amounts, Month, Running } from '../../lib/types'
import type { Words } from '../../lib/words'

/** A number of a player: its tooltip says what it is and where it comes from. */
type Held = 'mon' | 'rice' | 'sandals' | 'wood' | 'koban' | 'iki' | 'fire'

/** List the steps of a table of points, from the first on: `1, 4, 9`. */
const pointsRow = (words: Words, points: readonly number[]) => words.commas(points.slice(1).map(String))

export function heldTip(words: Words, game: Running, what: Held, has: Amounts): string {
  const { scoring } = words.components
  if (what === 'iki') return t('web-tip-iki', { count: has.iki, points: has.points })
  if (what === 'fire') {
    const next = game.calendar.find((month) => month.fire && month.month >= game.position.month)
    const nextFire = next ? ` ${t('web-tip-fire-next', { month: next.month, strength: next.fire ?? 0 })}` : ''
    return t('web-tip-fire', { count: has.fire }) + nextFire
  }
  const text = {
    mon: () => t('web-tip-mon', { every: scoring.mon_per_iki }),
    rice: () => t('web-tip-rice', { mouths: ownCharacters(words, game, has.seat).length }),
    sandals: () => t('web-tip-sandals'),
    wood: () => t('web-tip-wood', { iki: scoring.wood }),
    koban: () => t('web-tip-koban', { iki: scoring.koban }),
  }[what]()
  return `${words.holds(what, has)}\n${text}`
}

/** Return the characters that a seat has on the board. */
export const ownCharacters = (words: Words, game: Running, seat: number) =>
  game.position.rooms.filter((room) => room.owner === seat && room.card && words.characters.has(room.card))

export function retiredTip(words: Words, game: Running, has: Amounts, type: string): string {
  const isType = (card: string | null | undefined) => words.characters.get(card ?? '')?.type === type
  const { types } = words.components.scoring
  return t('web-tip-retired', {
    type: words.type(type),
    retired: (has.retired ?? []).filter(isType).length,
    standing: ownCharacters(words, game, has.seat).filter((room) => isType(room.card)).length,
    most: types.length - 1,
    row: pointsRow(words, types),
  })
}

export function kobunTip(free: number, all: number): string {
  return `${t('web-kobun', { free, all })}\n${t('web-tip-kobun')}`
}

export function goodsTip(words: Words, held: readonly string[]): string {
  const head = words.commas(held.map(words.good))
  return [head, t('web-tip-goods', { row: pointsRow(words, words.components.scoring.fish) })].filter(Boolean).join('\n')
}

export const tokenTip = (words: Words, token: string) =>
  `${words.token(token)}\n${t(`web-tip-${token.replaceAll('_', '-')}`)}`

/** Describe a month of the calendar and how it ends. */
export function monthTip(words: Words, month: Month): string {
  const head = t('board-month', { month: month.month, season: words.season(month.season) })
  const endTexts = [
    ...(month.fire ? [t('web-tip-fire-month', { strength: month.fire })] : []),
    ...(month.payday ? [t('web-tip-payday')] : []),
  ]
  return [head, ...endTexts].join('\n')
}

export const newYearTip = () => `${t('board-new-year')}\n${t('web-tip-new-year')}`

/** Return the name of a tool in the header, with its key. */
export const toolTip = (name: string, key = '') => (key ? `${t(name)} (${key})` : t(name))
