"""The choice bar: what it shows of a turn, and that every button can be told from the others."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from .conftest import SHOTS
from .otherwise import burning, changed
from .playing import to_a_shop
from .serving import Server
from .tab import Tab
from .test_table import hiring
from .test_views import LANGUAGES, LONG_NAME

OpenTab = Callable[..., Tab]
WIDE = [(1280, 720), (1366, 768), (1440, 900)]

UNCLEAR = """() => {
  const found = []
  const box = (one) => one.getBoundingClientRect()
  const bar = document.querySelector('.bar')
  const within = (one) => ['left', 'top'].every((side) => box(one)[side] >= box(bar)[side])
    && box(one).bottom <= box(bar).bottom
  const seen = new Set()
  for (const button of bar.querySelectorAll('.btn:not(.unseen)')) {
    const name = button.ariaLabel
    if (!within(button)) found.push(`${name} leaves the bar`)
    const parts = [...button.querySelectorAll('.bt, small, .brief')].filter((one) => one.checkVisibility())
    for (const part of parts) {
      if (part.clientWidth && part.scrollWidth > part.clientWidth + 1) found.push(`${name} is cut`)
      const spilt = box(part).top < box(button).top - 1 || box(part).bottom > box(button).bottom + 1
      if (spilt) found.push(`${name} is higher than its button`)
    }
    if (!button.matches('.can')) continue
    const looks = [...button.children].filter((one) => one.checkVisibility()).map((one) => one.outerHTML).join('')
    if (seen.has(looks)) found.push(`${name} looks like another one`)
    seen.add(looks)
  }
  for (const part of bar.querySelectorAll('.prompt b, .deals li, .prompt > span')) {
    if (part.checkVisibility() && !within(part)) found.push(`${part.textContent} leaves the bar`)
  }
  const steps = bar.querySelector('.steps')
  if (steps?.scrollWidth > steps?.clientWidth) found.push('the steps are wider than their place')
  return found
}"""
"""The buttons of the bar that cannot be read whole, or not be told from each other."""


def asks(kind: str) -> Callable[[dict[str, Any]], bool]:
    return lambda view: any(one["kind"] == kind for one in view["game"].get("moves", []))


def deals(view: dict[str, Any]) -> bool:
    return asks("work")(view) and asks("shop")(view)


def to_where(tab: Tab, until: Callable[[dict[str, Any]], bool]) -> str:
    """A table of four where something is asked that not every game asks."""
    for seed in range(20):
        table = tab.new_table("you", "local", "local", "local")
        tab.advance(table, until, random.Random(seed))
        if tab.view(table)["table"]["status"] == "running":
            return table
    raise AssertionError("no game asks that")


@dataclass(frozen=True)
class Kept:
    """A guest with tables to look at, each where the bar has much to say."""

    state: Any
    shop: str
    deals: str


@pytest.fixture(scope="module")
def kept(browser: Any, server: Server) -> Kept:
    context = browser.new_context()
    tab = Tab(context.new_page(), server.address)
    tables = to_a_shop(tab, "you", "local", "local", "local"), to_where(tab, deals)
    found = Kept(context.storage_state(), *tables)
    context.close()
    return found


def only_moves(game: dict[str, Any]) -> None:
    game["turn"] |= {"slot": "1-4", "slot_mon": 1, "hire": "none"}


def look_at(tab: Tab, table: str) -> None:
    tab.go_to_table(table)
    tab.settle()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_button_can_be_read_and_told_from_the_others(open_tab: OpenTab, kept: Kept, language: str) -> None:
    tab = open_tab(locale=LANGUAGES[language], storage_state=kept.state)
    # The slot with the longest strip, and a fire.
    shown = {"as": only_moves}
    changed(tab, kept.deals, lambda game: shown["as"](game))
    found = {}
    for width, height in WIDE:
        tab.resize(width, height)
        for name, table in (("shop", kept.shop), ("deals", kept.deals), ("fire", kept.deals)):
            shown["as"] = burning if name == "fire" else only_moves
            if name == "fire":
                tab.page.reload()
            look_at(tab, table)
            before = tab.page.locator(".bar").bounding_box()
            if name == "shop":
                tab.page.locator("[data-button=shop]").click()
                tab.page.wait_for_selector(".acts.dense")
            elif name == "deals":
                assert "+1 mon" in tab.page.locator(".steps li").first.inner_text()
            assert tab.page.locator(".bar").bounding_box() == before
            said = tab.page.evaluate(UNCLEAR)
            if said:
                tab.page.locator(".bar").screenshot(path=SHOTS / f"bar-{language}-{name}-{width}.png")
                found[width, name] = said
    assert found == {}


def dear(game: dict[str, Any]) -> None:
    """Whoever can be hired has a price with every part that prices have, and brings firefighting."""
    for one in game["position"]["row"]:
        one["cost"] = 7
    for move in game["moves"]:
        if move["kind"] == "hire":
            rooms = dict.fromkeys(move["preview"]["rooms"], 8) | {min(move["preview"]["rooms"]): 6}
            spent = {"spend": {"mon": 6}, "gain": {"mon": 3}, "later": {"fire": 2}}
            move["preview"] |= spent | {"rooms": rooms}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_whole_sum_of_a_price_is_told(open_tab: OpenTab, language: str) -> None:
    tab = open_tab(locale=LANGUAGES[language])
    tab.ask("GET", "/guest")
    tab.ask("PUT", "/guest", {"name": LONG_NAME})
    table = tab.new_table("you", "local", "local", "local")
    tab.advance(table, hiring, random.Random(4))
    changed(tab, table, dear)
    look_at(tab, table)
    found = {}
    for width, height in WIDE:
        tab.resize(width, height)
        for card in tab.page.locator(".offer[data-legal]").all():
            card.click()
            told = tab.page.locator(".prompt > span")
            told.wait_for()
            assert re.search("7.*1.*3.*3.*2.*5.*2", told.inner_text())
            for part in ("b", "span"):
                one = tab.page.locator(f".prompt > {part}")
                if one.evaluate("(one) => one.scrollHeight > one.clientHeight + 2"):
                    found[width, one.inner_text()] = part
            if found:
                tab.page.screenshot(path=SHOTS / f"sum-{language}-{width}.png")
            tab.page.keyboard.press("Escape")
    assert found == {}


def test_what_the_turn_has_done_is_told_on_every_screen(open_tab: OpenTab, kept: Kept) -> None:
    tab = open_tab(storage_state=kept.state)
    look_at(tab, kept.deals)
    told = tab.page.locator(".prompt > span")
    for width, height in (*WIDE, (820, 1180), (390, 844), (320, 568), (844, 390)):
        tab.resize(width, height)
        tab.page.wait_for_selector(f".app{'.tall' if width < 1280 else ':not(.tall)'} .prompt > span")
        assert "moves" in told.inner_text(), width
        assert tab.page.evaluate("(one) => one.scrollHeight <= one.clientHeight + 2", told.element_handle()), width


def test_what_is_left_of_the_deals_is_ticked(open_tab: OpenTab, kept: Kept) -> None:
    tab = open_tab(storage_state=kept.state)
    look_at(tab, kept.deals)
    ticks = tab.page.locator(".deals li")
    assert ticks.all_text_contents() == ["with the shop: still open", "with one character: still open"]
    assert tab.page.locator(".deals .done").count() == 0
    # Of several ways the first one.
    shop = tab.page.locator("[data-shop][data-legal]").first
    shop.click()
    if tab.page.locator(".acts.dense, [data-button=back]").count():
        tab.page.locator(".bar .btn.can").first.click()
    tab.page.wait_for_selector("[data-deal=shop].done")
    assert ticks.first.inner_text().endswith("used")
    assert tab.page.locator("[data-deal=shop] svg").is_visible()
    assert tab.page.locator("[data-deal=character].done").count() == 0
    tab.page.locator("[data-button=undo]").click()
    tab.page.wait_for_selector("[data-deal=shop]:not(.done)")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 568)])
def test_a_phone_shows_what_is_left_too(open_tab: OpenTab, kept: Kept, width: int, height: int) -> None:
    tab = open_tab(width, height, storage_state=kept.state, has_touch=True, is_mobile=True)
    look_at(tab, kept.deals)
    bottom = (
        "(one) => one.getBoundingClientRect().bottom <= document.querySelector('.acts').getBoundingClientRect().top"
    )
    assert tab.page.locator(".deals").evaluate(bottom)
    assert (
        tab.page.evaluate(
            "(() => { const one = document.querySelector('.prompt'); return one.scrollHeight - one.clientHeight })()"
        )
        <= 1
    )


def test_the_ways_of_a_shop_lie_over_nothing_that_can_be_pressed(open_tab: OpenTab, kept: Kept) -> None:
    """On a phone the bar rises over the board for them: stalls and shop are targets again when they are left."""
    phone = open_tab(390, 664, storage_state=kept.state, has_touch=True, is_mobile=True)
    look_at(phone, kept.shop)
    before = phone.look()
    assert "shop" in {one.kind for one in before.targets}
    phone.page.locator("[data-button=shop]").tap()
    phone.page.wait_for_selector(".acts.dense")
    assert {one.kind for one in phone.settle().targets} == {"button"}
    phone.page.locator("[data-button=back]").tap()
    phone.page.wait_for_selector(".acts:not(.dense)")
    assert phone.look() == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_that_lies_on_its_side_cuts_no_button(open_tab: OpenTab, language: str) -> None:
    tab = open_tab(844, 390, locale=LANGUAGES[language], has_touch=True, is_mobile=True)
    table = tab.new_table("you", "local")
    for kind in ("hire", "ikizama", "work"):
        tab.advance(table, asks(kind), random.Random(1))
        look_at(tab, table)
        assert [one for one in tab.page.evaluate(UNCLEAR) if one.endswith("is cut")] == []
