"""The lobby: an introduction, two ways to start, the guest's games, and open tables."""

from __future__ import annotations

import random
import re
from functools import partial
from typing import Any

import pytest

from tests.helpers.layout import LANGUAGES
from tests.helpers.letters import ANY_LETTERS, PAGE
from tests.helpers.moments import late_position
from tests.helpers.pictures import picture
from tests.helpers.serving import Server
from tests.helpers.tab import OpenTab, Tab

BOX_FAULTS = """() => {
  const far = document.documentElement
  const wide = far.scrollWidth > far.clientWidth ? ['the page is wider than the window'] : []
  const high = far.scrollHeight > far.clientHeight ? ['the page is higher than the window'] : []
  const boxes = [...document.querySelectorAll('.lobby .box')]
  const rows = boxes.map((box) => box.querySelector('.rows')).filter(Boolean)
  const isCut = rows.some((element) => element.scrollHeight > element.clientHeight + 1)
  const empty = boxes.filter((box) => {
    const last = [...box.children].at(-1).getBoundingClientRect()
    const own = box.getBoundingClientRect()
    return own.bottom - last.bottom > own.height / 3
  })
  const beside = isCut ? empty.map((element) => `${element.ariaLabel} is empty beside a box that is cut off`) : []
  const out = boxes
    .filter((element) => element.getBoundingClientRect().bottom > innerHeight + 1)
    .map((element) => `${element.ariaLabel} leaves the window`)
  return { wide, high, beside, out }
}"""
"""Report a scrolling page, a box outside the window, and an empty box beside a clipped one."""


def test_a_visitor_can_play_with_one_press(open_tab: OpenTab) -> None:
    tab = open_tab()
    page = tab.page
    tab.go_to_lobby()
    assert "talk of the town" in page.locator(".say p").inner_text()
    # The picture is visible, not covered by the page's background.
    assert page.evaluate("document.elementFromPoint(1000, 120).closest('.hero') !== null")
    # One filled button suggests the next action: a new guest plays with a coach first.
    filled = page.locator(".cta:not(.line):visible")
    assert filled.count() == 1
    assert filled.get_attribute("data-go") == "first"
    page.locator(".opens .how li").nth(3).wait_for()
    picture(page, "lobby-first")
    filled.click()
    page.wait_for_selector(".app[data-ply] .board")
    table = str(page.evaluate("location.pathname")).split("/")[-1]
    view = tab.view(table)["table"]
    assert (view["edition"], view["players"], view["hints"]) == ("2021", 3, True)
    assert sorted(seat.get("level", "") for seat in view["seats"]) == ["", "easy", "easy"]


def test_play_now_remembers_its_options(open_tab: OpenTab) -> None:
    tab = open_tab()
    page = tab.page
    tab.go_to_lobby()
    page.locator(".act.play .lnk").click()
    choose = page.locator(".act.play .pop")
    choose.locator(".seg label", has_text="2").first.click()
    choose.locator(".seg label", has_text="2015").click()
    choose.locator(".seg label", has_text="none").click()
    # The options open over the page, so nothing below moves.
    assert page.locator(".puzzlebox").bounding_box()["y"] < choose.bounding_box()["y"] + choose.bounding_box()["height"]
    page.keyboard.press("Escape")
    assert choose.count() == 0
    page.reload()
    page.locator(".act.play .fact", has_text="2015").wait_for()
    page.locator("[data-go=play]").click()
    page.wait_for_selector(".app[data-ply] .board")
    view = tab.view(str(page.evaluate("location.pathname")).split("/")[-1])["table"]
    assert (view["edition"], view["players"], view.get("hints", False)) == ("2015", 2, False)


def test_own_games_show_boards_turns_and_winners(open_tab: OpenTab) -> None:
    tab, other = open_tab(), open_tab()
    chance = random.Random(3)
    over = tab.new_table("you", "easy", "easy", start=late_position(3, 13))
    tab.advance(over, lambda view: False, chance)
    table = tab.new_table("you", "open", "easy")
    other.ask("POST", f"/tables/{table}/join", {"name": "Hana"})
    view = tab.ask("POST", f"/tables/{table}/start")["view"]
    while view["table"]["seat"] == 2:  # The computer player moves by itself.
        view = tab.view(table)
    page = tab.page
    tab.go_to_lobby()
    row = page.locator(f"[data-game='{table}']")
    row.locator(".mb").wait_for()
    seats, game = view["table"]["seats"], view["table"]["game"]
    texts = row.inner_text()
    assert all(seat["name"] in texts for seat in seats[1:])
    assert "You" in texts
    mover = seats[view["table"]["seat"]]
    pill = row.locator(".turnpill, .waitpill")
    assert pill.inner_text() == ("Your turn" if view["you"].get("may_play") else f"{mover['name']} is moving")
    assert row.locator(".mb .f").count() == 3
    assert row.locator(".mb .card").count() == sum(bool(room.get("card")) for room in game["position"]["rooms"])
    # A finished game names the winner and lists the points in order.
    sheets = tab.view(over)["table"]["game"]["scores"]
    ended = page.locator(f"[data-game='{over}'] .said").inner_text()
    assert re.findall(r"\d+", ended) == [str(sheet["total"]) for sheet in sheets]
    page.locator(f"[data-game='{over}'] .lnk").click()
    page.wait_for_selector(".app[data-status=finished]")


def test_computer_players_have_names_instead_of_levels(tab: Tab) -> None:
    table = tab.new_table("you", "easy", "easy")
    tab.go_to_lobby()
    row = tab.page.locator(f"[data-game='{table}']")
    row.locator(".mb").wait_for()
    assert "easy" not in row.inner_text().lower()
    called = [seat["name"] for seat in tab.view(table)["table"]["seats"]]
    assert all(name in row.inner_text() for name in called[1:])


@pytest.mark.parametrize("size", [(1280, 720), (1440, 900), (1920, 1080), (2560, 1440), (1024, 768), (820, 1180)])
def test_only_lists_scroll_and_no_box_is_empty_beside_a_full_one(full_lobby: Tab, size: tuple[int, int]) -> None:
    full_lobby.resize(*size)
    # A box whose code is still loading has nothing in it yet.
    full_lobby.page.wait_for_function(
        "() => [...document.querySelectorAll('.lobby .box')].every((box) => box.childElementCount)"
    )
    faults = full_lobby.page.evaluate(BOX_FAULTS)
    if size[0] < 1024:
        # An upright tablet scrolls as a whole.
        del faults["high"], faults["out"]
    assert all(found == [] for found in faults.values()), faults
    picture(full_lobby.page, f"lobby-{size[0]}")


@pytest.mark.parametrize("width", [390, 320])
def test_a_phone_has_a_single_column_and_a_tab_bar(full_lobby: Tab, width: int) -> None:
    full_lobby.resize(width, 844)
    page = full_lobby.page
    assert page.evaluate(BOX_FAULTS)["wide"] == []
    bar = page.locator(".tabbar").bounding_box()
    assert bar["y"] + bar["height"] == 844
    assert all(locator.bounding_box()["height"] >= 44 for locator in page.locator(".tabbar a, .act .cta").all())
    # A game with the guest's turn comes before the ways to start another.
    assert page.locator(".act.turncard").bounding_box()["y"] < page.locator(".act.play").bounding_box()["y"]
    picture(page, f"lobby-{width}", full_page=True)


@pytest.fixture(scope="module")
def full_lobby(browser: Any, server: Server) -> Any:
    """Return the lobby of a guest with many games and open tables."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    tab = Tab(context.new_page(), server.address)
    chance = random.Random(9)
    # Only a game from the setup counts: without one the guest is new to the lobby.
    for start in (None, late_position(2, 13)):
        tab.advance(tab.new_table("you", "easy", start=start), lambda view: False, chance)

    def has_come(month: int, view: dict[str, Any]) -> bool:
        return bool(view["game"]["position"]["month"] >= month)

    for month in (2, 4):
        table = tab.new_table("you", "easy", "easy", "easy", start=late_position(4, month))
        tab.advance(table, partial(has_come, month), chance)
    tab.new_table("you", "open", "easy")
    for number in range(7):
        tab.new_table("you", "open", "open", listed=True, name=f"A table with a name that is rather long, {number}")
    tab.go()
    tab.page.locator(".game .mb").first.wait_for()
    yield tab
    context.close()
    assert tab.errors == []


def test_open_tables_are_filtered_by_players_and_joined(own_server: Server, open_tab: OpenTab) -> None:
    host, guest = open_tab(at=own_server), open_tab(at=own_server)
    for number in range(5):
        host.new_table("you", "open", listed=True, name=f"Two {number}")
    three = host.new_table("you", "easy", "open", listed=True, name="Three")
    page = guest.page
    guest.go_to_lobby()
    names = page.locator(".opens .tb b")
    names.nth(5).wait_for()
    page.locator(".wanted").select_option("3")
    assert names.all_inner_texts() == ["Three"]
    page.locator(".wanted").select_option("4")
    assert names.count() == 0
    assert "4" in page.locator(".opens .none").inner_text()
    page.locator(".wanted").select_option("3")
    page.get_by_role("button", name="Join: Three").click()
    page.wait_for_selector(".seatcard")
    assert guest.view(three)["you"]["seats"] == [2]
    # A guest with a seat gets a link to the table instead of a button to join.
    guest.go()
    page.locator(".mine .tb").wait_for()
    assert page.get_by_role("button", name="Join: Three").count() == 0
    assert page.get_by_role("button", name="Join: Two 1").count() == 1


def test_joining_a_taken_seat_shows_an_error(own_server: Server, open_tab: OpenTab) -> None:
    host, guest, other = (open_tab(at=own_server) for _ in range(3))
    table = host.new_table("you", "open", listed=True, name="Two")
    guest.expected_errors = ("409",)
    guest.go_to_lobby()
    button = guest.page.get_by_role("button", name="Join: Two")
    button.wait_for()
    other.ask("POST", f"/tables/{table}/join", {})
    button.click()
    assert guest.page.locator("[role=alert]").inner_text()
    button.wait_for(state="detached")


def test_an_empty_list_offers_to_open_a_public_table(own_server: Server, open_tab: OpenTab) -> None:
    host, guest = open_tab(at=own_server), open_tab(at=own_server)
    host.go_to_lobby()
    host.page.locator(".opens .none").wait_for()
    host.page.locator("[data-open-public]").click()
    host.page.wait_for_selector(".seatcard")
    guest.go_to_lobby()
    guest.page.locator(".opens .tb").wait_for()


def test_the_lobby_reports_an_outage_and_recovers(own_server: Server, open_tab: OpenTab) -> None:
    tab = open_tab(at=own_server)
    tab.go_to_lobby()
    tab.expected_errors = ("net::ERR_", "Failed to load", "WebSocket", "Unable to preload")
    own_server.kill()
    tab.page.locator("[data-go=friends]").click()
    assert tab.page.locator(".act.friends [role=alert]").inner_text()
    tab.page.locator(".lobbyproblem").wait_for()
    assert tab.page.evaluate(BOX_FAULTS)["high"] == []
    own_server.start()
    tab.page.locator(".lobbyproblem").wait_for(state="detached")


def test_a_missing_code_chunk_reloads_the_page(tab: Tab) -> None:
    tab.expected_errors = ("404",)
    tab.page.route("**/assets/TablePage-*.js", lambda route: route.fulfill(status=404))
    tab.go_to_lobby()
    with tab.page.expect_navigation():
        tab.page.locator("[data-go=friends]").hover()
    tab.page.wait_for_selector(".lobby .box .h", state="attached")


def test_a_shared_screen_has_a_single_host_and_a_single_you(tab: Tab) -> None:
    table = tab.new_table("local", "you", "local", "easy")
    for name in ("", "Somebody else"):
        if name:
            # The seat keeps the name from the creation of the table.
            tab.ask("PUT", "/guest", {"name": name})
        tab.go_to_table(table)
        tab.page.locator(".conn").click()
        tab.page.locator("[data-at-table] .nm").last.wait_for()
        texts = tab.page.locator("[data-at-table] .nm").all_inner_texts()
        picture(tab.page, "at-the-table")
        assert ["host" in text for text in texts] == [False, True, False, False], name
        assert ["you" in text.split() for text in texts] == [False, True, False, False], name
        assert ["at this screen" in text for text in texts] == [True, False, True, False], name
        assert "Bo 2" in texts[2]


COVERED = """() => {
  const text = document.querySelector('.say').lastElementChild.getBoundingClientRect()
  const title = document.querySelector('.say h1')
  const lines = title.getBoundingClientRect().height / parseFloat(getComputedStyle(title).lineHeight)
  const cards = document.querySelector('.lobbyacts').getBoundingClientRect()
  return { room: cards.top - text.bottom, lines: Math.round(lines) }
}"""
"""How far the sentence is from the cards, and the lines of the headline."""


@ANY_LETTERS
def test_no_card_covers_the_headline(open_tab: OpenTab, letters: str) -> None:
    tab = open_tab(1440, 900)
    tab.go_to_lobby()
    for language in ("en", "fr", "es", "pl", "pt"):
        tab.page.locator(".lang select").select_option(language)
        tab.page.wait_for_function("(code) => document.documentElement.lang.startsWith(code)", arg=language)
        tab.page.evaluate("document.fonts.ready")
        shown = tab.page.evaluate(COVERED)
        assert shown["room"] >= 24, (letters, language, shown)
        assert shown["lines"] == 2 or letters != PAGE, (letters, language, shown)


def test_the_days_puzzle_is_solved_in_the_lobby(own_server: Server, open_tab: OpenTab) -> None:
    tab = open_tab(at=own_server)
    tab.go_to_lobby()
    answers = tab.page.locator("[data-answer]")
    answers.nth(2).wait_for()
    assert answers.count() == 3
    tab.page.mouse.move(200, 20)
    tab.page.locator(".letters").wait_for()
    puzzle = tab.ask("GET", "/puzzles/today")
    assert [one.get_attribute("data-answer") for one in answers.all()] == puzzle["choices"]
    wrong = puzzle["hints"]["wrong"]
    tab.page.locator(f"[data-answer='{wrong}']").click()
    tab.page.locator(".puzzlebox [role=status] b").wait_for()
    best = tab.ask("GET", "/puzzles/today")["solution"]["steps"][0]["best"]
    assert f"wins {round(best['win'] * 100)} of 100" in tab.page.locator(".answers .best").inner_text()
    assert tab.page.locator(".answers .out").count() == 2


def test_the_puzzles_first_board_has_the_letters_of_its_answers(own_server: Server, open_tab: OpenTab) -> None:
    tab = open_tab(at=own_server)
    # The street does not arrive.
    tab.page.route("**/LobbyBoard-*", lambda route: route.abort())
    tab.go_to_lobby()
    tab.page.locator("[data-answer]").nth(2).wait_for()
    board = tab.page.locator(".puzzlebox .mb")
    assert board.locator(".letter").all_text_contents() == ["a", "b", "c"]
    assert board.locator(".slot").all_text_contents() == ["1–4", "1", "2", "3", "4"]
    assert board.locator(".figure").count() == tab.ask("GET", "/puzzles/today")["players"]
    box = board.bounding_box()
    assert box
    for letter in board.locator(".letter").all():
        disc = letter.bounding_box()
        assert disc
        assert box["x"] < disc["x"] < disc["x"] + disc["width"] < box["x"] + box["width"]
        assert disc["width"] > 15


def test_a_new_guest_sees_the_last_line_and_the_whole_puzzle(own_server: Server, open_tab: OpenTab) -> None:
    # No other guest has opened a table.
    for language in LANGUAGES.values():
        assert_whole(open_tab(at=own_server, locale=language))


def assert_whole(tab: Tab) -> None:
    page = tab.page
    tab.go()
    link = page.locator("[data-events]")
    link.wait_for()
    rows = page.locator(".opens .rows")
    assert rows.evaluate("(rows) => rows.scrollHeight - rows.clientHeight") <= 0
    box, frame = link.bounding_box(), page.locator(".opens").bounding_box()
    assert box
    assert frame
    assert box["y"] + box["height"] <= frame["y"] + frame["height"] <= 900
    # On a phone the question and its board stand above the tabs.
    page.set_viewport_size({"width": 390, "height": 844})
    board, tabs = page.locator(".puzzlebox .picture"), page.locator(".tabbar").bounding_box()
    board.wait_for()
    box = board.bounding_box()
    assert box
    assert tabs
    assert box["y"] + box["height"] <= tabs["y"]
