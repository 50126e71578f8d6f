"""Replays."""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.helpers.moments import late_position
from tests.helpers.pictures import picture
from tests.helpers.server import wait_until
from tests.helpers.tab import PAUSE_ANIMATIONS, Tab


def test_a_replay_shows_any_move(tab: Tab) -> None:
    table = tab.new_table("you", "local")
    tab.advance(table, lambda view: False, random.Random(3))
    last = tab.ply(table)
    tab.go_to_table(table)
    tab.page.locator(".ended [data-button=skip]").wait_for(state="attached")
    tab.page.locator("[data-more]").click()
    tab.page.locator(f"a[href='/t/{table}/replay/0']").click()
    tab.page.wait_for_selector(".scrub")
    scrubber = tab.page.locator(".scrub input")
    assert scrubber.get_attribute("max") == str(last)
    assert tab.page.locator(".app [data-legal]").count() == 0
    assert tab.page.locator(".scrub .mark").count() >= 12

    acts = tab.page.locator(".scrub .tray .btn")
    for ply in (1, 2, 3):
        acts.nth(2).click()
        tab.wait_for_ply(ply)
    acts.nth(0).click()
    tab.wait_for_ply(2)
    # The path contains the ply.
    tab.page.wait_for_function("() => location.pathname.endsWith('/2')")

    box = scrubber.bounding_box()
    assert box
    tab.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    tab.page.wait_for_function(
        "(last) => Math.abs(document.querySelector('.app').dataset.ply - last / 2) < last / 10", arg=last
    )
    middle = tab.look().ply
    view = tab.ask("GET", f"/tables/{table}?ply={middle}")["table"]["game"]["position"]
    mon = tab.page.locator("[data-has='0 mon']").inner_text().strip()
    assert mon == str(view["players"][0]["mon"])

    # The replay plays and stops by itself.
    acts.nth(5).click()
    acts.nth(1).click()
    tab.page.wait_for_function("(ply) => document.querySelector('.app').dataset.ply > ply + 1", arg=middle)
    acts.nth(1).click()

    scrubber.focus()
    tab.page.keyboard.press("End")
    tab.wait_for_ply(last)
    tab.page.keyboard.press("ArrowLeft")
    tab.wait_for_ply(last - 1)

    # A log entry links to its ply; strangers may watch too.
    tab.page.keyboard.press("Escape")
    tab.page.locator("[data-tool=log]").click()
    link = tab.page.locator(".log.full a").nth(10)
    moment = str(link.get_attribute("href")).split("/")[-1]
    link.click()
    tab.wait_for_ply(int(moment))
    tab.page.locator(f"a[href='/t/{table}']").click()
    tab.page.wait_for_selector(".ended")


def test_a_stranger_sees_the_replay_without_actions(open_tab: Callable[..., Tab], tab: Tab) -> None:
    table = tab.new_table("you", "local")
    tab.advance(table, lambda view: view["game"]["position"]["month"] == 3, random.Random(3))
    stranger = open_tab()
    stranger.go(f"t/{table}/replay/7")
    stranger.wait_for_ply(7)
    stranger.page.locator(f"a[href='/t/{table}']").click()
    stranger.page.wait_for_selector(".bar.idle")
    assert stranger.look().targets == []


def rail(tab: Tab) -> list[str | None]:
    return [locator.get_attribute("data-panel") for locator in tab.page.locator("[data-panel]").all()]


def test_a_replay_has_the_perspective_of_any_seat(open_tab: Callable[..., Tab], tab: Tab) -> None:
    other = open_tab()
    table = tab.new_table("open", "you", "easy")
    other.ask("POST", f"/tables/{table}/join", {})
    tab.ask("POST", f"/tables/{table}/start")
    tab.go(f"t/{table}/replay/0")
    tab.wait_for_ply(0)
    assert rail(tab) == ["1", "2", "0"]
    seats = tab.page.locator(".scrub select")
    assert seats.input_value() == "1"
    seats.select_option("2")
    tab.page.wait_for_selector(".rail [data-panel='2']:first-child")
    assert rail(tab) == ["2", "0", "1"]
    # The choice survives a resize.
    tab.resize(390, 844)
    tab.page.wait_for_selector(".strip [data-panel='2']:first-child")
    box = seats.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    picture(tab.page, "replay-phone")
    # A stranger starts with the first seat.
    stranger = open_tab()
    stranger.go(f"t/{table}/replay/0")
    stranger.wait_for_ply(0)
    picture(stranger.page, "replay-stranger")
    assert rail(stranger) == ["0", "1", "2"]
    assert stranger.page.locator(".scrub select").input_value() == "0"


def test_a_replay_returns_to_its_first_ply_and_shows_errors(tab: Tab) -> None:
    table = tab.new_table("you", "local")
    tab.advance(table, lambda view: view["game"]["position"]["month"] == 2, random.Random(3))
    tab.go(f"t/{table}/replay/3")
    tab.wait_for_ply(3)
    ahead = tab.page.locator(".scrub .tray .btn").nth(2)
    ahead.click()
    tab.wait_for_ply(4)
    tab.page.evaluate("(to) => { location.hash = to }", f"#/replay/{table}/3")
    tab.wait_for_ply(3)
    tab.expected_errors = ("500",)
    tab.page.route(f"**/api/tables/{table}?*", lambda route: route.fulfill(status=500, body="{}"))
    ahead.click()
    tab.page.wait_for_selector(".scrub p[role=alert]")
    assert tab.page.locator(".scrub input").input_value() == "3"
    tab.page.unroute(f"**/api/tables/{table}?*")
    ahead.click()
    tab.wait_for_ply(4)
    assert tab.page.locator(".scrub p[role=alert]").count() == 0


def test_the_animation_of_a_replay_can_be_skipped(open_tab: Callable[..., Tab]) -> None:
    tab = open_tab(reduced_motion="no-preference")
    table = tab.new_table("you", "local")
    tab.advance(table, lambda view: view["game"]["position"]["month"] == 2, random.Random(3))
    moves = [step["move"] for step in tab.ask("GET", f"/tables/{table}/log")["steps"] if step.get("move")]
    ply = next(index for index, move in enumerate(moves) if move.startswith("ikizama"))
    tab.go(f"t/{table}/replay/{ply}")
    tab.wait_for_ply(ply)
    tab.page.evaluate(PAUSE_ANIMATIONS)
    tab.page.locator(".scrub .tray .btn").nth(2).click()
    tab.page.locator("[data-button=skip]").click()
    tab.page.wait_for_selector("[data-button=skip]", state="hidden")


def test_a_playing_replay_waits_for_a_slow_server(tab: Tab) -> None:
    table = tab.new_table("you", "local")
    tab.advance(table, lambda view: view["game"]["position"]["month"] == 2, random.Random(3))
    tab.go(f"t/{table}/replay/0")
    tab.wait_for_ply(0)
    tab.page.evaluate(
        """() => {
          const ask = window.fetch
          window.fetch = async (...what) => {
            await new Promise((done) => setTimeout(done, 400))
            return ask(...what)
          }
        }"""
    )
    acts = tab.page.locator(".scrub .tray .btn")
    acts.nth(5).click()
    acts.nth(1).click()
    for ply in (1, 2, 3):
        tab.wait_for_ply(ply)


def reviewed_ply(tab: Tab, table: str) -> int:
    """Return a ply in the middle of a finished game at which the player had a choice: forced moves have no review."""
    path = f"/tables/{table}/review"
    wait_until(lambda: "decisions" in tab.ask("GET", path))
    decisions = tab.ask("GET", path)["decisions"]
    return int(decisions[len(decisions) // 2]["ply"])


def test_the_slider_has_room_where_the_words_are_long(open_tab: Callable[..., Tab]) -> None:
    tab = open_tab(1280, 720, locale="fr-FR")
    table = tab.new_table("you", "local", start=late_position(2, 8))
    tab.advance(table, lambda view: False, random.Random(3))
    ply = reviewed_ply(tab, table)
    for path, ready in ((f"t/{table}/replay/{ply}", ".scrub"), (f"t/{table}/review/{ply}", ".decision li")):
        tab.go(path)
        tab.page.wait_for_selector(ready)
        tab.page.wait_for_load_state("networkidle")
        box = tab.page.locator(".scrub input").bounding_box()
        assert box
        assert box["width"] >= 120, path
        bar = tab.page.locator(".bar.scrub")
        assert bar.evaluate("(bar) => bar.scrollWidth <= bar.clientWidth"), path


def test_the_words_at_the_end_of_a_walk_stay_in_the_window_of_a_phone(phone: Tab) -> None:
    table = phone.new_table("you", "local", "local")
    phone.advance(table, lambda view: False, random.Random(5))
    seen = 0
    for ply in range(20, 80, 2):
        phone.go(f"study?table={table}&ply={ply}")
        phone.page.wait_for_selector(".best li b")
        phone.page.wait_for_load_state("networkidle")
        note = phone.page.locator(".focusmarks > b")
        if note.count():
            box = note.bounding_box()
            assert box
            assert 0 <= box["x"] <= 390 - box["width"], ply
            seen += 1
        if seen == 2:
            return
    raise AssertionError("too few walks with words were seen")
