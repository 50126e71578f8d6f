"""The choice bar: constant height, readable tiles, no overflow."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from tests.helpers.layout import LANGUAGES, LAYOUT_FAULTS, LONG_NAME
from tests.helpers.letters import PAGE, WIDEST_LETTERS
from tests.helpers.moments import late_position
from tests.helpers.patching import ChangingTable, patch_view, set_fire, show_whole_game
from tests.helpers.paths import SHOTS
from tests.helpers.pictures import drawn
from tests.helpers.playing import hiring, table_at_shop, table_where
from tests.helpers.serving import Server
from tests.helpers.tab import OpenTab, Tab

HEIGHTS = {
    (320, 568): 140,
    (390, 844): 140,
    (844, 390): 140,
    (820, 1180): 76,
    (1024, 768): 76,
    (1280, 720): 64,
    (1440, 900): 80,
    (1920, 1080): 80,
}
"""The height of the bar for some screens; on large ones it grows with the board."""
NARROWEST = [(320, 568), (844, 390), (820, 1180), (1280, 720), (1440, 900)]
"""The narrowest of the screens that share a layout and a height: those with the least room for wider letters."""


BAR_HEIGHT = """() => {
  const bar = document.querySelector('.bar')
  return Math.round(bar.getBoundingClientRect().height / bar.currentCSSZoom)
}"""
"""Return the height of the bar without its scaling."""

END_BUTTONS = """() => Object.fromEntries(['undo', 'end'].flatMap((id) => {
  const box = document.querySelector(`[data-button=${id}]`)?.getBoundingClientRect()
  return box ? [[id, [box.x, box.y, box.width, box.height].map(Math.round)]] : []
}))"""
"""Return the boxes of the buttons; a phone leaves out an end of the turn that is not possible."""

WHOLE_BAR = f"""async () => {{
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  return [({LAYOUT_FAULTS})(), ({BAR_HEIGHT})(), ({END_BUTTONS})()]
}}"""
"""Return all of these in one look, once the page has fitted its texts."""

Change = Callable[[dict[str, Any]], None]


def asks(kind: str) -> Callable[[dict[str, Any]], bool]:
    return lambda view: any(move["kind"] == kind for move in view["game"].get("moves", []))


def deals(view: dict[str, Any]) -> bool:
    return asks("work")(view) and asks("shop")(view)


@dataclass(frozen=True)
class PreparedTables:
    """A guest with prepared tables whose bars are full."""

    state: Any
    shop: str
    deals: str
    over: str


@pytest.fixture(scope="module")
def prepared(browser: Any, server: Server) -> PreparedTables:
    context = browser.new_context()
    tab = Tab(context.new_page(), server.address)
    tables = table_at_shop(tab, 4), table_where(tab, deals)
    over = tab.new_table("you", "local", start=late_position(2, 10))
    tab.advance(over, lambda view: False, random.Random(3))
    prepared = PreparedTables(context.storage_state(), *tables, over)
    context.close()
    return prepared


# --- the fullest bars


ONLY_THE_BAR = """() => {
  const style = new CSSStyleSheet()
  style.replaceSync('.app > :not(.bar) > * { display: none !important }')
  document.adoptedStyleSheets.push(style)
}"""
"""Empty the parts of the table around the bar. They keep their areas; their content takes most of the layout's time."""


def move(words: str, **preview: Any) -> dict[str, Any]:
    kind, *parts = words.split()
    return {"words": words, "kind": kind, "parts": parts, "preview": preview}


def longest_names(tab: Tab, table: str, language: str) -> list[str]:
    """Return the characters, the longest names first."""
    box = tab.ask("GET", f"/tables/{table}/components")
    names = {character["id"]: character["names"][language] for character in box["characters"]}
    return sorted(names, key=lambda card: -len(names[card]))


def set_step(game: dict[str, Any], square: int, kinds: list[str], moves: list[dict[str, Any]]) -> None:
    game["turn"] |= {"slot": "1-4", "slot_mon": 1, "hire": "none"}
    game["position"]["players"][game["turn"]["seat"]] |= {"square": square, "mon": 12}
    game["asked"], game["moves"], game["unavailable"] = kinds, moves, []


def lap(cards: list[str]) -> Change:
    """Offer eight squares, six of them beyond the lap line: four characters gain experience and two retire."""

    def change(game: dict[str, Any]) -> None:
        seat = game["turn"]["seat"]
        trains = [{"card": card, "seat": seat, "room": f"A{index}", "xp": 3} for index, card in enumerate(cards[:4], 1)]
        over = {"laps": 1, "trains": trains, "retires": cards[:2]}
        moves = [move(f"move {index}", square=index + 6) for index in (1, 2)]
        moves += [
            move(f"move {index}", square=index - 2, **over, **({"spend": {"sandals": index - 4}} if index > 4 else {}))
            for index in range(3, 9)
        ]
        set_step(game, 6, ["move"], moves)

    return change


def tobacco(game: dict[str, Any]) -> None:
    """Offer four pipes, three pouches and two characters."""
    pipes = [f"{season}_pipe_{index}" for season in ("summer", "autumn") for index in (1, 2)]
    pouches = ["summer_pouch_1", "summer_pouch_2", "autumn_pouch_1"]
    moves = [move(f"shop pipe {pipe}", goods=[pipe], spend={"mon": 4}) for pipe in pipes]
    moves += [move(f"shop pouch {pouch}", goods=[pouch], spend={"mon": 5}) for pouch in pouches]
    moves += [
        move(f"shop pipe {pipe} pouch {other}", goods=[pipe, other], spend={"mon": 11})
        for pipe in pipes
        for other in pouches
    ]
    moves += [move("work B3", spend={"mon": 2}, gain={"iki": 4}), move("work B4", gain={"rice": 1, "sandals": 2})]
    game["turn"] |= {"move": "done", "shop": "open", "work": "open"}
    set_step(game, 4, ["shop", "work", "done"], [*moves, move("done")])
    game["position"]["goods"] = [
        {"good": good, "kind": good.split("_")[1], "price": 4 if "pipe" in good else 5} for good in pipes + pouches
    ]


def refuse_deals(game: dict[str, Any]) -> None:
    """Refuse all deals of the shop; the deal with a character is done."""
    game["turn"] |= {"move": "done", "shop": "open", "work": "done"}
    set_step(game, 8, ["shop", "work", "done"], [move("done")])
    game["unavailable"] = [
        {"words": words, "kind": "shop", "parts": words.split()[1:], "reason": "short", "missing": {"mon": mon}}
        for words, mon in (("shop koban", 5), ("shop two koban", 9))
    ]


def incomes(game: dict[str, Any]) -> None:
    set_step(game, 0, ["income", "hire"], [move("income", gain={"mon": 4})])


def visits(game: dict[str, Any]) -> None:
    set_step(game, 0, ["visit"], [move(f"visit {square}", square=square) for square in range(1, 9)])


def extra_step(game: dict[str, Any]) -> None:
    set_step(game, 8, ["stay", "step"], [move("stay"), move("step", square=1, laps=1)])


def hungry(game: dict[str, Any]) -> None:
    game["turn"]["hungry"] = 3
    set_step(game, 0, ["starve"], [])


def fullest_bars(cards: list[str], language: str) -> Iterator[tuple[str, Change]]:
    """Yield the name of each state of the bar in a language, and the change of the game that shows it.

    Args:
        cards: the characters, the longest names of this language first.
        language: such as `fr`.
    """
    yield "tobacco", tobacco
    yield "refused", refuse_deals
    yield "lap", lap(cards)
    yield "fire", lambda game: set_fire(game, cards[0])
    if language == "pl":
        yield from (("income", incomes), ("visit", visits), ("step", extra_step), ("starve", hungry))


def pick_tokens(tab: Tab) -> None:
    """Pick a pipe and a pouch, which shows the button that buys them."""
    assert tab.page.locator(".tile[data-button*=_pipe_]").count() == 4
    for token in ("summer_pipe_1", "autumn_pouch_1"):
        tab.page.locator(f".tile[data-button={token}]").dispatch_event("click")
    assert "11" in tab.page.locator("[data-button=buy]").inner_text()


@WIDEST_LETTERS
def test_the_bar_has_a_constant_height_and_no_overflow(
    open_tab: OpenTab, prepared: PreparedTables, letters: str
) -> None:
    tab = open_tab(storage_state=prepared.state)
    sizes = HEIGHTS if letters == PAGE else {size: HEIGHTS[size] for size in NARROWEST}
    tab.ask("PUT", "/guest", {"name": LONG_NAME})
    cards = {language: longest_names(tab, prepared.deals, language) for language in LANGUAGES}
    table = ChangingTable(tab, prepared.deals, tobacco)
    tab.go_to_table(prepared.deals)
    tab.page.wait_for_selector(".bar .prompt b")
    tab.page.evaluate(ONLY_THE_BAR)
    faults = {}
    # A resize takes longer than a change of the language, and that longer than a change of the game.
    for size, height in sizes.items():
        tab.resize(*size)
        for language in tab.each_language(LANGUAGES):
            ends: dict[str, Any] = {}
            for name, change in fullest_bars(cards[language], language):
                table.show(change)
                if name == "tobacco":
                    pick_tokens(tab)
                if name == "lap":
                    assert tab.page.locator(".group.lap .tile").count() == 6
                layout_faults, height_now, buttons = tab.page.evaluate(WHOLE_BAR)
                if height_now != height:
                    layout_faults.append(f"{height_now} px high")
                if name != "tobacco":
                    assert "undo" in buttons
                    if any(ends.setdefault(id, box) != box for id, box in buttons.items()):
                        layout_faults.append("the buttons at the end have jumped")
                if name == "refused":
                    tab.page.locator(".tile.off").first.dispatch_event("click")
                    tab.page.wait_for_selector(".prompt.told")
                    layout_faults += tab.page.evaluate(LAYOUT_FAULTS)
                if layout_faults:
                    shot = SHOTS / f"bar-{language}-{name}-{size[0]}.png"
                    with drawn(tab.page):
                        tab.page.locator(".bar").screenshot(path=shot)
                    faults[name, size, language] = layout_faults
    assert faults == {}


def test_the_bar_keeps_its_height_in_a_replay(open_tab: OpenTab, prepared: PreparedTables) -> None:
    tab = open_tab(locale="pl-PL", storage_state=prepared.state)
    show_whole_game(tab, prepared.over)
    faults = {}
    tab.go(f"t/{prepared.over}/replay/30")
    tab.page.wait_for_selector(".bar.scrub")
    for size, height in HEIGHTS.items():
        tab.resize(*size)
        height_now = tab.page.evaluate(BAR_HEIGHT)
        layout_faults = tab.page.evaluate(LAYOUT_FAULTS)
        if layout_faults or height_now != height:
            with drawn(tab.page):
                tab.page.screenshot(path=SHOTS / f"bar-scrub-{size[0]}.png")
            faults[size] = [*layout_faults, height_now]
    assert faults == {}


def open_table(tab: Tab, table: str) -> None:
    tab.go_to_table(table)
    tab.settle()


def test_a_waiting_player_sees_who_is_moving_in_a_bar_of_the_same_height(
    open_tab: OpenTab, prepared: PreparedTables
) -> None:
    tab = open_tab(storage_state=prepared.state)

    def give(route: Any) -> None:
        answer = route.fetch()
        view = answer.json()
        view["you"] |= {"may_play": False, "may_undo": False}
        view["table"]["game"] |= {"moves": [], "unavailable": []}
        route.fulfill(response=answer, json=view)

    tab.page.route(f"**/api/tables/{prepared.deals}", give)
    tab.page.route_web_socket("**/live*", lambda socket: None)
    tab.go_to_table(prepared.deals)
    tab.page.wait_for_selector(".bar.idle")
    assert tab.page.locator(".prompt b").inner_text().endswith("is moving")
    assert tab.page.locator(".tile").count() == 0
    for size, height in HEIGHTS.items():
        tab.resize(*size)
        assert tab.page.evaluate(BAR_HEIGHT) == height
        assert tab.page.evaluate(LAYOUT_FAULTS) == []


# --- pressing


@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844), (1024, 768)])
def test_a_focused_tile_is_fully_visible(open_tab: OpenTab, prepared: PreparedTables, width: int, height: int) -> None:
    tab = open_tab(width, height, storage_state=prepared.state)
    patch_view(tab, prepared.deals, tobacco)
    tab.go_to_table(prepared.deals)
    tab.page.wait_for_selector(".tile")
    hidden = tab.page.evaluate("""() => [...document.querySelectorAll('.tile')].filter((element) => {
      element.focus()
      const [tile, end] = [element, document.querySelector('.end')].map((other) => other.getBoundingClientRect())
      return tile.left < 0 || tile.right > end.left + 0.5
    }).map((element) => element.ariaLabel)""")
    assert hidden == []
    assert tab.page.locator(".tile").count() == 9


def test_a_partly_visible_tile_can_be_tapped(open_tab: OpenTab, prepared: PreparedTables) -> None:
    tab = open_tab(390, 844, storage_state=prepared.state, has_touch=True, is_mobile=True)
    patch_view(tab, prepared.deals, visits)
    tab.go_to_table(prepared.deals)
    tab.page.wait_for_selector(".tile")
    x, y, words = tab.page.evaluate("""() => {
      const row = document.querySelector('.tray').getBoundingClientRect()
      const cut = [...document.querySelectorAll('.tile')].find((node) => node.getBoundingClientRect().right > row.right)
      const box = cut.getBoundingClientRect()
      return [(box.left + Math.min(box.left + 24, row.right)) / 2, box.y + box.height / 2, cut.dataset.move]
    }""")
    tab.page.route("**/moves", lambda route: route.abort())
    tab.expected_errors = ("net::ERR_",)
    with tab.page.expect_request("**/moves", timeout=5_000) as request:
        tab.page.touchscreen.tap(x, y)
    assert words in request.value.post_data


def test_tokens_are_picked_and_bought_together(open_tab: OpenTab, prepared: PreparedTables) -> None:
    tab = open_tab(storage_state=prepared.state)
    patch_view(tab, prepared.deals, tobacco)
    sent: list[Any] = []

    def refuse(route: Any) -> None:
        sent.append(route.request.post_data_json)
        route.fulfill(status=429, body='{"code": "too_many"}')

    tab.page.route("**/api/tables/*/moves", refuse)
    tab.expected_errors = ("429",)
    tab.go_to_table(prepared.deals)
    tab.page.wait_for_selector(".tile")
    buy = tab.page.locator("[data-button=buy]")
    assert buy.count() == 0
    tab.page.locator(".tile[data-button=autumn_pipe_1]").click()
    assert buy.inner_text().split("\n")[0] == "Buy"
    assert tab.page.locator(".tile[data-button=autumn_pipe_1]").get_attribute("aria-pressed") == "true"
    # The sign of the shop shows the season's tokens.
    season = tab.view(prepared.deals)["table"]["game"]["position"]["season"]
    on_sign = tab.page.locator(f".token[data-good^={season}]")
    assert on_sign.count() == tab.page.locator(".token").count()
    tab.page.locator(".tile[data-button=summer_pouch_2]").click()
    assert "11" in buy.inner_text()
    tab.page.keyboard.press("p")
    tab.page.wait_for_selector(".prompt[role=alert]")
    assert [request["moves"] for request in sent] == [["shop pipe autumn_pipe_1 pouch summer_pouch_2"]]
    # Undo first clears the picked tokens.
    tab.page.keyboard.press("u")
    buy.wait_for(state="detached")


def test_the_lap_strip_has_a_short_title_and_a_full_label(open_tab: OpenTab, prepared: PreparedTables) -> None:
    tab = open_tab(storage_state=prepared.state)
    cards = longest_names(tab, prepared.deals, "en")
    patch_view(tab, prepared.deals, lap(cards))
    tab.go_to_table(prepared.deals)
    group = tab.page.get_by_role("group", name="Lap: all 4 gain experience")
    assert group.locator(".tile").count() == 6
    label = group.get_attribute("aria-label") or ""
    assert label.count("retires") == 2
    assert label.count("gains experience") == 2
    # A digit selects the square with that number; the line and the detail follow.
    tile = group.locator("[aria-keyshortcuts='3']")
    tile.hover()
    assert tab.page.locator(".prompt > span").inner_text() == "Fire tower (3)"
    assert "crosses the lap line" in tab.page.locator(".insp").inner_text()


def test_used_deals_are_marked(open_tab: OpenTab, prepared: PreparedTables) -> None:
    tab = open_tab(storage_state=prepared.state)
    open_table(tab, prepared.deals)
    # The steps stay visible, and a used deal does not look pressable.
    assert tab.page.locator(".steps li").count() == 3
    assert tab.page.locator("[data-deal].done").count() == 0
    tab.page.locator("[data-deal=character] .tile.can").first.click()
    tab.page.wait_for_selector("[data-deal=character].done")
    assert tab.page.locator("[data-deal=character]").get_attribute("aria-label") == "One character: used"
    assert tab.page.locator("[data-deal=character] :is(button, [role=button])").count() == 0
    tab.page.locator("[data-button=undo]").click()
    tab.page.wait_for_selector("[data-deal=character]:not(.done)")


def test_pressing_a_shop_sign_limits_the_bar_to_its_deals(open_tab: OpenTab, prepared: PreparedTables) -> None:
    phone = open_tab(390, 844, storage_state=prepared.state, has_touch=True, is_mobile=True)
    open_table(phone, prepared.shop)
    before = phone.look()
    phone.page.locator("[data-shop][data-legal]").tap()
    phone.wait_for_change(before)
    assert phone.page.locator("[data-deal=character]").count() == 0
    assert phone.page.evaluate("document.activeElement.matches('.tile')")
    phone.page.keyboard.press("Escape")
    phone.page.wait_for_function("() => !document.querySelector('[aria-expanded=true][data-shop]')")
    assert phone.look() == before


def test_ending_the_turn_with_an_open_deal_asks_for_confirmation(open_tab: OpenTab, prepared: PreparedTables) -> None:
    tab = open_tab(storage_state=prepared.state)
    open_table(tab, prepared.deals)
    end = tab.page.locator("[data-button=end]")
    box = end.bounding_box()
    end.click()
    assert tab.page.locator(".prompt b").inner_text() == "A deal is still open"
    assert end.bounding_box() == box
    tab.page.keyboard.press("Escape")
    tab.page.wait_for_function("() => !document.querySelector('[data-button=end].filled')")


# --- text


def make_expensive(game: dict[str, Any]) -> None:
    """Give every hire a price with all its parts, and a firefighting bonus."""
    for offer in game["position"]["row"]:
        offer["cost"] = 7
    for move in game["moves"]:
        if move["kind"] == "hire":
            rooms = dict.fromkeys(move["preview"]["rooms"], 8) | {min(move["preview"]["rooms"]): 6}
            spent = {"spend": {"mon": 6}, "gain": {"mon": 3}, "later": {"fire": 2}}
            move["preview"] |= spent | {"rooms": rooms}


BREAKDOWN = """() => {
  const [question, breakdown] = ['b', 'span'].map((part) => document.querySelector(`.prompt > ${part}`))
  const wide = [question, breakdown].filter((element) => element.scrollWidth > element.clientWidth + 1)
  return [breakdown.innerText, wide.map((element) => element.innerText)]
}"""
"""Return the breakdown of a price, and the lines of the question that are wider than their space."""


def test_the_price_breakdown_fits(tab: Tab) -> None:
    table = tab.new_table("you", "local", "local", "local")
    tab.advance(table, hiring, random.Random(4))
    patch_view(tab, table, make_expensive)
    open_table(tab, table)
    faults = {}
    for width, height in [(1280, 720), (1366, 768), (1440, 900)]:
        tab.resize(width, height)
        for language in tab.each_language(LANGUAGES):
            # The price is the same for each card; the question names the card.
            cards = tab.page.locator(".offer[data-legal]")
            names = cards.evaluate_all("(cards) => cards.map((card) => card.ariaLabel.split(',')[0])")
            cards.nth(names.index(max(names, key=len))).focus()
            tab.page.keyboard.press("Enter")
            tab.page.wait_for_selector(".prompt > span")
            breakdown, wide = tab.page.evaluate(BREAKDOWN)
            assert re.search("7.*1.*3.*3.*2.*5.*2", breakdown)
            if wide:
                faults[language, width, breakdown] = wide
            tab.page.keyboard.press("Escape")
    assert faults == {}


FOCUS_RING = """() => {
  const here = document.activeElement
  const ring = here.querySelector('.focusring')
  return [here.hasAttribute('data-legal'),
    ring ? getComputedStyle(ring).opacity !== '0' : getComputedStyle(here).outlineStyle !== 'none']
}"""


def test_the_focus_ring_is_shown_to_keyboard_users_only(tab: Tab) -> None:
    table = tab.new_table("you", "local")
    tab.advance(table, asks("ikizama"), random.Random(1))
    tab.go_to_table(table)
    tab.page.wait_for_function(f"() => ({FOCUS_RING})()[0]")
    assert tab.page.evaluate(FOCUS_RING) == [True, False]
    tab.page.mouse.click(5, 5)
    tab.page.locator("[data-slot][data-legal]").first.click()
    tab.settle()
    tab.page.wait_for_timeout(100)
    assert tab.page.evaluate(FOCUS_RING)[1] is False
    tab.page.keyboard.press("Tab")
    tab.page.keyboard.press("Shift+Tab")
    assert tab.page.evaluate(FOCUS_RING)[1] is True
