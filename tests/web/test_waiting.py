"""The waiting room: guests choose crests and confirm that they are ready, and the host begins."""

from __future__ import annotations

from typing import Any

from tests.helpers.pictures import picture
from tests.helpers.serving import Server
from tests.helpers.tab import OpenTab, Tab


def own_card(tab: Tab, seat: int) -> Any:
    return tab.page.locator(f"[data-seat-card='{seat}']")


def test_an_invited_guest_first_chooses_name_and_crest(own_server: Server, open_tab: OpenTab) -> None:
    """The host sends a link; the friend first chooses name and crest, and keeps both for the game."""
    host, guest = open_tab(at=own_server), open_tab(390, 844, at=own_server, has_touch=True, is_mobile=True)
    host.go_to_lobby()
    host.page.locator("[data-go=friends]").click()
    link = host.page.locator(".invite code")
    link.wait_for()
    assert link.inner_text() == host.page.evaluate("location.href")
    # The QR code has the size that this link needs.
    host.page.locator(".qr path").wait_for()
    assert len(host.page.locator(".qr path").get_attribute("d")) > 1000

    page = guest.page
    page.goto(link.inner_text())
    field = page.locator("[data-name]")
    field.wait_for()
    first = "() => document.querySelector('main input, main button, main select, main a').matches('[data-name]')"
    assert page.evaluate(first)
    assert page.locator(".cta:not(.off):visible").count() == 1
    # The host's crest is disabled and says why.
    crests = page.locator(".crestchoice button")
    assert crests.nth(0).get_attribute("aria-disabled") == "true"
    field.fill("Hana")
    crests.nth(3).tap()
    picture(page, "arriving-by-link")
    page.locator("[data-sit]").tap()
    page.locator("[data-ready]").wait_for()
    host.page.locator(".seatname", has_text="Hana").wait_for()
    table = str(host.page.evaluate("location.pathname")).split("/")[-1]
    seat = host.view(table)["table"]["seats"][1]
    assert (seat["name"], seat["crest"]) == ("Hana", 3)
    assert guest.ask("GET", "/guest")["name"] == "Hana"

    # The name can be changed at the seat until the game begins.
    field.fill("Hanako")
    field.press("Enter")
    host.page.locator(".seatname", has_text="Hanako").wait_for()
    own = host.page.locator("[data-name]")
    own.fill("Aya")
    own.blur()
    page.locator(".seatname", has_text="Aya").wait_for()
    assert "Aya" in host.page.locator(".tools .txt").first.inner_text()

    # The last seat goes to a computer player, which has a name and a level.
    host.page.locator(".seatcard select").last.select_option("easy")
    bot = own_card(guest, 2).locator(".seatname")
    page.wait_for_function(
        "() => document.querySelector('[data-seat-card=\"2\"] .seatname').innerText.includes('(easy)')"
    )
    assert len(bot.inner_text().split(" ")[0]) > 2
    page.locator("[data-ready]").tap()
    host.page.locator("[data-start]:not(.off)").click()
    for person in (host, guest):
        person.page.wait_for_selector(".app[data-ply] .board")
        assert person.page.locator(".pl-ivory").count()
    names = {seat["name"] for seat in host.view(table)["table"]["seats"]}
    assert {"Aya", "Hanako"} < names


def test_a_late_guest_sees_that_all_seats_are_taken(open_tab: OpenTab) -> None:
    host, guest = open_tab(), open_tab()
    table = host.new_table("you", "open")
    guest.ask("POST", f"/tables/{table}/join", {"ready": False})
    late = open_tab()
    late.go(f"t/{table}")
    late.page.locator("main p", has_text="All seats are taken").wait_for()
    assert late.page.locator("[data-name], [data-sit], [data-ready]").count() == 0


def test_two_guests_choose_crests_confirm_and_begin(open_tab: OpenTab) -> None:
    host, guest = open_tab(), open_tab()
    table = host.new_table("you", "open", "easy", listed=True)
    guest.ask("PUT", "/guest", {"name": "Hana"})
    for person in (host, guest):
        person.go(f"t/{table}")
        # Reload, because the name was changed outside the page.
        person.page.reload()
        # The form for name and crest appears when the page knows the guest, which may be after the table.
        person.page.wait_for_selector(".crestchoice")
    # While a seat is free the host's filled button passes on the link.
    start = host.page.locator("[data-start]")
    filled = host.page.locator(".cta:visible")
    assert filled.count() == 1
    assert "Copy the link" in filled.inner_text()
    # A guest cannot change the seats of others.
    assert guest.page.locator(".crestchoice").count() == 1
    guest.page.locator("[data-sit]").click()
    guest.page.locator("[data-ready]").wait_for()
    assert host.page.locator(".crestchoice").count() == guest.page.locator(".crestchoice").count() == 1
    # The host needs no switch; the button names who is not ready.
    assert host.page.locator("[data-ready]").count() == 0
    host.page.wait_for_selector(".after .cta.off small:has-text('Hana')")
    assert start.get_attribute("aria-disabled") == "true"

    # Hana has beni; ivory is free, and the computer player gives up its ink.
    crests = host.page.locator(".crestchoice button")
    assert [locator.get_attribute("aria-disabled") for locator in crests.all()] == ["false", "true", "false", "false"]
    assert "Hana" in (crests.nth(1).get_attribute("aria-label") or "")
    crests.nth(1).click(force=True)
    assert "Hana" in host.page.locator(".whoyouare [role=status]").inner_text()
    crests.nth(3).click()
    own_card(guest, 0).locator(".pl-ivory").wait_for()
    guest.page.locator(".crestchoice button").nth(0).click()
    own_card(host, 1).locator(".seatwho .pl-teal").wait_for()
    picture(host.page, "waiting-host")
    picture(guest.page, "waiting-guest")

    # Only the host changes the computer player's level.
    level_select = own_card(host, 2).locator("select")
    assert guest.page.locator(".seatcard select").count() == 0
    level_select.select_option("medium")
    own_card(guest, 2).get_by_text("medium", exact=False).first.wait_for()

    # The lobby shows the crests too.
    guest.go()
    row = guest.page.locator(f"[data-game='{table}']")
    row.locator(".cr").first.wait_for()
    assert row.locator(".pl-ivory, .pl-teal, .pl-ink").count() == 3
    row.locator("a").click()

    switch = guest.page.locator("[data-ready]")
    switch.click()
    host.page.wait_for_selector(".after .cta:not(.off)")
    switch.click()
    host.page.wait_for_selector(".after .cta.off")
    switch.focus()
    guest.page.keyboard.press("Space")
    host.page.wait_for_selector(".after .cta:not(.off)")
    start.click()
    for person in (host, guest):
        person.page.wait_for_selector(".rail [data-panel='1'].pl-teal")
        assert person.page.locator(".rail [data-panel='0'].pl-ivory").count() == 1
        assert person.page.locator(".rail [data-panel='2'].pl-ink").count() == 1
        # The discs on the tracks have the crests' colours too.
        assert person.page.locator(".board .pl-beni").count() == 0


def test_each_table_shows_its_own_crests(open_tab: OpenTab) -> None:
    """A page that switches tables uses the crests of each."""
    tab = open_tab()
    first, second = tab.new_table("you", "local"), tab.new_table("you", "local", "open")
    tab.ask("POST", f"/tables/{second}/seat", {"seat": 0, "crest": 3})
    other = open_tab()
    other.ask("POST", f"/tables/{second}/join", {})
    tab.ask("POST", f"/tables/{second}/start")
    for table, crest in ((first, "teal"), (second, "ivory"), (first, "teal")):
        tab.go_to_table(table)
        tab.page.wait_for_selector(f".rail [data-panel='0'].pl-{crest}")
        assert tab.page.locator(f".rail [data-panel='0'] .cr.pl-{crest}").count() == 1
    tab.go(f"t/{second}/replay/0")
    tab.page.wait_for_selector(".rail [data-panel='0'].pl-ivory")


def test_the_host_changes_the_clock_and_the_chat_behind_more(open_tab: OpenTab) -> None:
    host, guest = open_tab(), open_tab()
    table = host.new_table("you", "open")
    guest.ask("POST", f"/tables/{table}/join", {"ready": True})
    guest.go(f"t/{table}")
    host.go(f"t/{table}")
    page = host.page
    page.locator("[data-start]:not(.off)").wait_for()
    # What few hosts need stands behind a fold, and only the host has it.
    assert page.locator(".programs, .seriespanel, [data-clock]").count() == 0
    page.locator("[data-more] summary").click()
    page.locator("[data-clock]").select_option("20+10")
    page.locator(".waithead", has_text="20").wait_for()
    page.locator("[data-allow-chat]").check()
    page.locator("[data-more] .seg label", has_text="2015").click()
    page.locator(".waithead", has_text="2015").wait_for()
    settings = host.view(table)["table"]
    assert (settings["edition"], settings["clock"]["minutes"], settings["chat"]) == ("2015", 20, True)
    assert page.locator(".programs, .seriespanel").count() == 2
    # The guest reads it, and confirms again.
    guest.page.locator(".waithead", has_text="chat on").wait_for()
    guest.page.locator(".cta[data-ready]").wait_for()
    assert guest.page.locator("[data-more]").count() == 0


def test_a_refused_name_moves_nothing_and_the_next_press_counts(open_tab: OpenTab) -> None:
    for width, height in ((1440, 900), (390, 844), (320, 568)):
        host, guest = open_tab(), open_tab(width, height, locale="fr")
        table = host.new_table("you", "open")
        guest.go(f"t/{table}")
        page = guest.page
        field, sit = page.locator("[data-name]"), page.locator("[data-sit]")
        told = page.locator(".whoyouare small")
        for wrong, why in (("\u2800", "vide"), ("Aya " * 8, "30 lettres")):
            field.fill(wrong)
            assert field.input_value() == wrong
            before = sit.bounding_box()
            field.blur()
            page.locator(".whoyouare small.whynot", has_text=why).wait_for()
            assert sit.bounding_box() == before, (width, why)
        # The browser reports each answer 400.
        guest.errors.clear()
        # A joined emoji is a letter like others. The press leaves the field, and still hits the button.
        field.fill("Aya \U0001f469\u200d\U0001f680")
        box = sit.bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 4)
        # After that one filled button waits: to be ready.
        page.locator(".cta[data-ready]").wait_for()
        assert page.locator(".cta:visible").count() == 1
        assert told.inner_text().startswith("Les autres joueurs")
        assert host.view(table)["table"]["seats"][1]["name"] == "Aya \U0001f469\u200d\U0001f680"


def test_the_host_gives_a_computer_player_a_level_and_a_style(tab: Tab) -> None:
    table = tab.new_table("you", "easy", "open")
    tab.go(f"t/{table}")
    card = tab.page.locator("[data-seat-card='1']")
    card.locator("select").wait_for()
    assert not card.locator("[data-style]").count(), "the weakest level has no style"
    card.locator("select").select_option("hard")
    card.locator("[data-style]").select_option("builder")
    card.locator(".seatname", has_text="(hard, builder)").wait_for()
    assert tab.view(table)["table"]["seats"][1]["level"] == "hard:builder"
    card.locator("select").first.select_option("expert")
    card.locator(".seatname", has_text="(expert)").wait_for()


def test_the_opponents_of_a_quick_game_have_a_style_each_and_the_table_says_what_they_like(tab: Tab) -> None:
    tab.go_to_lobby()
    tab.page.locator(".act.play .lnk").click()
    tab.page.locator(".act.play .seg label", has_text="medium").click()
    tab.page.keyboard.press("Escape")
    tab.page.locator("[data-go=play]").click()
    tab.settle()
    levels = [seat.get("level") for seat in tab.view(tab.page.url.split("/")[-1])["table"]["seats"]]
    styles = {level.partition(":")[2] for level in levels if level}
    assert len(styles) == 2
    assert "" not in styles
    tab.page.locator(".conn").click()
    likes = {
        "builder": "Saves wood and koban for buildings.",
        "fisher": "Buys fish in every season.",
        "employer": "Hires whenever a kobun is free.",
        "captain": "Climbs the firefighting track early.",
    }
    for style in styles:
        tab.page.locator(".seats small", has_text=likes[style]).wait_for()
