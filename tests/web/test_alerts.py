"""Alerts on the page: the settings, and the service worker with an update, without a connection, and a push message."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tests.helpers.paths import ROOT
from tests.helpers.tab import TIMEOUT, Tab

DELIVER = """async (message) => {
  const [badges, shown, targets] = [[], [], []]
  navigator.setAppBadge = async (count) => { badges.push(count) }
  self.registration.showNotification = async (title, options) => { shown.push({ title, ...options, close() {} }) }
  WindowClient.prototype.focus = async function () { targets.push('focus ' + new URL(this.url).pathname) }
  self.clients.openWindow = async (path) => { targets.push('open ' + path) }
  const dispatch = async (event) => {
    const pending = []
    event.waitUntil = (work) => pending.push(work)
    self.dispatchEvent(event)
    await Promise.all(pending)
  }
  for (const table of ['two', 'three']) {
    const data = JSON.stringify({ ...message, table, path: `/t/${table}` })
    await dispatch(new PushEvent('push', { data }))
    const click = new ExtendableEvent('notificationclick')
    await dispatch(Object.assign(click, { notification: shown.at(-1) }))
  }
  return [[shown[0].title, shown[0].body, shown[0].tag, ...badges], targets]
}"""
"""Deliver two push messages to the service worker and click on their notifications. The browser of the tests has no
place for notifications, so the calls are recorded."""
WORKER = ROOT / "src" / "edokko" / "page" / "sw.js"


def test_the_settings_of_a_closed_page(open_tab: Callable[..., Tab]) -> None:
    tab = open_tab(390, 844, has_touch=True, is_mobile=True)
    tab.expected_errors = ("400",)
    page = tab.page
    tab.go("settings")
    page.wait_for_selector(".alerts")
    # This server has no mail server, and this browser no push service.
    assert page.locator("[data-no-mail]").is_visible()
    assert page.locator("[data-push]").count() == 1
    # An address of the operator's own network is refused with a reason.
    page.fill("[data-webhook]", "https://127.0.0.1/hook")
    page.locator(".alerts form").last.locator("button").click()
    page.wait_for_function("() => document.querySelector('.alerts [role=status]').textContent !== ''")
    assert tab.ask("GET", "/alerts")["channels"] == []
    # Quiet hours, in the browser's time zone.
    page.check("[data-quiet]")
    page.wait_for_selector(".hours input")
    page.fill(".hours input >> nth=1", "07:30")
    page.locator(".hours input").last.dispatch_event("change")
    page.wait_for_function(
        "async () => (await (await fetch('/api/alerts')).json()).quiet?.end === 450", timeout=TIMEOUT
    )
    quiet = tab.ask("GET", "/alerts")["quiet"]
    assert (quiet["start"], quiet["zone"]) == (1320, page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone"))
    small = page.evaluate(
        """() => [...document.querySelectorAll('.alerts button')].filter((node) => node.offsetHeight < 44).length"""
    )
    assert small == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


KEYS = {"p256dh": "B" + "A" * 86, "auth": "A" * 22}
PUSH = """(() => {
  Object.defineProperty(Notification, 'permission', { get: () => 'PERMISSION' })
  Notification.requestPermission = async () => Notification.permission
  const stored = () => JSON.parse(localStorage.getItem('push') ?? 'null')
  const subscription = ({ endpoint, key }) => ({
    endpoint,
    toJSON: () => ({ endpoint, keys: KEYS }),
    unsubscribe: async () => (localStorage.removeItem('push'), true),
  })
  PushManager.prototype.getSubscription = async () => (stored() ? subscription(stored()) : null)
  PushManager.prototype.subscribe = async ({ applicationServerKey: key }) => {
    if (localStorage.getItem('push-fails')) throw new DOMException('no push service', 'AbortError')
    if (stored() && stored().key !== key) throw new DOMException('another key', 'InvalidStateError')
    const made = stored() ?? { endpoint: `https://203.0.114.7/${crypto.randomUUID()}`, key }
    localStorage.setItem('push', JSON.stringify(made))
    return subscription(made)
  }
})()""".replace(
    "KEYS",
    json.dumps(KEYS),
)
"""A push service in the page: the browser of the tests has neither one nor notifications. A subscription outlives the
page, as a real one does."""


def test_the_page_knows_whether_this_browser_is_told(open_tab: Callable[..., Tab]) -> None:
    tab = open_tab(service_workers="allow")
    page = tab.page
    page.context.add_init_script(PUSH.replace("PERMISSION", "granted"))

    def channels() -> list[str]:
        return [channel["name"] for channel in tab.ask("GET", "/alerts")["channels"]]

    def opened() -> bool:
        """Return whether the settings, opened anew, say that this browser is told."""
        tab.go("settings")
        page.wait_for_selector(".alerts")
        return not page.locator("[data-push=off]").count()

    def press(selector: str, shown: str) -> None:
        page.click(selector)
        page.wait_for_selector(shown, timeout=TIMEOUT)

    on, off, listed = "[data-push=off]", "[data-push=on]", "[data-channel=push]"
    tab.go_to_lobby()
    # The push service fails: a sentence, and nothing is stored.
    page.evaluate("localStorage.setItem('push-fails', '1')")
    assert not opened()
    press(on, ".alerts [role=status]:not(:empty)")
    assert channels() == []
    page.evaluate("localStorage.removeItem('push-fails')")
    # On, after a reload too; off, and the device leaves the list.
    press(on, off)
    assert len(channels()) == 1
    assert opened()
    press(off, on)
    assert channels() == []
    # Removed from the list: this browser is not told any more, and says so.
    press(on, listed)
    page.locator(f"{listed} button").last.click()
    page.wait_for_selector(on, timeout=TIMEOUT)
    assert channels() == []
    # Another device took it off the list, and the server has another key now: it can be switched on again.
    press(on, off)
    (channel,) = tab.ask("GET", "/alerts")["channels"]
    page.evaluate("(id) => fetch(`/api/alerts/channels/${id}`, { method: 'DELETE' })", channel["id"])
    page.evaluate("localStorage.setItem('push', JSON.stringify({ ...JSON.parse(localStorage.push), key: 'old' }))")
    assert not opened()
    press(on, off)
    assert len(channels()) == 1


def test_a_browser_that_blocks_notifications_is_told_so(open_tab: Callable[..., Tab]) -> None:
    tab = open_tab(service_workers="allow")
    tab.page.context.add_init_script(PUSH.replace("PERMISSION", "denied"))
    tab.go("settings")
    tab.page.wait_for_selector("[data-push=blocked]")


@pytest.mark.parametrize("missing", ["Navigator.prototype.serviceWorker", "window.PushManager", "window.Notification"])
def test_a_browser_without_notifications_removes_other_devices(open_tab: Callable[..., Tab], missing: str) -> None:
    tab = open_tab()
    tab.page.context.add_init_script(f"delete {missing}")
    other = {"endpoint": "https://203.0.114.7/other", "keys": KEYS, "name": "Phone"}
    tab.go("settings")
    tab.ask("POST", "/alerts/push", other)
    tab.go("settings")
    tab.page.wait_for_selector("[data-push=none]")
    tab.page.locator("[data-channel=push] button").last.click()
    tab.page.wait_for_selector("[data-channel=push]", state="detached", timeout=TIMEOUT)
    assert tab.ask("GET", "/alerts")["channels"] == []


class Site:
    """A site with the service worker, whose pages a test replaces and whose connections it refuses."""

    def __init__(self) -> None:
        self.page = "first"
        self.is_down = False
        self.requests: list[str] = []
        self.address = ""


@contextmanager
def site() -> Iterator[Site]:
    state = Site()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if state.is_down:
                self.connection.close()
                return
            state.requests.append(self.path)
            is_worker = self.path == "/sw.js"
            text = "<p>no connection</p>" if self.path == "/offline" else f"<title>{state.page}</title>"
            body = WORKER.read_bytes() if is_worker else text.encode()
            self.send_response(200)
            self.send_header("content-type", "text/javascript" if is_worker else "text/html")
            self.send_header("content-length", str(len(body)))
            self.send_header("cache-control", "no-cache")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    state.address = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()


def test_the_service_worker_never_shows_an_old_page_and_tells_when_there_is_no_connection(browser: Any) -> None:
    with site() as state:
        context = browser.new_context(permissions=["notifications"], service_workers="allow")
        try:
            page = context.new_page()
            page.goto(f"{state.address}/t/one")
            page.evaluate(
                """async () => {
                  for (const name of ['edokko-site-1', 'edokko-old', 'other']) await caches.open(name)
                  await navigator.serviceWorker.register('/sw.js')
                  await navigator.serviceWorker.ready
                  while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 5))
                }"""
            )
            # A new version of the site is shown at once.
            state.page = "second"
            page.reload()
            assert page.title() == "second"
            # Of other caches only the worker's own of earlier versions are gone.
            assert sorted(page.evaluate("caches.keys()")) == ["edokko-offline", "edokko-site-1", "other"]
            assert (
                page.evaluate("caches.open('edokko-offline').then((cache) => cache.keys()).then((all) => all.length)")
                == 1
            )
            # Without a connection every address shows the page for it, and the site comes back by itself.
            state.is_down = True
            page.goto(f"{state.address}/t/two")
            assert page.inner_text("p") == "no connection"
            state.is_down = False
            page.reload()
            assert page.title() == "second"
            # A push message becomes a notification; a click on it focuses the tab of its table, or opens one.
            worker = context.service_workers[0]
            message = {"title": "Your turn", "text": "At Friday", "waiting": 2}
            notification, targets = worker.evaluate(DELIVER, message)
            assert notification == ["Your turn", "At Friday", "two", 2, 2]
            assert targets == ["focus /t/two", "open /t/three"]
        finally:
            context.close()


def test_the_app_can_be_installed_and_has_an_offline_page(open_tab: Callable[..., Tab]) -> None:
    tab = open_tab(service_workers="allow", locale="pl-PL")
    page = tab.page
    tab.go_to_lobby()
    manifest = json.loads(page.evaluate("fetch('/manifest.webmanifest').then((answer) => answer.text())"))
    assert {"id", "name", "start_url", "display", "icons"} <= manifest.keys()
    assert {icon.get("purpose", "any") for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        assert page.evaluate("(path) => fetch(path).then((answer) => answer.ok)", icon["src"])
    # The page registers the worker some seconds after its first paint, and stores the offline page in its language.
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function(
        """() => caches.match('/offline').then((answer) => answer?.text() ?? '')
             .then((text) => text.includes('Brak połączenia'))""",
        timeout=TIMEOUT,
    )
    tab.go("offline")
    assert page.inner_text("h1") == "Brak połączenia"
    assert page.evaluate("getComputedStyle(document.querySelector('main')).borderRadius") == "10px"
