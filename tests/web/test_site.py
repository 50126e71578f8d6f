"""The folder that needs no server: built, shown by a host of plain files below a path, and played in a browser."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from edokko.catalogue import Catalogue
from tests.helpers.playing import EVERY_STEP, by_mouse, play_on
from tests.helpers.serving import Server
from tests.helpers.site import Host
from tests.helpers.tab import CONNECTION_ERRORS, TRANSPARENT, Tab

Visit = Callable[..., Tab]


@pytest.fixture
def visit(browser: Any) -> Iterator[Visit]:
    """Return a function that opens a page of the host, without errors on it unless they are expected."""
    tabs: list[Tab] = []

    def make(host: Host | Server, path: str = "", *, like: Any = None, worker: str = "") -> Tab:
        options = {"service_workers": "block"} if worker else {}
        context = like or browser.new_context(reduced_motion="reduce", **options)
        if not like:
            context.add_init_script(TRANSPARENT)
        if worker:

            def change(route: Any) -> None:
                answer = route.fetch()
                route.fulfill(response=answer, body=worker + answer.text())

            context.route("**/assets/worker-*.js", change)
        tab = Tab(context.new_page(), host.address)
        tabs.append(tab)
        if isinstance(host, Server):
            tab.ask("GET", "/guest")
        tab.go(path)
        ready(tab)
        return tab

    yield make
    errors = [tab.errors for tab in tabs]
    for context in {tab.page.context for tab in tabs}:
        context.close()
    assert not any(errors), errors


def ready(tab: Tab) -> None:
    """Wait until the table has been loaded."""
    tab.page.wait_for_selector(".top, .app")
    tab.page.wait_for_selector(".local progress", state="detached")


def begin(tab: Tab) -> str:
    """Begin a game of two against an easy player in the lobby, and return its table."""
    tab.page.locator(".act.play .lnk").click()
    tab.page.locator(".act.play .seg label", has_text="2").first.click()
    tab.page.locator(".act.play .seg label", has_text="none").click()
    tab.page.keyboard.press("Escape")
    tab.page.locator("[data-go=play]").click()
    tab.page.wait_for_selector(".app[data-ply]")
    return str(tab.page.evaluate("location.pathname")).split("/")[-1]


def test_a_whole_game_by_mouse_after_the_host_has_stopped(site: Path, visit: Visit) -> None:
    host = Host(site)
    tab = visit(host)
    assert not tab.page.locator(".opens, .eventslink").count()
    tab.page.evaluate("navigator.serviceWorker.ready")
    host.stop()
    table = begin(tab)
    pressed = play_on(tab, random.Random(1), by_mouse)
    assert set(pressed) >= EVERY_STEP, pressed
    tab.page.wait_for_selector(".ended .points")
    tab.page.reload()
    tab.page.wait_for_selector(".ended .points")
    with tab.page.expect_download() as download:
        tab.page.locator("[data-more]").click()
        tab.page.locator("[data-record]").click()
    assert len(json.loads(Path(download.value.path()).read_text())["moves"]) > 50
    tab.go(f"t/{table}/review")
    tab.page.wait_for_selector(".reviewrail, .curve", timeout=120_000)
    assert not tab.page.locator("[data-picture], [data-embed]").count()


def test_a_lesson_and_a_puzzle_at_addresses_below_the_base(host: Host, visit: Visit) -> None:
    # Browsers report a page that comes with 404 as an error, which it is not here.
    tab = visit(host, "learn/street")
    tab.expected_errors = ("404",)
    tab.errors.clear()
    tab.page.wait_for_selector(".lessonbar, .speech, [data-lesson]")
    tab.page.evaluate("navigator.serviceWorker.ready")
    tab.go("puzzles/today")
    tab.page.wait_for_selector("[data-hint], .puzzle, .acts")
    tab.go("")
    tab.page.wait_for_selector(".lobby .act.play [data-go]")
    assert tab.page.locator(".top .brand").get_attribute("href") == "/iki/"


def test_two_tabs_show_one_game_and_a_file_takes_it_to_another_browser(host: Host, visit: Visit) -> None:
    first = visit(host)
    table = begin(first)
    second = visit(host, f"t/{table}", like=first.page.context)
    second.expected_errors = ("404",)
    second.errors.clear()
    second.page.wait_for_selector(".app[data-ply]")
    play_on(first, random.Random(2), until=lambda seen: seen.ply >= 6)
    second.wait_for_ply(first.look().ply)
    first.go("settings")
    with first.page.expect_download() as download:
        first.page.locator("[data-save]").click()
    other = visit(host, "settings")
    other.expected_errors = ("404",)
    other.errors.clear()
    other.page.locator("[data-add]").set_input_files({"name": "a.json", "mimeType": "", "buffer": b"{}"})
    other.page.wait_for_selector("[role=status]")
    other.page.locator("[data-add]").set_input_files(download.value.path())
    other.page.wait_for_selector("text=has been added")
    other.go(f"t/{table}")
    other.page.wait_for_selector(".app[data-ply]")
    assert other.look().ply >= 6


REFUSED = "IDBFactory.prototype.open = () => { throw new Error('refused') };"
FULL = """
const put = IDBObjectStore.prototype.put; let left = 25;
IDBObjectStore.prototype.put = function (...given) {
  if (!left--) throw new DOMException('no space', 'QuotaExceededError');
  return put.apply(this, given);
};
"""
"""What a browser without storage, or without space, does in the worker."""


def test_a_browser_that_keeps_nothing_says_so_and_plays(host: Host, visit: Visit) -> None:
    tab = visit(host, worker=REFUSED)
    tab.page.locator(".local button").click()
    begin(tab)
    play_on(tab, random.Random(3), until=lambda seen: seen.ply >= 3)


def test_a_browser_without_space_says_so_and_loses_no_move(host: Host, visit: Visit) -> None:
    from playwright.sync_api import TimeoutError  # Without a browser, the tests are skipped.

    tab = visit(host, worker=FULL)
    begin(tab)
    tab.page.set_default_timeout(5_000)
    with suppress(TimeoutError):  # A computer player may be the first whose move finds no space.
        play_on(tab, random.Random(4), until=lambda seen: bool(tab.page.locator(".local").count()))
    tab.page.wait_for_selector(".local")
    ply = tab.look().ply
    tab.page.set_default_timeout(60_000)
    tab.expected_errors = ("404",)
    tab.page.reload()
    tab.page.wait_for_selector(".app[data-ply]")
    assert tab.look().ply == ply >= 5


def test_a_page_that_cannot_load_the_table_says_so_and_tries_again(host: Host, browser: Any) -> None:
    context = browser.new_context(service_workers="block")
    context.route("**/site.json", lambda route: route.abort())
    page = context.new_page()
    page.goto(f"{host.address}/")
    page.wait_for_selector(".local[role=alert] button")
    # A request after the failure is answered like one to a server that is away.
    page.wait_for_selector(".lobbyproblem")
    context.unroute("**/site.json")
    page.locator(".local button").click()
    page.wait_for_selector(".lobby .cta.line[data-go=learn]", timeout=60_000)
    context.close()


@pytest.fixture
def server_with_site(site: Path, tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path, settings={"EDOKKO_SITE": str(site)})
    try:
        running.start()
        yield running
    finally:
        running.stop()


OFFLINE_PAGE = """async () => {
  while (!(await caches.match('/offline'))) await new Promise((done) => setTimeout(done, 50))
}"""
"""Wait until the service worker of the server's page has its page for the time without a connection."""


def test_a_server_offers_the_table_for_the_time_without_it(server_with_site: Server, visit: Visit) -> None:
    server = server_with_site
    tab = visit(server, "settings")
    loaded: list[str] = []
    tab.page.on("request", lambda request: loaded.append(request.url))
    button = tab.page.locator("[data-keep]")
    button.wait_for()
    assert not [url for url in loaded if "/here/" in url and "site.json" not in url]
    assert tab.page.evaluate("caches.match('/here/index.html')") is None
    button.click()
    link = tab.page.locator(".settings [data-here]")
    link.wait_for()
    tab.page.evaluate(OFFLINE_PAGE)
    assert sorted(name[:12] for name in tab.page.evaluate("caches.keys()")) == ["edokko-offli", "edokko-site-"]
    # The server is lost: in the open lobby, at an address of its own, and at one that goes on.
    with tab.page.expect_request("**/offline"):
        tab.go("")
    tab.expected_errors = CONNECTION_ERRORS
    server.stop()
    tab.page.locator(".lobbyproblem [data-here]").wait_for()
    tab.go("events")
    offline = tab.page.locator("a[href='/here/']")
    assert offline.inner_text() == Catalogue("en").text("offline-here")
    offline.click()
    ready(tab)
    begin(tab)
    play_on(tab, random.Random(5), until=lambda seen: seen.ply >= 6)
    for path, shown in (("rules", ".top"), ("learn/street", ".lessonbar, .speech, [data-lesson]")):
        tab.go(path)
        tab.page.wait_for_selector(shown)
        assert tab.page.evaluate("location.pathname") == f"/here/{path}"
    # The server is back: the way to it, and nothing kept.
    server.start()
    tab.go("here/settings")
    tab.page.locator("[data-server]").click()
    tab.page.wait_for_selector(".lobby .opens")
    tab.go("settings")
    tab.page.locator("[data-remove]").click()
    button.wait_for()
    assert tab.page.evaluate("caches.keys()") == ["edokko-offline"]
    server.stop()
    tab.go("learn/street")
    tab.page.get_by_text(Catalogue("en").text("offline-again")).wait_for()
    assert not offline.count()


def test_the_lobby_that_is_open_offers_what_was_kept_a_moment_ago(server_with_site: Server, visit: Visit) -> None:
    tab = visit(server_with_site)
    tab.page.wait_for_selector(".lobby .box .h", state="attached")
    tab.page.evaluate(OFFLINE_PAGE)
    tab.page.locator(".top .tool[aria-label=Settings]").click()
    tab.page.locator("[data-keep]").click()
    tab.page.locator(".settings [data-here]").wait_for()
    tab.page.locator(".top .brand").click()
    tab.page.wait_for_selector(".lobby .box .h", state="attached")
    tab.expected_errors = CONNECTION_ERRORS
    server_with_site.stop()
    tab.page.locator(".lobbyproblem [data-here]").wait_for()


def test_the_table_of_a_server_keeps_to_its_policies(server_with_site: Server, browser: Any) -> None:
    # The address of a lesson at the first visit, without a service worker.
    context = browser.new_context(reduced_motion="reduce", service_workers="block")
    context.add_init_script("addEventListener('securitypolicyviolation', (event) => console.error(event.blockedURI))")
    tab = Tab(context.new_page(), server_with_site.address)
    policies: dict[str, str] = {}
    tab.page.on("response", lambda answer: policies.update({answer.url: answer.headers["content-security-policy"]}))
    tab.go("here/learn/street")
    tab.page.wait_for_selector(".lessonbar, .speech, [data-lesson]")
    ready(tab)
    tab.page.locator(".top .brand, .app .brand").first.click()
    begin(tab)
    play_on(tab, random.Random(6), until=lambda seen: seen.ply >= 3)
    [worker] = {url for url, policy in policies.items() if "wasm-unsafe-eval" in policy}
    assert "/here/assets/worker-" in worker
    page = policies[f"{server_with_site.address}/here/learn/street"]
    assert page.startswith("default-src 'none'; script-src 'self' 'sha256-")
    context.close()
    assert tab.errors == []


def test_the_settings_say_that_the_table_could_not_be_kept(server_with_site: Server, visit: Visit) -> None:
    tab = visit(server_with_site, "settings")
    tab.expected_errors = ("ERR_FAILED",)
    tab.page.route("**/here/package-*.zip", lambda route: route.abort())
    tab.page.locator("[data-keep]").click()
    tab.page.get_by_text(Catalogue("en").text("offline-failed")).wait_for()
    tab.page.locator("[data-keep]").wait_for()
    # The table can be played all the same: the service worker of the server's page does not stand in its way.
    tab.page.unroute("**/here/package-*.zip")
    tab.page.evaluate("navigator.serviceWorker.ready")
    tab.page.add_init_script("globalThis.first = navigator.serviceWorker.controller?.scriptURL")
    tab.go("here/")
    ready(tab)
    assert tab.page.evaluate("first") == f"{server_with_site.address}/sw.js"


def test_a_policy_without_scripts_of_others_and_without_evaluation(site: Path) -> None:
    for name in ("index.html", "404.html"):
        html = (site / name).read_text()
        assert "script-src 'self' 'sha256-" in html
        assert "unsafe" not in html
