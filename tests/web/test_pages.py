"""The pages around the table: lobby, waiting room, settings, the player's page, the way to another device."""

from __future__ import annotations

import random
from collections.abc import Callable

from .tab import Tab

OpenTab = Callable[..., Tab]


def test_settings_are_kept_on_this_device(tab: Tab) -> None:
    page = tab.page
    tab.go("settings")
    page.locator("select[data-language]").select_option("fr")
    page.wait_for_function("() => document.documentElement.lang === 'fr'")
    page.locator("select").nth(1).select_option("dark")
    page.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    page.locator("input[required]").fill("Chiyo")
    page.locator("form button[type=submit]").click()
    page.wait_for_selector("[role=status]")
    page.reload()
    page.wait_for_function("() => document.documentElement.lang === 'fr'")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.wait_for_function("() => document.querySelector('input[required]')?.value === 'Chiyo'")
    assert tab.ask("GET", "/guest")["name"] == "Chiyo"


def test_the_theme_is_the_systems_and_can_be_turned_at_the_table(open_tab: OpenTab) -> None:
    tab = open_tab(color_scheme="dark")
    table = tab.new_table("you", "local")
    tab.go_to_table(table)
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = tab.page.evaluate(ground)
    tab.page.locator(".tools button.tool").nth(1).click()
    tab.page.wait_for_function(f"(dark) => {ground} !== dark", arg=dark)
    assert tab.page.evaluate("document.documentElement.dataset.theme") == "light"


def test_an_open_table_is_found_in_the_lobby_and_its_people_are_waited_for(open_tab: OpenTab) -> None:
    host, guest = open_tab(), open_tab()
    host.page.locator("input[name=players][value='2']").check()
    host.page.locator("select[data-seat='1']").select_option("open")
    host.page.locator(".switches label", has=host.page.locator("input[type=checkbox]")).nth(2).locator("input").check()
    host.page.locator(".switches input[maxlength='60']").fill("By the bridge")
    host.page.locator("button[type=submit]").click()
    host.page.wait_for_selector(".seatcard")
    start = host.page.locator(".after .btn").first
    assert start.get_attribute("aria-disabled") == "true"
    guest.page.locator(".col-tables a", has_text="By the bridge").click()
    guest.page.locator(".seatcard .btn.can").click()
    guest.page.locator(".switch").click()
    host.page.wait_for_selector(".after .btn.can")
    guest.page.locator(".after .btn").last.click()
    guest.page.wait_for_selector("form.newtable")
    host.page.wait_for_selector(".after .btn.off")
    host.page.locator(".after .btn").last.click()
    host.page.wait_for_selector("form.newtable")


SPILT = """() => [...document.querySelectorAll('.offer svg')].flatMap((card) => {
  const cells = [...card.querySelectorAll('.cell')].map((one) => one.getBoundingClientRect())
  return [...card.querySelectorAll('text.num')].flatMap((text) => {
    const box = text.getBoundingClientRect()
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const cell = cells.find((one) => one.left <= x && x <= one.right && one.top <= y && y <= one.bottom)
    const fits = !cell || (box.left >= cell.left && box.right <= cell.right)
    return fits ? [] : [`${text.textContent} in ${card.textContent.trim()}`]
  })
})"""


def test_every_salary_fits_its_cell(tab: Tab) -> None:
    """The Day Laborer pays one: two signs and a picture in a cell for one."""
    tab.go("cards")
    for edition in ("2021", "2015"):
        tab.page.locator(f"input[name=edition][value='{edition}']").check()
        tab.page.wait_for_load_state("networkidle")
        tab.page.wait_for_selector(".cards .offer svg .cell")
        assert tab.page.locator(".cards .offer svg .cell").count() > 100
        assert tab.page.evaluate(SPILT) == []


def test_a_finished_game_stands_on_the_players_page(tab: Tab) -> None:
    table = tab.new_table("you", "local")
    tab.advance(table, lambda view: False, random.Random(5))
    tab.go(f"player/{tab.ask('GET', '/guest')['id']}")
    # Whoever had both seats at one screen has two results.
    results = tab.page.locator(f"a[href='#/replay/{table}/0']")
    results.first.wait_for()
    assert results.count() == 2
    results.first.click()
    tab.page.wait_for_selector(".scrub")


def test_another_device_becomes_the_same_person(open_tab: OpenTab) -> None:
    first, second = open_tab(), open_tab()
    first.go("settings")
    first.page.locator("p .btn").first.click()
    link = first.page.locator("code").inner_text()
    second.page.goto(link)
    second.page.locator(".btn.can").click()
    second.page.wait_for_selector("form.newtable")
    assert second.ask("GET", "/guest")["id"] == first.ask("GET", "/guest")["id"]


def test_a_rematch_is_one_table_for_both(open_tab: OpenTab) -> None:
    tab = open_tab()
    table = tab.new_table("you", "local")
    tab.advance(table, lambda view: False, random.Random(8))
    tab.go_to_table(table)
    tab.page.locator(".bar.ended .btn.can").click()
    tab.page.wait_for_function("(old) => !location.hash.includes(old)", arg=table)
    assert tab.settle().ply == 0


def test_what_is_not_there_says_so_and_leads_back(tab: Tab) -> None:
    tab.excused = ("404",)
    tab.go("table/nowhere")
    tab.page.wait_for_selector("[role=alert]")
    tab.page.locator("[role=alert] a.btn").click()
    tab.page.wait_for_selector("form.newtable")


def test_a_game_with_the_numbers_of_ones_own_copy(tab: Tab) -> None:
    page = tab.page
    card = tab.ask("GET", "/components")["characters"][0]

    def choose(text: str) -> None:
        file = {"name": "my-copy.toml", "mimeType": "application/toml", "buffer": text.encode()}
        page.locator("input[data-overlay]").set_input_files(file)
        page.locator(".own", has_text="my-copy.toml").wait_for()

    choose("characters.nobody.cost = 1")
    page.locator("button[type=submit]").click()
    assert "nobody" in str(page.locator(".newtable [role=alert]").text_content())
    # The browser writes down every request that is refused.
    tab.wrong.clear()
    choose(f"characters.{card['id']}.cost = {card['cost'] + 1}")
    page.locator("button[type=submit]").click()
    page.wait_for_selector(".app .stall")
    assert "own numbers" in str(page.locator(".top .brand").text_content())
    table = page.evaluate("location.hash").rpartition("/")[2]
    own = {one["id"]: one["cost"] for one in tab.ask("GET", f"/tables/{table}/components")["characters"]}
    assert own[card["id"]] == card["cost"] + 1
    tab.go()
    assert "own numbers" in str(page.locator(f"a[href='#/table/{table}']").first.text_content())


def test_a_file_that_was_chosen_can_be_taken_away(tab: Tab) -> None:
    page = tab.page
    page.locator("select[data-seat='1']").select_option("open")
    page.locator("input[data-overlay]").set_input_files({"name": "a.toml", "mimeType": "", "buffer": b"# none"})
    rated = page.locator(".switches label", has_text="Rated")
    page.locator("input[name=players][value='2']").check()
    assert rated.locator("input").is_disabled()
    page.locator(".own button").click()
    assert rated.locator("input").is_enabled()
