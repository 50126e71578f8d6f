"""Pictures of the page, for people to look at."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.helpers.paths import SHOTS

DRAW = "(isDrawn) => document.documentElement.toggleAttribute('data-drawn', isDrawn)"


@contextmanager
def drawn(page: Any) -> Iterator[None]:
    """Draw the page, which may be transparent (`tests.helpers.tab.TRANSPARENT`), for a picture.

    The option `style` of Playwright's `screenshot` would do it with an inline style, which the page's content security
    policy forbids: the browser reports an error.
    """
    page.evaluate(DRAW, True)
    try:
        yield
    finally:
        page.evaluate(DRAW, False)


def picture(page: Any, name: str, **options: bool) -> None:
    """Save a picture of the page, but not in CI, which deletes it unseen.

    Args:
        page: the page of a tab.
        name: the name of the file, without its ending.
        options: options of Playwright's `screenshot`.
    """
    if "CI" in os.environ:
        return
    SHOTS.mkdir(exist_ok=True)
    with drawn(page):
        page.screenshot(path=SHOTS / f"{name}.png", **options)
