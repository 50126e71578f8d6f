"""Uncaught errors: the board stays, and the page offers a reload and a report."""

from __future__ import annotations

import json
from typing import Any

import pytest

from edokko import __version__
from tests.helpers.pictures import picture
from tests.helpers.tab import OpenTab, Tab

THROW_ERROR = {
    "an event": "setTimeout(() => { throw new TypeError('the lantern went out') })",
    "a promise": "void Promise.reject(new TypeError('the lantern went out'))",
}


@pytest.mark.parametrize("where", THROW_ERROR)
def test_an_error_shows_a_panel_with_a_report(open_tab: OpenTab, where: str) -> None:
    tab = open_tab(permissions=["clipboard-read", "clipboard-write"])
    table = tab.new_table("you", "local")
    tab.advance(table, lambda view: view.get("ply", 0) >= 3)
    tab.go_to_table(table)
    tab.settle()
    assert tab.page.locator(".fatal").count() == 0
    tab.page.evaluate(THROW_ERROR[where])
    tab.page.wait_for_selector(".fatal")
    picture(tab.page, "fatal")
    # The panel lies over the rail and leaves the board visible.
    panel, board = (tab.page.locator(selector).bounding_box() for selector in (".fatal", ".board"))
    assert panel
    assert board
    assert board["x"] + board["width"] <= panel["x"]
    tab.page.locator(".fatal .btn").nth(1).click()
    tab.page.wait_for_function("() => navigator.clipboard.readText().then((text) => text.startsWith('Edokko'))")
    report = tab.page.evaluate("navigator.clipboard.readText()")
    ply = tab.view(table)["table"]["ply"]
    for part in (f"Edokko {__version__}", f"{tab.address}/t\n", f"table {table}, move {ply}", "Chrome/"):
        assert part in report
    assert "TypeError: the lantern went out\n    at " in report
    assert not any(cookie["value"] in report for cookie in tab.page.context.cookies())
    assert tab.axe() == []
    # On a phone the panel lies at the foot.
    tab.resize(390, 844)
    picture(tab.page, "fatal-phone")
    tab.page.locator(".fatal .btn").first.click()
    tab.settle()
    assert tab.page.locator(".fatal").count() == 0
    assert any("the lantern went out" in error for error in tab.errors)
    tab.errors.clear()


def test_without_a_clipboard_the_report_can_be_selected(tab: Tab) -> None:
    tab.page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    tab.go_to_table(tab.new_table("you", "local"))
    tab.settle()
    tab.page.evaluate(THROW_ERROR["an event"])
    tab.page.locator(".fatal .btn").nth(1).click()
    assert "the lantern went out" in tab.page.locator(".fatal textarea").input_value()
    tab.errors.clear()


def test_a_render_error_removes_only_its_own_part(tab: Tab) -> None:
    """The page fails to render one player: the rail is gone, the board and the bar remain."""
    table = tab.new_table("you", "local")

    def broken(route: Any) -> None:
        answer = route.fetch()
        view = answer.json()
        view["table"]["game"]["position"]["players"][1]["retired"] = 5
        route.fulfill(response=answer, body=json.dumps(view))

    tab.page.route(f"**/api/tables/{table}", broken)
    tab.expected_errors = ("is not a function",)
    tab.go_to_table(table)
    tab.page.wait_for_selector(".fatal")
    assert tab.page.locator(".rail").count() == 0
    assert tab.page.locator(".board").count() == tab.page.locator(".bar").count() == 1
    tab.page.unroute(f"**/api/tables/{table}")
    tab.page.locator(".fatal .btn").first.click()
    tab.page.wait_for_selector(".rail")
    tab.settle()


def test_a_server_problem_is_no_error_of_the_page(tab: Tab) -> None:
    tab.go_to_table(tab.new_table("you", "local"))
    tab.settle()
    tab.expected_errors = ("500",)
    tab.page.route("**/api/tables/*/moves", lambda route: route.fulfill(status=500, body="{}"))
    tab.page.locator(tab.look().targets[0].selector).click()
    tab.page.wait_for_selector(".bar .prompt[role=alert]")
    assert tab.page.locator(".fatal").count() == 0
