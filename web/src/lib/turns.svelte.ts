import { t } from './i18n.svelte'
import { listen } from './live'
import { go, here, href } from './path.svelte'
import { settings } from './settings.svelte'
import type { LobbyTable } from './types'

/** Tells of tables that begin to wait for this person, where the settings ask for it and the browser allows it.
 *
 * Called once, from a component. What waited before the page was opened, or is looked at now, is not told.
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
        for (const one of tables) if (known && !known.has(one.id)) tell(one)
        known = new Set(tables.map((one) => one.id))
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

/** A notification; none where a browser has the word for it and allows it to workers alone, as on Android. */
function notify(title: string, options?: NotificationOptions): Notification | null {
  try {
    return new Notification(title, options)
  } catch {
    return null
  }
}

/** Asks the browser whether it may tell; only ever after a click in the settings. */
export async function allowTelling(): Promise<boolean> {
  if (!('Notification' in window)) return false
  if ((await Notification.requestPermission()) !== 'granted') return false
  const trial = notify('Edokko', { silent: true })
  trial?.close()
  return trial !== null
}
