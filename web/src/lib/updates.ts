const KEY = 'edokko-reloaded'
const RELOAD_INTERVAL = 30_000

/** Reload the page when a code chunk is gone, because a newer server version has replaced it. */
export function watchUpdates(): void {
  addEventListener('vite:preloadError', () => void reload())
}

/** Reload the page, if the server answers. */
export async function reload(): Promise<void> {
  const last = Number(sessionStorage.getItem(KEY) ?? 0)
  if (Date.now() - last < RELOAD_INTERVAL) return
  // While the server is away, reloading would replace the page by a browser error. The page shows the lost connection
  // itself.
  const response = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  if (!response?.ok) return
  sessionStorage.setItem(KEY, String(Date.now()))
  location.reload()
}
