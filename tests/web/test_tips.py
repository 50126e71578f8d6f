"""Tooltips: what a number or an icon means, by mouse, keyboard and touch."""

from __future__ import annotations

from tests.helpers.moments import late_position
from tests.helpers.tab import Tab

VISIBLE_TOOLTIP = "#tip.on"
RICE = "[data-panel='0'] [data-has='0 rice']"

PLACES = """(selector) => {
  const box = (element) => element.getBoundingClientRect()
  const [tip, target] = [box(document.querySelector('#tip')), box(document.querySelector(selector))]
  const over = tip.left < target.right && target.left < tip.right && tip.top < target.bottom && target.top < tip.bottom
  const inside = tip.left >= 0 && tip.top >= 0 && tip.right <= innerWidth && tip.bottom <= innerHeight
  return {over, inside}
}"""


def _tooltip_text(tab: Tab) -> str:
    tab.page.wait_for_selector(VISIBLE_TOOLTIP)
    return str(tab.page.inner_text(VISIBLE_TOOLTIP))


def _wait_until_hidden(tab: Tab) -> None:
    tab.page.wait_for_selector(VISIBLE_TOOLTIP, state="detached")


def _hover(tab: Tab, target: str, text: str) -> None:
    """Hover over a target and wait for its tooltip, which covers it at no point."""
    # A tooltip stays while the mouse is on it, even if it covers the next target.
    tab.page.mouse.move(2, 2)
    _wait_until_hidden(tab)
    tab.page.hover(target)
    tab.page.wait_for_function("(text) => document.querySelector('#tip.on')?.textContent.includes(text)", arg=text)
    assert tab.page.evaluate(PLACES, target) == {"over": False, "inside": True}, target


def test_hovering_a_number_shows_its_tooltip(tab: Tab) -> None:
    table = tab.new_table("you", "local", "local")
    tab.advance(table, lambda view: "ikizama" in view["game"]["asked"])
    tab.go_to_table(table)
    page = tab.page
    page.hover(RICE)
    assert "1 rice" in _tooltip_text(tab)
    assert "On the board now: 1" in _tooltip_text(tab)
    assert page.eval_on_selector(RICE, "(element) => element.getAttribute('aria-describedby')") == "tip"
    assert page.evaluate(PLACES, RICE) == {"over": False, "inside": True}

    # Moving the mouse onto the tooltip does not close it.
    box = page.locator("#tip").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 4, steps=8)
    page.wait_for_timeout(400)
    assert "rice" in _tooltip_text(tab)
    page.keyboard.press("Escape")
    _wait_until_hidden(tab)
    assert page.eval_on_selector(RICE, "(element) => element.getAttribute('aria-describedby')") is None

    for target, text in (
        ("[data-panel='0'] [data-has='0 fire']", "Next fire: month 5, strength 5"),
        ("[data-panel='0'] [data-has='0 iki']", "The score so far"),
        ("[data-panel='0'] [data-has='0 sandals']", "1 square further"),
        ("[data-panel='0'] [data-kobun='0']", "3 of 4 kobun free"),
        (".cal .mo:has(.scales)", "payday: salaries"),
        (".cal .mo.fi", "a fire of strength 5"),
        (".cal .ny", "one more square"),
    ):
        _hover(tab, target, text)

    # A removed element takes its tooltip along.
    page.hover(".cal .ny")
    page.wait_for_function("() => document.querySelector('#tip.on')?.textContent.includes('New Year')")
    page.evaluate("() => { location.hash = '#/settings' }")
    _wait_until_hidden(tab)

    # What a player wins later.
    tab.go_to_table(tab.new_table("you", "local", "local", "local", start=late_position(4, 11)))
    for target, text in (
        ("[data-has='2 koban']", "each koban brings 3 IKI"),
        ("[data-retired='1 vendor']", "1, 4, 9, 16, 25"),
        ("[data-goods='3']", "3, 6, 10, 15"),
    ):
        _hover(tab, f".rail {target}", text)


def test_what_appears_below_a_resting_mouse_shows_no_tooltip(tab: Tab) -> None:
    tab.go_to_table(tab.new_table("you", "local"))
    page = tab.page
    box = page.locator(".cal .now").bounding_box()
    assert box
    tab.go_to_lobby()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    # The month of a table appears below the mouse.
    page.locator("[data-go=turn]").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".app[data-ply] .board")
    page.wait_for_timeout(800)
    assert page.locator(VISIBLE_TOOLTIP).count() == 0
    page.mouse.move(box["x"] + box["width"] / 2 + 8, box["y"] + box["height"] / 2)
    assert "Month 1" in _tooltip_text(tab)


def test_focus_shows_tooltips_and_escape_closes_them(tab: Tab) -> None:
    table = tab.new_table("you", "local")
    tab.go_to_table(table)
    page = tab.page
    page.keyboard.press("Tab")
    page.eval_on_selector(".cal [data-nav][tabindex='0']", "(element) => element.focus()")
    assert "Month 1" in _tooltip_text(tab)
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('#tip.on')?.textContent.includes('Month 2')")
    assert page.evaluate("() => document.activeElement.getAttribute('aria-describedby')") == "tip"
    page.keyboard.press("Escape")
    _wait_until_hidden(tab)
    page.keyboard.press("ArrowRight")
    assert "payday" in _tooltip_text(tab)


def test_a_long_press_only_shows_a_tooltip(phone: Tab) -> None:
    table = phone.new_table("you", "local")
    phone.go_to_table(table)
    page = phone.page
    number = page.locator(".chip[data-panel='0'] [data-tip]").first
    box = number.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    devtools = page.context.new_cdp_session(page)
    finger = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    devtools.send("Input.dispatchTouchEvent", finger)
    assert "The score so far" in _tooltip_text(phone)
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(200)
    assert "The score so far" in _tooltip_text(phone)
    assert not page.locator(".sheetbox").count()
    # A short tap closes the tooltip and has its usual effect.
    page.touchscreen.tap(x, y)
    page.wait_for_selector(".sheetbox")
    _wait_until_hidden(phone)
