import { base } from './base'
/** The first character of the page title on the player's turn. */
const TURN = '●'
const ICONS = {
  'image/svg+xml': [`${base}/seal.svg`, `${base}/seal-turn.svg`],
  'image/png': [`${base}/icon-32.png`, `${base}/icon-turn-32.png`],
} as const

/** Return the favicon of a type for a page title. */
function iconFor(title: string, type: keyof typeof ICONS): string {
  return ICONS[type][title.startsWith(TURN) ? 1 : 0]
}

/** Keep the favicon in step with the page title, so that it shows the player's turn. Call it once. */
export function watchTitle(): void {
  const update = () => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=icon]')) {
      const icon = iconFor(document.title, link.type as keyof typeof ICONS)
      // Assigning an equal value would reload the icon.
      if (link.getAttribute('href') !== icon) link.href = icon
    }
  }
  new MutationObserver(update).observe(document.head, { childList: true, characterData: true, subtree: true })
  update()
}
