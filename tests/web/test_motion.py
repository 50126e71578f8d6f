"""What has happened is shown, one thing after the other, and nobody has to wait for it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from .playing import play_a_move
from .tab import HELD, Tab

OpenTab = Callable[..., Tab]
Happened = Callable[[list[dict[str, Any]]], bool]


def play(
    tab: Tab, table: str, happened: Happened, tries: int = 8, seats: tuple[str, ...] = ("you", "local")
) -> tuple[str, list[dict[str, Any]]]:
    """Play over the API, shown in the tab, until something happens; where it did and the events.

    Not every game has everything: others are begun where it has not.
    """
    for seed in range(tries):
        chance = random.Random(seed)
        while (view := tab.view(table)["table"])["status"] != "finished":
            tab.skip_to_ply(view.get("ply", 0))
            move = chance.choice(view["game"]["moves"])["words"]
            made = tab.ask("POST", f"/tables/{table}/moves", {"ply": view.get("ply", 0), "moves": [move]})
            events = [event for step in made["events"] for event in step.get("events", [])]
            if happened(events):
                return table, events
        table = at_table(tab, *seats)
    raise AssertionError("no game has it")


def at_table(tab: Tab, *seats: str) -> str:
    table = tab.new_table(*seats)
    tab.go_to_table(table)
    tab.page.wait_for_selector(".conn.live", state="attached")
    return table


def payday(events: list[dict[str, Any]]) -> bool:
    """Whether a payday is seen by whoever has mon of it, and no fire after it."""
    kinds = {one["kind"] for one in events}
    return "payday_began" in kinds and any(one.get("reason") == "salary" and one["resource"] == "mon" for one in events)


SHOWN = "([seat, what]) => Number(document.querySelector(`[data-has='${seat} ${what}']`).innerText)"


def test_a_payday_rises_to_the_purses_and_any_key_skips_it(open_tab: OpenTab) -> None:
    tab = open_tab(reduced_motion="no-preference")
    # With three players no neutral character moves before the payday.
    seats = ("you", "local", "local")
    table = at_table(tab, *seats)
    tab.page.evaluate(HELD)
    table, events = play(tab, table, payday, seats=seats)
    tab.page.wait_for_selector(".flying.amount", state="attached")
    paid = [one for one in events if one.get("reason") == "salary" and one["resource"] == "mon"]
    seat = paid[-1]["seat"]
    has = tab.view(table)["table"]["game"]["position"]["players"][seat]["mon"]
    coming = sum(one["amount"] for one in paid if one["seat"] == seat)
    # What is on its way is not in the purse yet.
    tab.page.wait_for_function(f"(asked) => ({SHOWN})(asked.slice(0, 2)) <= asked[2]", arg=[seat, "mon", has - 1])
    assert coming > 0
    assert tab.page.locator(".payday").count() == 0
    tab.page.keyboard.press("Shift")
    tab.page.wait_for_selector(".flying", state="detached")
    tab.page.wait_for_function(f"(asked) => ({SHOWN})(asked.slice(0, 2)) === asked[2]", arg=[seat, "mon", has])
    tab.page.wait_for_selector(".payday", state="attached")


def test_a_payday_is_a_table_where_little_is_to_move(tab: Tab) -> None:
    play(tab, at_table(tab, "you", "local"), payday)
    tab.page.wait_for_selector(".payday td .parts")
    # No word of a name is broken in two, however much stands beside it.
    heights = "(all) => all.map((one) => [one.textContent, one.offsetHeight])"
    tab.page.evaluate("document.querySelectorAll('.payday .parts').forEach((one) => one.append('+13 +13 +13 +13'))")
    for name, height in tab.page.locator(".payday .who2 > span:last-child").evaluate_all(heights):
        assert height <= 20 * len(name.split()), name
    assert tab.page.locator(".flying").count() == 0


def test_a_payday_is_put_away_by_whoever_plays_on(tab: Tab) -> None:
    play(tab, at_table(tab, "you", "local"), payday)
    tab.page.wait_for_selector(".payday")
    play_a_move(tab, random.Random(1))
    tab.page.wait_for_selector(".payday", state="detached", timeout=2_000)


def test_nothing_covers_the_score_sheet_on_a_phone(phone: Tab) -> None:
    table = phone.new_table("you", "local")
    phone.advance(table, lambda view: view["game"]["position"]["month"] == 12, random.Random(1))
    phone.go_to_table(table)
    phone.page.wait_for_selector(".conn.live", state="attached")
    phone.advance(table, lambda view: False, random.Random(2))
    phone.page.wait_for_selector(".scores")
    assert phone.page.locator(".payday, .fireshow").count() == 0


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_a_fire_marks_its_stalls_where_little_is_to_move(open_tab: OpenTab, size: tuple[int, int]) -> None:
    tab = open_tab(*size)
    burnt: Happened = lambda events: any(one["kind"] == "left" and one["reason"] == "fire" for one in events)  # noqa: E731
    _, events = play(tab, at_table(tab, "you", "local"), burnt)
    for one in events:
        if one["kind"] == "left" and one["reason"] == "fire":
            mark = tab.page.locator(f"[data-room={one['room']}] [data-burns=burnt]")
            mark.wait_for(state="attached")
            assert str(one["amount"]) in str(mark.text_content())
    # Without a rail its report is a line while something is to be chosen, until it is unfolded.
    if size[0] < 1280:
        assert tab.page.locator(".fireshow li").count() == 0
        tab.page.locator(".fireshow .unfold").click()
    tab.page.wait_for_selector(".fireshow li")


def test_a_fire_walks_to_the_card_that_it_takes(open_tab: OpenTab) -> None:
    tab = open_tab(reduced_motion="no-preference")
    burnt: Happened = lambda events: any(one["kind"] == "left" and one["reason"] == "fire" for one in events)  # noqa: E731
    _, events = play(tab, at_table(tab, "you", "local"), burnt)
    tab.page.wait_for_selector(".flying.char", state="attached")
    times = """() => document.getAnimations().filter((one) => one.effect.target.closest('.flights'))
        .map((one) => one.effect.getComputedTiming().endTime)"""
    ends = tab.page.evaluate(times)
    # What was paid or left with the fire comes first.
    before = next(place for place, one in enumerate(events) if one["kind"] == "fire_broke_out")
    assert before >= 0
    assert max(ends) <= 2200 + 400 * before
    # By script: the journey may end before a pointer is there.
    tab.page.locator("[data-button=skip]").evaluate("(button) => button.click()")
    tab.page.wait_for_selector(".flying", state="detached")
    tab.page.wait_for_selector(".fireshow")


WALK = """() => {
  const sign = document.querySelector('.lapsign').getAnimations().map((one) => one.effect.getComputedTiming())
  const pawn = document.getAnimations().filter((one) => one.effect.target.matches('.pawn'))
  const legs = pawn.map((one) => one.effect.getComputedTiming()).sort((a, b) => a.delay - b.delay)
  const held = sign.map((one) => one.delay + one.duration / 2)
  for (const one of pawn) one.currentTime = held[0]
  const middle = (one) => one.getBoundingClientRect().x + one.getBoundingClientRect().width / 2
  const apart = pawn.map((one) => middle(one.effect.target) - middle(document.querySelector('.lapbase')))
  return {flips: sign.map((one) => [one.delay, one.duration]), legs: legs.map((one) => [one.delay, one.endTime]), apart}
}"""


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_the_lap_line_holds_who_passes_it_until_the_kobun_have_risen(open_tab: OpenTab, size: tuple[int, int]) -> None:
    tab = open_tab(*size, reduced_motion="no-preference")
    table = at_table(tab, "you", "local")
    tab.page.evaluate(HELD)
    kinds: Callable[[list[dict[str, Any]]], set[str]] = lambda events: {one["kind"] for one in events}  # noqa: E731
    laps: Happened = lambda events: "lapped" in kinds(events) and "retired" not in kinds(events)  # noqa: E731
    table, _ = play(tab, table, laps)
    now = tab.view(table)["table"]
    tab.wait_for_ply(now["ply"])
    tab.page.wait_for_function("() => document.querySelector('.lapsign').getAnimations().length")
    seen = tab.page.evaluate(WALK)
    [[flips, takes]], [[_, comes], [goes, ends]] = seen["flips"], seen["legs"]
    assert (flips, takes, goes) == pytest.approx((comes, 400, comes + 400))
    assert ends - 400 <= 900
    assert all(abs(apart) < 2 for apart in seen["apart"])
    # Whose move is taken back does not walk.
    tab.ask("POST", f"/tables/{table}/undo", {"ply": now["ply"]})
    tab.wait_for_ply(now["ply"] - 1)
    tab.page.wait_for_timeout(100)
    assert tab.page.locator(".flying").count() == 0
    assert tab.page.evaluate("document.getAnimations().filter((one) => one.effect.target.matches('.pawn')).length") == 0


def two_people(open_tab: OpenTab, motion: str) -> tuple[Tab, Tab, str]:
    """Somebody who looks, an opponent, and the table of both."""
    looks, plays = open_tab(reduced_motion=motion), open_tab()
    table = looks.new_table("you", "open", random_seats=False)
    plays.ask("POST", f"/tables/{table}/join", {"ready": True})
    looks.ask("POST", f"/tables/{table}/start")
    looks.go_to_table(table)
    looks.page.wait_for_selector(".conn.live", state="attached")
    return looks, plays, table


def play_for(tab: Tab, table: str, enough: Callable[[dict[str, Any]], bool]) -> None:
    """Play over the API as long as it is this person's turn and it is not enough."""
    while not enough(view := tab.view(table)) and view["you"].get("may_play"):
        now = view["table"]
        move = now["game"]["moves"][0]["words"]
        tab.ask("POST", f"/tables/{table}/moves", {"ply": now.get("ply", 0), "moves": [move]})


def to_turn_of(tab: Tab, other: Tab, table: str, wanted: Callable[[dict[str, Any]], bool]) -> None:
    """Let both play until it is as wanted."""
    for _ in range(60):
        if wanted(tab.view(table)):
            return
        for one in (tab, other):
            play_for(one, table, lambda _: wanted(tab.view(table)))
    raise AssertionError("it does not come to that")


def test_a_key_counts_while_the_opponents_moves_are_shown(open_tab: OpenTab) -> None:
    looks, plays, table = two_people(open_tab, "no-preference")

    def theirs(view: dict[str, Any]) -> bool:
        """Whether the opponent's turn lies ahead whole."""
        turn = view["table"]["game"].get("turn", {})
        return view["table"]["seat"] == 1 and turn.get("move") == "open" and turn.get("hire") != "done"

    to_turn_of(looks, plays, table, theirs)
    looks.wait_for_ply(looks.ply(table))
    looks.page.wait_for_selector(".flying", state="detached")
    before = looks.ply(table)
    # The first of the moves does not come to its end.
    looks.page.evaluate(HELD)
    play_for(plays, table, lambda _: False)
    assert looks.view(table)["you"]["may_play"]
    now = looks.ply(table)
    assert now > before + 1
    # Whatever waits, the key answers what is now.
    moves = looks.view(table)["table"]["game"]["moves"]
    looks.page.wait_for_timeout(500)
    looks.page.keyboard.press("a")
    looks.wait_for_ply(now)
    looks.page.wait_for_selector(".choices")
    assert looks.page.locator(".choices li").count() == len(moves)


@pytest.mark.parametrize(("missed", "marked"), [(3, False), (9, True)])
def test_whoever_comes_back_sees_what_was_missed(open_tab: OpenTab, missed: int, marked: bool) -> None:
    """A few moves are shown, after many the stalls that have changed are marked for a while."""
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
    table = at_table(tab, "you", "local")
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
            for (const one of document.querySelectorAll('.stall.fresh')) window.seen.fresh.push(one.dataset.room)
          }).observe(document.body, { subtree: true, childList: true, attributes: true }) }"""
    )
    closed["now"] = False
    tab.page.wait_for_selector(".conn.live", state="attached")
    tab.wait_for_ply(tab.ply(table))
    tab.page.wait_for_function("() => window.seen.flying || window.seen.fresh.length")
    seen = tab.page.evaluate("window.seen")
    assert (seen["flying"] > 0, len(seen["fresh"]) > 0) == (not marked, marked)
    # What was missed is shown move by move, each from where it began.
    now = start + missed
    assert [one for one in seen["plies"] if one > start] == ([now] if marked else [*range(start + 1, now + 1)])
    tab.page.wait_for_selector(".stall.fresh", state="detached")


def test_who_retires_next_is_told(tab: Tab) -> None:
    table = at_table(tab, "you", "local")
    retires = lambda now: any(one.get("retires") for one in now["game"]["position"]["rooms"])  # noqa: E731
    tab.advance(table, retires, random.Random(3))
    tab.wait_for_ply(tab.ply(table))
    rooms = tab.view(table)["table"]["game"]["position"]["rooms"]
    room = next(one["id"] for one in rooms if one.get("retires"))
    stall = tab.page.locator(f".stall[data-room={room}]")
    assert stall.locator(".circle").count() == 1
    stall.hover()
    told = tab.page.locator(".insp .retires").text_content()
    assert str(told) in str(stall.get_attribute("aria-label"))


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_neutral_characters_say_so(open_tab: OpenTab, size: tuple[int, int]) -> None:
    tab = open_tab(*size)
    table = at_table(tab, "you", "local")
    neutral = lambda now: any(  # noqa: E731
        one.get("kind") == "character" and "owner" not in one for one in now["game"]["position"]["rooms"]
    )
    tab.advance(table, neutral, random.Random(1))
    tab.wait_for_ply(tab.ply(table))
    rooms = tab.view(table)["table"]["game"]["position"]["rooms"]
    room = next(one["id"] for one in rooms if one.get("kind") == "character" and "owner" not in one)
    pill = tab.page.locator(f".stall[data-room={room}] .ntxt")
    assert pill.text_content() == "neutral"
    assert pill.bounding_box()["height"] > 10


def hires(now: dict[str, Any]) -> bool:
    return any(one["kind"] == "hire" for one in now["game"].get("moves", []))


def middle(tab: Tab, selector: str) -> tuple[float, float]:
    box = tab.page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_card_is_carried_to_its_stall(tab: Tab) -> None:
    table = at_table(tab, "you", "local")
    tab.advance(table, hires, random.Random(4))
    ply = tab.ply(table)
    tab.wait_for_ply(ply)
    mouse = tab.page.mouse
    start = middle(tab, ".offer[data-drags]")
    # Let go where nothing is, it is as before, and the click that follows chooses nothing.
    mouse.move(*start)
    mouse.down()
    mouse.move(start[0], start[1] - 60, steps=4)
    tab.page.wait_for_selector(".dragged", state="attached")
    tab.page.wait_for_selector(".stall[data-legal] .paytxt", state="attached")
    mouse.up()
    tab.page.wait_for_selector(".dragged", state="detached")
    assert tab.page.locator(".offer.sel").count() == 0
    assert tab.ply(table) == ply
    # A press that slips a little is a click.
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


def test_a_finger_carries_a_card_and_scrolls_the_row(phone: Tab) -> None:
    table = at_table(phone, "you", "local")
    phone.advance(table, hires, random.Random(4))
    ply = phone.ply(table)
    phone.wait_for_ply(ply)
    _, y = middle(phone, ".offer[data-drags]")
    finger = phone.page.context.new_cdp_session(phone.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    # Along the row it scrolls. A busy browser may miss one.
    for _ in range(5):
        touch("touchStart", (330, y))
        for step in range(1, 9):
            touch("touchMove", (330 - 20 * step, y))
        touch("touchEnd")
        assert phone.page.locator(".dragged").count() == 0
        phone.page.wait_for_timeout(500)
        if phone.page.evaluate("document.querySelector('.faces').scrollLeft") > 20:
            break
    else:
        raise AssertionError("the row was not scrolled")
    phone.page.wait_for_timeout(300)
    # Whichever card can be hired.
    phone.page.locator(".offer[data-drags]").first.scroll_into_view_if_needed()
    phone.page.wait_for_timeout(300)
    # Out of the row it takes the card along.
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
    # Its place in the row stays empty, as high as a card.
    card = phone.page.locator(".offer[data-offer]").first.bounding_box()["height"]
    assert phone.page.locator(".offer.hired").bounding_box()["height"] == pytest.approx(card, abs=1)
    assert phone.page.evaluate(row) == before
