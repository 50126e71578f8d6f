"""Players that act only on what the table shows: by mouse, by touch, by keyboard."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.helpers.moments import Condition, moment_where
from tests.helpers.tab import Snapshot, Tab, Target

GONE = 10_000
"""After so many milliseconds a target that cannot be tapped must have gone."""
MAX_PRESSES = 900
"""The maximum number of presses in a game of two."""
WEIGHTS = {"offer": 3.0, "room": 2.0, "shop": 2.0, "building": 2.0}
MAX_KEYS = 40
"""The maximum number of key presses until an element takes the focus."""
MAX_TABS = 120
"""The same where every button of a list is a tab stop."""
EVERY_STEP = {"slot", "offer", "room", "income", "square", "done"}
"""The kinds of target that every whole game has."""
Press = Callable[[Tab, Target], None]

DIRECTIONS = """(selector) => {
  const here = document.activeElement
  const there = document.querySelector(selector)
  if (here === there) return [selector, []]
  if (!there.closest('.boardbox, section').contains(here)) return ['', ['Tab', 'Tab']]
  const middle = (element) => {
    const box = element.getBoundingClientRect()
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
    """Tap the target, then the button that confirms it."""
    from playwright.sync_api import TimeoutError  # Without a browser, the tests are skipped.

    before = tab.look()
    try:
        tab.page.locator(target.selector).tap(timeout=GONE)
    except TimeoutError:
        # The page of a busy machine may have shown the last position for a moment more.
        assert target not in tab.look().targets, target
        return
    # The first tap on what only selects needs no second one.
    confirms = tab.page.locator("[data-button=do]")
    if target.kind != "button" and confirms.count():
        confirms.tap()
    tab.wait_for_change(before)


def kind_of(target: Target) -> str:
    """Return the kind of a target for counting: the move of a button, else what it stands for."""
    return (target.move or target.value).split(" ")[0] if target.kind == "button" else target.kind


def choose_target(seen: Snapshot, chance: random.Random, pressed: Counter[str] | None = None) -> Target:
    """Choose a target at random. With a selection, complete it; prefer kinds that were never pressed."""
    picked = {target.kind for target in seen.targets if target.pressed}
    if picked & {"button", "good"}:
        # Tokens: buy the picked ones, or pick others.
        targets = [target for target in seen.targets if not target.pressed and target.kind == "button"]
    elif picked:
        targets = [
            target for target in seen.targets if not target.pressed and target.kind in ("room", "offer", "building")
        ]
    else:
        targets = seen.targets
    new = 1.0 if pressed is None else 100.0
    known = pressed or Counter[str]()
    weights = [WEIGHTS.get(target.kind, 1.0) * (1.0 if known.get(kind_of(target)) else new) for target in targets]
    return chance.choices(targets, weights)[0]


def play_on(
    tab: Tab,
    chance: random.Random,
    press: Press = by_mouse,
    until: Callable[[Snapshot], bool] = lambda seen: False,
) -> Counter[str]:
    """Press random targets until the game is over. Return how often each kind was pressed.

    Args:
        tab: the tab that shows the game.
        chance: the source of randomness.
        press: how a target is pressed.
        until: an earlier stop.
    """
    pressed: Counter[str] = Counter()
    for _ in range(MAX_PRESSES):
        seen = tab.settle()
        if seen.over or until(seen):
            return pressed
        target = choose_target(seen, chance, pressed)
        press(tab, target)
        pressed[kind_of(target)] += 1
    raise AssertionError(f"the game does not end: {pressed}")


def play_move(tab: Tab, chance: random.Random, press: Press = by_mouse) -> None:
    """Press targets until the table has advanced by a move."""
    seen = tab.settle()
    ply = seen.ply
    while not seen.over and seen.ply == ply:
        press(tab, choose_target(seen, chance))
        seen = tab.look()


def hiring(view: dict[str, Any]) -> bool:
    """Check whether both a hire and the income are legal."""
    moves = view["game"].get("moves", [])
    return any(move["kind"] == "hire" for move in moves) and any(move["kind"] == "income" for move in moves)


def to_hiring(tab: Tab, *seats: str, seed: int = 4, **options: Any) -> str:
    """Show a table where its first guest may hire."""
    table = tab.new_table(*seats, **options)
    tab.advance(table, hiring, random.Random(seed))
    tab.go_to_table(table)
    assert not tab.settle().over
    return table


def table_where(tab: Tab, condition: Condition, players: int = 4, month: int = 1, **options: Any) -> str:
    """Return a table of this guest that meets a condition, which many games never meet.

    Args:
        tab: the guest's tab.
        condition: on the view's `table`.
        players: the number of seats, all at this screen.
        month: a month before which the condition never holds.
        options: of the table.
    """
    moment = moment_where(condition, players, month)
    table = tab.new_table("you", *["local"] * (players - 1), start=moment.start, **options)
    tab.play(table, moment.moves)
    assert condition(tab.view(table)["table"])
    return table


def sells(view: dict[str, Any]) -> bool:
    """Check whether the shop offers more than three deals besides buildings."""
    moves = view["game"].get("moves", [])
    deals: int = sum(move["kind"] == "shop" and move["parts"][0] != "build" for move in moves)
    return deals > 3


def builds(view: dict[str, Any]) -> bool:
    """Check whether the shop builds something."""
    return any(move["kind"] == "shop" and move["parts"][0] == "build" for move in view["game"].get("moves", []))


def table_at_shop(tab: Tab, players: int) -> str:
    """Return a table whose shop offers more than three deals besides buildings."""
    return table_where(tab, sells, players)


def table_at_building_site(tab: Tab) -> str:
    """Return a table of two where something can be built."""
    return table_where(tab, builds, players=2)


def by_keyboard(tab: Tab, target: Target) -> None:
    """Press a target by keyboard: by its key in the bar, or with Tab, arrows and Enter."""
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
    """Press a target of the board list with Tab and Enter, and other targets by keyboard as usual."""
    if target.kind not in ("room", "square", "slot", "shop"):
        by_keyboard(tab, target)
        return
    before = tab.look()
    for _ in range(MAX_TABS):
        if tab.page.evaluate("(selector) => document.activeElement.matches(selector)", target.selector):
            break
        tab.page.keyboard.press("Tab")
    else:
        raise AssertionError(f"Tab does not lead to {target}")
    tab.page.keyboard.press("Enter")
    tab.wait_for_change(before)


def _go_to(tab: Tab, target: Target) -> None:
    """Move the focus to a target: Tab to its region, then arrows, along the longer distance first.

    The page itself may move the focus when a step opens.
    """
    been: set[str] = set()
    for _ in range(2 * MAX_KEYS):
        here, ways = tab.page.evaluate(DIRECTIONS, target.selector)
        if not ways:
            return
        tab.page.keyboard.press(ways[here in been])
        been.add(here)
    raise AssertionError(f"Tab and the arrows do not lead to {target}, only to {been}")
