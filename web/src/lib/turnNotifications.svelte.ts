import { t } from './i18n.svelte'
import { listen } from './liveChannel'
import { go, here, href } from './router.svelte'
import { settings } from './settings.svelte'
import type { LobbyTable } from './types'

/**
 * Notify the player of tables that begin to wait for them, if the settings and the browser allow it.
 *
 * Call it once, from a component. Tables that already waited at the start, and the visible table, are not notified.
 */
export function tellTurns(): void {
  $effect(() => {
    if (!settings.notify || !('Notification' in window) || Notification.permission !== 'granted') return
    let known: Set<string> | null = null
    return listen<{ type: string; tables?: LobbyTable[] }>(() => '/live', {
      opens: 'turns',
      message: (message) => {
        if (message.type !== 'turns') return
        const tables = message.tables ?? []
        for (const table of tables) if (known && !known.has(table.id)) tell(table)
        known = new Set(tables.map((table) => table.id))
      },
      state: () => {},
    })
  })
}

function tell(table: LobbyTable): void {
  const place = here()
  if (document.visibilityState === 'visible' && place.page === 'table' && place.id === table.id) return
  const names = table.seats.map((seat) => seat.name).filter(Boolean)
  const note = notify(t('web-your-turn'), { body: table.name || names.join(', '), tag: table.id, icon: '/seal.svg' })
  if (!note) return
  note.onclick = () => {
    window.focus()
    go(href.table(table.id))
    note.close()
  }
}

/** Create a notification. Return null where the browser allows notifications to service workers only, as on Android. */
function notify(title: string, options?: NotificationOptions): Notification | null {
  try {
    return new Notification(title, options)
  } catch {
    return null
  }
}

/** Request the notification permission. Browsers require a user gesture, so call it from a click in the settings. */
export async function allowTelling(): Promise<boolean> {
  if (!('Notification' in window)) return false
  if ((await Notification.requestPermission()) !== 'granted') return false
  const trial = notify('Edokko', { silent: true })
  trial?.close()
  return trial !== null
}
