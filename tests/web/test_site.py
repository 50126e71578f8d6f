"""The folder that needs no server: built, shown by a host of plain files below a path, and played in a browser."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from edokko.browser import building
from edokko.native.libraries import is_current
from tests.helpers.playing import play_on
from tests.helpers.site import Host
from tests.helpers.tab import TRANSPARENT, Tab

Visit = Callable[..., Tab]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not shutil.which("npm"):
        pytest.skip("THE SITE IS NOT TESTED: npm, which loads Pyodide, is missing")
    if not is_current(building.ENGINE):
        pytest.skip(
            "THE SITE IS NOT TESTED: the engine for browsers is not built (edokko was installed without a page)"
        )
    folder = tmp_path_factory.mktemp("site") / "iki"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(building, "QUALITY", 1)
        patch.setattr(building, "PAUSE", 0.0)
        try:
            building.build(folder)
        except building.SiteError as error:
            if error.message != "problem-site-download":
                raise
            pytest.skip(f"THE SITE IS NOT TESTED: Pyodide cannot be loaded: {error.arguments}")
    return folder


@pytest.fixture(scope="module")
def host(site: Path) -> Iterator[Host]:
    running = Host(site)
    yield running
    running.stop()


@pytest.fixture
def visit(browser: Any) -> Iterator[Visit]:
    """Return a function that opens a page of the host, without errors on it unless they are expected."""
    tabs: list[Tab] = []

    def make(host: Host, path: str = "", *, like: Any = None, worker: str = "") -> Tab:
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
    play_on(tab, random.Random(1))
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


def test_a_policy_without_scripts_of_others_and_without_evaluation(site: Path) -> None:
    for name in ("index.html", "404.html"):
        html = (site / name).read_text()
        assert "script-src 'self' 'sha256-" in html
        assert "unsafe" not in html
