/** What begins the title of a page that says that it is this person's turn. */
const TURN = '●'
const ICONS = {
  'image/svg+xml': ['/seal.svg', '/seal-turn.svg'],
  'image/png': ['/icon-32.png', '/icon-turn-32.png'],
} as const

/** The icons of the browser's tab, by their type, for a title. */
export function iconFor(title: string, type: keyof typeof ICONS): string {
  return ICONS[type][title.startsWith(TURN) ? 1 : 0]
}

/** Let the icon of the browser's tab say what the title says: that it is this person's turn. Call it once. */
export function watchTitle(): void {
  const show = () => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=icon]')) {
      const wanted = iconFor(document.title, link.type as keyof typeof ICONS)
      // Setting it to what it is would have it loaded again.
      if (link.getAttribute('href') !== wanted) link.href = wanted
    }
  }
  new MutationObserver(show).observe(document.head, { childList: true, characterData: true, subtree: true })
  show()
}
