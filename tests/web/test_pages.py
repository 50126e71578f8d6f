"""The pages around the table: lobby, waiting room, settings, player page, moving to another device."""

from __future__ import annotations

import random

import pytest

from tests.helpers.moments import late_position
from tests.helpers.tab import OpenTab, Tab


def test_settings_are_kept_on_this_device(tab: Tab) -> None:
    page = tab.page
    tab.go("settings")
    page.locator("select[data-language]").select_option("fr")
    page.wait_for_function("() => document.documentElement.lang === 'fr'")
    page.locator(".seg label", has=page.locator("input[value=dark]")).click()
    page.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    page.locator("[data-name]").fill("Chiyo")
    page.locator("[data-name]").blur()
    page.wait_for_selector("[role=status]:not(:empty)")
    page.reload()
    page.wait_for_function("() => document.documentElement.lang === 'fr'")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.wait_for_function("() => document.querySelector('[data-name]')?.value === 'Chiyo'")
    assert tab.ask("GET", "/guest")["name"] == "Chiyo"


def test_tabs_adopt_the_settings_of_each_other_at_once(tab: Tab) -> None:
    page = tab.page
    tab.go_to_table(tab.new_table("you", "local"))
    tab.settle()
    page.wait_for_selector(".conn.live")
    other = Tab(page.context.new_page(), tab.address)
    other.go("settings")
    other.page.locator("select[data-language]").select_option("fr")
    page.wait_for_function("() => document.documentElement.lang === 'fr'")
    page.wait_for_selector("[data-names=fr]")
    changed = page.locator(".app").inner_text()
    page.locator(".tools .theme").click()
    other.page.wait_for_selector("html[data-theme]", state="attached")
    # The second change has not undone the first, and a language needs no reload.
    page.reload()
    tab.settle()
    page.wait_for_selector(".conn.live")
    assert page.evaluate("[document.documentElement.lang, document.documentElement.dataset.theme]") == ["fr", "dark"]
    assert page.locator(".app").inner_text() == changed
    assert not other.errors


def test_the_theme_follows_the_system_and_can_be_switched_at_the_table(open_tab: OpenTab) -> None:
    tab = open_tab(color_scheme="dark")
    table = tab.new_table("you", "local")
    tab.go_to_table(table)
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = tab.page.evaluate(ground)
    tab.page.locator(".tools .theme").click()
    tab.page.wait_for_function(f"(dark) => {ground} !== dark", arg=dark)
    assert tab.page.evaluate("document.documentElement.dataset.theme") == "light"


def test_an_open_table_is_joined_from_the_lobby_and_waits_for_its_players(open_tab: OpenTab) -> None:
    host, guest = open_tab(), open_tab()
    host.go_to_lobby()
    guest.go_to_lobby()
    host.page.locator(".act.friends .lnk").click()
    host.page.locator(".act.friends .seg label", has_text="2").first.click()
    host.page.locator("[data-listed]").check()
    host.page.locator("[data-title]").fill("By the bridge")
    host.page.locator("[data-go=friends]").click()
    host.page.wait_for_selector(".seatcard")
    host.page.locator(".after .cta", has_text="Copy the link").wait_for()
    guest.page.get_by_role("button", name="Join: By the bridge").click()
    guest.page.locator("[data-ready]").click()
    host.page.wait_for_selector("[data-start]:not(.off)")
    guest.page.locator(".after .ghostbtn").click()
    guest.page.wait_for_selector(".lobby")
    host.page.wait_for_selector("[data-start]", state="detached")
    host.page.locator(".after .ghostbtn").click()
    host.page.wait_for_selector(".lobby")


OVERFLOWING_SALARIES = """() => [...document.querySelectorAll('.offer svg')].flatMap((card) => {
  const cells = [...card.querySelectorAll('.cell')].map((node) => node.getBoundingClientRect())
  return [...card.querySelectorAll('text.num')].flatMap((text) => {
    const box = text.getBoundingClientRect()
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const cell = cells.find((node) => node.left <= x && x <= node.right && node.top <= y && y <= node.bottom)
    const fits = !cell || (box.left >= cell.left && box.right <= cell.right)
    return fits ? [] : [`${text.textContent} in ${card.textContent.trim()}`]
  })
})"""


def test_every_salary_fits_its_cell(tab: Tab) -> None:
    """The Day Laborer has a negative salary: two characters and an icon in one cell."""
    tab.go("cards")
    for edition in ("2021", "2015"):
        tab.page.locator(f"input[name=edition][value='{edition}']").check()
        tab.page.wait_for_load_state("networkidle")
        tab.page.wait_for_selector(".cards .offer svg .cell")
        assert tab.page.locator(".cards .offer svg .cell").count() > 100
        assert tab.page.evaluate(OVERFLOWING_SALARIES) == []


@pytest.mark.parametrize("width", [390, 820, 1440])
def test_no_card_overlaps_its_neighbour(open_tab: OpenTab, width: int) -> None:
    tab = open_tab(width, 900)
    tab.go("cards")
    tab.page.wait_for_selector(".cards .offer svg")
    wide = tab.page.evaluate("""() => [...document.querySelectorAll('.cards .offer')].map((element) => {
      const [card, cell] = [element.getBoundingClientRect(), element.closest('li').getBoundingClientRect()]
      return [card.width, card.height / card.width, cell.right - card.right]
    })""")
    assert len(wide) > 40
    assert all(80 < width < 200 and 1.2 < high < 1.4 and left >= 0 for width, high, left in wide), wide[:3]


def test_a_finished_game_is_on_the_players_page(tab: Tab) -> None:
    table = tab.new_table("you", "local", start=late_position(2, 13))
    tab.advance(table, lambda view: False, random.Random(5))
    tab.go(f"player/{tab.ask('GET', '/guest')['id']}")
    # A guest with both seats at one screen has two results.
    results = tab.page.locator(f"a[href='/t/{table}/replay/0']")
    results.first.wait_for()
    assert results.count() == 2
    results.first.click()
    tab.page.wait_for_selector(".scrub")


def test_another_device_becomes_the_same_guest(open_tab: OpenTab) -> None:
    first, second = open_tab(), open_tab()
    first.go("settings")
    first.page.get_by_role("button", name="Create a link").click()
    link = first.page.locator("code").inner_text()
    second.page.goto(link)
    second.page.locator("main .cta").click()
    second.page.wait_for_selector(".lobby")
    # The lobby's header shows the name of the guest that this browser has become.
    second.page.locator(".tools .txt", has_text=first.ask("GET", "/guest")["name"]).wait_for()
    assert second.ask("GET", "/guest")["id"] == first.ask("GET", "/guest")["id"]


def test_a_rematch_opens_a_shared_table(open_tab: OpenTab) -> None:
    tab = open_tab()
    table = tab.new_table("you", "local", start=late_position(2, 13))
    tab.advance(table, lambda view: False, random.Random(8))
    tab.go_to_table(table)
    tab.page.locator(".ended .btn.can").click()
    tab.page.wait_for_function("(old) => !location.pathname.includes(old)", arg=table)
    assert tab.settle().ply == 0


def test_an_unknown_table_shows_an_error_and_a_way_back(tab: Tab) -> None:
    tab.expected_errors = ("404",)
    tab.go("event/nowhere")
    tab.page.wait_for_selector("[role=alert]")
    assert tab.page.locator(".top:visible").count() == 1
    tab.go("t/nowhere")
    tab.page.wait_for_selector("[role=alert]")
    assert tab.page.locator(".top:visible").count() == 1
    boxes = [button.bounding_box() for button in tab.page.locator("[role=alert] .btn").all()]
    assert len({(box["y"], box["height"]) for box in boxes if box}) == 1
    tab.page.locator("[role=alert] a.btn").click()
    tab.page.wait_for_selector(".lobby")


def test_a_game_with_own_card_numbers(tab: Tab) -> None:
    page = tab.page
    card = tab.ask("GET", "/components")["characters"][0]

    def choose(text: str) -> None:
        file = {"name": "my-copy.toml", "mimeType": "application/toml", "buffer": text.encode()}
        page.locator("input[data-overlay]").set_input_files(file)
        page.locator(".overlay", has_text="my-copy.toml").wait_for()

    tab.go_to_lobby()
    page.locator(".act.play .lnk").click()
    choose("characters.nobody.cost = 1")
    page.locator("[data-go=play]").click()
    assert "nobody" in str(page.locator(".act.play [role=alert]").text_content())
    # The browser logs every refused request.
    tab.errors.clear()
    page.get_by_role("button", name="Remove").click()
    choose(f"characters.{card['id']}.cost = {card['cost'] + 1}")
    page.locator("[data-go=play]").click()
    page.wait_for_selector(".app .stall")
    assert "own card numbers" in str(page.locator(".top .brand").text_content())
    table = page.evaluate("location.pathname").rpartition("/")[2]
    own = {
        character["id"]: character["cost"] for character in tab.ask("GET", f"/tables/{table}/components")["characters"]
    }
    assert own[card["id"]] == card["cost"] + 1
    tab.go()
    assert "own card numbers" in page.locator(f"[data-game='{table}']").inner_text()


def test_a_selected_file_can_be_removed(tab: Tab) -> None:
    page = tab.page
    tab.go_to_lobby()
    page.locator(".act.friends .lnk").click()
    page.locator("input[data-overlay]").set_input_files({"name": "a.toml", "mimeType": "", "buffer": b"# none"})
    # The page reads the file before it reacts.
    page.wait_for_selector(".ticks label:has-text('Rated') input:disabled")
    page.locator(".overlay button").click()
    page.wait_for_selector(".ticks label:has-text('Rated') input:enabled")


def test_the_end_of_a_page_is_above_the_tab_bar_of_a_phone(open_tab: OpenTab) -> None:
    tab = open_tab(390, 844)
    tab.go("study")
    last = tab.page.locator(".studystart .btn").last
    last.wait_for()
    tab.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    box, bar = last.bounding_box(), tab.page.locator(".tabbar").bounding_box()
    assert box
    assert bar
    assert box["y"] + box["height"] <= bar["y"]
