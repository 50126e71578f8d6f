"""Sharing: the frame for other sites, its snippet, and the picture of a finished game."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tests.helpers.moments import late_position
from tests.helpers.pictures import picture
from tests.helpers.serving import Server
from tests.helpers.tab import Tab


class OtherSite:
    """A page of another origin."""

    def __init__(self) -> None:
        self.html = ""
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200 if self.path == "/" else 404)
                self.send_header("content-type", "text/html")
                self.end_headers()
                self.wfile.write(site.html.encode() if self.path == "/" else b"")

            def log_message(self, format: str, *args: Any) -> None:
                """Keep the output of the tests clean."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        # Another name of this machine than the server's: another site, not only another origin.
        self.address = f"http://localhost:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def other_site() -> Iterator[OtherSite]:
    site = OtherSite()
    yield site
    site.close()


def test_a_finished_game_can_be_saved_and_shown_by_another_site(
    open_tab: Callable[..., Tab], server: Server, browser: Any, other_site: OtherSite
) -> None:
    tab = open_tab()
    table = tab.new_table("you", "local", start=late_position(2, 12))
    tab.advance(table, lambda view: False, random.Random(3))
    last = tab.ply(table)
    tab.go_to_table(table)

    # The picture has the score sheet below the board, so it is higher than that of a link.
    with tab.page.expect_download() as saved:
        tab.page.locator(".ended a[href*='picture.png']").click()
    png = saved.value.path().read_bytes()
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[20:24]) > 630
    picture(tab.page, "share-ended")

    tab.page.locator("[data-more]").click()
    tab.page.locator(f"a[href='/t/{table}/replay/0']").click()
    tab.page.wait_for_selector("[data-embed]")
    tab.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab.page.locator("[data-embed]").click()
    tab.page.wait_for_function("() => document.querySelector('[data-embed]').textContent === 'Copied'")
    snippet = tab.page.evaluate("() => navigator.clipboard.readText()")
    assert snippet.startswith(f'<iframe src="{server.address}/embed/t/{table}?ply=0"')

    other_site.html = snippet
    context = browser.new_context(viewport={"width": 840, "height": 560})
    try:
        page = context.new_page()
        requests: list[str] = []
        page.on("request", lambda request: requests.append(request.url))
        page.goto(other_site.address)
        frame = page.frame_locator("iframe")
        frame.locator("svg.board").wait_for()
        assert frame.locator("main.embed").get_attribute("data-ply") == "0"
        # Nothing to press but the controls.
        assert frame.locator("[data-legal]").count() == 0
        frame.locator(".embedbar button").nth(2).click()
        frame.locator("main.embed[data-ply='1']").wait_for()
        frame.locator(".embedbar input").press("End")
        frame.locator(f"main.embed[data-ply='{last}']").wait_for()
        picture(page, "share-embed-wide")
        page.set_viewport_size({"width": 390, "height": 700})
        page.evaluate("() => Object.assign(document.querySelector('iframe'), { width: 360, height: 600 })")
        frame.locator("svg.board.phone").wait_for()
        picture(page, "share-embed-phone")
        # No guest is created for a visitor of the other site, and links leave the frame.
        assert not any("/api/guest" in url or "Lobby" in url for url in requests)
        assert context.cookies() == []
        assert {link.get_attribute("target") for link in frame.locator("a").all()} == {"_blank"}

        # All other pages refuse to be framed.
        refused: list[str] = []
        page.on("console", lambda message: refused.append(message.text))
        for path in (f"/t/{table}", f"/t/{table}/replay/0", "/"):
            refused.clear()
            other_site.html = f'<iframe src="{server.address}{path}"></iframe>'
            with page.expect_console_message(lambda message: "frame-ancestors" in message.text):
                page.goto(other_site.address)
            assert page.frame_locator("iframe").locator("#app").count() == 0
    finally:
        context.close()


def test_a_frame_of_an_unknown_table_says_so(browser: Any, server: Server) -> None:
    context = browser.new_context()
    try:
        page = context.new_page()
        page.goto(f"{server.address}/embed/t/none")
        page.locator("[role=alert]").wait_for()
        assert page.locator("a").count() == 0
    finally:
        context.close()
