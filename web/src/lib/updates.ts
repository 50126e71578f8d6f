const KEY = 'edokko-reloaded'
const PAUSE = 30_000

/** Reload the page when a code chunk is gone, because a newer server version has replaced it. */
export function watchUpdates(): void {
  addEventListener('vite:preloadError', () => void reload())
}

async function reload(): Promise<void> {
  const last = Number(sessionStorage.getItem(KEY) ?? 0)
  if (Date.now() - last < PAUSE) return
  // While the server is away, reloading would replace the page by a browser error. The page shows the lost connection
  // itself.
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  if (!answer?.ok) return
  sessionStorage.setItem(KEY, String(Date.now()))
  location.reload()
}
