import { mount } from 'svelte'
import App from './App.svelte'
import { prefetch } from './lib/api'
import { watchTitle } from './lib/favicon'
import { actAnonymously } from './lib/httpTransport'
import { trackInputModality } from './lib/inputModality'
import { loadLanguage, preferredLanguage } from './lib/i18n.svelte'
import { currentRoute, startRouter } from './lib/router.svelte'
import { isFramed } from './lib/routes'
import { applyTheme } from './lib/settings.svelte'
import { useTransport } from './lib/transport'
import { watchUpdates } from './lib/updates'
import { pages } from './pages'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/shapes.css'
import './styles/table.css'
import './styles/layout.css'
import './styles/header.css'
import './styles/rail.css'
import './styles/offers.css'
import './styles/strip.css'
import './styles/detail.css'
import './styles/log.css'
import './styles/sheet.css'
import './styles/tablet.css'
import './styles/reasons.css'
import './styles/bar.css'
import './styles/pages.css'
import './styles/tip.css'
import './styles/forced.css'
import './styles/print.css'

// A folder without a server says so in the page's head: the tables are those of this browser then.
const isLocal = !!document.querySelector('meta[name="edokko-venue"]')
if (isLocal) {
  const { localTransport, startWorker } = await import('./local/transport.svelte')
  useTransport(localTransport)
  void startWorker()
}
watchUpdates()
watchTitle()
applyTheme()
trackInputModality()
startRouter(pages)
const route = currentRoute()
const page = pages[route.page]!.load()
// On a slow connection every round trip costs half a second, so prefetch the page's first requests.
if (isFramed(route)) actAnonymously()
else prefetch('/guest')
if (route.page === 'lobby') prefetch('/tables')
const language = preferredLanguage()
if (route.page === 'table') {
  for (const part of [`/components?language=${language}`, '/log']) prefetch(`/tables/${route.id}${part}`)
}
await Promise.all([loadLanguage(language), page.catch(() => {})])
document.querySelector('.skeleton')?.remove()
mount(App, { target: document.getElementById('app')! })
// From the lobby most visitors go to a table: preload its code on the first hover or focus of a link or button.
if (route.page === 'lobby') {
  const preload = (event: Event) => {
    if (!(event.target instanceof Element) || !event.target.closest('main a, main button')) return
    for (const kind of ['pointerover', 'focusin']) removeEventListener(kind, preload)
    pages.table.load().catch(() => {})
  }
  for (const kind of ['pointerover', 'focusin']) addEventListener(kind, preload)
}
// The service worker can wait until the page is in use: it makes nothing faster.
if (!isFramed(route)) {
  setTimeout(() => void import('./pages/serviceWorker').then((part) => part.startServiceWorker()).catch(() => {}), 4000)
}
