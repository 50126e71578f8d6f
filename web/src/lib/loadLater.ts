const RETRY_DELAY = 10_000

/**
 * Load code that the page can do without for a while. During an outage it does not arrive; then try again.
 *
 * Write the import as `() => import('...')` alone: a `.then` after it would move into the part that Vite runs only after
 * the styles have arrived, and their failure would stay unhandled.
 */
export async function loadLater<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY))
    }
  }
}
