"""Hints: the three best moves, each with a reason, and numbered marks at their targets."""

from __future__ import annotations

import json
from typing import Any

from tests.helpers.tab import Tab

IS_ON = """([mark, target]) => {
  // The page draws the marks again at each change: a mark may be absent for a moment.
  const [element, other] = [mark, target].map((where) => document.querySelector(where)?.getBoundingClientRect())
  if (!element || !other) return false
  const middle = (box) => box.left + box.width / 2
  if (Math.abs(middle(element) - middle(other)) > 1) return false
  // On a card or a tile the disc stands on its upper edge, and above the number of a tile.
  const [card, tile] = ['.offers', '.bar'].map((where) => document.querySelector(target).closest(where))
  const above = card ? 15 : tile ? 21 : 0
  if (tile && element.bottom > other.top + 9) return false
  return element.left >= other.left && element.right <= other.right && element.top >= other.top - above
    && element.bottom <= other.top + other.height / 2
}"""
"""Whether the mark is on its target alone: the middles agree, and it lies inside."""
EXPECTED = {"kind": "expected", "count": 60}
MARK = """.hintmarks [data-advice='0 [data-room="{}"]']"""


def _set_hint(tab: Tab, moves: list[dict[str, Any]], ply: int) -> None:
    """Replace the server's search result by these moves."""
    results = [{"share": 0.4, "score": 60.0, "then": []} | move for move in moves]
    body = json.dumps({"ply": ply, "moves": results, "wins": [0.5, 0.5], "scores": [60.0, 55.0]})
    tab.page.route("**/hint", lambda route: route.fulfill(body=body, content_type="application/json"))


def _table_at_hire(tab: Tab) -> tuple[str, list[dict[str, Any]], int]:
    table = tab.new_table("you", "local", hints=True)
    tab.advance(table, lambda view: any(move["kind"] == "hire" for move in view["game"].get("moves", [])))
    view = tab.view(table)["table"]
    return table, [move for move in view["game"]["moves"] if move["kind"] == "hire"], view.get("ply", 0)


def test_the_three_best_moves_are_listed_and_marked_on_the_board(tab: Tab) -> None:
    table, hires, ply = _table_at_hire(tab)
    first, second = hires[0], hires[1]
    room, other = (next(iter(hire["preview"]["rooms"])) for hire in (first, second))
    moves = [
        {
            "words": first["words"],
            "win": 0.62,
            "then": [f"place {room}"],
            "grade": "strongest",
            "reason": {"kind": "harmony", "type": "artisan", "alike": 2, "count": 4, "month": 3},
        },
        {"words": "move 9", "win": 0.56},
        {
            "words": second["words"],
            "win": 0.55,
            "then": [f"place {other}"],
            "grade": "good",
            "reason": {"kind": "denies-card", "card": second["parts"][0], "seat": 1, "count": 2},
        },
        {"words": "income", "win": 0.41, "reason": {"kind": "gains", "amounts": {"mon": 4}}},
    ]
    _set_hint(tab, moves, ply)
    tab.go_to_table(table)
    page = tab.page
    button = page.locator("[data-button=hint]")
    icon = button.locator("use").get_attribute("href")
    assert icon != page.locator("[data-tool=rules] use").get_attribute("href")
    button.click()
    page.wait_for_selector(".hints li")
    lines = page.locator(".hints li").all_inner_texts()
    assert len(lines) == 3
    # Words first: a grade, and one reason. The move without a reason of its own is left out.
    assert f"stall {room}" in lines[0]
    assert "strongest" in lines[0]
    assert "Neighbours of one trade: 4 IKI each payday." in lines[0]
    assert "good" in lines[1]
    assert "Bo 1 wanted this card: 2 IKI less." in lines[1]
    assert "fair" in lines[2]
    assert "Now +4 mon." in lines[2]
    assert "%" not in "".join(lines)
    page.click(".hints .pc")
    assert "62 %" in page.locator(".hints li").first.inner_text()
    page.click(".hints .pc")
    card = first["parts"][0]
    mark = ".hintmarks [data-advice='0 {}']"
    for where in (f'[data-offer="{card}"]', f'[data-room="{room}"]'):
        page.wait_for_function(IS_ON, arg=[mark.format(where), f".app {where}"])
    income = mark.format('.bar [data-move="income"]').replace("'0 ", "'2 ")
    page.wait_for_function(IS_ON, arg=[income, ".bar [data-move=income]"])
    # A press on a move marks it alone, a second one marks all again.
    page.click(".hints li:nth-child(3) button")
    page.wait_for_function("() => document.querySelectorAll('.hintmarks [data-advice]').length === 1")
    assert page.inner_text(".hintmarks [data-advice]") == "3"
    page.click(".hints li:nth-child(3) button")
    page.wait_for_function("() => document.querySelectorAll('.hintmarks [data-advice]').length > 3")
    # The marks let presses through.
    page.click(f'.app [data-offer="{card}"]')
    page.wait_for_selector(f'.app [data-offer="{card}"][aria-pressed=true]')
    page.click(f'.app [data-room="{room}"]')
    page.wait_for_function("() => !document.querySelector('.hintmarks')")
    assert not page.locator(".hints").count()


def test_a_hint_for_a_selected_card_names_its_stall_or_better_moves(tab: Tab) -> None:
    table, hires, ply = _table_at_hire(tab)
    room = next(iter(hires[0]["preview"]["rooms"]))
    _set_hint(tab, [{"words": hires[0]["words"], "win": 0.6, "then": [f"place {room}"], "reason": EXPECTED}], ply)
    tab.go_to_table(table)
    page = tab.page
    page.click(f'.app [data-offer="{hires[1]["parts"][0]}"]')
    page.wait_for_selector(".app [data-offer][aria-pressed=true]")
    page.click("[data-button=hint]")
    page.wait_for_function(
        "() => document.querySelector('.bar .prompt').textContent.includes('is not the best choice')"
    )
    page.keyboard.press("Escape")
    page.click(f'.app [data-offer="{hires[0]["parts"][0]}"]')
    page.click("[data-button=hint]")
    page.wait_for_function(
        IS_ON, arg=[f".hintmarks [data-advice='0 [data-room=\"{room}\"]']", f'.app [data-room="{room}"]']
    )


def test_a_phone_shows_the_hints_above_the_bar(phone: Tab) -> None:
    table, hires, ply = _table_at_hire(phone)
    room = next(iter(hires[0]["preview"]["rooms"]))
    _set_hint(phone, [{"words": hires[0]["words"], "win": 0.6, "then": [f"place {room}"], "reason": EXPECTED}], ply)
    phone.go_to_table(table)
    page = phone.page
    page.locator("[data-button=hint]").tap()
    page.wait_for_selector(".sheetbox .hints li")
    page.wait_for_function(
        IS_ON, arg=[f".hintmarks [data-advice='0 [data-room=\"{room}\"]']", f'.app [data-room="{room}"]']
    )
    page.locator(".hints .x").tap()
    page.wait_for_selector(".hints", state="detached")
    assert page.locator(".hintmarks").count()


def test_two_moves_with_one_target_share_a_mark_in_every_layout(tab: Tab) -> None:
    """The marks of different targets never touch another target, and one target never has two marks."""
    table, hires, ply = _table_at_hire(tab)
    rooms = list(hires[0]["preview"]["rooms"])
    (shared, other), other_card, third = rooms[:2], hires[1], hires[2]
    assert shared in other_card["preview"]["rooms"]
    moves = [
        {"words": hires[0]["words"], "win": 0.6, "then": [f"place {shared}"], "reason": EXPECTED},
        {"words": other_card["words"], "win": 0.5, "then": [f"place {shared}"], "reason": EXPECTED | {"count": 59}},
        {"words": third["words"], "win": 0.4, "then": [f"place {other}"], "reason": EXPECTED | {"count": 58}},
    ]
    _set_hint(tab, moves, ply)
    tab.go_to_table(table)
    tab.page.click("[data-button=hint]")
    for size in ((1440, 900), (1024, 768), (780, 493), (390, 844), (320, 640)):
        tab.resize(*size)
        if tab.page.locator(".sheetbox .hints .x").count():
            tab.page.click(".hints .x")
        for index, room, numbers in ((0, shared, "1 2"), (2, other, "3")):
            where = f'[data-room="{room}"]'
            mark = f".hintmarks [data-advice='{index} {where}']"
            tab.page.wait_for_function(IS_ON, arg=[mark, f".app {where}"])
            assert tab.page.inner_text(mark) == numbers, size
        assert tab.page.locator(".hintmarks [data-advice*=data-room]").count() == 2
