const KEY = 'edokko-reloaded'
const PAUSE = 30_000

/** Load the page anew where its code is gone: a newer version of the server has taken its place. */
export function watchUpdates(): void {
  addEventListener('vite:preloadError', () => void reload())
}

async function reload(): Promise<void> {
  const last = Number(sessionStorage.getItem(KEY) ?? 0)
  if (Date.now() - last < PAUSE) return
  // While the server is away, the browser would put its own error in the place of the page, which says so itself.
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  if (!answer?.ok) return
  sessionStorage.setItem(KEY, String(Date.now()))
  location.reload()
}
