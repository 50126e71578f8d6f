import { get, post, request } from '../../lib/api'
import type { AlertChannel, Alerts, AlertTest, QuietHours } from '../../lib/types'

/** The requests of the settings for a closed page. */
export const alertApi = {
  read: () => get<Alerts>('/alerts'),
  save: (quiet: QuietHours | null) => request<Alerts>('PUT', '/alerts', { quiet }),
  addEmail: (address: string) => post<AlertChannel>('/alerts/emails', { address }),
  addWebhook: (url: string, style: string) => post<AlertChannel>('/alerts/webhooks', { url, style }),
  test: (id: string) => post<AlertTest>(`/alerts/channels/${encodeURIComponent(id)}/test`),
  remove: (id: string) => request<unknown>('DELETE', `/alerts/channels/${encodeURIComponent(id)}`),
}

/** What this browser can do: `blocked` by the player's choice in the browser, `none` for not at all. */
export type PushState = 'on' | 'off' | 'blocked' | 'none'

const canPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/**
 * Return whether this browser is told. It may have a subscription that the server does not know: the player removed it on
 * another device, or it is of an earlier guest.
 */
export async function pushState(channels: readonly AlertChannel[]): Promise<PushState> {
  if (!canPush()) return 'none'
  if (Notification.permission === 'denied') return 'blocked'
  return (await ownChannel(channels)) ? 'on' : 'off'
}

async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function ownChannel(channels: readonly AlertChannel[]): Promise<AlertChannel | undefined> {
  const subscription = canPush() ? await ownSubscription() : null
  return subscription ? channels.find(({ endpoint }) => endpoint === subscription.endpoint) : undefined
}

/** Subscribe this browser and tell the server. Call it from a click: browsers ask for the permission then. */
export async function subscribe(publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  const { pushManager } = await navigator.serviceWorker.ready
  // A subscription that the server does not know may be for another key, which a browser refuses.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys } = subscription.toJSON()
  try {
    await post<AlertChannel>('/alerts/push', { endpoint, keys, name: deviceName() })
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
}

/** Remove a channel, by default that of this browser, whose subscription ends too. */
export async function remove(channels: readonly AlertChannel[], channel?: AlertChannel): Promise<void> {
  const own = await ownChannel(channels)
  const removed = channel ?? own
  if (!removed) return
  await alertApi.remove(removed.id)
  if (removed === own) await (await ownSubscription())?.unsubscribe()
}

/** Return a name by which the player knows the device: the browser and the system. */
export function deviceName(agent = navigator.userAgent): string {
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(agent))?.[1]
  const browser = find([
    [/Edg\//, 'Edge'],
    [/OPR\//, 'Opera'],
    [/Firefox\/|FxiOS/, 'Firefox'],
    [/Chrome\/|CriOS/, 'Chrome'],
    [/Safari\//, 'Safari'],
  ])
  const system = find([
    [/iPhone|iPad/, 'iOS'],
    [/Android/, 'Android'],
    [/Windows/, 'Windows'],
    [/Mac OS X/, 'macOS'],
    [/Linux/, 'Linux'],
  ])
  return [browser, system].filter(Boolean).join(', ')
}

/** Return the minutes since midnight of a time like "22:30". */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Return a time like "22:30". */
export function timeOf(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
