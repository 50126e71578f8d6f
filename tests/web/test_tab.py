"""The tabs of these tests: what a transparent page must not hide from them."""

from __future__ import annotations

from tests.helpers.tab import Tab


def test_axe_sees_the_colours_of_a_transparent_page(tab: Tab) -> None:
    tab.go("rules")
    tab.page.wait_for_selector("main h1")
    assert tab.page.evaluate("getComputedStyle(document.documentElement).opacity") == "0"
    assert tab.axe("color-contrast") == []
    tab.page.evaluate("document.querySelector('main h1').style.color = '#eee'")
    assert [fault.split(":")[0] for fault in tab.axe("color-contrast")] == ["color-contrast"]
