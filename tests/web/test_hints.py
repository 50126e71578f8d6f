"""Hints: the three best moves, each with a reason, and numbered marks at their targets."""

from __future__ import annotations

import json
from typing import Any

from tests.helpers.tab import Tab

IS_NEAR = """([mark, target]) => {
  // The page draws the marks again at each change: a mark may be absent for a moment.
  const [element, other] = [mark, target].map((where) => document.querySelector(where)?.getBoundingClientRect())
  if (!element || !other) return false
  const [x, y] = [element.x + element.width / 2, element.y + element.height / 2]
  return Math.abs(x - other.left) < 20 && other.top - 16 < y && y < other.bottom
}"""
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
            "reasons": [
                {"kind": "pays", "count": 3},
                {"kind": "harmony", "type": "artisan", "alike": 2, "count": 4, "month": 3},
                {"kind": "denies-card", "card": first["parts"][0], "seat": 1, "count": 2},
            ],
        },
        {"words": second["words"], "win": 0.55, "then": [f"place {other}"]},
        {"words": "income", "win": 0.41, "reasons": [{"kind": "gains", "amounts": {"mon": 4}}]},
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
    assert f"stall {room}" in lines[0]
    assert "62 %" in lines[0]
    assert "Costs 3 mon. Artisan × 2 together: +4 IKI at the payday in month 3. Bo 1 wanted" in lines[0]
    assert "Now +4 mon." in lines[2]
    card = first["parts"][0]
    mark = ".hintmarks [data-advice='0 {}']"
    for where in (f'[data-offer="{card}"]', f'[data-room="{room}"]'):
        page.wait_for_function(IS_NEAR, arg=[mark.format(where), f".app {where}"])
    page.wait_for_function(
        IS_NEAR, arg=[mark.format('.bar [data-move="income"]').replace("'0 ", "'2 "), ".bar [data-move=income]"]
    )
    # The marks let presses through.
    page.click(f'.app [data-offer="{card}"]')
    page.wait_for_selector(f'.app [data-offer="{card}"][aria-pressed=true]')
    page.click(f'.app [data-room="{room}"]')
    page.wait_for_function("() => !document.querySelector('.hintmarks')")
    assert not page.locator(".hints").count()


def test_a_hint_for_a_selected_card_names_its_stall_or_better_moves(tab: Tab) -> None:
    table, hires, ply = _table_at_hire(tab)
    room = next(iter(hires[0]["preview"]["rooms"]))
    _set_hint(tab, [{"words": hires[0]["words"], "win": 0.6, "then": [f"place {room}"]}], ply)
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
        IS_NEAR, arg=[f".hintmarks [data-advice='0 [data-room=\"{room}\"]']", f'.app [data-room="{room}"]']
    )


def test_a_phone_shows_the_hints_above_the_bar(phone: Tab) -> None:
    table, hires, ply = _table_at_hire(phone)
    room = next(iter(hires[0]["preview"]["rooms"]))
    _set_hint(phone, [{"words": hires[0]["words"], "win": 0.6, "then": [f"place {room}"]}], ply)
    phone.go_to_table(table)
    page = phone.page
    page.locator("[data-button=hint]").tap()
    page.wait_for_selector(".sheetbox .hints li")
    page.wait_for_function(
        IS_NEAR, arg=[f".hintmarks [data-advice='0 [data-room=\"{room}\"]']", f'.app [data-room="{room}"]']
    )
    page.locator(".hints .x").tap()
    page.wait_for_selector(".hints", state="detached")
    assert page.locator(".hintmarks").count()
