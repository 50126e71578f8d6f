import { href, pathOfOldLink, placeOf, type Place } from './address'

export { href }

let path = $state(startPath())
const place = $derived<Place>(placeOf(path) ?? { page: 'lobby' })
const listeners = new Set<() => void>()
let moved = false

/** Links were `#/table/ID` once: the address bar gets the path of today. */
function startPath(): string {
  if (typeof location === 'undefined') return '/'
  const today = pathOfOldLink(location.hash)
  if (today) history.replaceState(null, '', today)
  return today ?? location.pathname
}

/** What the address shows; an unknown address shows the lobby. */
export const here = (): Place => place

/** Follow the address: back and forward, links of the page, old links. Call it once. */
export function followAddress(): void {
  addEventListener('popstate', read)
  addEventListener('hashchange', read)
  document.addEventListener('click', follow)
}

/** Call a function after every move to another address. */
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

/** Open another page in place of this one; the browser's back button returns here. */
export function go(wanted: string): void {
  if (wanted === location.pathname) return
  history.pushState(null, '', wanted)
  scrollTo(0, 0)
  show(wanted)
}

/** Change the address of what is shown already, without an entry in the history. */
export function rename(wanted: string): void {
  history.replaceState(null, '', wanted)
  path = wanted
}

/** Return to the page that led here; someone who came from elsewhere goes to the lobby. */
export function back(): void {
  if (moved) history.back()
  else go(href.lobby())
}

/** Open a plain click on a link of the page without loading the page anew. */
function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return
  if (link.origin !== location.origin || link.hash || link.search || !placeOf(link.pathname)) return
  event.preventDefault()
  go(link.pathname)
}
