import { href, pathOfLegacyLink, parsePath, type Pages, type Route } from './routes'

export { href }

let pages: Pages = {}
let path = $state(initialPath())
const route = $derived<Route>(parsePath(pages, path) ?? ({ page: 'missing' } as Route))
const listeners = new Set<() => void>()
let hasNavigated = false

/** Return the path at start. Replace an old `#/table/ID` link by its current path. */
function initialPath(): string {
  if (typeof location === 'undefined') return href.lobby()
  const legacy = pathOfLegacyLink(location.hash)
  if (legacy) history.replaceState(null, '', legacy)
  return legacy ?? location.pathname
}

/** Return the current route. */
export const currentRoute = (): Route => route

/** Start routing among pages: history navigation, links within the page, old links. Call it once, before all else. */
export function startRouter(among: Pages): void {
  pages = among
  addEventListener('popstate', syncWithLocation)
  addEventListener('hashchange', syncWithLocation)
  document.addEventListener('click', followLink)
}

/** Call a function after every navigation. */
export function onNavigate(listener: () => void): void {
  listeners.add(listener)
}

function syncWithLocation(): void {
  const legacy = pathOfLegacyLink(location.hash)
  if (legacy) history.replaceState(null, '', legacy)
  const target = legacy ?? location.pathname
  if (target !== path) show(target)
}

function show(target: string): void {
  hasNavigated = true
  path = target
  for (const listener of listeners) listener()
}

/** Navigate to another page and add a history entry. */
export function navigate(target: string): void {
  if (target === location.pathname) return
  history.pushState(null, '', target)
  scrollTo(0, 0)
  show(target)
}

/** Replace the path of the current page without a history entry. */
export function replacePath(target: string): void {
  history.replaceState(null, '', target)
  path = target
}

/** Return to the previous page, or to the lobby if the visit began on this page. */
export function goBack(): void {
  if (hasNavigated) history.back()
  else navigate(href.lobby())
}

/** Turn a plain click on an internal link into a client-side navigation. */
function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return
  if (link.origin !== location.origin || link.hash || link.search || !parsePath(pages, link.pathname)) return
  event.preventDefault()
  navigate(link.pathname)
}
