import { pair, t } from './i18n.svelte'
import type { Month, Running } from './types'

/** Name what happens at the end of a month. */
const monthEndTexts = (month: Month | undefined): string[] => [
  ...(month?.payday ? [t('web-payday')] : []),
  ...(month?.fire ? [t('web-fire', { strength: month.fire })] : []),
]

/** Describe a month and how it ends. */
export const monthText = (month: Month): string =>
  [t('web-month', { month: month.month }), ...monthEndTexts(month)].join(', ')

/** Return the later months that end with a payday or a fire. */
const laterMonths = (game: Running): Month[] =>
  game.calendar.filter((month) => month.month > game.position.month && (month.payday || month.fire))

/** Name the current month, as in the log. */
const nowText = (game: Running, season: (id: string) => string): string => {
  const { month } = game.position
  return month > 12 ? t('board-new-year') : t('board-month', { month, season: season(game.position.season) })
}

/** Name the current month, the next payday and the next fire, in one sentence. */
export function nextText(game: Running, season: (id: string) => string): string {
  const ahead = game.calendar.filter((month) => month.month >= game.position.month)
  const payday = ahead.find((month) => month.payday)
  const fire = ahead.find((month) => month.fire)
  return [
    nowText(game, season),
    ...(payday ? [t('web-next-payday', { month: payday.month })] : []),
    ...(fire ? [t('web-next-fire', { month: fire.month, strength: fire.fire ?? 0 })] : []),
  ].join('; ')
}

/** Describe the current month, and how it and the later months end. */
export function yearText(game: Running, season: (id: string) => string): string {
  const { month } = game.position
  const now = nowText(game, season)
  const following = laterMonths(game).map((later) =>
    pair(t('web-month', { month: later.month }), monthEndTexts(later).join(', ')),
  )
  return [[now, ...monthEndTexts(game.calendar.find((entry) => entry.month === month))].join(', '), ...following].join(
    '; ',
  )
}
