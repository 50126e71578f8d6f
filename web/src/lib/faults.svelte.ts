import { ApiError } from './api'
import { onMove } from './path.svelte'

let found = $state.raw<Error | null>(null)

/** What nobody expected to go wrong on this page: the first of it, for the rest may follow from that. */
export const fault = () => found

/** Notes an exception. An answer of the server that is a problem is none of the page's faults. */
export function noteFault(thrown: unknown): void {
  if (found || thrown instanceof ApiError || thrown === null || thrown === undefined) return
  found = thrown instanceof Error ? thrown : new Error(String(thrown))
}

/** The same where a part of the page cannot be drawn any more: the browser does not say so by itself. */
export function noteBroken(thrown: unknown): void {
  console.error(thrown)
  noteFault(thrown)
}

/** Notes whatever is thrown from now on; another page is a new beginning. */
export function watchFaults(): void {
  // Without an error it is the browser's own remark, such as that of an observer that was called once too often.
  addEventListener('error', (event) => noteFault(event.error))
  addEventListener('unhandledrejection', (event) => noteFault(event.reason))
  onMove(() => (found = null))
}

/** What somebody needs to know who is to mend it; nothing in it opens anything.
 *
 * @param at where it happened
 */
export function report(error: Error, at: { table: string; ply: number; version: number }): string {
  // Of the address only the kind of page: the rest may be a code that makes another device its guest.
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
