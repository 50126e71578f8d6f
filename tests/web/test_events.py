"""Events and series on the page: from the form to the standings, and from the end of a game to the next one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.helpers.pictures import picture
from tests.helpers.server import Person, first_move
from tests.helpers.serving import Server
from tests.helpers.tab import Tab

SIZES = {"desktop": (1440, 900), "tablet": (820, 1180), "phone": (390, 844)}


@pytest.fixture
def others(server: Server) -> Iterator[list[Person]]:
    """Two programs that play over the API."""
    with closing(Person(server)) as first, closing(Person(server)) as second:  # type: ignore[arg-type]
        yield [first, second]


def look_everywhere(tab: Tab, name: str) -> None:
    """Take pictures in all sizes, and check that nothing is wider than the window and that no message is missing."""
    for size, (width, height) in SIZES.items():
        tab.page.set_viewport_size({"width": width, "height": height})
        picture(tab.page, f"{name}-{size}", full_page=True)
        assert tab.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), size
        small = tab.page.evaluate(
            "() => [...document.querySelectorAll('main :is(.cta, .ghostbtn, select, summary)')]"
            ".map(e => [e.textContent.trim(), e.getBoundingClientRect().height]).filter(([_, h]) => h < 44)"
        )
        assert not small, (size, small)
    tab.page.set_viewport_size({"width": 1440, "height": 900})


def test_an_event_from_its_form_to_its_standings(tab: Tab, others: list[Person]) -> None:
    page = tab.page
    tab.go_to_lobby()
    page.locator("[data-events]").click()
    page.locator("[data-name]").fill("Sakura cup")
    page.locator("[data-rounds]").select_option("1")
    page.locator("[data-most]").select_option("3")
    page.locator("[data-pause]").select_option("0")
    page.locator("[data-starts-full]").check()
    look_everywhere(tab, "events")
    page.locator("[data-create]").click()
    page.wait_for_selector("main.event")
    event = page.url.rpartition("/")[2]
    look_everywhere(tab, "event-open")

    # The players come, and the page shows it; the third one makes the event full, so it begins.
    others[0].post(f"/api/events/{event}/join", {"name": "Ren"})
    page.locator(".standings tbody tr").nth(1).wait_for()
    others[1].post(f"/api/events/{event}/join", {"name": "Sora"})
    page.locator("[data-table]").wait_for()
    look_everywhere(tab, "event-running")
    page.locator("[data-table]").click()
    page.wait_for_selector(".app[data-ply] .board")
    table = page.url.rpartition("/")[2]
    path = f"/tables/{table}/moves"
    seats = {seat["guest"]: seat["seat"] for seat in tab.view(table)["table"]["seats"]}
    by_seat = {seats[person.id]: person for person in others}
    view = tab.view(table)
    while view["table"]["status"] == "running":
        mover = by_seat.get(view["table"]["seat"])
        view = mover.view(table) if mover else tab.view(table)
        body = {"ply": view["table"].get("ply", 0), "moves": [first_move(view)]}
        view = mover.post(f"/api{path}", body)["view"] if mover else tab.ask("POST", path, body)["view"]

    # The end of the game leads back to the event, which is over.
    page.locator(f".ended .ways > a[href='/event/{event}']").click()
    page.locator(".standings .p1").wait_for()
    page.locator(".gamecard a[href*='/replay/']").wait_for()
    assert page.locator(".standings tbody b").all_inner_texts() == ["4", "2.5", "1"]
    assert page.locator(".waits").inner_text() == "The event is over."
    look_everywhere(tab, "event-over")
    for language in ("pl", "fr", "es", "pt"):
        page.locator(".lang select").select_option(language)
        page.wait_for_function("(code) => document.documentElement.lang.startsWith(code)", arg=language)
        # A missing message shows its id.
        assert not re.search(r"\{[a-z]+-", page.inner_text("main"))
    look_everywhere(tab, "event-over-pt")


def test_a_series_from_the_end_of_a_game(tab: Tab) -> None:
    page = tab.page
    table = tab.new_table("you", "local")
    tab.advance(table, lambda view: False)
    tab.go_to_table(table)
    page.locator("[data-more]").click()
    page.locator(".ended [data-series]").click()
    # The next table waits, with the seats exchanged; its page leads to the standings.
    page.wait_for_selector("main.waiting")
    page.locator(".seriespanel a").wait_for()
    look_everywhere(tab, "series-waiting")
    following = page.url.rpartition("/")[2]
    assert tab.view(following)["table"]["seats"][0]["name"] == "Bo 1"
    page.locator(".seriespanel a").click()
    page.locator(".standings tbody tr").nth(1).wait_for()
    page.locator("[data-games]").select_option("3")
    page.locator(".deeds .ghostbtn", has_text="Change").click()
    page.locator(".gamecard h4", has_text="Game 2 of 3").wait_for()
    look_everywhere(tab, "series")
    page.emulate_media(color_scheme="dark")
    picture(page, "series-dark", full_page=True)
    # To end the series takes two presses.
    end = page.locator(".deeds .confirm")
    end.click()
    assert end.inner_text() == "Press again to confirm"
    end.click()
    page.locator(".waits", has_text="The series is over.").wait_for()


def test_a_series_from_a_waiting_room(tab: Tab, others: list[Person]) -> None:
    table = tab.new_table("you", "open")
    others[0].post(f"/api/tables/{table}/join", {})
    tab.go(f"t/{table}")
    tab.page.locator("[data-more] summary").click()
    tab.page.locator(".seriespanel [data-series]").click()
    tab.page.locator(".seriespanel a").wait_for()
    assert tab.view(table)["table"]["series"]
