"""Games in a browser to their ends: by mouse in each edition, by keyboard, by touch, and between two guests.

One game is played by mouse from its first move to its last, and one without a server in `test_site.py`. The others
leave out some months, which show nothing new.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from edokko import check
from edokko.catalogue import Catalogue
from edokko.events import Event
from edokko.words import SeatWords, Words, describe_events
from tests.helpers.moments import late_position
from tests.helpers.playing import EVERY_STEP, Press, by_finger, by_keyboard, by_mouse, by_tab, play_move, play_on
from tests.helpers.tab import OpenTab, Tab

HAS_LINE = "(text) => [...document.querySelectorAll('.log li')].some((line) => line.textContent.trim() === text)"
"""Check whether the log has a line."""


def assert_score_sheet(tab: Tab, table: str) -> None:
    """Check the points against the server, best player first; download a valid record of a whole game."""
    tab.page.wait_for_selector(".ended .points")
    view = tab.view(table)["table"]
    scores = sorted(view["game"]["scores"], key=lambda sheet: sheet["place"])
    totals = [str(sheet["total"]) for sheet in scores]
    assert tab.page.locator(".ended .points strong").all_inner_texts() == totals
    tab.page.locator("[data-as-table]").click()
    rows = tab.page.locator(".ended .points tbody tr")
    assert rows.locator(".sum").all_inner_texts() == totals
    assert rows.first.locator("td").all_inner_texts() == [*map(str, scores[0]["lines"].values()), totals[0]]
    # A game that began in a position has no record.
    if "start" in view:
        return
    tab.page.locator("[data-more]").click()
    with tab.page.expect_download() as download:
        tab.page.locator("[data-record]").click()
    assert download.value.failure() is None
    check(tab.ask("GET", f"/tables/{table}/record"))


def table_of(tab: Tab) -> str:
    tab.page.wait_for_selector(".app[data-ply]")
    return str(tab.page.evaluate("location.pathname")).split("/")[-1]


def begin_in_the_lobby(tab: Tab, edition: str, players: int) -> str:
    """Begin a game against computer players by mouse, and return its table."""
    tab.go_to_lobby()
    tab.page.locator(".act.play .lnk").click()
    tab.page.locator(".act.play .seg label", has_text=str(players)).first.click()
    tab.page.locator(".act.play .seg label", has_text=edition).click()
    # Without help: a new guest's first game has a coach.
    tab.page.locator(".act.play .seg label", has_text="none").click()
    tab.page.keyboard.press("Escape")
    tab.page.locator("[data-go=play]").click()
    table = table_of(tab)
    view = tab.view(table)["table"]
    assert (view["edition"], view["players"]) == (edition, players)
    return table


def test_a_whole_game_by_mouse_against_computer_players(open_tab: OpenTab) -> None:
    tab = open_tab(1440, 900)
    table = begin_in_the_lobby(tab, "2021", 3)
    pressed = play_on(tab, random.Random(1), by_mouse)
    assert set(pressed) >= EVERY_STEP, pressed
    assert_score_sheet(tab, table)


def play_first_and_last_months(tab: Tab, table: str, chance: random.Random, press: Press) -> Counter[str]:
    """Press targets in the first months and from the tenth on; between them the moves come over the API."""
    pressed = play_on(tab, chance, press, until=lambda seen: seen.ply >= 30)
    tab.go("rules")
    tab.advance(table, lambda view: view["game"]["position"]["month"] >= 10, chance)
    tab.go_to_table(table)
    return pressed + play_on(tab, chance, press)


def test_the_first_and_the_last_months_of_the_first_edition_by_mouse(open_tab: OpenTab) -> None:
    tab = open_tab(1280, 720)
    table = begin_in_the_lobby(tab, "2015", 2)
    pressed = play_first_and_last_months(tab, table, random.Random(2), by_mouse)
    assert set(pressed) >= EVERY_STEP, pressed
    assert_score_sheet(tab, table)


@pytest.mark.anywhere
def test_the_end_of_a_game_by_keyboard_alone(tab: Tab) -> None:
    table = tab.new_table("you", "easy", start=late_position(2, 7))
    tab.go_to_table(table)
    pressed = play_on(tab, random.Random(3), by_keyboard)
    assert set(pressed) >= EVERY_STEP, pressed
    tab.page.wait_for_selector(".ended")


def test_part_of_a_game_by_keyboard_with_the_board_as_a_list(tab: Tab) -> None:
    tab.go_to_table(tab.new_table("you", "easy"))
    tab.settle()
    tab.page.keyboard.press("b")
    tab.page.wait_for_selector(".boardlist")
    pressed = play_on(tab, random.Random(4), by_tab, until=lambda seen: seen.ply >= 40)
    assert set(pressed) >= {"slot", "offer", "room", "square", "done"}, pressed
    assert tab.page.locator(".boardlist").count() == 1


@pytest.mark.anywhere
def test_the_first_and_the_last_months_on_a_phone(phone: Tab) -> None:
    table = phone.new_table("you", "easy")
    phone.go_to_table(table)
    pressed = play_first_and_last_months(phone, table, random.Random(7), by_finger)
    assert set(pressed) >= EVERY_STEP, pressed
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert_score_sheet(phone, table)


@pytest.mark.anywhere
def test_the_end_of_a_game_on_a_tablet(open_tab: OpenTab) -> None:
    tablet = open_tab(820, 1180, has_touch=True)
    table = tablet.new_table("you", "easy", start=late_position(2, 8))
    tablet.go_to_table(table)
    pressed = play_on(tablet, random.Random(8), by_finger)
    assert set(pressed) >= EVERY_STEP, pressed
    assert tablet.page.evaluate("document.documentElement.scrollWidth") <= 820
    assert_score_sheet(tablet, table)


def last_line(steps: list[dict[str, Any]], names: list[str], reader: int) -> str:
    """Return the last line of a log in the words of the terminal, as the player of the seat `reader` reads it."""
    words = SeatWords(Words(Catalogue("en"), seats=names), reader)
    # A move may be without events, such as the end of a turn.
    events = [[Event(**event) for event in step.get("events", ())] for step in steps]
    return [line.text for step in events for line in describe_events(step, words)][-1]


def test_two_browsers_play_together_and_see_each_others_moves(open_tab: OpenTab) -> None:
    tabs = [open_tab(), open_tab()]
    host, guest = tabs
    table = host.new_table("you", "open", listed=True, start=late_position(2, 10))
    host.go(f"t/{table}")
    guest.go(f"t/{table}")
    guest.page.locator("[data-sit]").click()
    guest.page.locator("[data-ready]").click()
    host.page.locator("[data-start]:not(.off)").click()
    for tab in tabs:
        tab.page.wait_for_selector(".app[data-ply] .board")
    names = [seat["name"] for seat in host.view(table)["table"]["seats"]]
    chance = random.Random(11)
    turns = set()
    while (game := host.view(table)["table"]["game"])["position"]["month"] < 11:
        seat = game["turn"]["seat"]
        turns.add(seat)
        mover, other = tabs[seat], tabs[1 - seat]
        mover.settle()
        assert other.look().targets == []
        play_move(mover, chance)
        # The other browser shows the same moves and the same log. Each log says "you" to its own reader.
        other.wait_for_ply(mover.ply(table))
        steps = mover.ask("GET", f"/tables/{table}/log")["steps"]
        for reader, tab in enumerate(tabs):
            tab.page.wait_for_function(HAS_LINE, arg=last_line(steps, names, reader))
    assert turns == {0, 1}
    play_to_the_end(tabs, table, chance)
    for tab in tabs:
        assert_score_sheet(tab, table)


def play_to_the_end(tabs: list[Tab], table: str, chance: random.Random) -> None:
    """Play over the API, each guest for the own seat, while the pages watch."""
    while (view := tabs[0].view(table)["table"])["status"] == "running":
        mover = tabs[view["seat"]]
        move: dict[str, Any] = chance.choice(view["game"]["moves"])
        mover.ask("POST", f"/tables/{table}/moves", {"ply": view["ply"], "moves": [move["words"]]})


def test_two_people_at_one_screen(tab: Tab) -> None:
    tab.go_to_lobby()
    tab.page.locator(".act.friends .lnk").click()
    options = tab.page.locator(".act.friends .pop")
    options.locator(".seg label", has_text="2").first.click()
    options.locator("select[data-seat='1']").select_option("local")
    options.locator(".seatrow input").fill("Hanako")
    options.locator(".tick", has_text="Random seating").locator("input").uncheck()
    tab.page.keyboard.press("Escape")
    tab.page.locator("[data-go=friends]").click()
    table = table_of(tab)
    headings = set()
    chance = random.Random(13)
    for _ in range(30):
        tab.settle()
        headings.add(tab.page.locator(".bar .steps b").inner_text())
        # The panel of the acting player is marked.
        name = tab.view(table)["table"]["seats"][tab.view(table)["table"]["seat"]]["name"]
        assert tab.page.locator(".rail .pl.turn .nm").inner_text() == name
        play_move(tab, chance)
    assert len(headings) == 2
    assert any("Hanako" in text for text in headings)
    # The end comes over the API, and the page shows it when it is opened again.
    tab.go("rules")
    tab.advance(table, lambda view: False, chance)
    tab.go_to_table(table)
    assert_score_sheet(tab, table)
