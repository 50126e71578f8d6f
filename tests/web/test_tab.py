"""The tabs of these tests: what a transparent page must not hide from them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from tests.helpers import pictures
from tests.helpers.tab import Tab


def test_axe_sees_the_colours_of_a_transparent_page(tab: Tab) -> None:
    tab.go("rules")
    tab.page.wait_for_selector("main h1")
    assert tab.page.evaluate("getComputedStyle(document.documentElement).opacity") == "0"
    assert tab.axe("color-contrast") == []
    tab.page.evaluate("document.querySelector('main h1').style.color = '#eee'")
    assert [fault.split(":")[0] for fault in tab.axe("color-contrast")] == ["color-contrast"]


def test_a_picture_shows_a_transparent_page_and_breaks_no_policy(
    tab: Tab, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(pictures, "SHOTS", tmp_path)
    tab.go("rules")
    tab.page.wait_for_selector("main h1")
    pictures.picture(tab.page, "rules")
    colours = Image.open(tmp_path / "rules.png").convert("RGB").getcolors(1_000_000)
    assert colours is not None
    assert len(colours) > 10
    # The tests go on with a transparent page, and the browser has reported no forbidden style.
    assert tab.page.evaluate("getComputedStyle(document.documentElement).opacity") == "0"
    assert tab.errors == []
