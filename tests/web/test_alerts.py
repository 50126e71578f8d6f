"""Alerts on the page: the settings, and the service worker with an update, without a connection, and a push message."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

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
    assert page.locator("[data-push]").count() + page.locator("[data-push-on]").count() == 1
    # An address of the operator's own network is refused with a reason.
    page.fill("[data-webhook]", "https://127.0.0.1/hook")
    page.locator(".alerts form").last.locator("button").click()
    page.wait_for_function("() => document.querySelector('.alerts .told').textContent !== ''")
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
