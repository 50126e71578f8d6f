"""Animations show events one after the other, and players can always skip them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.helpers.moments import late_position
from tests.helpers.playing import play_move, table_where
from tests.helpers.tab import PAUSE_ANIMATIONS, OpenTab, Tab

SEATS = ("you", "local")
PAYDAY, FIRE = 3, 5
"""The first months with a payday and with a fire."""
Condition = Callable[[list[dict[str, Any]]], bool]


def play(
    tab: Tab, table: str, condition: Condition, month: int, tries: int = 8, seats: tuple[str, ...] = SEATS
) -> tuple[str, list[dict[str, Any]]]:
    """Play over the API, shown in the tab, until a condition holds. Return the table and the events.

    Not every game reaches it, so new games are started as needed.

    Args:
        tab: the tab that shows the table.
        table: its id.
        condition: on the events of a move.
        month: the month in which new games begin.
        tries: the number of games.
        seats: of new games.
    """
    for seed in range(tries):
        chance = random.Random(seed)
        while (view := tab.view(table)["table"])["status"] != "finished":
            tab.skip_to_ply(view.get("ply", 0))
            move = chance.choice(view["game"]["moves"])["words"]
            response = tab.ask("POST", f"/tables/{table}/moves", {"ply": view.get("ply", 0), "moves": [move]})
            events = [event for step in response["events"] for event in step.get("events", [])]
            if condition(events):
                return table, events
        table = new_shown_table(tab, *seats, month=month, seed=seed + 1)
    raise AssertionError("no game has it")


def new_shown_table(tab: Tab, *seats: str, month: int = 1, seed: int = 0) -> str:
    """Return a table that the tab shows, at the beginning of a month."""
    start = late_position(len(seats), month, seed=seed) if month > 1 else None
    table = tab.new_table(*seats, start=start)
    tab.go_to_table(table)
    tab.page.wait_for_selector(".conn.live", state="attached")
    return table


def payday(events: list[dict[str, Any]]) -> bool:
    """Check whether a payday with mon among its salaries comes, not followed by a fire."""
    kinds = {event["kind"] for event in events}
    return "payday_began" in kinds and any(
        event.get("reason") == "salary" and event["resource"] == "mon" for event in events
    )


def burnt(events: list[dict[str, Any]]) -> bool:
    return any(event["kind"] == "left" and event["reason"] == "fire" for event in events)


WATCH_SHIFTS = """() => {
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      const moved = sources.filter(({ node }) => node?.closest?.('.report, .app > *'))
      if (!hadRecentInput) shifts.push([value, ...moved.map(({ node }) => String(node.className))])
    }
  }).observe({ type: 'layout-shift' })
}"""
"""Collect what moves on the page without an input, in `shifts`."""
SHOWN_AMOUNT = "([seat, what]) => Number(document.querySelector(`[data-has='${seat} ${what}']`).innerText)"


def test_a_payday_is_animated_and_any_key_skips_it(open_tab: OpenTab) -> None:
    tab = open_tab(reduced_motion="no-preference")
    # With three players no neutral character moves before the payday.
    seats = ("you", "local", "local")
    table = new_shown_table(tab, *seats, month=PAYDAY)
    tab.page.evaluate(PAUSE_ANIMATIONS)
    table, events = play(tab, table, payday, PAYDAY, seats=seats)
    tab.page.wait_for_selector(".flying.amount", state="attached")
    paid = [event for event in events if event.get("reason") == "salary" and event["resource"] == "mon"]
    seat = paid[-1]["seat"]
    mon = tab.view(table)["table"]["game"]["position"]["players"][seat]["mon"]
    total = sum(event["amount"] for event in paid if event["seat"] == seat)
    # The purse does not include an amount in flight.
    tab.page.wait_for_function(
        f"(asked) => ({SHOWN_AMOUNT})(asked.slice(0, 2)) <= asked[2]", arg=[seat, "mon", mon - 1]
    )
    assert total > 0
    assert tab.page.locator(".payday").count() == 0
    tab.page.keyboard.press("Shift")
    tab.page.wait_for_selector(".flying", state="detached")
    tab.page.wait_for_function(f"(asked) => ({SHOWN_AMOUNT})(asked.slice(0, 2)) === asked[2]", arg=[seat, "mon", mon])
    tab.page.wait_for_selector(".payday", state="attached")


def test_a_payday_is_a_table_with_reduced_motion(tab: Tab) -> None:
    play(tab, new_shown_table(tab, *SEATS, month=PAYDAY), payday, PAYDAY)
    tab.page.wait_for_selector(".payday td .parts")
    # No name breaks inside a word, whatever stands beside it.
    heights = "(all) => all.map((element) => [element.textContent, element.offsetHeight])"
    tab.page.evaluate(
        "document.querySelectorAll('.payday .parts').forEach((element) => element.append('+13 +13 +13 +13'))"
    )
    for name, height in tab.page.locator(".payday .who2 > span:last-child").evaluate_all(heights):
        assert height <= 20 * len(name.split()), name
    assert tab.page.locator(".flying").count() == 0


def test_playing_on_closes_the_payday(tab: Tab) -> None:
    play(tab, new_shown_table(tab, *SEATS, month=PAYDAY), payday, PAYDAY)
    tab.page.wait_for_selector(".payday")
    play_move(tab, random.Random(1))
    tab.page.wait_for_selector(".payday", state="detached", timeout=2_000)


def test_nothing_covers_the_result_on_a_phone(phone: Tab) -> None:
    table = phone.new_table("you", "local", start=late_position(2, 12))
    phone.go_to_table(table)
    phone.page.wait_for_selector(".conn.live", state="attached")
    phone.advance(table, lambda view: False, random.Random(2))
    phone.page.wait_for_selector(".ended")
    assert phone.page.locator(".payday, .fireshow").count() == 0


@pytest.mark.parametrize(("condition", "month"), [(payday, PAYDAY), (burnt, FIRE)])
def test_the_report_of_a_month_moves_nothing_on_a_phone(phone: Tab, condition: Condition, month: int) -> None:
    table = new_shown_table(phone, *SEATS, month=month)
    phone.page.evaluate(WATCH_SHIFTS)
    play(phone, table, condition, month)
    phone.page.wait_for_selector(".report.folded")
    assert phone.page.evaluate("() => shifts") == []


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_a_fire_marks_its_stalls_with_reduced_motion(open_tab: OpenTab, size: tuple[int, int]) -> None:
    tab = open_tab(*size)
    _, events = play(tab, new_shown_table(tab, *SEATS, month=FIRE), burnt, FIRE)
    for event in events:
        if event["kind"] == "left" and event["reason"] == "fire":
            mark = tab.page.locator(f"[data-room={event['room']}] [data-burns=burnt]")
            mark.wait_for(state="attached")
            assert str(event["amount"]) in str(mark.text_content())
    # Without a rail the report is one line during the player's turn, until it is expanded.
    if size[0] < 1280:
        assert tab.page.locator(".fireshow li").count() == 0
        tab.page.locator(".fireshow .unfold").click()
    tab.page.wait_for_selector(".fireshow li")


def test_a_fire_is_animated_to_the_burnt_card(open_tab: OpenTab) -> None:
    tab = open_tab(reduced_motion="no-preference")
    _, events = play(tab, new_shown_table(tab, *SEATS, month=FIRE), burnt, FIRE)
    tab.page.wait_for_selector(".flying.char", state="attached")
    times = """() => document.getAnimations().filter((animation) => animation.effect.target.closest('.flights'))
        .map((animation) => animation.effect.getComputedTiming().endTime)"""
    ends = tab.page.evaluate(times)
    # Payments and cards that leave before the fire come first.
    before = next(index for index, event in enumerate(events) if event["kind"] == "fire_broke_out")
    assert max(ends) <= 2200 + 400 * before
    # By script: the journey may end before a pointer is there.
    tab.page.locator("[data-button=skip]").evaluate("(button) => button.click()")
    tab.page.wait_for_selector(".flying", state="detached")
    tab.page.wait_for_selector(".fireshow")


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
    # In month 3 an oyakata is near the lap line.
    table = new_shown_table(tab, *SEATS, month=3)
    tab.page.evaluate(PAUSE_ANIMATIONS)
    kinds: Callable[[list[dict[str, Any]]], set[str]] = lambda events: {event["kind"] for event in events}  # noqa: E731
    laps: Condition = lambda events: "lapped" in kinds(events) and "retired" not in kinds(events)  # noqa: E731
    table, _ = play(tab, table, laps, month=3)
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
