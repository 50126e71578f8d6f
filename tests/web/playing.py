"""People who play by what the table shows alone: with the mouse, with a finger, with the keyboard."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from .tab import Seen, Tab, Target

LONGEST = 900
"""Presses after which a game of two ought to be over."""
LIKED = {"offer": 3.0, "room": 2.0, "shop": 2.0, "building": 2.0}
MOST_KEYS = 40
"""Keys after which something ought to have the focus."""
MOST_TABS = 120
"""The same where every button of a list is a stop of its own."""
Press = Callable[[Tab, Target], None]

WAYS = """(selector) => {
  const here = document.activeElement
  const there = document.querySelector(selector)
  if (here === there) return [selector, []]
  if (!there.closest('.boardbox, section').contains(here)) return ['', ['Tab', 'Tab']]
  const middle = (one) => {
    const box = one.getBoundingClientRect()
    return [box.x + box.width / 2, box.y + box.height / 2]
  }
  const [x, y] = middle(here)
  const [toX, toY] = middle(there)
  const aside = toX < x ? 'ArrowLeft' : 'ArrowRight'
  const along = toY < y ? 'ArrowUp' : 'ArrowDown'
  return [here.outerHTML.slice(0, 200), Math.abs(toX - x) > Math.abs(toY - y) ? [aside, along] : [along, aside]]
}"""


def by_mouse(tab: Tab, target: Target) -> None:
    tab.press(target)


def by_finger(tab: Tab, target: Target) -> None:
    """The first tap shows what it does, the button in the sheet does it."""
    before = tab.look()
    tab.page.locator(target.selector).tap()
    if target.kind != "button":
        # A phone asks in a sheet, a tablet in the bar.
        tab.page.locator(".sheetacts .btn.can, [data-button=do]").tap()
    tab.wait_for_change(before)


def kind_of(target: Target) -> str:
    """What pressing it counts as: the kind of move of a button, else what it stands for."""
    return (target.move or target.value).split(" ")[0] if target.kind == "button" else target.kind


def choose(seen: Seen, chance: random.Random, pressed: Counter[str] | None = None) -> Target:
    """Something to press: where a card or a stall has been chosen, what goes with it; rather what was never pressed."""
    picked = {one.kind for one in seen.targets if one.pressed}
    if picked & {"button", "good"}:
        # Tokens: buy them, or pick others.
        targets = [one for one in seen.targets if not one.pressed and one.kind == "button"]
    elif picked:
        targets = [one for one in seen.targets if not one.pressed and one.kind in ("room", "offer", "building")]
    else:
        targets = seen.targets
    new = 1.0 if pressed is None else 100.0
    weights = [LIKED.get(one.kind, 1.0) * (1.0 if (pressed or {}).get(kind_of(one)) else new) for one in targets]
    return chance.choices(targets, weights)[0]


def play_on(
    tab: Tab,
    chance: random.Random,
    press: Press = by_mouse,
    until: Callable[[Seen], bool] = lambda seen: False,
) -> Counter[str]:
    """Press what can be pressed until the game is over; what was pressed how often, by kind.

    Args:
        tab: where.
        chance: what is pressed.
        press: how.
        until: where to stop before the end.
    """
    pressed: Counter[str] = Counter()
    for _ in range(LONGEST):
        seen = tab.settle()
        if seen.over or until(seen):
            return pressed
        target = choose(seen, chance, pressed)
        press(tab, target)
        pressed[kind_of(target)] += 1
    raise AssertionError(f"the game does not end: {pressed}")


def play_a_move(tab: Tab, chance: random.Random, press: Press = by_mouse) -> None:
    """Press until the table has gone on by a move."""
    seen = tab.settle()
    ply = seen.ply
    while not seen.over and seen.ply == ply:
        press(tab, choose(seen, chance))
        seen = tab.look()


def to_a_shop(tab: Tab, *seats: str) -> str:
    """A table where more than three deals with a shop can be had, its buildings left out: they lie elsewhere.

    One game in four has none: as many are tried as are needed.
    """

    def has_ways(view: dict[str, Any]) -> bool:
        moves = view["game"].get("moves", [])
        return sum(one["kind"] == "shop" and one["parts"][0] != "build" for one in moves) > 3

    for seed in range(20):
        table = tab.new_table(*seats)
        tab.advance(table, has_ways, random.Random(seed))
        if tab.view(table)["table"]["status"] == "running":
            return table
    raise AssertionError("no game has such a shop")


def to_the_site(tab: Tab) -> str:
    """A table where something can be built: one game in a few has none."""

    def builds(view: dict[str, Any]) -> bool:
        return any(one["kind"] == "shop" and one["parts"][0] == "build" for one in view["game"].get("moves", []))

    for seed in range(20):
        table = tab.new_table("you", "local")
        tab.advance(table, builds, random.Random(seed))
        if tab.view(table)["table"]["status"] == "running":
            return table
    raise AssertionError("no game has it")


def by_keyboard(tab: Tab, target: Target) -> None:
    """A key of the bar; or Tab to the region of the target, arrows to the target itself, and Enter."""
    before = tab.look()
    keyboard = tab.page.keyboard
    if target.kind == "button":
        key = tab.page.locator(target.selector).get_attribute("aria-keyshortcuts")
        assert key, f"no key presses {target}"
        keyboard.press(key.lower())
    else:
        _go_to(tab, target)
        keyboard.press("Enter")
    tab.wait_for_change(before)


def by_tab(tab: Tab, target: Target) -> None:
    """Where the board is a list: Tab to the button itself and Enter; what is no part of the list as before."""
    if target.kind not in ("room", "square", "slot", "shop"):
        by_keyboard(tab, target)
        return
    before = tab.look()
    for _ in range(MOST_TABS):
        if tab.page.evaluate("(selector) => document.activeElement.matches(selector)", target.selector):
            break
        tab.page.keyboard.press("Tab")
    else:
        raise AssertionError(f"Tab does not lead to {target}")
    tab.page.keyboard.press("Enter")
    tab.wait_for_change(before)


def _go_to(tab: Tab, target: Target) -> None:
    """Tab as far as its region, then arrows: the way that is longer first; where it leads nowhere new, the other one.

    The page may put the focus elsewhere when a step opens, as it would under anybody's hands.
    """
    been: set[str] = set()
    for _ in range(2 * MOST_KEYS):
        here, ways = tab.page.evaluate(WAYS, target.selector)
        if not ways:
            return
        tab.page.keyboard.press(ways[here in been])
        been.add(here)
    raise AssertionError(f"Tab and the arrows do not lead to {target}, only to {been}")
