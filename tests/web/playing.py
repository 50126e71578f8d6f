"""Somebody who plays with the mouse alone, by clicking on what the table shows as possible."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from .conftest import Tab

TARGETS = ".app [data-legal], .app .btn.can"
LONGEST = 1_500


def kind_of(target: Any) -> str:
    """What a target stands for: the name of its attribute."""
    found: str = target.evaluate(
        """(one) => ['room', 'offer', 'slot', 'square', 'shop', 'building'].find((name) => name in one.dataset)
              ?? (one.dataset.move || one.dataset.button)"""
    )
    return found


def settle(tab: Tab) -> str:
    """Wait until it is one's turn or the game is over."""
    tab.page.wait_for_function(
        f"() => document.querySelector('.scores') || document.querySelector({TARGETS!r})", timeout=60_000
    )
    return "over" if tab.page.query_selector(".scores") else "turn"


def play_on(
    tab: Tab, chance: random.Random, *, touch: bool = False, most: int = LONGEST, whole: bool = True
) -> Counter[str]:
    """Click on legal targets until the score sheet is there; what was clicked how often.

    Args:
        tab: where.
        chance: what is clicked.
        touch: with a finger instead of the mouse.
        most: how many clicks.
        whole: whether the game has to end by then.
    """
    clicked: Counter[str] = Counter()
    for _ in range(most):
        if settle(tab) == "over":
            return clicked
        targets = tab.page.query_selector_all(TARGETS)
        if not targets:
            continue
        kinds = [kind_of(one) for one in targets]
        weights = [_weight(kind) for kind in kinds]
        place = chance.choices(range(len(targets)), weights)[0]
        state = _state(tab)
        try:
            _press(tab, targets[place], touch)
        except Exception:
            # Somebody else's move has taken the target away under the hand.
            if _state(tab) == state:
                print("cannot be pressed:", kinds[place], targets[place].evaluate("(one) => one.outerHTML")[:400])
                raise
            continue
        clicked[kinds[place].split(" ")[0]] += 1
        _wait_for_change(tab, state)
    assert not whole, f"the game does not end: {clicked}"
    return clicked


def _weight(kind: str) -> float:
    return {"offer": 2.0, "room": 1.5, "done": 0.3, "income": 0.7, "shop": 1.5}.get(kind, 1.0)


def _press(tab: Tab, target: Any, touch: bool) -> None:
    if not touch:
        target.click(timeout=3_000)
        return
    target.tap(timeout=3_000)
    again = tab.page.query_selector(".sheetacts .btn.can")
    if again:
        again.tap(timeout=3_000)


def _state(tab: Tab) -> str:
    found: str = tab.page.evaluate(
        """() => [...document.querySelectorAll('[data-legal], .btn.can, .bar b, [aria-pressed=true]')]
              .map((one) => (one.getAttribute('aria-label') ?? one.textContent) + one.ariaPressed).join('|')"""
    )
    return found


def _wait_for_change(tab: Tab, before: str) -> None:
    for _ in range(100):
        if _state(tab) != before:
            return
        tab.page.wait_for_timeout(20)
