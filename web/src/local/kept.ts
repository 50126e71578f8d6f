// The table without a server that a server offers, and that this browser can keep.
import type { Site } from './messages'
import { HERE } from './PlayHere.svelte'

/** How the names of its caches begin: `src/edokko/browser/sw.js`. */
const FAMILY = 'edokko-site-'

/** Return what there is to load. */
export async function findSite(): Promise<Site> {
  return (await load(`${HERE}site.json`)).json() as Promise<Site>
}

async function load(path: string): Promise<Response> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response
}

/**
 * Keep everything. It throws without a connection or space.
 *
 * @param told is called with the part that has been loaded, from 0 to 1
 */
export async function keep(site: Site, told: (part: number) => void): Promise<void> {
  const total = Object.values(site.sizes).reduce((sum, size) => sum + size, 0)
  let loaded = 0
  // The worker says not how far it has come. So the large files are loaded here, and come from the browser's cache then.
  for (const path of Object.keys(site.sizes)) {
    const reader = (await load(HERE + path)).body!.getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      loaded += part.value.length
      told(loaded / total)
    }
  }
  const registration = await navigator.serviceWorker.register(`${HERE}sw.js`, { scope: HERE, updateViaCache: 'none' })
  const worker = (registration.installing ?? registration.waiting ?? registration.active)!
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      if (worker.state === 'activated') resolve()
      else if (worker.state === 'redundant') reject(new Error('not installed'))
    }
    worker.onstatechange = look
    look()
  })
}

/** Remove everything but the games. */
export async function remove(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations()) {
    if (new URL(registration.scope).pathname === HERE) await registration.unregister()
  }
  for (const name of await caches.keys()) if (name.startsWith(FAMILY)) await caches.delete(name)
}
