import { pair, t } from './i18n.svelte'
import type { Month, Running } from './types'

/** Name what happens at the end of a month. */
const ends = (month: Month | undefined): string[] => [
  ...(month?.payday ? [t('web-payday')] : []),
  ...(month?.fire ? [t('web-fire', { strength: month.fire })] : []),
]

/** Describe a month and how it ends. */
export const monthSaid = (month: Month): string => [t('web-month', { month: month.month }), ...ends(month)].join(', ')

/** Return the later months that end with a payday or a fire. */
const later = (game: Running): Month[] =>
  game.calendar.filter((month) => month.month > game.position.month && (month.payday || month.fire))

/** Return the months of the next payday and the next fire, in calendar order. */
export function coming(game: Running): Month[] {
  const found = later(game)
  const first = [found.find((month) => month.payday), found.find((month) => month.fire)]
  return found.filter((month) => first.includes(month))
}

/** Describe the current month, and how it and the later months end. */
export function yearSaid(game: Running, season: (id: string) => string): string {
  const { month } = game.position
  const now = month > 12 ? t('board-new-year') : t('board-month', { month, season: season(game.position.season) })
  const ahead = later(game).map((ahead) => pair(t('web-month', { month: ahead.month }), ends(ahead).join(', ')))
  return [[now, ...ends(game.calendar.find((entry) => entry.month === month))].join(', '), ...ahead].join('; ')
}
