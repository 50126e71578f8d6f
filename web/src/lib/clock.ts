import { t } from './i18n.svelte'
import type { Clock } from './types'

/** Format seconds as a clock shows them. */
export function duration(seconds: number): string {
  const all = Math.max(0, Math.ceil(seconds))
  const two = (count: number) => String(count).padStart(2, '0')
  if (all >= 86_400)
    return t('web-days-left', { days: Math.floor(all / 86_400), hours: Math.floor((all % 86_400) / 3600) })
  if (all >= 3600) return `${Math.floor(all / 3600)}:${two(Math.floor((all % 3600) / 60))}:${two(all % 60)}`
  return `${Math.floor(all / 60)}:${two(all % 60)}`
}

/** Describe a table's clock. */
export function clockWords(clock: Clock): string {
  if (clock.days) return t('web-clock-days', { days: clock.days })
  return t('web-clock-minutes', { minutes: clock.minutes ?? 0, increment: clock.increment ?? 0 })
}
