import { ApiError } from './api'
import { onNavigate } from './router.svelte'

let recorded = $state.raw<Error | null>(null)

/** Return the first uncaught error on this page. Later errors may only follow from the first. */
export const firstError = () => recorded

/** Record an uncaught error. A problem answer of the server is not an error of the page. */
function recordError(thrown: unknown): void {
  if (recorded || thrown instanceof ApiError || thrown === null || thrown === undefined) return
  recorded = thrown instanceof Error ? thrown : new Error(String(thrown))
}

/** Record an error while rendering a part of the page. The browser does not log these by itself. */
export function recordRenderError(thrown: unknown): void {
  console.error(thrown)
  recordError(thrown)
}

/** Record all uncaught errors from now on. Navigation clears the recorded error. */
export function watchErrors(): void {
  // Browser remarks, such as a ResizeObserver loop warning, carry no error object.
  addEventListener('error', (event) => recordError(event.error))
  addEventListener('unhandledrejection', (event) => recordError(event.reason))
  onNavigate(() => (recorded = null))
}

/**
 * Build an error report for the maintainers. It contains no secret.
 *
 * @param at where the error happened
 */
export function errorReport(error: Error, at: { table: string; ply: number; version: number }): string {
  // Include only the kind of page: the rest of the path may be a code that grants access to a guest.
  const kind = location.pathname.split('/')[1] ?? ''
  const stack = error.stack?.includes(error.message) ? error.stack : `${error}\n${error.stack ?? ''}`
  return [
    `Edokko ${__VERSION__}`,
    `${location.origin}/${kind}`,
    `table ${at.table}, move ${at.ply}, version ${at.version}`,
    navigator.userAgent,
    `${innerWidth} x ${innerHeight}`,
    '',
    stack.trim(),
  ].join('\n')
}
