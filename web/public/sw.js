// The service worker: notifications, the number on the app's icon, and a page for the time without a connection.
// Below /here/ a table without a server may have a worker of its own, whose caches are not touched here.
//
// It answers only navigations, always from the network, and stores nothing but the offline page. So it can never show
// a page of an earlier version; the browser's own cache holds the files below /assets/, whose names have a hash.
const CACHE = 'edokko-offline'
const FAMILY = /^edokko-(?!site-)/
const OFFLINE = '/offline'
const KEPT = '/here/index.html'
/** The addresses that go on at the table without a server, and the link to it on the offline page. */
const GOES_ON = /^\/(learn(\/.*)?|puzzles\/.*|rules|cards)$/
const LINK = / <a href="\/here\/">.*?<\/a>/

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.add(OFFLINE))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(activate())
})

async function activate() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== CACHE && FAMILY.test(name)).map((name) => caches.delete(name)))
  // The request starts while the worker does, so the worker delays no navigation.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

self.addEventListener('fetch', (event) => {
  const isFramed = new URL(event.request.url).pathname.startsWith('/embed/')
  if (event.request.mode === 'navigate' && !isFramed) event.respondWith(navigate(event))
})

async function navigate(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return withoutConnection(new URL(event.request.url))
  }
}

async function withoutConnection({ pathname, search }) {
  const isKept = await caches.match(KEPT)
  if (isKept && GOES_ON.test(pathname)) return Response.redirect(`/here${pathname}${search}`)
  const page = await caches.match(OFFLINE, { cacheName: CACHE })
  if (isKept || !page) return page ?? Response.error()
  const headers = new Headers(page.headers)
  headers.delete('content-encoding')
  return new Response((await page.text()).replace(LINK, ''), { headers })
}

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(notify(event.data.json()))
})

async function notify({ title, text, path, table, waiting, language }) {
  await showBadge(table ? waiting : null)
  await self.registration.showNotification(title, {
    body: text,
    // The same tag as that of the page's own notifications: one replaces the other.
    tag: table ?? 'edokko',
    icon: '/icon-192.png',
    lang: language,
    data: { path },
  })
}

/** Show the number of tables that wait for the player on the app's icon; null leaves it as it is. */
async function showBadge(waiting) {
  if (waiting === null || !navigator.setAppBadge) return
  // A browser may have the function, and no icon for a site that is not installed.
  await (waiting ? navigator.setAppBadge(waiting) : navigator.clearAppBadge()).catch(() => {})
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(event.notification.data?.path ?? '/'))
})

/** Focus the tab that has a path open; open one if there is none. */
async function show(path) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = tabs.find((tab) => new URL(tab.url).pathname === path)
  return open ? open.focus() : self.clients.openWindow(path)
}

// The push service has replaced the subscription: tell the server.
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event))
})

async function renew(event) {
  const options = event.oldSubscription?.options
  const subscription = event.newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)))
  if (!subscription) return
  const { endpoint, keys } = subscription.toJSON()
  await fetch('/api/alerts/push', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': navigator.language },
    body: JSON.stringify({ endpoint, keys }),
  })
}
