"""The analysis board and puzzles in a browser: one tab for each."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from edokko import Game
from edokko.catalogue import Catalogue
from edokko.puzzles import stock
from tests.helpers.pictures import picture
from tests.helpers.playing import play_move
from tests.helpers.serving import Server
from tests.helpers.tab import Tab

Open = Callable[..., Tab]
LONG = 60_000
"""The engine may run as plain Python, on a busy machine."""


def test_a_study_is_played_branched_saved_and_shared(open_tab: Open) -> None:
    puzzle = next(puzzle for puzzle in stock().values() if puzzle.theme == "hire")
    tab = open_tab()
    page: Any = tab.page
    page.goto(f"{tab.address}/study?position={puzzle.position.replace(' ', '_')}")
    page.wait_for_selector(".best li", timeout=LONG)
    assert page.locator(".hintmarks .advice").count() >= 1
    # Three moves from the list, back to the start by the tree, and another first move.
    page.locator(".best li button").first.click()
    page.wait_for_selector('.treebox [role="treeitem"]:nth-child(2)')
    page.locator(".treebox [role=treeitem]").first.click()
    page.wait_for_selector('.treebox [role="treeitem"]:first-child[aria-selected="true"]')
    page.wait_for_selector(".best li:nth-child(2)", timeout=LONG)
    page.locator(".best li button").nth(1).click()
    page.wait_for_selector('.treebox [role="treeitem"][aria-level="2"]')
    page.locator(".about textarea").fill("What if")
    page.locator(".about textarea").blur()
    page.locator(".walkbar input").first.fill("Hires")
    page.locator(".walkbar .btn.can").click()
    page.wait_for_url("**/study/*")
    reader = open_tab()
    reader.page.goto(page.url)
    reader.page.wait_for_selector('.treebox [role="treeitem"][aria-level="2"]')
    assert "What if" in reader.page.locator(".treebox").inner_text()
    # The keys of a tree.
    reader.page.locator(".treebox [role=treeitem]").first.focus()
    reader.page.keyboard.press("ArrowRight")
    reader.page.wait_for_selector('.treebox [role="treeitem"]:nth-child(2)[aria-selected="true"]')


def test_chance_decides_unless_the_player_wants_to_choose(open_tab: Open) -> None:
    tab = open_tab()
    page: Any = tab.page
    page.goto(f"{tab.address}/study")
    page.locator("[data-new]").click()
    # The buildings of the first month are drawn, and so is what follows the last start card.
    page.wait_for_selector(".treebox [data-node^=buildings]")
    assert page.locator(".chancebar").count() == 0
    chance = random.Random(3)
    for _ in range(4):
        play_move(tab, chance)
    assert page.locator(".chancebar").count() == 0

    # One step back the line waits for chance again: one button draws it, another one shows what may come.
    page.locator("[data-chance]").click()
    page.locator(".treebox [data-node^=buildings]").first.click()
    page.get_by_role("button", name="One move back").click()
    for width, height in ((1440, 900), (1024, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_selector(".chancebar [data-outcome]")
        cut = """() => [...document.querySelectorAll('.chancebar button')].filter((node) => {
          const [box, bar] = [node.getBoundingClientRect(), node.closest('.bar').getBoundingClientRect()]
          return node.scrollWidth > node.clientWidth || box.top < bar.top || box.left < bar.left ||
            box.right > Math.min(bar.right, innerWidth) || box.bottom > bar.bottom
        }).map((node) => node.innerText)"""
        assert page.evaluate(cut) == [], width
    page.set_viewport_size({"width": 1440, "height": 900})
    for index in range(6):
        page.locator(".chancebar [data-outcome]").nth(index).click()
    page.wait_for_selector(".chancebar", state="detached")
    assert page.locator(".treebox [data-node^=buildings]").count() == 2


def test_the_analysis_board_offers_a_position_to_try(open_tab: Open) -> None:
    tab = open_tab()
    page: Any = tab.page
    page.goto(f"{tab.address}/study")
    page.locator(".studystart img").wait_for()
    # One filled button, and none of the browser's own for a file.
    assert page.locator("main .cta").count() == 1
    assert page.locator("input[type=file]").bounding_box()["width"] <= 1
    page.locator("[data-example]").click()
    page.wait_for_selector(".app .board")
    page.wait_for_selector("[data-slot][data-legal]")


def test_a_position_that_cannot_be_used_keeps_the_page_and_says_why(tab: Tab) -> None:
    page: Any = tab.page
    tab.expected_errors = ("400",)
    tab.go("study")
    field = page.locator(".studystart textarea")
    field.fill("hello world")
    page.locator(".studystart [type=submit]").click()
    problem = page.locator(".studystart [role=alert]")
    assert "found 'hello', expected edokko1" in problem.inner_text()
    assert field.input_value() == "hello world"
    tab.go("study?position=abc")
    assert "found 'abc', expected edokko1" in problem.inner_text()
    assert field.input_value() == "abc"
    assert field.evaluate("(node) => node === document.activeElement")
    assert page.locator(".top .brand").is_visible()


@pytest.mark.parametrize(("record", "reason"), [('{"moves": [', "too early"), ('{"format": "other"}', "format")])
def test_a_record_that_cannot_be_used_says_why(tab: Tab, record: str, reason: str) -> None:
    tab.expected_errors = ("400",)
    tab.go("study")
    file = {"name": "game.json", "mimeType": "application/json", "buffer": record.encode()}
    tab.page.locator(".studystart [type=file]").set_input_files(file)
    text = tab.page.locator(".studystart [role=alert]").inner_text()
    said = Catalogue("en").text("api-bad-record")
    assert text.startswith(said)
    assert reason in text.removeprefix(said)


@pytest.mark.anywhere(always=True)
def test_a_puzzle_is_solved_and_played_out(open_tab: Open) -> None:
    puzzle = next(puzzle for puzzle in stock().values() if puzzle.theme == "slot" and len(puzzle.steps) == 1)
    tab = open_tab()
    page: Any = tab.page
    tab.go(f"puzzles/{puzzle.id}")
    page.wait_for_selector(".puzzle")
    # The solver sees what every player has, and nothing that is not for solving.
    players = Game.from_position(puzzle.position, chance="manual").players
    assert page.locator(".rail .pl").evaluate_all("(all) => all.map(({ dataset }) => Number(dataset.panel))") == [
        (puzzle.seat + index) % players for index in range(players)
    ]
    assert page.locator(".puzzle .acts .btn").count() == 2
    page.locator(".puzzle .btn").first.click()
    slot = puzzle.line[0].split(" ")[1]
    page.locator(f'[data-slot="{slot}"][data-legal]').first.click()
    page.wait_for_selector(".solution li.shown")
    page.locator(".chancebar .btn").nth(2).click()
    page.wait_for_selector(".solution li.shown")
    game = Game.from_position(puzzle.position, chance="manual")
    assert game.seat == puzzle.seat
    tab.go()
    page.wait_for_selector(".puzzlebox")


def review_with_blunder(moment: dict[str, Any], last: int) -> dict[str, Any]:
    """Return a review with one blunder, at a moment of a game of two."""
    points = ((0, 1), (moment["ply"], moment["game"]["position"]["month"]), (last, 13))
    lost = {"before": [0.5, 0.5], "after": [0.3, 0.7], "loss": 0.2, "iki": 9.0, "grade": "blunder"}
    decision = {
        "ply": moment["ply"],
        "month": points[1][1],
        "seat": moment["game"]["turn"]["seat"],
        "move": "done",
        "best": "income",
    }
    curve = [{"ply": ply, "month": month, "wins": [0.5, 0.5], "finals": [40.0, 50.0]} for ply, month in points]
    return {"moves": last, "simulations": 10, "curve": curve, "decisions": [decision | lost], "turns": [], "seats": []}


def test_a_game_is_a_study_with_its_curve_and_is_played_on(open_tab: Open, server: Server, browser: Any) -> None:
    tab = open_tab()
    page: Any = tab.page
    table = tab.new_table("you", "local")
    tab.advance(table, lambda view: False, random.Random(3))
    ply = next(ply for ply in range(40, 80) if len(tab.view(table, f"?ply={ply}")["table"]["game"]["moves"]) > 2)
    tab.go(f"t/{table}/replay/{ply}")
    page.locator(f"a[href='/study?table={table}&ply={ply}']").click()
    # The whole game is the main line, at the moment of the replay.
    page.wait_for_selector(f".app[data-ply='{ply}'] .treebox .node.played[aria-selected='true']")
    assert page.locator(".walkbar .moment").get_attribute("title").startswith(f"Move {ply} of")
    assert page.locator(".treebox .month").count() == 13
    page.locator(".walkbar .btn").nth(1).click()
    page.wait_for_selector(f".app[data-ply='{ply + 1}']")
    page.locator(".walkbar .btn").first.click()
    page.wait_for_selector(f".app[data-ply='{ply}']")
    # What was played stays; a variation can be deleted.
    assert page.locator("[data-delete]").count() == 0
    page.locator(".best li:not(.played) button").first.click(timeout=LONG)
    page.wait_for_selector(".treebox .node:not(.played)[aria-level='2'][aria-selected='true']")
    assert page.locator("[data-delete]").count() == 1
    # The review of the game marks its mistakes, and its curve leads through the moves.
    review = json.dumps(review_with_blunder(tab.view(table, f"?ply={ply}")["table"], tab.ply(table)))
    page.route("**/api/tables/*/review", lambda route: route.fulfill(body=review, content_type="application/json"))
    page.locator("[data-curve]").click()
    page.wait_for_selector(".curvepanel svg.curve")
    assert page.locator(".treebox .node.played .sign").all_inner_texts() == ["??"]
    picture(page, "study-game-wide")
    page.locator(".walkbar .btn.can").click()
    page.wait_for_url("**/study/*")
    study = page.url.rpartition("/")[2]
    page.wait_for_selector("[data-embed]")

    # The saved study in a frame of another site, on a phone: the visitor becomes no guest.
    context = browser.new_context(viewport={"width": 390, "height": 700})
    try:
        frame = context.new_page()
        framed: Any = frame.goto(f"{server.address}/embed/study/{study}")
        assert "frame-ancestors *" in framed.headers["content-security-policy"]
        frame.wait_for_selector("main.embed[data-ply='0'] .treebox .node.played")
        frame.locator(".embedbar button").nth(1).click()
        frame.wait_for_selector("main.embed[data-ply='1']")
        assert frame.locator("[data-legal], .about, [data-delete]").count() == 0
        picture(frame, "embed-study-phone")
        puzzle = next(puzzle for puzzle in stock().values() if puzzle.theme == "slot" and len(puzzle.steps) == 1)
        frame.goto(f"{server.address}/embed/puzzle/{puzzle.id}")
        # The board has the width of the frame, and the frame scrolls to the choices.
        frame.wait_for_selector(".choices [data-choice]")
        assert frame.locator(".embed > .stage").bounding_box()["height"] > 440
        assert frame.evaluate("document.documentElement.scrollHeight > innerHeight")
        frame.locator(f".choices [data-choice='{puzzle.line[0]}']").click()
        frame.wait_for_selector(".puzzle .verdict")
        picture(frame, "embed-puzzle-phone")
        assert context.cookies() == []
        assert {link.get_attribute("target") for link in frame.locator("a").all()} == {"_blank"}
    finally:
        context.close()

    # A new table at that moment, on a phone.
    tab.resize(390, 844)
    page.goto(f"{tab.address}/play?table={table}&ply={ply}")
    page.wait_for_selector(".playon form")
    picture(page, "play-on-phone", full_page=True)
    assert page.locator(".playon [data-decides]").count() == 1
    page.locator("select[data-seat='0']").select_option("you")
    page.locator("select[data-seat='1']").select_option("local")
    page.locator("[data-go=play-on]").click()
    page.wait_for_selector(".app.phone[data-ply='0']")
    begun = tab.view(page.url.rpartition("/")[2])["table"]
    moment = tab.view(table, f"?ply={ply}")["table"]
    assert begun["game"]["position"] == moment["game"]["position"]


@pytest.mark.anywhere
def test_on_a_phone_the_choices_of_a_puzzle_stay_in_sight(phone: Tab) -> None:
    phone.go("puzzles/today")
    phone.page.wait_for_selector("[data-puzzle]")
    for top in (0, 9999):
        phone.page.evaluate("(top) => scrollTo(0, top)", top)
        box = phone.page.locator(".app > .bar").bounding_box()
        assert box
        assert box["y"] > 0
        assert box["y"] + box["height"] <= 844
