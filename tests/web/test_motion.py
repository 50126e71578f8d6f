"""Animations show events one after the other, and players can always skip them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.helpers.happening import SEATS, Condition, happen, new_shown_table
from tests.helpers.playing import table_where
from tests.helpers.tab import PAUSE_ANIMATIONS, OpenTab, Tab

WALK_TIMINGS = """() => {
  const sign = document.querySelector('.lapsign').getAnimations().map(({ effect }) => effect.getComputedTiming())
  const pawn = document.getAnimations().filter((animation) => animation.effect.target.matches('.pawn'))
  const legs = pawn.map((animation) => animation.effect.getComputedTiming()).sort((a, b) => a.delay - b.delay)
  const pauses = sign.map((timing) => timing.delay + timing.duration / 2)
  for (const animation of pawn) animation.currentTime = pauses[0]
  const middle = (node) => node.getBoundingClientRect().x + node.getBoundingClientRect().width / 2
  const apart = pawn.map((animation) => middle(animation.effect.target) - middle(document.querySelector('.lapbase')))
  return {
    flips: sign.map((timing) => [timing.delay, timing.duration]),
    legs: legs.map((timing) => [timing.delay, timing.endTime]), apart}
}"""


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_an_oyakata_pauses_at_the_lap_line_until_the_kobun_have_risen(open_tab: OpenTab, size: tuple[int, int]) -> None:
    tab = open_tab(*size, reduced_motion="no-preference")
    kinds: Callable[[list[dict[str, Any]]], set[str]] = lambda events: {event["kind"] for event in events}  # noqa: E731
    laps: Condition = lambda events: "lapped" in kinds(events) and "retired" not in kinds(events)  # noqa: E731
    # From month 3 on an oyakata is near the lap line.
    table, _ = happen(tab, laps, len(SEATS), 3, lambda: tab.page.evaluate(PAUSE_ANIMATIONS))
    now = tab.view(table)["table"]
    tab.wait_for_ply(now["ply"])
    tab.page.wait_for_function("() => document.querySelector('.lapsign').getAnimations().length")
    seen = tab.page.evaluate(WALK_TIMINGS)
    [[flips, takes]], [[_, comes], [goes, ends]] = seen["flips"], seen["legs"]
    assert (flips, takes, goes) == pytest.approx((comes, 400, comes + 400))
    assert ends - 400 <= 900
    assert all(abs(apart) < 2 for apart in seen["apart"])
    # An undone move is not animated as a walk.
    tab.ask("POST", f"/tables/{table}/undo", {"ply": now["ply"]})
    tab.wait_for_ply(now["ply"] - 1)
    tab.page.wait_for_timeout(100)
    assert tab.page.locator(".flying").count() == 0
    assert (
        tab.page.evaluate("document.getAnimations().filter(({ effect }) => effect.target.matches('.pawn')).length") == 0
    )


def two_guests(open_tab: OpenTab, motion: str) -> tuple[Tab, Tab, str]:
    """Return a watching guest, an opponent, and their table."""
    looks, plays = open_tab(reduced_motion=motion), open_tab()
    table = looks.new_table("you", "open", random_seats=False)
    plays.ask("POST", f"/tables/{table}/join", {"ready": True})
    looks.ask("POST", f"/tables/{table}/start")
    looks.go_to_table(table)
    looks.page.wait_for_selector(".conn.live", state="attached")
    return looks, plays, table


def play_while(tab: Tab, table: str, enough: Callable[[dict[str, Any]], bool]) -> None:
    """Play over the API while it is this guest's turn and the condition does not hold."""
    while not enough(view := tab.view(table)) and view["you"].get("may_play"):
        now = view["table"]
        move = now["game"]["moves"][0]["words"]
        tab.ask("POST", f"/tables/{table}/moves", {"ply": now.get("ply", 0), "moves": [move]})


def play_until_turn(tab: Tab, other: Tab, table: str, condition: Callable[[dict[str, Any]], bool]) -> None:
    """Let both guests play until the condition holds."""
    for _ in range(60):
        if condition(tab.view(table)):
            return
        for player in (tab, other):
            play_while(player, table, lambda _: condition(tab.view(table)))
    raise AssertionError("it does not come to that")


def test_a_key_acts_during_the_animation_of_opponents_moves(open_tab: OpenTab) -> None:
    looks, plays, table = two_guests(open_tab, "no-preference")

    def theirs(view: dict[str, Any]) -> bool:
        """Check whether the opponent's whole turn lies ahead."""
        turn = view["table"]["game"].get("turn", {})
        return bool(view["table"]["seat"] == 1 and turn.get("move") == "open" and turn.get("hire") != "done")

    play_until_turn(looks, plays, table, theirs)
    looks.wait_for_ply(looks.ply(table))
    looks.page.wait_for_selector(".flying", state="detached")
    before = looks.ply(table)
    # Keep the first animation running.
    looks.page.evaluate(PAUSE_ANIMATIONS)
    play_while(plays, table, lambda _: False)
    assert looks.view(table)["you"]["may_play"]
    now = looks.ply(table)
    assert now > before + 1
    # The key acts on the current state, whatever is still waiting.
    moves = looks.view(table)["table"]["game"]["moves"]
    looks.page.wait_for_timeout(500)
    looks.page.keyboard.press("a")
    looks.wait_for_ply(now)
    looks.page.wait_for_selector(".choices")
    assert looks.page.locator(".choices li").count() == len(moves)


@pytest.mark.parametrize(("missed", "marked"), [(3, False), (9, True)])
def test_missed_moves_are_shown_after_a_reconnect(open_tab: OpenTab, missed: int, marked: bool) -> None:
    """A few missed moves are animated; after many the changed stalls are marked."""
    tab = open_tab(reduced_motion="no-preference")
    closed = {"now": False}
    sockets: list[Any] = []

    def pass_on(socket: Any) -> None:
        if closed["now"]:
            socket.close()
            return
        sockets.append(socket)
        socket.connect_to_server()

    tab.page.route_web_socket("**/live*", pass_on)
    table = new_shown_table(tab, "you", "local")
    start = tab.settle().ply
    closed["now"] = True
    for socket in sockets:
        socket.close()
    tab.page.wait_for_selector(".conn.lost", state="attached")
    tab.advance(table, lambda view: view.get("ply", 0) >= start + missed, random.Random(1))
    tab.page.evaluate(
        """() => { window.seen = { flying: 0, fresh: [], plies: [] }
          new MutationObserver(() => {
            const ply = Number(document.querySelector('.app').dataset.ply)
            if (window.seen.plies.at(-1) !== ply) window.seen.plies.push(ply)
            window.seen.flying += document.querySelectorAll('.flying').length
            for (const node of document.querySelectorAll('.stall.fresh')) window.seen.fresh.push(node.dataset.room)
          }).observe(document.body, { subtree: true, childList: true, attributes: true }) }"""
    )
    closed["now"] = False
    tab.page.wait_for_selector(".conn.live", state="attached")
    tab.wait_for_ply(tab.ply(table))
    tab.page.wait_for_function("() => window.seen.flying || window.seen.fresh.length")
    seen = tab.page.evaluate("window.seen")
    assert (seen["flying"] > 0, len(seen["fresh"]) > 0) == (not marked, marked)
    # Missed moves are shown one by one, each from its previous position.
    now = start + missed
    assert [ply for ply in seen["plies"] if ply > start] == ([now] if marked else [*range(start + 1, now + 1)])
    tab.page.wait_for_selector(".stall.fresh", state="detached")


def retires(now: dict[str, Any]) -> bool:
    return any(room.get("retires") for room in now["game"]["position"]["rooms"])


def test_the_next_retirement_is_shown(tab: Tab) -> None:
    table = table_where(tab, retires, players=2)
    tab.go_to_table(table)
    rooms = tab.view(table)["table"]["game"]["position"]["rooms"]
    room = next(room["id"] for room in rooms if room.get("retires"))
    stall = tab.page.locator(f".stall[data-room={room}]")
    assert stall.locator(".circle").count() == 1
    stall.hover()
    notice = tab.page.locator(".insp .retires").text_content()
    assert str(notice) in str(stall.get_attribute("aria-label"))


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_neutral_characters_are_labelled(open_tab: OpenTab, size: tuple[int, int]) -> None:
    tab = open_tab(*size)
    table = new_shown_table(tab, "you", "local")
    neutral = lambda now: any(  # noqa: E731
        room.get("kind") == "character" and "owner" not in room for room in now["game"]["position"]["rooms"]
    )
    tab.advance(table, neutral, random.Random(1))
    tab.wait_for_ply(tab.ply(table))
    rooms = tab.view(table)["table"]["game"]["position"]["rooms"]
    room = next(room["id"] for room in rooms if room.get("kind") == "character" and "owner" not in room)
    pill = tab.page.locator(f".stall[data-room={room}] .ntxt")
    assert pill.text_content() == "neutral"
    assert pill.bounding_box()["height"] > 10


def hires(now: dict[str, Any]) -> bool:
    return any(move["kind"] == "hire" for move in now["game"].get("moves", []))


def middle(tab: Tab, selector: str) -> tuple[float, float]:
    box = tab.page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_card_can_be_dragged_to_its_stall(tab: Tab) -> None:
    table = new_shown_table(tab, "you", "local")
    tab.advance(table, hires, random.Random(4))
    ply = tab.ply(table)
    tab.wait_for_ply(ply)
    mouse = tab.page.mouse
    start = middle(tab, ".offer[data-drags]")
    # Dropping a card nowhere changes nothing, and the following click selects nothing.
    mouse.move(*start)
    mouse.down()
    mouse.move(start[0], start[1] - 60, steps=4)
    tab.page.wait_for_selector(".dragged", state="attached")
    tab.page.wait_for_selector(".stall[data-legal] .paytxt", state="attached")
    mouse.up()
    tab.page.wait_for_selector(".dragged", state="detached")
    assert tab.page.locator(".offer.sel").count() == 0
    assert tab.ply(table) == ply
    # A press that slips slightly is a click.
    mouse.move(*start)
    mouse.down()
    mouse.move(start[0] + 3, start[1] + 3)
    mouse.up()
    tab.page.wait_for_selector(".offer.sel")
    tab.page.keyboard.press("Escape")
    mouse.down()
    mouse.move(start[0], start[1] - 60, steps=4)
    stall = middle(tab, ".stall[data-legal]")
    mouse.move(*stall, steps=4)
    tab.page.wait_for_selector(".stall.over", state="attached")
    mouse.up()
    tab.wait_for_ply(ply + 2)
    assert tab.page.locator(".offer.sel").count() == 0


@pytest.mark.drawn
def test_a_touch_drags_a_card_or_scrolls_the_row(open_tab: OpenTab) -> None:
    # Four cards fit a phone of 390 pixels.
    phone = open_tab(320, 844, has_touch=True, is_mobile=True)
    table = new_shown_table(phone, "you", "local")
    phone.advance(table, hires, random.Random(4))
    ply = phone.ply(table)
    phone.wait_for_ply(ply)
    _, y = middle(phone, ".offer[data-drags]")
    finger = phone.page.context.new_cdp_session(phone.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    # A horizontal drag scrolls the row. A busy browser may miss one.
    for _ in range(5):
        touch("touchStart", (300, y))
        for step in range(1, 9):
            touch("touchMove", (300 - 20 * step, y))
        touch("touchEnd")
        assert phone.page.locator(".dragged").count() == 0
        phone.page.wait_for_timeout(500)
        if phone.page.evaluate("document.querySelector('.faces').scrollLeft") > 20:
            break
    else:
        raise AssertionError("the row was not scrolled")
    phone.page.wait_for_timeout(300)
    # Use any card that can be hired.
    phone.page.locator(".offer[data-drags]").first.scroll_into_view_if_needed()
    phone.page.wait_for_timeout(300)
    # A vertical drag lifts the card.
    x, y = middle(phone, ".offer[data-drags]")
    touch("touchStart", (x, y))
    for step in range(1, 6):
        touch("touchMove", (x, y - 12 * step))
    phone.page.wait_for_selector(".dragged", state="attached")
    stall = middle(phone, ".stall[data-legal]")
    row = "[document.querySelector('.faces').scrollWidth, document.querySelectorAll('.faces .offer').length]"
    before = phone.page.evaluate(row)
    touch("touchMove", stall)
    touch("touchEnd")
    phone.wait_for_ply(ply + 2)
    # The gap in the row is as high as a card.
    card = phone.page.locator(".offer[data-offer]").first.bounding_box()["height"]
    assert phone.page.locator(".offer.hired").bounding_box()["height"] == pytest.approx(card, abs=1)
    assert phone.page.evaluate(row) == before
