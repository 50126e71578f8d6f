"""The size of text and icons on the screen, after all scaling."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.helpers.playing import hiring, to_hiring
from tests.helpers.tab import OpenTab, Tab

pytestmark = [pytest.mark.drawn, pytest.mark.matrix]

SCREENS = {(390, 844): 11.0, (1440, 900): 11.5, (1366, 768): 10.3, (1280, 720): 9.8}
"""The smallest type on each screen, in pixels."""
SQUEEZED = 0.85
"""The strongest allowed squeeze of text, as a share of its natural width."""
ICON = 12.0
DOUBLE_ICON = 11.0
"""The minimum size of an icon, and of one of two in a cell, in pixels."""
ROUNDING = 0.05

DOUBLE = {"carpenter", "cotton_peddler", "fireworks_maker", "kite_maker", "plasterer", "puppet_maker"}
"""Some characters with two resources in a salary."""

SIZES = """() => {
  const shown = (node) =>
    node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !node.closest('.sr, .sprite, symbol')
  const scale = (node) => {
    const { a, b, c, d } = node.getScreenCTM()
    return Math.min(Math.hypot(a, b), Math.hypot(c, d))
  }
  const where = (node, what) =>
    `${what} in ${node.tagName}.${node.getAttribute('class')} of ${node.parentElement.getAttribute('class')}`
  const writing = [], squeezed = [], icons = [], doubles = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const [text, node] = [walker.currentNode.data.trim(), walker.currentNode.parentElement]
    if (!text || !shown(node) || node.closest('style, script')) continue
    const size = parseFloat(getComputedStyle(node).fontSize) * (node.ownerSVGElement ? scale(node) : 1)
    writing.push([size, where(node, text)])
    if (!node.hasAttribute('textLength')) continue
    const length = node.getAttribute('textLength')
    node.removeAttribute('textLength')
    squeezed.push([length / node.getComputedTextLength(), where(node, text)])
    node.setAttribute('textLength', length)
  }
  const middle = (node) => {
    const box = node.getBoundingClientRect()
    return [box.x + box.width / 2, box.y + box.height / 2]
  }
  const holds = (cell, [x, y]) => {
    const box = cell.getBoundingClientRect()
    return box.left <= x && x <= box.right && box.top <= y && y <= box.bottom
  }
  // Measure a crest by its disc. Crests on pawns and arrows in text are exempt.
  for (const node of document.querySelectorAll('use:not(.arrow)')) {
    if (!shown(node) || node.closest('.pawn, .hexagon')) continue
    const svg = node.ownerSVGElement
    const disc = node.matches('.discc') && node.previousElementSibling
    const across = disc ? 2 * disc.r.baseVal.value : node.hasAttribute('width') && node.width.baseVal.value
    const box = svg.getBoundingClientRect()
    const size = across ? across * scale(node) : Math.min(box.width, box.height)
    const cell = [...svg.querySelectorAll('.cell')].find((cell) => holds(cell, middle(node)))
    const two = cell && [...svg.querySelectorAll('use')].filter((other) => holds(cell, middle(other))).length > 1
    ;(two ? doubles : icons).push([size, where(node, node.getAttribute('href'))])
  }
  return { writing, squeezed, icons, doubles }
}"""


def too_small(tab: Tab, writing: float) -> set[str]:
    sizes = tab.page.evaluate(SIZES)
    assert len(sizes["writing"]) > 60
    assert len(sizes["icons"]) > 60
    least = {"writing": writing, "squeezed": SQUEEZED, "icons": ICON, "doubles": DOUBLE_ICON}
    return {f"{size:.2f} {what}" for kind in least for size, what in sizes[kind] if size < least[kind] - ROUNDING}


def doubles(view: dict[str, Any]) -> bool:
    return hiring(view) and bool(DOUBLE & {room.get("card") for room in view["game"]["position"]["rooms"]})


def table_with_doubles(tab: Tab) -> str:
    """Return a table of four with a double salary. It begins with the setup, so that its log is long."""
    for seed in range(20):
        table = tab.new_table("you", "local", "local", "local")
        tab.advance(table, doubles, random.Random(seed))
        if tab.view(table)["table"]["status"] == "running":
            return table
    raise AssertionError("no game has such a salary")


def test_text_and_icons_are_large_enough(open_tab: OpenTab) -> None:
    tab = open_tab()
    page = tab.page
    # With four players include double salaries; with two, neutral characters and the closed boat.
    tables = table_with_doubles(tab), to_hiring(tab, "you", "local", edition="2015")
    sizes = {}
    for (width, height), writing in SCREENS.items():
        tab.resize(width, height)
        for table in tables:
            tab.go_to_table(table)
            tab.settle()
            sizes[width, table, "hire"] = too_small(tab, writing)
            page.locator(".offer[data-legal]").first.focus()
            page.keyboard.press("Enter")
            page.wait_for_selector(".stall[data-legal] .paytxt")
            sizes[width, table, "chosen"] = too_small(tab, writing)
            if width < 1280:
                page.locator(".chip").first.click()
                page.wait_for_selector(".sheetbox .boats")
                sizes[width, table, "year"] = too_small(tab, writing)
    assert {where: what for where, what in sizes.items() if what} == {}
