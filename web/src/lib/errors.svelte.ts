import { ApiError } from './api'
import { onMove } from './router.svelte'

let found = $state.raw<Error | null>(null)

/** Return the first uncaught error on this page. Later errors may only follow from the first. */
export const fault = () => found

/** Record an uncaught error. A problem answer of the server is not an error of the page. */
export function noteFault(thrown: unknown): void {
  if (found || thrown instanceof ApiError || thrown === null || thrown === undefined) return
  found = thrown instanceof Error ? thrown : new Error(String(thrown))
}

/** Record an error while rendering a part of the page. The browser does not log these by itself. */
export function noteBroken(thrown: unknown): void {
  console.error(thrown)
  noteFault(thrown)
}

/** Record all uncaught errors from now on. Navigation clears the recorded error. */
export function watchFaults(): void {
  // Browser remarks, such as a ResizeObserver loop warning, carry no error object.
  addEventListener('error', (event) => noteFault(event.error))
  addEventListener('unhandledrejection', (event) => noteFault(event.reason))
  onMove(() => (found = null))
}

/**
 * Build an error report for the maintainers. It contains no secret.
 *
 * @param at where the error happened
 */
export function report(error: Error, at: { table: string; ply: number; version: number }): string {
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
