let path = $state(location.hash.slice(2))
let moved = false

/** Where in the page somebody is: what follows `#/`. */
export const here = () => path

/** Follows the address; called once. */
export function followAddress(): void {
  addEventListener('hashchange', () => {
    moved = true
    path = location.hash.slice(2)
  })
}

/** Another address for what is shown already; the way back stays as it is. */
export function rename(wanted: string): void {
  history.replaceState(null, '', `#/${wanted}`)
  path = wanted
}

/** Back to where one came from; whoever came from elsewhere goes to the lobby. */
export function back(): void {
  if (moved) history.back()
  else location.hash = '#/'
}
