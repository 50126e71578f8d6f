import { language, t } from './i18n.svelte'

const DAY = 86_400_000

/** Format how long ago a time was, such as "4 min ago". */
export function timeAgo(time: string, now = Date.now()): string {
  const minutes = Math.max(0, Math.round((now - Date.parse(time)) / 60_000))
  if (!minutes) return t('web-just-now')
  if (minutes < 60) return t('web-minutes-ago', { count: minutes })
  return minutes < 2880
    ? t('web-hours-ago', { count: Math.round(minutes / 60) })
    : t('web-days-ago', { count: Math.round(minutes / 1440) })
}

/** Format the day of a time: "today", the weekday within the last six days, else the date. */
export function dayText(time: string, now = Date.now()): string {
  const then = new Date(time)
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  if (then.getTime() >= midnight) return t('web-today')
  const format: Intl.DateTimeFormatOptions =
    then.getTime() >= midnight - 6 * DAY ? { weekday: 'long' } : { day: 'numeric', month: 'short' }
  return new Intl.DateTimeFormat(language(), format).format(then)
}
