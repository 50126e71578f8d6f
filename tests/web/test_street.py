"""The board as a street: its seasons, and the stalls that open for a hire."""

from __future__ import annotations

import base64
from itertools import combinations
from typing import Any

import pytest

from tests.helpers.patching import patch_view
from tests.helpers.playing import hiring, table_where
from tests.helpers.tab import OpenTab, Tab

pytestmark = pytest.mark.drawn

MOST_NODES = 1000
MOST_OPEN = 5
LEAST_CHANGE = 0.08
"""The part of the pixels in which two seasons differ at least."""
MONTHS = {2: "spring", 5: "summer", 8: "autumn", 11: "winter", 13: "new"}

CHANGE = """async ([first, second]) => {
  const pixels = async (picture) => {
    const image = new Image()
    image.src = `data:image/png;base64,${picture}`
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
    canvas.drawImage(image, 0, 0)
    return canvas.getImageData(0, 0, image.width, image.height).data
  }
  const [one, two] = [await pixels(first), await pixels(second)]
  let changed = 0
  for (let at = 0; at < one.length; at += 4) {
    if ([0, 1, 2].some((channel) => Math.abs(one[at + channel] - two[at + channel]) > 8)) changed++
  }
  return changed / (one.length / 4)
}"""
"""Return the part of the pixels that differ visibly between two pictures."""

STALLS = """() => [...document.querySelectorAll('.stall[data-legal]')].map((stall) => ({
  room: stall.dataset.room,
  name: stall.getAttribute('aria-label'),
  price: stall.querySelector('.paytxt')?.textContent,
  reason: stall.querySelector('.reasonpill')?.dataset.reason,
  line: !!stall.querySelector('.footline'),
}))"""


def in_month(game: dict[str, Any], month: int) -> None:
    game["position"] |= {"month": month, "season": "winter" if month == 13 else MONTHS[month]}


def middle_of_the_game(view: dict[str, Any]) -> bool:
    """Check for a hire with about half of the stalls occupied, which shows both cards and empty stalls."""
    taken = sum(bool(room.get("card")) for room in view["game"]["position"]["rooms"])
    return hiring(view) and 6 <= taken <= 9


def test_every_season_changes_the_picture(tab: Tab) -> None:
    table = table_where(tab, middle_of_the_game)
    shown = [2]
    patch_view(tab, table, lambda game: in_month(game, shown[0]))
    tab.resize(1440, 900)
    pictures = {}
    for month, season in MONTHS.items():
        shown[0] = month
        tab.go_to_table(table)
        tab.settle()
        assert tab.page.locator(f".board.se-{season}").count() == 1
        # A symbol is drawn only where it is used.
        assert tab.page.locator(".board *:not(defs, defs *)").count() < MOST_NODES, season
        pictures[season] = base64.b64encode(tab.page.screenshot()).decode()
    changes = {pair: tab.page.evaluate(CHANGE, [pictures[each] for each in pair]) for pair in combinations(pictures, 2)}
    assert {pair: change for pair, change in changes.items() if change < LEAST_CHANGE} == {}


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (820, 1180), (390, 844)])
def test_no_scenery_is_a_target_or_read_aloud(open_tab: OpenTab, width: int, height: int) -> None:
    tab = open_tab(width, height)
    tab.go_to_table(table_where(tab, middle_of_the_game))
    tab.settle()
    scenery = """() => [...document.querySelectorAll('.board use')].filter((use) =>
      /^#(tree|iris|toro|well|twig|w-)/.test(use.getAttribute('href'))).map((use) => [
        use.getAttribute('href'), getComputedStyle(use).pointerEvents, !!use.closest('[aria-hidden]')])"""
    found = tab.page.evaluate(scenery)
    assert len(found) > 1
    assert [each for each in found if each[1:] != ["none", True]] == []


@pytest.mark.parametrize("players", [2, 4])
def test_at_most_five_stalls_open_each_with_a_reason(tab: Tab, players: int) -> None:
    table = table_where(tab, hiring, players, month=3 if players == 4 else 1)
    hires = [move for move in tab.view(table)["table"]["game"]["moves"] if move["kind"] == "hire"]
    moves = {move["parts"][0]: move["preview"] for move in hires}
    tab.resize(1440, 900)
    tab.go_to_table(table)
    tab.settle()
    # Before a card is chosen, no stall is open.
    assert tab.page.locator(".stall .paytxt, .stall .reasonpill").count() == 0
    offers = [offer.get_attribute("data-offer") for offer in tab.page.locator(".offer[data-legal]").all()]
    assert offers
    for offer in offers:
        tab.page.locator(f'.offer[data-offer="{offer}"]').first.click()
        tab.page.wait_for_selector(".stall.lit")
        stalls = tab.page.evaluate(STALLS)
        preview = moves[offer]
        assert {stall["room"] for stall in stalls} == set(preview["rooms"])
        lit = [stall for stall in stalls if stall["price"]]
        assert 0 < len(lit) <= MOST_OPEN
        assert all(stall["reason"] for stall in lit)
        assert all(bool(stall["price"]) != stall["line"] for stall in stalls)
        mon = preview.get("gain", {}).get("mon", 0)
        for stall in stalls:
            price = preview["rooms"][stall["room"]] - mon
            assert f"{abs(price)} mon" in stall["name"], stall
            if (preview.get("alike") or {}).get(stall["room"], 0) > 1:
                assert "together" in stall["name"], stall
        # A stall that is too dear has no mark, but a name that says so.
        for room in preview.get("missing") or {}:
            dear = tab.page.locator(f'.stall[data-room="{room}"]')
            assert dear.locator(".price, .footline, .legalring, .whynothere").count() == 0
            assert "short of" in (dear.get_attribute("aria-label") or "")
        tab.page.keyboard.press("Escape")
        tab.page.wait_for_selector(".stall.lit", state="detached")


def test_the_keyboard_reaches_every_allowed_stall_and_shows_its_price(tab: Tab) -> None:
    table = table_where(tab, hiring, month=3)
    tab.go_to_table(table)
    tab.settle()
    tab.page.locator(".offer[data-legal]").first.focus()
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_selector(".stall.lit")
    here = "() => document.activeElement.dataset.room"
    allowed = {stall["room"] for stall in tab.page.evaluate(STALLS)}
    tab.page.locator(".stall[data-legal]").first.focus()
    reached = {tab.page.evaluate(here)}
    waiting = [*reached]
    while waiting:
        start = waiting.pop()
        for key in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"):
            tab.page.locator(f'.stall[data-room="{start}"]').focus()
            tab.page.keyboard.press(key)
            room = tab.page.evaluate(here)
            if room and room not in reached:
                reached.add(room)
                waiting.append(room)
    assert reached == allowed
    for room in sorted(allowed):
        tab.page.locator(f'.stall[data-room="{room}"]').focus()
        assert tab.page.locator(f'.stall[data-room="{room}"] .price').is_visible(), room
    # Without the focus and the pointer a quiet stall is calm.
    tab.page.locator(".offer.sel").focus()
    assert not any(price.is_visible() for price in tab.page.locator(".stall.quiet .price").all())


def test_the_setup_opens_the_outermost_stalls_and_says_why_once(tab: Tab) -> None:
    table = tab.new_table("you", "local", "local")
    tab.go_to_table(table)
    tab.settle()
    tab.page.locator(".offer[data-legal]").first.click()
    tab.page.wait_for_selector(".stall.lit")
    assert sorted(stall["room"] for stall in tab.page.evaluate(STALLS)) == ["A1", "B1", "C1", "D1"]
    assert tab.page.locator(".stall .whynothere").count() == 0
    assert "number 1 of each nagaya" in tab.page.locator(".bar .prompt").inner_text()


def test_all_shops_are_closed_while_others_decide(tab: Tab) -> None:
    table = table_where(tab, hiring, month=3)

    def waits(game: dict[str, Any]) -> None:
        game["moves"] = game["unavailable"] = []

    patch_view(tab, table, waits)
    tab.go_to_table(table)
    tab.page.wait_for_selector(".stall")
    assert tab.page.locator(".stall.lit, .stall .footline, .stall .legalring").count() == 0
