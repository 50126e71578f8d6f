"""Nothing on the page moves by itself: not in a payday or a fire, and hardly ever in a whole game."""

from __future__ import annotations

import random

import pytest

from tests.helpers.tab import OpenTab, Tab

SIZES = [(1440, 900), (390, 844)]
SMALL = 0.1
"""The sum of all shifts of a page that counts as good."""

WATCH_SHIFTS = """() => {
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue
      const name = (node) => node?.className?.baseVal ?? node?.className ?? node?.nodeName ?? ''
      shifts.push([value, sources.map(({ node }) => String(name(node))).join(', ')])
    }
  }).observe({ type: 'layout-shift' })
}"""
"""Collect in `shifts` what moves on the page without an input: how far, and which elements."""


def shifts_of(tab: Tab) -> list[tuple[float, str]]:
    shifts: list[tuple[float, str]] = tab.page.evaluate("window.shifts")
    return shifts


@pytest.mark.drawn
@pytest.mark.parametrize("size", SIZES)
def test_a_whole_game_moves_nearly_nothing(open_tab: OpenTab, size: tuple[int, int]) -> None:
    tab = open_tab(*size)
    table = tab.new_table("you", "local", "local", random_seats=False)
    tab.go_to_table(table)
    tab.page.wait_for_selector(".conn.live", state="attached")
    tab.settle()
    tab.page.evaluate(WATCH_SHIFTS)
    chance = random.Random(7)
    while (view := tab.view(table)["table"])["status"] != "finished":
        move = chance.choice(view["game"]["moves"])["words"]
        answer = tab.ask("POST", f"/tables/{table}/moves", {"ply": view.get("ply", 0), "moves": [move]})
        tab.wait_for_ply(answer["view"]["table"]["ply"])
    tab.page.wait_for_selector(".ended")
    shifts = shifts_of(tab)
    assert sum(value for value, _ in shifts) < SMALL, sorted(shifts, reverse=True)[:12]
