"""Details for screen readers, keyboards and restricted browsers."""

from __future__ import annotations

import random
from typing import Any

from tests.helpers.moments import late_position
from tests.helpers.pictures import picture
from tests.helpers.playing import play_move, to_hiring
from tests.helpers.tab import OpenTab, Tab

FOCUS = "document.activeElement.getAttribute('data-room') ?? document.activeElement.getAttribute('data-offer')"


def test_shift_and_arrows_reach_illegal_targets(tab: Tab) -> None:
    tab.go_to_table(tab.new_table("you", "local", start=late_position(2, 2)))
    tab.settle()
    # The step asks for a boat, so no stall is a legal target.
    tab.page.locator("[data-slot][data-legal]").first.focus()
    tab.page.keyboard.press("ArrowUp")
    assert tab.page.evaluate("document.activeElement.hasAttribute('data-legal')")
    for _ in range(3):
        tab.page.keyboard.press("Shift+ArrowUp")
    assert tab.page.evaluate(FOCUS)
    stalls = tab.page.locator(".stall:has([data-card])").all()
    labels = " ".join(str(stall.get_attribute("aria-label")) for stall in stalls)
    assert "deal: " in labels
    assert "salary: " in labels
    tab.page.keyboard.press("b")
    listed = tab.page.locator(".boardlist").inner_text()
    assert "deal: " in listed
    assert "salary: " in listed


def test_escape_and_undo_go_one_step_back(tab: Tab) -> None:
    to_hiring(tab, "you", "local")
    tab.page.locator(".offer[data-legal]").first.click()
    tab.page.keyboard.press("?")
    tab.page.wait_for_selector(".keys")
    tab.page.keyboard.press("Escape")
    tab.page.wait_for_selector(".keys", state="detached")
    assert tab.page.locator(".offer.sel").count() == 1
    # The card is only selected: income is still available, and undo clears the selection.
    assert tab.page.locator("[data-button=income]").count() == 1
    tab.page.locator("[data-button=undo]").click()
    tab.page.wait_for_selector(".offer.sel", state="detached")


def test_live_regions_announce_only_news_on_every_screen(open_tab: OpenTab) -> None:
    for width, height in ((1440, 900), (390, 844)):
        tab = open_tab(width, height)
        tab.go_to_table(tab.new_table("you", "local"))
        tab.settle()
        assert tab.page.locator("[aria-live=polite]").count() == tab.page.locator("[aria-live=assertive]").count() == 1
        assert tab.page.locator("[data-news]").inner_text() == ""
        for _ in range(4):
            play_move(tab, random.Random(1))
        tab.page.wait_for_function("() => document.querySelector('[data-news]').textContent", timeout=8000)


def test_every_page_has_its_title(tab: Tab) -> None:
    table = tab.new_table("you", "local")
    tab.go_to_table(table)
    tab.page.wait_for_function("() => document.title.includes('Your turn')")
    pages = {"rules": "Rules", "settings": "Settings", "cards": "Cards", f"t/{table}/replay/0": "Replay"}
    for path, title in pages.items():
        tab.go(path)
        tab.page.wait_for_function("(title) => document.title === `${title} · Edokko`", arg=title)


def test_without_a_clipboard_the_link_can_be_selected(tab: Tab) -> None:
    tab.page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    waiting, running = tab.new_table("you", "open"), tab.new_table("you", "local")
    tab.go(f"t/{waiting}")
    tab.page.locator("main.waiting .after .cta").click()
    assert tab.page.locator(".copylink").input_value().endswith(waiting)
    picture(tab.page, "copylink")
    tab.go_to_table(running)
    tab.page.locator(".conn").click()
    tab.page.locator(".seatacts .btn").click()
    assert tab.page.locator(".copylink").input_value().endswith(running)
    assert tab.page.evaluate("getSelection().toString()").endswith(running)
    picture(tab.page, "copylink-seats")


def test_a_browser_without_page_notifications_is_reported(tab: Tab) -> None:
    """On Android the constructor exists and throws."""
    tab.page.add_init_script(
        """window.Notification = class {
          static permission = 'granted'
          static requestPermission = async () => 'granted'
          constructor() { throw new TypeError('Illegal constructor') }
        }"""
    )
    tab.go("settings")
    tab.page.locator("[data-notify]").click()
    tab.page.wait_for_selector("[role=status]:not(:empty)")
    assert not tab.page.locator("[data-notify]").is_checked()


def test_the_back_button_of_the_rules_stays_in_the_page(open_tab: OpenTab) -> None:
    tab = open_tab()
    tab.go("rules")
    tab.page.locator(".rulespage .after button").click()
    tab.page.wait_for_selector(".lobby .box")
    tab.go("cards")
    tab.page.locator(".nav a[href='/rules']").click()
    tab.page.locator(".rulespage .after button").click()
    tab.page.wait_for_selector(".cards")


def test_the_theme_is_applied_before_the_first_paint(open_tab: OpenTab) -> None:
    tab = open_tab(color_scheme="light")
    tab.go_to_lobby()
    tab.page.evaluate("localStorage.setItem('edokko', JSON.stringify({ theme: 'dark' }))")
    held_back: list[Any] = []
    is_held = True
    # No code of the page has arrived: the skeleton is shown, and it is dark.
    tab.page.route("**/assets/*.js", lambda route: held_back.append(route) if is_held else route.continue_())
    tab.page.reload(wait_until="commit")
    tab.page.wait_for_selector(".skeleton header")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    assert tab.page.evaluate(ground) == "rgb(16, 20, 28)"
    assert tab.page.locator(".lobby .box").count() == 0
    is_held = False
    for route in held_back:
        route.continue_()
    tab.page.wait_for_selector(".lobby .box")
    assert tab.page.evaluate("document.documentElement.dataset.theme") == "dark"
