"""A payday and a fire on the stage: their frames have the numbers of the events, and no frame holds a player up."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest

from tests.helpers.happening import FIRE, PAYDAY, SEATS, burnt, happen, payday
from tests.helpers.moments import late_position
from tests.helpers.playing import play_move
from tests.helpers.tab import OpenTab, Tab

Event = dict[str, Any]
THREE = ("you", "local", "local")
"""With three players no neutral character acts before a payday or a fire."""
SIZES = [(1440, 900), (1024, 768), (390, 844)]
MARGIN = 50
"""Milliseconds in which what belongs to the next frame is laid out."""
FRAMES = "[...document.querySelectorAll('.show')].map((show) => Number(show.dataset.frame))"
ORDER = ("iki", "mon", "rice", "sandals", "wood", "koban", "fire")
"""The order of the amounts on the canal."""
IN_PURSE = "(what) => document.querySelector(`[data-has='${what}']`)?.textContent.trim() ?? '0'"
"""Return how much a purse shows, as `0 mon` of seat 0; nothing is drawn for zero."""

RECORD_PURSES = """
let last = null
new MutationObserver(() => {
  const show = document.querySelector('.show')
  if (!show || show === last) return
  last = show
  const purses = [...document.querySelectorAll('[data-has]')]
  window.purses = Object.fromEntries(purses.map((node) => [node.dataset.has, node.textContent.trim()]))
}).observe(document, { subtree: true, childList: true })
"""
"""Record what all purses show at the moment when a show begins: later in the first picture, mon arrive."""


def is_mon(event: dict[str, Any], seat: int | None) -> bool:
    """Check whether an event changes the mon of a seat."""
    return bool(event["kind"] == "gained" and event["resource"] == "mon" and event["seat"] == seat)


RECORD_FRAMES = """() => {
  window.frames = []
  new MutationObserver(() => {
    const show = document.querySelector('.show')
    const now = show ? `${show.dataset.frame}${'playing' in show.dataset ? '' : ' waits'}` : 'none'
    if (window.frames.at(-1)?.[0] !== now) window.frames.push([now, performance.now()])
  }).observe(document.body, { subtree: true, childList: true, attributes: true })
}"""
"""Record in `frames` when each frame begins, when the result waits, and when the stage is gone."""

WATCH_SHIFTS = """() => {
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, startTime, hadRecentInput, sources } of list.getEntries()) {
      const names = sources.map(({ node }) => String(node?.className?.baseVal ?? node?.className ?? node?.nodeName))
      if (!hadRecentInput) shifts.push([value, startTime, names.join(', ')])
    }
  }).observe({ type: 'layout-shift' })
}"""
"""Collect in `shifts` what moves on the page without an input: how far, when, and which elements."""


def frame_of(tab: Tab) -> int | None:
    """Return the frame on the stage, or None if there is no payday and no fire."""
    frames: list[int] = tab.page.evaluate(FRAMES)
    return frames[0] if frames else None


def texts(tab: Tab, selector: str) -> list[str]:
    return [text.strip() for text in tab.page.locator(selector).all_text_contents()]


def go_on(tab: Tab) -> None:
    """Press the button that goes on, and wait until it has."""
    before = frame_of(tab)
    tab.page.locator("[data-button=go-on]").click()
    tab.page.wait_for_function(f"(before) => ({FRAMES})[0] !== before", arg=before)


def sums(events: list[Event], seat: int, *reasons: str) -> Counter[str]:
    """Sum up what events give a seat for some reasons."""
    result: Counter[str] = Counter()
    for event in events:
        if event["kind"] == "gained" and event["seat"] == seat and event["reason"] in reasons:
            result[event["resource"]] += event["amount"]
    return result


def signed(amount: int) -> str:
    return f"{'−' if amount < 0 else '+'}{abs(amount)}"


def neighbours(events: list[Event]) -> bool:
    """Check whether a payday comes with salaries and harmony, and with no question."""
    return payday(events) and any(event["kind"] == "harmony_scored" for event in events)


def put_out(events: list[Event]) -> bool:
    return burnt(events) and any(event["kind"] == "fire_put_out" for event in events)


@pytest.mark.parametrize("size", SIZES)
def test_a_payday_has_three_still_pictures_with_the_numbers_of_its_events(
    open_tab: OpenTab, size: tuple[int, int]
) -> None:
    tab = open_tab(*size)
    table, events = happen(tab, neighbours, 3, 6)
    tab.page.wait_for_selector(".show", state="attached")
    rooms = {room.get("card"): room["id"] for room in tab.view(table)["table"]["game"]["position"]["rooms"]}
    assert frame_of(tab) == 0
    for event in events:
        if event["kind"] == "gained" and event["reason"] == "salary" and event["source"] in rooms and event["amount"]:
            assert signed(event["amount"]) in texts(tab, f"[data-salary={rooms[event['source']]}] text")
    for seat in range(3):
        paid = sums(events, seat, "salary")
        expected = [signed(paid[what]) for what in ORDER if paid[what]]
        assert_on_canal(tab, seat, expected, size)
    go_on(tab)
    assert frame_of(tab) == 1
    for event in events:
        if event["kind"] == "harmony_scored":
            cards, iki = event["detail"], event["amount"]
            shown = texts(tab, f"[data-sum='{event['seat']} {event['group']}'] text")
            assert f"{iki // cards} × {cards} = {iki}" in shown
    go_on(tab)
    assert frame_of(tab) == 2
    assert tab.page.locator("[data-bowl]").count() == sum(event["amount"] for event in events if event["kind"] == "fed")
    for seat in range(3):
        if iki := sums(events, seat, "salary", "harmony", "building")["iki"]:
            assert_on_canal(tab, seat, [signed(iki)], size)
            if size[0] == 390:
                assert tab.page.locator(f".chip[data-panel='{seat}'] .gain").inner_text() == signed(iki)
    # The stage takes no press and is no part of the accessible page: the log has the sentences.
    assert tab.page.locator(".show").get_attribute("aria-hidden") == "true"
    assert tab.page.locator(".show").get_attribute("pointer-events") == "none"
    assert "Payday of month" in " ".join(texts(tab, "[data-news]"))
    assert tab.page.locator(".app [data-legal]").count() == 0
    go_on(tab)
    assert frame_of(tab) is None
    tab.page.wait_for_selector("[data-slot][data-legal]")


def assert_on_canal(tab: Tab, seat: int, expected: list[str], size: tuple[int, int]) -> None:
    """Check the numbers of a seat on the canal; a phone has them in its sheet."""
    if size[0] == 390:
        shown = tab.page.locator(".stagesheet li").all_inner_texts()
        numbers = [number for line in shown for number in line.split() if number[0] in "+−"]
        assert set(expected) <= set(numbers)
    else:
        assert texts(tab, f"[data-entry='{seat}'] text.says")[: len(expected)] == expected


@pytest.mark.parametrize("size", SIZES)
def test_a_fire_has_three_still_pictures_with_the_numbers_of_its_events(
    open_tab: OpenTab, size: tuple[int, int]
) -> None:
    tab = open_tab(*size)
    table, events = happen(tab, put_out, 3, 8)
    tab.page.wait_for_selector(".show", state="attached")
    level = [player["fire"] for player in tab.view(table)["table"]["game"]["position"]["players"]]
    strength = next(event["amount"] for event in events if event["kind"] == "fire_broke_out")
    assert frame_of(tab) == 0
    assert texts(tab, "[data-flame] text") == [str(strength)]
    assert texts(tab, ".force.lit text") == [str(strength)]
    assert tab.page.locator("g.force").count() == 4
    go_on(tab)
    assert frame_of(tab) == 1
    gone = [event for event in events if event["kind"] == "left" and event["reason"] == "fire"]
    assert texts(tab, "[data-flame] text") == [str(event["amount"]) for event in gone]
    compared = [f"{level[event['seat']]} < {event['amount']}" for event in gone if event.get("seat", -1) >= 0]
    assert [text for text in texts(tab, "[data-entry] text.says") if "<" in text] == compared
    go_on(tab)
    assert frame_of(tab) == 2
    [out] = [event for event in events if event["kind"] == "fire_put_out"]
    enough = f"{level[out['seat']]} ≥ {out['amount']}"
    assert texts(tab, f"[data-saved={out['room']}] text.enough") == [enough]
    assert texts(tab, "[data-entry] text.says") == [enough]
    assert tab.page.locator(".stagebanner.out").count() == 1
    go_on(tab)
    assert frame_of(tab) is None


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (1024, 768)])
def test_the_bar_says_what_a_payday_and_a_fire_bring(open_tab: OpenTab, size: tuple[int, int]) -> None:
    tab = open_tab(*size)
    for happens, month, frames in ((neighbours, 6, ("salaries", "", "")), (put_out, 8, ("breaks out", "", ""))):
        happen(tab, happens, 3, month)
        tab.page.wait_for_selector(".show", state="attached")
        bar = tab.page.locator(".bar").bounding_box()
        for words in frames:
            sentences = tab.page.locator(".bar .prompt > b")
            text = sentences.inner_text()
            assert len(text) > 20
            assert words in text
            inner = sentences.bounding_box()
            assert inner
            assert bar
            assert bar["y"] < inner["y"]
            assert inner["y"] + inner["height"] <= bar["y"] + bar["height"]
            assert tab.page.locator(".bar .steps b").inner_text()
            go_on(tab)


def last_frames(tab: Tab) -> list[tuple[str, float]]:
    """Wait for the result of the last payday or fire. Return its frames, each with the time of its beginning."""
    tab.page.wait_for_function("() => window.frames.at(-1)?.[0].endsWith('waits')")
    # What comes after the frames does not clear the stage.
    tab.page.wait_for_timeout(1000)
    frames = tab.page.evaluate("window.frames")
    first = max(place for place, (name, _) in enumerate(frames) if name == "0")
    return list(frames[first:])


@pytest.mark.parametrize(("happens", "month", "duration"), [(payday, PAYDAY, 2000), (burnt, FIRE, 2000)])
def test_the_frames_follow_each_other_within_two_seconds_and_the_result_stays(
    open_tab: OpenTab, happens: Any, month: int, duration: int
) -> None:
    tab = open_tab(reduced_motion="no-preference")
    tab.page.add_init_script(f"addEventListener('DOMContentLoaded', {RECORD_FRAMES})")
    happen(tab, happens, len(THREE), month)
    frames = last_frames(tab)
    names = [name for name, _ in frames]
    assert names[-1] == "2 waits"
    assert names[:-1] in (["0", "1", "2"], ["0", "2"])
    began, ended = frames[0][1], frames[-1][1]
    # A busy machine is late, but no frame is longer than it says.
    assert ended - began < duration + 900
    tab.page.locator("[data-button=go-on]").click()
    tab.page.wait_for_selector(".show", state="detached")


@pytest.mark.parametrize("how", ["key", "mouse", "button"])
@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_any_press_skips_to_the_result(open_tab: OpenTab, size: tuple[int, int], how: str) -> None:
    tab = open_tab(*size, reduced_motion="no-preference")
    tab.page.add_init_script(RECORD_PURSES)
    table, events = happen(tab, payday, 3, PAYDAY)
    tab.page.wait_for_selector(".show[data-frame='0']", state="attached")
    # No purse has what is still on its way.
    paid: Counter[int] = Counter()
    # The move itself may have brought mon before the payday.
    began = next(place for place, event in enumerate(events) if event["kind"] == "payday_began")
    for event in events[began:]:
        if is_mon(event, event.get("seat")):
            paid[event["seat"]] += event["amount"]
    seat = max(paid, key=lambda number: paid[number])
    mon = tab.view(table)["table"]["game"]["position"]["players"][seat]["mon"]
    if size[0] == 1440:
        shown = tab.page.evaluate("(what) => window.purses[what] ?? '0'", f"{seat} mon")
        changes = [event["amount"] if is_mon(event, seat) else 0 for event in events]
        before = [mon - sum(changes[place:]) for place in range(began + 1)]
        assert int(shown) in before, (shown, before)
    assert tab.page.locator(".app [data-legal]").count() == 0
    if how == "key":
        tab.page.keyboard.press("e")
    elif how == "mouse":
        tab.page.mouse.click(size[0] * 0.4, size[1] * 0.4)
    else:
        # The press itself takes the button away.
        box = tab.page.locator("[data-button=skip]:visible, .stagesheet [data-button=go-on]").first.bounding_box()
        assert box
        tab.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    tab.page.wait_for_selector(".show[data-frame='2']", state="attached")
    now = tab.view(table)["table"]
    tab.wait_for_ply(now["ply"])
    # The press has done nothing else: the result waits.
    assert tab.look().targets[0].value == "go-on"
    assert tab.ply(table) == now["ply"]
    if size[0] == 1440:
        tab.page.wait_for_function(f"([what, mon]) => ({IN_PURSE})(what) === mon", arg=[f"{seat} mon", str(mon)])
    go_on(tab)
    assert frame_of(tab) is None


def test_any_press_shows_the_next_picture(tab: Tab) -> None:
    happen(tab, payday, len(THREE), PAYDAY)
    tab.page.wait_for_selector(".show[data-frame='0']", state="attached")
    tab.page.mouse.click(400, 300)
    tab.page.wait_for_selector(".show:not([data-frame='0'])", state="attached")
    while frame_of(tab) == 1:
        tab.page.keyboard.press("x")
        tab.page.wait_for_selector(".show[data-frame='2']", state="attached")
    # The result is read until the player goes on.
    tab.page.mouse.click(400, 300)
    tab.page.keyboard.press("x")
    tab.page.wait_for_timeout(100)
    assert frame_of(tab) == 2
    tab.page.keyboard.press("g")
    tab.page.wait_for_selector(".show", state="detached")


@pytest.mark.drawn
@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
@pytest.mark.parametrize(("happens", "month"), [(payday, PAYDAY), (burnt, FIRE)])
def test_a_payday_and_a_fire_move_nothing(open_tab: OpenTab, size: tuple[int, int], happens: Any, month: int) -> None:
    tab = open_tab(*size, reduced_motion="no-preference")
    tab.page.add_init_script(
        f"addEventListener('DOMContentLoaded', () => {{ ({RECORD_FRAMES})(); ({WATCH_SHIFTS})() }})"
    )
    # The fonts of the page arrive before the move.
    happen(tab, happens, len(THREE), month, lambda: tab.page.wait_for_timeout(1500))
    frames = last_frames(tab)
    began, ended = frames[0][1], frames[-1][1]
    while frame_of(tab) is not None:
        # By script: what follows a press is no shift.
        tab.page.evaluate("document.querySelector('[data-button=go-on]').click()")
    gone = tab.page.evaluate("window.frames.at(-1)[1]")
    tab.page.wait_for_timeout(400)
    shifts = tab.page.evaluate("window.shifts")
    # The next month begins in the frame in which the result comes.
    within = [shift for shift in shifts if began - 1 <= shift[1] < ended - MARGIN]
    assert within == [], frames
    assert [shift for shift in shifts if shift[1] >= gone - 1] == []


def starves(events: list[Event]) -> bool:
    return any(event["kind"] == "fed" and event["amount"] < event["detail"] for event in events)


@pytest.mark.parametrize("size", [(1440, 900), (390, 844), (820, 1180)])
def test_a_question_within_a_payday_comes_before_the_result(open_tab: OpenTab, size: tuple[int, int]) -> None:
    tab = open_tab(*size, has_touch=size == (390, 844), is_mobile=size == (390, 844))
    table, _ = happen(tab, starves, len(THREE), PAYDAY)
    view = tab.view(table)["table"]
    tab.wait_for_ply(view["ply"])
    turn = view["game"]["turn"]
    assert frame_of(tab) is None
    # The question says how many people there are, and how much rice.
    asked = tab.page.locator(".bar .prompt b").inner_text()
    assert f"Rice for {turn['mouths'] - turn['hungry']} of {turn['mouths']} characters" in asked
    assert tab.page.locator(".stage [data-legal]").count() == len(view["game"]["moves"])
    if size == (390, 844):
        tab.page.locator(".stage [data-legal]").first.tap()
        assert re.fullmatch(r"Let .+ in [A-D][1-4] go", tab.page.locator(".tapsheet .title").inner_text())
        tab.page.keyboard.press("Escape")
    while tab.view(table)["table"]["game"]["asked"] == ["starve"]:
        play_move(tab, random.Random(1))
    tab.page.wait_for_selector(".show", state="attached")
    while frame_of(tab) != 2:
        go_on(tab)
    left = tab.page.locator(".stagebanner use[href='#kobun'], .stagesheet use[href='#kobun']")
    assert left.count() >= 1


def test_playing_on_clears_the_stage(tab: Tab) -> None:
    table, _ = happen(tab, payday, len(SEATS), PAYDAY)
    tab.page.wait_for_selector(".show", state="attached")
    tab.play(table, [tab.view(table)["table"]["game"]["moves"][0]["words"]])
    tab.page.wait_for_selector(".show", state="detached", timeout=3_000)


def test_nothing_covers_the_result_of_a_game_on_a_phone(phone: Tab) -> None:
    table = phone.new_table("you", "local", start=late_position(2, 12))
    phone.go_to_table(table)
    phone.page.wait_for_selector(".conn.live", state="attached")
    phone.advance(table, lambda view: False, random.Random(2))
    phone.page.wait_for_selector(".ended")
    assert phone.page.locator(".show, .stagesheet").count() == 0
