/** What the keys of a replay do. */
export interface Scrubber {
  at: number
  last: number
  show: (ply: number) => void
  play: () => void
  /** Go to the mistake before or after this moment, in a review. */
  mistake?: (direction: number) => void
}

/** Elements that use the arrow keys and the space bar themselves. */
const OWN_KEYS = 'input, textarea, select, [role=tablist], [role=tree], [role=dialog], .ruledrawer'

/** Handle a key of a replay: arrows, Home, End, the space bar, and N and P for mistakes. */
export function scrubKeys(event: KeyboardEvent, { at, last, show, play, mistake }: Scrubber): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest(OWN_KEYS)) return
  const keys: Record<string, (() => void) | undefined> = {
    ArrowLeft: () => show(at - 1),
    ArrowRight: () => show(at + 1),
    Home: () => show(0),
    End: () => show(last),
    // The space bar presses a button that has the focus.
    ' ': target?.closest('button, a, [tabindex]') ? undefined : play,
    n: mistake && (() => mistake(1)),
    p: mistake && (() => mistake(-1)),
  }
  const act = keys[event.key]
  if (!act) return
  event.preventDefault()
  act()
}
