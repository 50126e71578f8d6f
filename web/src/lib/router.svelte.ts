import { href, pathOfOldLink, placeOf, type Place } from './routes'

export { href }

let path = $state(startPath())
const place = $derived<Place>(placeOf(path) ?? { page: 'lobby' })
const listeners = new Set<() => void>()
let moved = false

/** Return the path at start. Replace an old `#/table/ID` link by its current path. */
function startPath(): string {
  if (typeof location === 'undefined') return '/'
  const today = pathOfOldLink(location.hash)
  if (today) history.replaceState(null, '', today)
  return today ?? location.pathname
}

/** Return the current route. An unknown path leads to the lobby. */
export const here = (): Place => place

/** Start routing: history navigation, links within the page, old links. Call it once. */
export function followAddress(): void {
  addEventListener('popstate', read)
  addEventListener('hashchange', read)
  document.addEventListener('click', follow)
}

/** Call a function after every navigation. */
export function onMove(listener: () => void): void {
  listeners.add(listener)
}

function read(): void {
  const today = pathOfOldLink(location.hash)
  if (today) history.replaceState(null, '', today)
  const wanted = today ?? location.pathname
  if (wanted !== path) show(wanted)
}

function show(wanted: string): void {
  moved = true
  path = wanted
  for (const listener of listeners) listener()
}

/** Navigate to another page and add a history entry. */
export function go(wanted: string): void {
  if (wanted === location.pathname) return
  history.pushState(null, '', wanted)
  scrollTo(0, 0)
  show(wanted)
}

/** Replace the path of the current page without a history entry. */
export function rename(wanted: string): void {
  history.replaceState(null, '', wanted)
  path = wanted
}

/** Return to the previous page, or to the lobby if the visit began on this page. */
export function back(): void {
  if (moved) history.back()
  else go(href.lobby())
}

/** Turn a plain click on an internal link into a client-side navigation. */
function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return
  if (link.origin !== location.origin || link.hash || link.search || !placeOf(link.pathname)) return
  event.preventDefault()
  go(link.pathname)
}
