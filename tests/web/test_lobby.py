"""The lobby: finding a table to sit down at, and what it says when there is none."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .conftest import SHOTS
from .serving import Server
from .tab import Tab

OpenTab = Callable[..., Tab]


def test_open_tables_are_filtered_by_how_many_play_and_joined_at_once(own_server: Server, open_tab: OpenTab) -> None:
    host, guest = open_tab(at=own_server), open_tab(at=own_server)
    host.new_table("you", "open", listed=True, name="Two")
    three = host.new_table("you", "easy", "open", listed=True, name="Three")
    page = guest.page
    page.reload()
    names = page.locator(".col-tables .tname b")
    names.nth(1).wait_for()
    assert sorted(names.all_inner_texts()) == ["Three", "Two"]
    page.locator(".wanted").select_option("3")
    assert names.all_inner_texts() == ["Three"]
    page.screenshot(path=SHOTS / "lobby-filtered.png")
    page.locator(".wanted").select_option("4")
    assert names.count() == 0
    assert "4" in page.locator(".col-tables .empty p").inner_text()
    page.locator(".wanted").select_option("3")
    page.get_by_role("button", name="Join: Three").click()
    page.wait_for_selector(".seatcard")
    assert guest.view(three)["you"]["seats"] == [2]
    # Whoever sits there has a table to go to, not one to join.
    guest.go()
    page.locator(".col-mine .tname").wait_for()
    host.new_table("you", "open", "open", listed=True, name="Other")
    page.reload()
    page.get_by_role("button", name="Join: Other").wait_for()
    assert page.get_by_role("button", name="Join: Three").count() == 0


def test_whoever_was_slower_is_told_so(own_server: Server, open_tab: OpenTab) -> None:
    host, guest, other = (open_tab(at=own_server) for _ in range(3))
    table = host.new_table("you", "open", listed=True, name="Two")
    guest.excused = ("409",)
    guest.page.reload()
    button = guest.page.get_by_role("button", name="Join: Two")
    button.wait_for()
    other.ask("GET", "/guest")
    other.ask("POST", f"/tables/{table}/join", {})
    button.click()
    assert guest.page.locator("[role=alert]").inner_text()
    button.wait_for(state="detached")


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_an_empty_list_leads_to_the_form(own_server: Server, open_tab: OpenTab, width: int, height: int) -> None:
    tab = open_tab(width, height, at=own_server)
    page = tab.page
    if width < 820:
        page.locator(".tabs button").first.click()
    empty = page.locator(".col-tables .empty")
    empty.wait_for()
    assert [empty.locator(one).count() for one in ("svg", "p", "button")] == [1, 1, 1]
    page.screenshot(path=SHOTS / f"lobby-empty-{width}.png")
    empty.locator("button").click()
    page.wait_for_function("() => document.activeElement.closest('form.newtable') !== null")


def test_a_shared_screen_has_one_host_and_nobody_is_you_twice(tab: Tab) -> None:
    table = tab.new_table("local", "you", "local", "easy")
    for name in ("", "Somebody else"):
        if name:
            # The seat keeps the name under which the table was made.
            tab.ask("PUT", "/guest", {"name": name})
            tab.page.reload()
        tab.go_to_table(table)
        tab.page.locator(".conn").click()
        said = tab.page.locator("[data-at-table] .nm").all_inner_texts()
        tab.page.screenshot(path=SHOTS / "at-the-table.png")
        assert ["host" in one for one in said] == [False, True, False, False], name
        assert ["you" in one.split() for one in said] == [False, True, False, False], name
        assert ["at this screen" in one for one in said] == [True, False, True, False], name
        assert "Bo 2" in said[2]
