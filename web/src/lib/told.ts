import { ApiError } from './api'
import { has, t } from './i18n.svelte'

/** What went wrong, in words. */
export function told(error: unknown): string {
  if (!(error instanceof ApiError)) return t('web-went-wrong')
  if (error.status === 0) return t('web-offline')
  if (error.problem.code === 'bad_request' && error.problem.detail) return error.problem.detail
  // What is wrong with a file is said by whoever has read it, in English.
  if (error.problem.code === 'bad_overlay') return [t('api-bad-overlay'), error.problem.detail].join(' ')
  const id = `api-${(error.problem.code ?? '').replaceAll('_', '-')}`
  return has(id) ? t(id) : t('web-went-wrong')
}
