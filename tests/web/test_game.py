"""Whole games in a browser."""

from __future__ import annotations

import random

import pytest

from .conftest import Tab
from .playing import play_on


@pytest.mark.parametrize(("edition", "seed"), [("2021", 1), ("2015", 2)])
def test_a_whole_game_by_mouse_against_a_computer_player(tab: Tab, edition: str, seed: int) -> None:
    tab.page.locator("input[name=edition]").and_(tab.page.locator(f"[value='{edition}']")).check()
    tab.page.locator("input[name=players][value='2']").check()
    tab.page.locator("button[type=submit]").click()
    tab.page.wait_for_selector(".app .board")
    clicked = play_on(tab, random.Random(seed))
    assert tab.page.locator(".scores .sum td").count() == 2
    assert {"slot", "offer", "room", "income", "square", "done"} <= set(clicked), clicked
