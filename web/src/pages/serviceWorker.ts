import { language } from '../lib/i18n.svelte'
import { base } from '../lib/base'
import { loadMessages } from '../lib/laterMessages'
import { can, isLocal, transport } from '../lib/transport'
import type { LobbyTable } from '../lib/types'
import { isKept } from '../local/PlayHere.svelte'

/** The cache and the page that `public/sw.js` shows without a connection. */
const CACHE = 'edokko-offline'
const OFFLINE = '/offline'

/** Register the service worker, store its offline page in the player's language, and keep the app's badge. */
export async function startServiceWorker(): Promise<void> {
  // Without HTTPS, or in a private window of some browsers, there is none.
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register(`${base}/sw.js`, { updateViaCache: 'none' })
  // Without a server the worker has the whole page.
  if (isLocal()) return
  // The lobby shows the way to the kept table without a connection, so its words are loaded while there is one.
  if (await isKept()) await loadMessages('offline').catch(() => {})
  const response = await fetch(OFFLINE, { headers: { 'accept-language': language() } })
  if (response.ok) await (await caches.open(CACHE)).put(OFFLINE, response)
  if (can('alerts') && 'setAppBadge' in navigator && matchMedia('(display-mode: standalone)').matches) keepBadge()
}

/** Show the number of tables that wait for the player on the icon of the installed app. */
function keepBadge(): void {
  transport.channel<{ type: string; tables?: LobbyTable[] }>(() => '/live', {
    opens: 'turns',
    message: (message) => {
      if (message.type !== 'turns') return
      const count = message.tables?.length ?? 0
      void (count ? navigator.setAppBadge(count) : navigator.clearAppBadge())
    },
    state: () => {},
  })
}
