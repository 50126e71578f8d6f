// The service worker of a site without a server: the page and all that it needs come from the cache, also offline.
//
// A tab that is open while a new version comes goes on with the files of the old one, which stay until a third comes; the
// next page that is loaded is the new one. So an update never breaks a game, and waits for no tab to be closed.
const VERSION = 'edokko-site-%VERSION%'
const FILES = %FILES%
// The browser's cache may have files of the version before, but none whose name, or whose folder's, has a hash.
const fresh = (path) =>
  new Request(own(path), { cache: path.includes('/') || path.endsWith('.zip') ? 'default' : 'no-cache' })
const own = (path) => new URL(path, self.registration.scope).href

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(VERSION)
      .then((cache) => cache.addAll(FILES.map(fresh)))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys().then(async (names) => {
      // In the order in which they came: the last is this version.
      const old = names.filter((name) => name.startsWith('edokko-site-')).slice(0, -2)
      await Promise.all(old.map((name) => caches.delete(name)))
      await self.clients.claim()
    }),
  )
})

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request
  // The page's worker takes WebAssembly from the browser's own cache; below `kept/` it asks for what is here.
  const isOfHost = url.endsWith('.wasm') && !url.startsWith(own('kept/'))
  if (method === 'GET' && url.startsWith(self.registration.scope) && !isOfHost) event.respondWith(answer(event.request))
})

async function answer(request) {
  const cache = await caches.open(VERSION)
  if (request.mode === 'navigate') return page(await cache.match(own('index.html')))
  const url = request.url.replace(own('kept/'), own(''))
  return (await cache.match(url, { ignoreSearch: true })) ?? (await caches.match(url)) ?? fetch(request)
}

/** The page for any address below the base: what it loads lies at the base. */
async function page(index) {
  const base = new URL(self.registration.scope).pathname
  const html = (await index.text()).replaceAll('="./', `="${base}`)
  // A server's policy says more than that of the page: who may frame it.
  const policy = index.headers.get('content-security-policy') ?? ''
  return new Response(html, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  })
}
