"""Routing: paths can be opened, reloaded and navigated back from, and legacy links redirect."""

from __future__ import annotations

import pytest

from tests.helpers.tab import Tab

PATH = "() => location.pathname + location.hash"


def path(tab: Tab) -> str:
    return str(tab.page.evaluate(PATH))


def test_a_deep_link_is_opened_and_reloaded(tab: Tab) -> None:
    table = tab.new_table("you", "local")
    tab.go_to_table(table)
    tab.settle()
    tab.page.reload()
    tab.settle()
    assert path(tab) == f"/t/{table}"
    tab.go(f"t/{table}/replay/0")
    tab.wait_for_ply(0)
    tab.page.reload()
    tab.wait_for_ply(0)


def test_links_keep_the_page_and_the_back_button_returns(tab: Tab) -> None:
    table = tab.new_table("you", "local")
    tab.go_to_table(table)
    tab.settle()
    tab.page.evaluate("window.loadedOnce = true")
    tab.page.locator(".app .brand").click()
    tab.page.wait_for_selector("main.lobby")
    assert path(tab) == "/"
    tab.page.locator("header .tools a[href='/settings']").last.click()
    tab.page.wait_for_selector("[data-language]")
    tab.page.go_back()
    tab.page.wait_for_selector("main.lobby")
    tab.page.go_back()
    tab.settle()
    assert path(tab) == f"/t/{table}"
    tab.page.go_forward()
    tab.page.wait_for_selector("main.lobby")
    assert tab.page.evaluate("window.loadedOnce")


@pytest.mark.parametrize("old", ["#/table/{}", "#/replay/{}/0"])
def test_a_legacy_link_redirects_to_its_path(tab: Tab, old: str) -> None:
    table = tab.new_table("you", "local")
    today = f"/t/{table}" + ("/replay/0" if "replay" in old else "")
    tab.go("rules")
    tab.page.goto(f"{tab.address}/{old.format(table)}")
    tab.page.wait_for_selector(".app[data-ply]")
    assert path(tab) == today
    # The same legacy link, entered while the page is open.
    tab.page.locator(".app .brand").click()
    tab.page.wait_for_selector("main.lobby")
    tab.page.evaluate("(old) => { location.hash = old }", old.format(table))
    tab.page.wait_for_selector(".app[data-ply]")
    assert path(tab) == today


def test_legacy_links_to_rules_and_lobby(tab: Tab) -> None:
    tab.page.goto(f"{tab.address}/#/rules")
    tab.page.wait_for_function("() => location.pathname === '/rules' && !location.hash")
    tab.page.goto(f"{tab.address}/rules#/")
    tab.page.wait_for_selector("main.lobby")
    assert path(tab) == "/"


def test_the_favicon_shows_the_turn(tab: Tab) -> None:
    tab.go("rules")
    tab.page.wait_for_selector("link[rel=icon][href='/seal.svg']", state="attached")
    tab.go_to_table(tab.new_table("you", "local"))
    for turn in ("/seal-turn.svg", "/icon-turn-32.png"):
        tab.page.wait_for_selector(f"link[rel=icon][href='{turn}']", state="attached")
    assert str(tab.page.title()).startswith("●")
    # A page of the same document without a turn.
    tab.page.locator(".app a[href='/settings'], .app a[href='/rules']").first.click()
    tab.page.wait_for_selector("link[rel=icon][href='/seal.svg']", state="attached")


def test_print_hides_the_controls(tab: Tab) -> None:
    tab.go_to_table(tab.new_table("you", "local"))
    tab.settle()
    tab.page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert tab.page.locator(".bar").is_visible()
    tab.page.emulate_media(media="print")
    assert not tab.page.locator(".bar").is_visible()
    assert tab.page.locator(".board").is_visible()
    ground = "getComputedStyle(document.body).backgroundColor"
    assert tab.page.evaluate(ground) == "rgb(255, 255, 255)"
    tab.page.emulate_media(media="screen")


def test_an_unknown_path_is_a_404(tab: Tab) -> None:
    for unknown in ("nowhere", "t", "t/x/else", "rules/1", "assets/none.js"):
        answer = tab.page.context.request.get(f"{tab.address}/{unknown}")
        assert answer.status == 404, unknown
        assert "doctype" not in answer.text()
        # A person who types the address gets the site's own page, which leads on.
        if not unknown.startswith("assets"):
            shown = tab.page.goto(f"{tab.address}/{unknown}")
            assert shown is not None
            assert shown.status == 404
            tab.page.locator("h1", has_text="There is nothing at this address").wait_for()
    tab.errors.clear()
    tab.page.locator("main .cta").click()
    tab.page.wait_for_selector(".lobby")
    answer = tab.page.context.request.get(f"{tab.address}/api/nowhere", headers={"accept": "text/html"})
    assert answer.json()["code"] == "not_found"
