"""While people are awaited: a crest is chosen, a switch says that one is ready, and the host begins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .conftest import SHOTS
from .tab import Tab

OpenTab = Callable[..., Tab]


def own_card(tab: Tab, seat: int) -> Any:
    return tab.page.locator(f"[data-seat-card='{seat}']")


def test_two_people_choose_their_crests_say_that_they_are_ready_and_begin(open_tab: OpenTab) -> None:
    host, guest = open_tab(), open_tab()
    table = host.new_table("you", "open", "easy", listed=True)
    guest.ask("PUT", "/guest", {"name": "Hana"})
    for one in (host, guest):
        one.go(f"table/{table}")
        one.page.wait_for_selector(".seatcard")
    start = host.page.locator(".after .btn").first
    assert start.get_attribute("aria-disabled") == "true"
    # Nobody chooses for others, nor for an empty seat.
    assert guest.page.locator(".crestchoice, .switch").count() == 0
    guest.page.locator(".seatcard .btn.can").click()
    own_card(guest, 1).locator(".switch").wait_for()
    assert host.page.locator(".crestchoice").count() == guest.page.locator(".crestchoice").count() == 1
    # The host begins, and needs no switch; who is missing stands on the button.
    assert host.page.locator(".switch").count() == 0
    host.page.wait_for_selector(".after .btn.off small:has-text('Hana')")
    assert start.get_attribute("aria-disabled") == "true"

    # Beni is Hana's; ivory is nobody's, and the computer player gives its ink away.
    crests = own_card(host, 0).locator(".crestchoice button")
    assert [one.get_attribute("aria-disabled") for one in crests.all()] == ["false", "true", "false", "false"]
    assert "Hana" in (crests.nth(1).get_attribute("aria-label") or "")
    crests.nth(1).click(force=True)
    crests.nth(3).click()
    own_card(guest, 0).locator(".pl-ivory").wait_for()
    guest_crests = own_card(guest, 1).locator(".crestchoice button")
    guest_crests.nth(0).click()
    own_card(host, 1).locator(".seatwho .pl-teal").wait_for()
    SHOTS.mkdir(exist_ok=True)
    host.page.screenshot(path=SHOTS / "waiting-host.png")
    guest.page.screenshot(path=SHOTS / "waiting-guest.png")

    # The host has a computer player of another level, and nobody else chooses who sits there.
    given = own_card(host, 2).locator("select")
    assert guest.page.locator(".seatcard select").count() == 0
    given.select_option("medium")
    own_card(guest, 2).get_by_text("medium", exact=False).first.wait_for()

    # In the list of tables too.
    guest.go()
    row = guest.page.locator(f".col-mine a[href='#/table/{table}']")
    row.locator(".cr").first.wait_for()
    assert row.locator(".pl-ivory, .pl-teal, .pl-ink").count() == 3
    row.click()

    switch = own_card(guest, 1).locator(".switch")
    switch.click()
    host.page.wait_for_selector(".after .btn.can")
    switch.click()
    host.page.wait_for_selector(".after .btn.off")
    switch.focus()
    guest.page.keyboard.press("Space")
    host.page.wait_for_selector(".after .btn.can")
    start.click()
    for one in (host, guest):
        one.page.wait_for_selector(".rail [data-panel='1'].pl-teal")
        assert one.page.locator(".rail [data-panel='0'].pl-ivory").count() == 1
        assert one.page.locator(".rail [data-panel='2'].pl-ink").count() == 1
        # The discs on the track, too.
        assert one.page.locator(".board .pl-beni").count() == 0


def test_the_others_have_the_crests_of_their_seats_at_another_table(open_tab: OpenTab) -> None:
    """A page that goes from one table to the next draws each with its own."""
    tab = open_tab()
    first, second = tab.new_table("you", "local"), tab.new_table("you", "local", "open")
    tab.ask("POST", f"/tables/{second}/seat", {"seat": 0, "crest": 3})
    other = open_tab()
    other.ask("GET", "/guest")
    other.ask("POST", f"/tables/{second}/join", {})
    tab.ask("POST", f"/tables/{second}/start")
    for table, crest in ((first, "teal"), (second, "ivory"), (first, "teal")):
        tab.go_to_table(table)
        tab.page.wait_for_selector(f".rail [data-panel='0'].pl-{crest}")
        assert tab.page.locator(f".rail [data-panel='0'] .cr.pl-{crest}").count() == 1
    tab.go(f"replay/{second}/0")
    tab.page.wait_for_selector(".rail [data-panel='0'].pl-ivory")
