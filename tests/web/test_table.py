"""Actions at the table: previews, undo, the list of choices, keys, motion, the board as a list."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from tests.helpers.patching import patch_view
from tests.helpers.playing import hiring, play_on, table_at_building_site, table_at_shop, table_where, to_hiring
from tests.helpers.tab import OpenTab, Tab


def test_a_hire_is_sent_and_undone_as_a_whole(tab: Tab) -> None:
    table = to_hiring(tab, "you", "local")
    ply = tab.look().ply
    tab.page.locator(".offer[data-legal]").first.click()
    # Nothing has been sent; every open stall shows its price.
    tab.page.wait_for_selector(".offer.sel[aria-pressed=true]")
    prices = tab.page.locator(".stall[data-legal] .paytxt").all_text_contents()
    assert prices
    assert all(re.search(r"\d", price) for price in prices)
    assert tab.ply(table) == ply
    tab.page.keyboard.press("Escape")
    tab.page.wait_for_selector(".offer.sel", state="detached")
    tab.page.locator(".offer[data-legal]").first.click()
    tab.page.locator(".stall[data-legal]").first.click()
    tab.wait_for_ply(ply + 2)
    assert tab.ply(table) == ply + 2
    tab.page.locator("[data-button=undo]").click()
    tab.wait_for_ply(ply)
    assert tab.ply(table) == ply
    # The stall can be selected and deselected before the card.
    chosen = tab.page.locator(".stall.selected[aria-pressed=true]")
    for count in (1, 0, 1):
        tab.page.locator(".stall[data-legal]").first.click()
        tab.page.mouse.move(2, 2)
        assert chosen.count() == count
    # A ring in two colours and a badge mark it.
    assert chosen.locator(".goldring + .legalring").count() == chosen.locator(".badge").count() == 1
    assert chosen.locator(".legalcorner").count() == 0
    tab.page.locator(".offer[data-legal]").first.click()
    tab.wait_for_ply(ply + 2)


def test_undo_stops_at_revealed_information(tab: Tab) -> None:
    table = tab.new_table("you", "local")
    tab.advance(table, lambda view: view["game"]["position"]["month"] == 2, random.Random(2))
    tab.go_to_table(table)
    tab.settle()
    undo = tab.page.locator("[data-button=undo]")
    assert undo.get_attribute("aria-disabled") == "true"
    assert "revealed" in str(undo.get_attribute("aria-label"))
    ply = tab.look().ply
    undo.click(force=True)
    tab.page.keyboard.press("u")
    assert tab.ply(table) == ply


def refuses_a_hire(view: dict[str, Any]) -> bool:
    """Check whether some characters can be hired and others cannot."""
    return hiring(view) and any(refusal["kind"] == "hire" for refusal in view["game"].get("unavailable", []))


def test_illegal_targets_explain_themselves(tab: Tab) -> None:
    tab.go_to_table(table_where(tab, refuses_a_hire, players=2))
    shut = tab.page.locator(".offer.no[aria-disabled=true]")
    assert shut.locator(".why").first.inner_text().strip()
    # The full reason is in its accessible name, and in the detail when it has the focus.
    shut.first.focus()
    reason = tab.page.locator(".insp .whynot").inner_text()
    assert reason
    assert reason in str(shut.first.get_attribute("aria-label"))


def test_every_move_is_in_the_list_of_choices(tab: Tab) -> None:
    """Moves without a target on the table are playable too."""
    table = tab.new_table("you", "local")
    tab.go_to_table(table)
    chance = random.Random(5)
    for _ in range(60):
        # After a payday and a fire the result waits, and no move can be made.
        while any(target.value == "go-on" for target in tab.settle().targets):
            before = tab.look()
            tab.page.keyboard.press("g")
            tab.wait_for_change(before)
        if tab.page.locator(".choices").count() == 0:
            tab.page.keyboard.press("a")
            tab.page.wait_for_selector(".choices")
        view = tab.view(table)["table"]
        tab.wait_for_ply(view.get("ply", 0))
        assert tab.page.locator(".choices li").count() == len(view["game"]["moves"])
        choices = tab.page.locator("[data-choice]")
        before = tab.look()
        choices.nth(chance.randrange(choices.count())).click()
        tab.wait_for_change(before)
    assert tab.ply(table) >= 60


def test_keys_are_listed_and_tab_is_not_trapped(tab: Tab) -> None:
    to_hiring(tab, "you", "local")
    tab.page.keyboard.press("?")
    tab.page.wait_for_selector(".keys")
    tab.page.keyboard.press("Escape")
    tab.page.wait_for_selector(".keys", state="detached")
    seen = []
    for _ in range(40):
        tab.page.keyboard.press("Tab")
        seen.append(
            tab.page.evaluate("document.activeElement.closest('section, header, aside, [role=region]')?.className")
        )
    regions = " ".join(str(value) for value in seen)
    for region in ("top", "boardbox", "offers", "bar", "bld"):
        assert region in regions, region
    # Tab cycles through the page.
    assert seen.count(seen[0]) > 1


def test_the_board_as_a_list_plays_too(tab: Tab) -> None:
    table = to_hiring(tab, "you", "local")
    tab.page.keyboard.press("b")
    tab.page.wait_for_selector(".boardlist")
    ply = tab.look().ply
    tab.page.locator(".offer[data-legal]").first.click()
    tab.page.locator(".boardlist button").first.click()
    tab.wait_for_ply(ply + 2)
    assert tab.ply(table) == ply + 2


def test_the_log_shows_the_last_events(tab: Tab) -> None:
    table = to_hiring(tab, "you", "local")
    tab.page.locator(".offer[data-legal]").first.click()
    tab.page.locator(".stall[data-legal]").first.click()
    tab.wait_for_ply(tab.ply(table))
    tab.page.locator(".log li").last.wait_for()
    under = """() => {
      const list = document.querySelector('.log ol').getBoundingClientRect()
      return document.querySelector('.log li:last-child').getBoundingClientRect().bottom - list.bottom
    }"""
    assert tab.page.evaluate(under) <= 1


COUNT_ANIMATIONS = """() => {
  window.moved = 0
  const animate = Element.prototype.animate
  Element.prototype.animate = function (...given) { window.moved++; return animate.apply(this, given) }
  document.addEventListener('animationstart', () => window.moved++)
  document.addEventListener('transitionrun', () => window.moved++)
}"""


@pytest.mark.parametrize(("motion", "moves"), [("no-preference", True), ("reduce", False)])
def test_animations_follow_the_systems_setting(open_tab: OpenTab, motion: str, moves: bool) -> None:
    """Quick presses during animations are not lost."""
    tab = open_tab(reduced_motion=motion)
    table = tab.new_table("you", "easy")
    tab.go_to_table(table)
    tab.page.evaluate(COUNT_ANIMATIONS)
    play_on(tab, random.Random(13), until=lambda seen: seen.ply > 45)
    assert (tab.page.evaluate("window.moved") > 0) is moves


def test_the_page_has_its_own_setting_for_reduced_motion(open_tab: OpenTab) -> None:
    tab = open_tab(reduced_motion="no-preference")
    tab.go("settings")
    tab.page.locator(".seg label", has=tab.page.locator("input[value=less]")).click()
    table = tab.new_table("you", "easy")
    tab.go_to_table(table)
    tab.page.evaluate(COUNT_ANIMATIONS)
    play_on(tab, random.Random(13), until=lambda seen: seen.ply > 25)
    assert tab.page.evaluate("window.moved") == 0


def test_names_are_escaped(open_tab: OpenTab) -> None:
    name = "<img src=x onerror=boo()><b>"
    tab = open_tab()
    tab.go("settings")
    tab.page.locator("[data-name]").fill(name)
    tab.page.locator("[data-name]").press("Enter")
    tab.page.wait_for_function("(name) => document.querySelector('.tools .txt')?.innerText.includes(name)", arg=name)
    tab.go()
    tab.page.locator(".act.play .cta").click()
    tab.page.wait_for_selector(".app[data-ply] .board")
    table = str(tab.page.evaluate("location.pathname")).split("/")[-1]
    assert name in tab.page.inner_text(".rail")
    tab.advance(table, lambda view: view["game"]["position"]["month"] == 3, random.Random(1))
    assert tab.page.locator("img, .app b b").count() == 0
    tab.go()
    tab.page.wait_for_function("(name) => document.querySelector('.tools .txt')?.innerText.includes(name)", arg=name)
    assert tab.page.locator("img").count() == 0


@pytest.mark.parametrize("way", ["board", "list", "phone"])
def test_the_square_that_is_reached_without_paying_takes_the_focus(tab: Tab, way: str) -> None:
    if way == "phone":
        tab.resize(390, 844)
    table = tab.new_table("you", "local")
    tab.advance(table, lambda view: "move" in view["game"]["asked"])

    def round_the_corner(game: dict[str, Any]) -> None:
        game["moves"] = [
            {"words": "move 2", "kind": "move", "parts": ["2"], "preview": {"square": 8}},
            {"words": "move 3", "kind": "move", "parts": ["3"], "preview": {"square": 1, "spend": {"sandals": 1}}},
        ]

    patch_view(tab, table, round_the_corner)
    tab.go_to_table(table)
    if way == "list":
        tab.page.keyboard.press("b")
        tab.page.wait_for_selector(".boardlist")
        tab.page.reload()
    tab.page.wait_for_function("() => document.activeElement.dataset.square === '8'", timeout=5000)


def test_two_players_have_the_sun_and_the_moon_beside_their_names(open_tab: OpenTab) -> None:
    tab = open_tab()
    tab.go_to_table(tab.new_table("you", "local"))
    signs = tab.page.locator(".rail .sign [role=img]")
    names = signs.evaluate_all(
        "(all) => all.map((element) => [element.closest('[data-panel]').dataset.panel, element.ariaLabel])"
    )
    assert [(seat, name.split(":")[0]) for seat, name in sorted(names)] == [("0", "Sun"), ("1", "Moon")]
    tab.resize(390, 844)
    tab.page.wait_for_selector(".strip")
    assert "Moon" in str(tab.page.locator(".chip[data-panel='1']").get_attribute("aria-label"))
    assert tab.page.locator(".chip em .ico").count() == 2
    tab.go_to_table(tab.new_table("you", "local", "local"))
    assert tab.page.locator(".sign, .chip em .ico").count() == 0


def test_buttons_of_the_list_name_their_stall(tab: Tab) -> None:
    to_hiring(tab, "you", "local")
    tab.page.locator(".offer[data-legal]").first.click()
    named = "(all) => all.map((element) => [element.dataset.room, element.ariaLabel])"
    drawn = tab.page.locator(".stall[data-legal]").evaluate_all(named)
    tab.page.keyboard.press("b")
    tab.page.wait_for_selector(".boardlist")
    buttons = tab.page.locator(".boardlist [data-room]").evaluate_all(named)
    assert dict(buttons) == dict(drawn)
    assert all(label.startswith(f"{room}, ") and "pay" in label for room, label in buttons)


def test_the_shop_can_be_opened_in_the_list(tab: Tab) -> None:
    tab.go_to_table(table_at_shop(tab, 2))
    tab.settle()
    tab.page.keyboard.press("b")
    shop = tab.page.locator(".boardlist [data-shop]")
    shop.click()
    assert shop.get_attribute("aria-expanded") == "true"
    assert tab.page.locator(".bar .tile").count() > 1


def test_only_an_active_shop_sign_has_a_ring(tab: Tab) -> None:
    tab.go_to_table(table_at_building_site(tab))
    tab.settle()
    ringed = tab.page.locator(".signpost:has(.legalring)")
    assert ringed.count() == ringed.and_(tab.page.locator("[data-legal]")).count() == 1
    # The next step asks for a stall for the building.
    tab.page.locator(".bld [data-legal]").first.click()
    tab.page.wait_for_selector(".stall[data-legal]")
    assert ringed.count() == 0
