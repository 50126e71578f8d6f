import { t } from './i18n.svelte'
import { transport } from './transport'
import { navigate, currentRoute, href } from './router.svelte'
import { settings } from './settings.svelte'
import type { LobbyTable } from './types'

/**
 * Notify the player of tables that begin to wait for them, if the settings and the browser allow it.
 *
 * Call it once, from a component. Tables that already waited at the start, and the visible table, are not notified.
 */
export function notifyTurns(): void {
  $effect(() => {
    if (!settings.notify || !('Notification' in window) || Notification.permission !== 'granted') return
    let knownIds: Set<string> | null = null
    return transport.channel<{ type: string; tables?: LobbyTable[] }>(() => '/live', {
      opens: 'turns',
      message: (message) => {
        if (message.type !== 'turns') return
        const tables = message.tables ?? []
        for (const table of tables) if (knownIds && !knownIds.has(table.id)) notifyTurn(table)
        knownIds = new Set(tables.map((table) => table.id))
      },
      state: () => {},
    })
  })
}

function notifyTurn(table: LobbyTable): void {
  const route = currentRoute()
  if (document.visibilityState === 'visible' && route.page === 'table' && route.id === table.id) return
  const names = table.seats.map((seat) => seat.name).filter(Boolean)
  const notification = createNotification(t('web-your-turn'), {
    body: table.name || names.join(', '),
    tag: table.id,
    icon: '/seal.svg',
  })
  if (!notification) return
  notification.onclick = () => {
    window.focus()
    navigate(href.table(table.id))
    notification.close()
  }
}

/** Create a notification. Return null where the browser allows notifications to service workers only, as on Android. */
function createNotification(title: string, options?: NotificationOptions): Notification | null {
  try {
    return new Notification(title, options)
  } catch {
    return null
  }
}

/** Request the notification permission. Browsers require a user gesture, so call it from a click in the settings. */
export async function requestNotifications(): Promise<boolean> {
  if (!('Notification' in window)) return false
  if ((await Notification.requestPermission()) !== 'granted') return false
  const test = createNotification('Edokko', { silent: true })
  test?.close()
  return test !== null
}
