"""Pictures of the page, for people to look at."""

from __future__ import annotations

import os
from typing import Any

from tests.helpers.paths import SHOTS

OPAQUE = "html:root:root { opacity: 1 !important }"
"""Overrides the transparency of a tab (`tests.helpers.tab.TRANSPARENT`)."""


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
    page.screenshot(path=SHOTS / f"{name}.png", style=OPAQUE, **options)
