"""A coached first game: from the lobby to a costly move that is taken back, on a desktop and on a phone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from tests.helpers.tab import Tab

FIRST_SENTENCES = {
    "start": "Your first character earns you a salary at every payday.",
    "place": "Characters of one trade in one nagaya earn IKI together at the payday.",
}
PHONE = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def _set_cost(tab: Tab, *, costly: bool) -> None:
    """Replace the server's verdict on the player's moves: a search takes long on a test machine."""

    def answer(route: Any) -> None:
        ply = int(re.search(r"ply=(\d+)", route.request.url)[1])  # type: ignore[index]
        body = {"ply": ply, "moves": 1, "costly": costly, "move": "start salt_peddler", "best": "start cotton_peddler"}
        body |= {"then": ["place B1"], "win": 0.31, "best_win": 0.44}
        route.fulfill(body=json.dumps(body), content_type="application/json")

    tab.page.route("**/cost?*", answer)


def _start_first_game(tab: Tab) -> str:
    page = tab.page
    tab.go_to_lobby()
    # A new guest needs one press.
    page.click("[data-go=first]")
    page.wait_for_selector(".app[data-ply] .board")
    return str(page.url.rsplit("/", 1)[1])


def test_a_coached_first_game(tab: Tab) -> None:
    page = tab.page
    _set_cost(tab, costly=False)
    table = _start_first_game(tab)
    view = tab.view(table)["table"]
    assert view["coach"]
    assert sorted(seat.get("level", "") for seat in view["seats"]) == ["", "easy", "easy"]
    # The first decision is explained, without a search.
    page.wait_for_selector(".coach [data-first=start]")
    assert page.inner_text(".coach [data-first]") == FIRST_SENTENCES["start"]
    assert not page.locator(".coach li").count()
    box, own = (page.locator(where).bounding_box() for where in (".coach", ".rail .pl.own"))
    assert own["y"] + own["height"] <= box["y"] <= own["y"] + own["height"] + 12
    # H shows the best moves, each with its chance to win and its reasons.
    page.keyboard.press("h")
    page.wait_for_selector(".coach li[data-hint]")
    for line in page.locator(".coach li").all_inner_texts():
        assert re.search(r"\d+ %", line)
        assert re.search(r"About \d+ IKI at the end\.", line)
    page.wait_for_selector(".hintmarks [data-advice]", state="attached")
    page.mouse.move(1439, 899)
    page.locator("#tip").wait_for(state="hidden")
    assert tab.axe() == []
    # Hidden, the coach is one row.
    page.click(".coach h2 .lnk")
    assert page.locator(".coach").bounding_box()["height"] < 110
    page.click(".coach h2 .lnk")
    # If the player wants, the best moves are shown without a question.
    page.check(".coach .tick input")
    page.unroute("**/cost?*")
    _set_cost(tab, costly=True)
    _costly_move_is_taken_back(tab, table)
    # The switch is in the panel of the table.
    page.click(".tools .conn")
    page.uncheck(".seats .tick input")
    page.wait_for_selector(".coach", state="detached")
    assert "coach" not in tab.view(table)["table"]


def _costly_move_is_taken_back(tab: Tab, table: str) -> None:
    page = tab.page
    offer = page.locator(".app [data-offer][data-legal]").first.get_attribute("data-offer")
    ply = tab.ply(table)
    page.evaluate("(offer) => document.querySelector(`.app [data-offer='${offer}']`).click()", offer)
    page.wait_for_selector(".coach .costly")
    text = page.inner_text(".coach .costly")
    assert "your chance to win falls from 44 % to 31 %" in text
    assert "Better: Start with the Cotton Peddler, stall B1." in text
    # The next decision is new, too.
    assert page.inner_text(".coach [data-first]") == FIRST_SENTENCES["place"]
    page.click("[data-coach=back]")
    page.wait_for_function("(ply) => document.querySelector('.app').dataset.ply === String(ply)", arg=ply)
    page.wait_for_selector(".coach .costly", state="detached")
    # The first decision has been explained.
    assert not page.locator(".coach [data-first=start]").count()


def test_a_phone_has_a_row_that_opens_to_a_sheet(open_tab: Callable[..., Tab]) -> None:
    tab = open_tab(390, 844, **PHONE)
    page = tab.page
    _set_cost(tab, costly=False)
    _start_first_game(tab)
    row = page.locator(".coachrow")
    row.wait_for()
    page.wait_for_function(
        "(text) => document.querySelector('.coachrow').innerText.includes(text)", arg=FIRST_SENTENCES["start"]
    )
    assert row.bounding_box()["height"] == 44
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    row.tap()
    page.locator(".sheetbox [data-coach=show]").tap()
    page.wait_for_selector(".sheetbox li[data-hint]")
    assert tab.axe() == []
    row.tap()
    page.wait_for_selector(".sheetbox", state="detached")
