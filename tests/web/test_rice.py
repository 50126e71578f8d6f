"""Players with too little rice are warned before payday."""

from __future__ import annotations

from typing import Any

from edokko.components import load
from tests.helpers.moments import late_position
from tests.helpers.playing import table_where
from tests.helpers.tab import OpenTab, Tab

RESOURCES = ("mon", "rice", "sandals", "wood", "koban")
GOODS = ("fish", "pipes", "pouches", "tokens")


def starving(view: dict[str, Any]) -> list[dict[str, Any]]:
    return [player for player in view["game"]["position"]["players"] if player.get("hungry")]


def hires_while_starving(view: dict[str, Any]) -> bool:
    return len(starving(view)) > 0 and "hire" in view["game"]["asked"]


def test_missing_rice_is_shown_before_payday(open_tab: OpenTab) -> None:
    tab = open_tab()
    table = table_where(tab, hires_while_starving, month=3)
    tab.go_to_table(table)
    tab.settle()
    view = tab.view(table)["table"]
    assert view["game"]["position"]["month"] == 3
    tab.page.mouse.move(2, 2)
    for index, player in enumerate(view["game"]["position"]["players"]):
        panel = tab.page.locator(f".rail .pl[data-panel='{player['seat']}']")
        # A panel draws what the player has, and missing rice; never a zero.
        for what in RESOURCES:
            drawn = player[what] > 0 or (what == "rice" and player.get("hungry", 0) > 0)
            assert panel.locator(f"[data-has='{player['seat']} {what}']").count() == drawn, (player, what)
        types = {load("2021").characters[card].type for card in player.get("retired", [])}
        assert panel.locator("[data-retired]").count() == len(types)
        assert panel.locator("[data-goods]").count() == any(player.get(kind) for kind in GOODS)
        assert panel.locator(".lacks").count() == (index == 0 and player.get("hungry", 0) > 0)
    for player in view["game"]["position"]["players"]:
        rice = tab.page.locator(f".rail [data-has='{player['seat']} rice']")
        lacks = player.get("hungry", 0)
        if not lacks and not player["rice"]:
            continue
        # The warning is a number, not only a colour, and has an accessible description.
        assert rice.locator(".warn").all_inner_texts() == ([f"−{lacks}"] if lacks else [])
        assert ("on payday" in str(rice.get_attribute("aria-label"))) is bool(lacks)
        assert ("on payday" in str(rice.locator(".warn").first.get_attribute("title") if lacks else "")) is bool(lacks)
    tab.resize(390, 844)
    chip = tab.page.locator(f".chip[data-panel='{starving(view)[0]['seat']}']")
    assert "on payday" in str(chip.get_attribute("aria-label"))
    assert chip.locator(".warn").is_visible()


def test_other_months_have_no_warning(tab: Tab) -> None:
    table = tab.new_table("you", "local", "local", "local", start=late_position(4, 2))
    tab.go_to_table(table)
    tab.settle()
    assert tab.page.locator(".warn").count() == 0
