import { tick } from 'svelte'
import type { Attachment } from 'svelte/attachments'

/** What lies over the table has the focus while it is open; then it goes back to where it was.
 *
 * @param part what of it has the focus; by itself the first that can be pressed, or the whole while its code is loaded
 */
export const lent =
  (part?: () => HTMLElement | undefined): Attachment =>
  (node) => {
    const before = document.activeElement
    const first = part?.() ?? node.querySelector<HTMLElement>('button, a, [tabindex="0"]')
    if (!node.contains(before)) (first ?? (node as HTMLElement)).focus()
    return () => {
      const lost = document.activeElement === document.body || node.contains(document.activeElement)
      // Only then is what lay under it there for the focus again.
      if (lost && (before instanceof HTMLElement || before instanceof SVGElement))
        void tick().then(() => before.focus())
    }
  }
