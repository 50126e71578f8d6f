"""The table in a browser: keyboard, finger, two people, a server that goes away, replay, accessibility, languages."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from .conftest import SHOTS, Server, Tab
from .playing import play_on, settle

EASY = {"kind": "bot", "level": "easy"}


def test_a_turn_by_keyboard_alone(tab: Tab) -> None:
    table = tab.new_table(seats=[{"kind": "you"}, EASY], random_seats=False)
    tab.go(f"table/{table}")
    keyboard = tab.page.keyboard
    for _ in range(60):
        settle(tab)
        view = tab.view(table)
        asked = view["table"]["game"].get("asked", [])
        if view["table"]["game"]["position"]["month"] > 1:
            break
        tab.page.wait_for_function("() => document.activeElement?.hasAttribute('data-legal')", timeout=5_000) if (
            asked[0] in ("start", "place", "ikizama", "move")
        ) else None
        ply = view["table"].get("ply", 0)
        if asked[0] == "income":
            keyboard.press("i")
        elif "done" in asked:
            keyboard.press("e")
            keyboard.press("e")
        else:
            keyboard.press("ArrowRight")
            keyboard.press("Enter")
        _until_ply(tab, table, ply)
    assert tab.view(table)["table"]["game"]["position"]["month"] > 1


def _step(tab: Tab, table: str) -> None:
    """One move, whatever it is."""
    settle(tab)
    ply = tab.view(table)["table"].get("ply", 0)
    income = tab.page.locator("[data-button=income]")
    done = tab.page.locator("[data-button=end]:not(.off)")
    if income.count():
        income.click()
    elif done.count():
        done.click()
        if done.count():
            done.click()
    else:
        # The last boat: the first one only moves.
        boats = tab.page.locator(".boatg[data-legal]")
        (boats.last if boats.count() else tab.page.locator(".app [data-legal]").first).click()
    _until_ply(tab, table, ply)


def _to_hiring(tab: Tab, table: str) -> None:
    for _ in range(30):
        settle(tab)
        tab.page.wait_for_timeout(100)
        if tab.page.locator(".offer[data-legal]").count() and tab.page.locator("[data-button=income]").count():
            return
        _step(tab, table)
    raise AssertionError("nobody could be hired")


def _until_ply(tab: Tab, table: str, ply: int) -> None:
    for _ in range(150):
        if tab.view(table)["table"].get("ply", 0) != ply:
            return
        tab.page.wait_for_timeout(30)
    raise AssertionError("the key did nothing")


def test_keys_are_listed_and_nothing_is_trapped(tab: Tab) -> None:
    table = tab.new_table(seats=[{"kind": "you"}, {"kind": "local", "name": "Bo"}])
    tab.go(f"table/{table}")
    settle(tab)
    tab.page.keyboard.press("?")
    tab.page.wait_for_selector(".keys")
    tab.page.keyboard.press("Escape")
    assert tab.page.locator(".keys").count() == 0
    seen = set()
    for _ in range(14):
        tab.page.keyboard.press("Tab")
        seen.add(
            tab.page.evaluate("document.activeElement.closest('section, header, aside, [role=region]')?.className")
        )
    assert len(seen) >= 4


def test_every_move_is_in_the_list_of_choices(tab: Tab) -> None:
    """What no target on the table stands for can be played all the same."""
    table = tab.new_table(seats=[{"kind": "you"}, {"kind": "local", "name": "Bo"}], random_seats=False)
    tab.go(f"table/{table}")
    chance = random.Random(5)
    for _ in range(120):
        settle(tab)
        if tab.page.locator(".choices").count() == 0:
            tab.page.keyboard.press("a")
        game = tab.view(table)["table"]["game"]
        wanted = {move["words"] for move in game["moves"]}
        tab.page.wait_for_function(
            "(count) => document.querySelectorAll('.choices li').length >= count",
            arg=len(wanted),
        )
        choices = tab.page.query_selector_all("[data-choice]")
        ply = tab.view(table)["table"].get("ply", 0)
        chance.choice(choices).click()
        _until_ply(tab, table, ply)
    assert tab.view(table)["table"]["ply"] >= 120


def test_hiring_is_one_thing_and_taken_back_as_one(tab: Tab) -> None:
    table = tab.new_table(seats=[{"kind": "you"}, {"kind": "local", "name": "Bo"}], random_seats=False)
    tab.go(f"table/{table}")
    _to_hiring(tab, table)
    ply = tab.view(table)["table"]["ply"]
    tab.page.locator(".offer[data-legal]").first.click()
    assert tab.view(table)["table"]["ply"] == ply
    price = tab.page.locator(".stall[data-legal] .paytxt").first.text_content()
    assert re.search(r"\d", price or "")
    tab.page.locator(".stall[data-legal]").first.click()
    _until_ply(tab, table, ply)
    assert tab.view(table)["table"]["ply"] == ply + 2
    tab.page.keyboard.press("u")
    _until_ply(tab, table, ply + 2)
    assert tab.view(table)["table"]["ply"] == ply


def test_a_game_on_a_phone(open_tab: Any) -> None:
    tab: Tab = open_tab(390, 844, has_touch=True, is_mobile=True, device_scale_factor=2)
    table = tab.new_table(seats=[{"kind": "you"}, EASY], random_seats=False)
    tab.go(f"table/{table}")
    settle(tab)
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= 390
    play_on(tab, random.Random(7), touch=True)
    assert tab.page.locator(".scores .sum td").count() == 2
    assert tab.errors == []


def test_two_people_at_one_table(open_tab: Any) -> None:
    first, second = open_tab(), open_tab()
    table = first.new_table(seats=[{"kind": "you"}, {"kind": "open"}], random_seats=False, listed=True)
    first.go(f"table/{table}")
    second.go(f"table/{table}")
    second.page.locator(".seatcard .btn.can").click()
    first.page.locator(".after .btn.can").click()
    for one in (first, second):
        one.page.wait_for_selector(".app .board")
    for _ in range(8):
        turn = first if first.view(table)["you"].get("may_play") else second
        other = second if turn is first else first
        turn.page.wait_for_selector(".app [data-legal]")
        ply = turn.view(table)["table"].get("ply", 0)
        _step(turn, table)
        other.page.wait_for_function("(ply) => document.querySelectorAll('.app .log li').length > 0", arg=ply)
    assert first.errors == second.errors == []


def test_the_page_comes_back_after_the_server_was_away(open_tab: Any, tmp_path: Any) -> None:
    own = Server(tmp_path)
    own.start()
    try:
        tab: Tab = open_tab()
        tab.address = own.address
        tab.go()
        tab.page.wait_for_selector("form.newtable")
        table = tab.new_table(seats=[{"kind": "you"}, {"kind": "local", "name": "Bo"}], random_seats=False)
        tab.go(f"table/{table}")
        settle(tab)
        own.stop()
        tab.page.wait_for_selector(".conn.lost")
        own.start()
        tab.page.wait_for_selector(".conn.live", timeout=30_000)
        ply = tab.view(table)["table"].get("ply", 0)
        tab.page.locator(".app [data-legal]").first.click()
        _until_ply(tab, table, ply)
    finally:
        own.stop()


def test_a_replay_goes_to_any_move(tab: Tab) -> None:
    table = tab.new_table(seats=[{"kind": "you"}, {"kind": "local", "name": "Bo"}], random_seats=False)
    tab.go(f"table/{table}")
    for _ in range(9):
        _step(tab, table)
    last = tab.view(table)["table"]["ply"]
    tab.go(f"replay/{table}/3")
    tab.page.wait_for_selector(".scrub")
    assert tab.page.locator(".app [data-legal]").count() == 0
    assert tab.page.locator(".scrub input").input_value() == "3"
    tab.page.locator(".scrub .acts .btn").nth(2).click()
    tab.page.wait_for_function("() => location.hash.endsWith('/4')")
    tab.page.locator(".scrub input").fill(str(last))
    tab.page.wait_for_function(f"() => location.hash.endsWith('/{last}')")


def test_nothing_is_lost_while_things_move(open_tab: Any) -> None:
    """With all animations, whoever is quick clicks into them."""
    tab: Tab = open_tab(reduced_motion="no-preference")
    table = tab.new_table(seats=[{"kind": "you"}, EASY], random_seats=False)
    tab.go(f"table/{table}")
    play_on(tab, random.Random(13), most=40, whole=False)
    assert tab.errors == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(open_tab: Any, theme: str) -> None:
    tab: Tab = open_tab(color_scheme=theme)
    found = tab.axe()
    for path in ("rules", "settings", "cards"):
        tab.go(path)
        tab.page.wait_for_selector(".page")
        tab.page.wait_for_timeout(200)
        found += tab.axe()
    table = tab.new_table(seats=[{"kind": "you"}, {"kind": "local", "name": "Bo"}], random_seats=False)
    tab.go(f"table/{table}")
    _to_hiring(tab, table)
    found += tab.axe()
    tab.page.locator(".offer[data-legal]").first.click()
    tab.page.wait_for_timeout(200)
    found += tab.axe()
    SHOTS.mkdir(exist_ok=True)
    tab.page.screenshot(path=SHOTS / f"axe-{theme}.png")
    assert found == []


@pytest.mark.parametrize("language", ["en", "fr", "es", "pl", "pt"])
def test_each_language_says_everything(open_tab: Any, language: str) -> None:
    tab: Tab = open_tab(locale={"pt": "pt-BR"}.get(language, language))
    SHOTS.mkdir(exist_ok=True)
    for path in ("", "rules", "settings", "cards"):
        tab.go(path)
        tab.page.wait_for_timeout(250)
        assert "{" not in tab.page.inner_text("body"), path
    table = tab.new_table(seats=[{"kind": "you"}, EASY], random_seats=False)
    tab.go(f"table/{table}")
    play_on(tab, random.Random(11), most=40, whole=False)
    tab.page.keyboard.press("a")
    tab.page.screenshot(path=SHOTS / f"language-{language}.png")
    labels = tab.page.evaluate("[...document.querySelectorAll('[aria-label]')].map((one) => one.ariaLabel).join(' ')")
    assert "{" not in tab.page.inner_text("body") + labels
    assert tab.page.evaluate("document.documentElement.lang").startswith(language)
    assert tab.errors == []


@pytest.mark.parametrize(
    ("width", "height"), [(1440, 900), (1280, 800), (1280, 640), (390, 844), (844, 390), (768, 1024)]
)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_has_to_be_scrolled_at_the_table(open_tab: Any, width: int, height: int, theme: str) -> None:
    tab: Tab = open_tab(width, height, color_scheme=theme)
    table = tab.new_table(seats=[{"kind": "you"}, EASY, EASY], random_seats=False)
    tab.go(f"table/{table}")
    _to_hiring(tab, table)
    tab.page.locator(".offer[data-legal]").first.click()
    tab.page.wait_for_timeout(300)
    SHOTS.mkdir(exist_ok=True)
    tab.page.screenshot(path=SHOTS / f"table-{width}x{height}-{theme}.png")
    size = tab.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    wide = (
        "[...document.querySelectorAll('.app *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1)"
    )
    assert size[0] <= width, tab.page.evaluate(f"{wide}.map((one) => one.tagName + '.' + one.getAttribute('class'))")
    assert size[1] <= height
    assert tab.errors == []
