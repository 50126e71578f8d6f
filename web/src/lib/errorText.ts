import { ApiError } from './api'
import { hasMessage, t } from './i18n.svelte'

/** Return the text of an error for the player. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('web-went-wrong')
  if (error.status === 0) return t('web-offline')
  const { code = '', title, detail, reason, arguments: { where, bound } = {} } = error.problem
  if (reason === 'shorter' && `${where}`.endsWith('name')) return t('web-name-too-long', { most: bound! })
  // The server has written this sentence in this language, and the title as well.
  if (detail && (reason || code === 'bad_request')) return detail
  const id = `api-${code.replaceAll('_', '-')}`
  const text = hasMessage(id) ? t(id) : (title ?? t('web-went-wrong'))
  // What is wrong in a file or a position, in English; the words of a move say nothing to a player.
  return detail && !code.endsWith('move') ? `${text} ${detail}` : text
}
