import { ApiError } from './api'
import { hasMessage, t } from './i18n.svelte'

/** Return the text of an error for the player. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('web-went-wrong')
  if (error.status === 0) return t('web-offline')
  const { reason, arguments: { where, bound } = {} } = error.problem
  if (reason === 'shorter' && `${where}`.endsWith('name')) return t('web-name-too-long', { most: bound! })
  if (error.problem.code === 'bad_request' && error.problem.detail) return error.problem.detail
  // The server reports overlay errors in English.
  if (error.problem.code === 'bad_overlay') return [t('api-bad-overlay'), error.problem.detail].join(' ')
  const id = `api-${(error.problem.code ?? '').replaceAll('_', '-')}`
  // The server has written the title in this language.
  return hasMessage(id) ? t(id) : (error.problem.title ?? t('web-went-wrong'))
}
