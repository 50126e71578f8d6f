import { tick } from 'svelte'
import type { Attachment } from 'svelte/attachments'

/**
 * Move the focus into an overlay when it opens, and restore it when the overlay closes. It does not trap Tab.
 *
 * @param part the element to focus; by default the first focusable one, or the overlay itself while its code loads
 */
export const focusReturn =
  (part?: () => HTMLElement | undefined): Attachment =>
  (node) => {
    const previous = document.activeElement
    const first = part?.() ?? node.querySelector<HTMLElement>('button, a, [tabindex="0"]')
    if (!node.contains(previous)) (first ?? (node as HTMLElement)).focus()
    return () => {
      const isLost = document.activeElement === document.body || node.contains(document.activeElement)
      // Wait for the update: only then can the elements below the overlay take the focus again.
      if (isLost && (previous instanceof HTMLElement || previous instanceof SVGElement))
        void tick().then(() => previous.focus())
    }
  }
