import { t } from './i18n.svelte'
import type { Clock } from './types'

/** What a table's clock is, in words. */
export function clockWords(clock: Clock): string {
  if (clock.days) return t('web-clock-days', { days: clock.days })
  return t('web-clock-minutes', { minutes: clock.minutes ?? 0, increment: clock.increment ?? 0 })
}
