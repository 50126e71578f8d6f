"""A killed server, a silent channel, a lost response: the page recovers by itself."""

from __future__ import annotations

import random
import re
from typing import Any

from tests.helpers.playing import play_move, play_on
from tests.helpers.serving import Server
from tests.helpers.tab import ASK_FOR_LANGUAGE, CONNECTION_ERRORS, OpenTab, Tab


def test_a_game_continues_after_the_server_was_killed(own_server: Server, open_tab: OpenTab) -> None:
    tab = open_tab(at=own_server)
    table = tab.new_table("you", "easy")
    tab.go_to_table(table)
    chance = random.Random(17)
    play_on(tab, chance, until=lambda seen: seen.ply > 30)
    played = tab.ask("GET", f"/tables/{table}/record")["moves"]
    tab.expected_errors = CONNECTION_ERRORS
    own_server.kill()
    tab.page.wait_for_selector(".conn.lost")
    # No target is pressable whose press would be lost.
    tab.page.wait_for_function("() => !document.querySelector('.app :is([data-legal], .btn.can)')")
    # Targets stay visible, and pressing one explains why it is disabled.
    away = tab.page.locator(".stage .legalring, .offer.can, .ghost, .bar .btn.off[data-move]")
    assert away.count() > 0
    for pressed in (tab.page.locator("[data-button=end]"), away.first):
        pressed.dispatch_event("click")
        assert tab.page.locator(".bar .prompt b").inner_text().startswith("The server does not answer")
    own_server.start()
    tab.page.wait_for_selector(".conn.live")
    assert tab.ask("GET", f"/tables/{table}/record")["moves"][: len(played)] == played
    play_on(tab, chance, until=lambda seen: seen.ply > 60)
    assert tab.page.locator(".log li").count() > 5


def test_a_press_during_an_outage_is_sent_after_it(own_server: Server, open_tab: OpenTab) -> None:
    tab = open_tab(at=own_server)
    table = tab.new_table("you", "local")
    tab.go_to_table(table)
    seen = tab.settle()
    tab.expected_errors = CONNECTION_ERRORS
    own_server.kill()
    tab.page.locator(seen.targets[0].selector).click()
    own_server.start()
    tab.wait_for_ply(seen.ply + 1)
    assert tab.ply(table) == seen.ply + 1


def test_a_table_that_is_opened_during_an_outage_comes_by_itself(own_server: Server, open_tab: OpenTab) -> None:
    tab = open_tab(at=own_server)
    tab.go_to_table(tab.new_table("you", "local"))
    tab.settle()
    tab.page.locator(".top .brand").click()
    tab.page.wait_for_selector(".lobby .box .h", state="attached")
    tab.expected_errors = CONNECTION_ERRORS
    own_server.kill()
    tab.page.go_back()
    assert "keeps trying" in tab.page.locator(".sheet[role=alert]").inner_text()
    own_server.start()
    tab.settle()


def test_names_follow_the_language_when_the_server_answers_again(own_server: Server, open_tab: OpenTab) -> None:
    tab = open_tab(at=own_server)
    tab.go_to_table(tab.new_table("you", "local"))
    tab.settle()
    tab.page.wait_for_selector(".tool.talk")  # whose messages come last, and are those of the next language as well
    # The page has the messages of both languages, the table only the names of one.
    tab.change_language("fr")
    tab.change_language("es")
    tab.expected_errors = CONNECTION_ERRORS
    own_server.kill()
    tab.page.wait_for_selector(".conn.lost")
    tab.change_language("fr")
    assert tab.page.locator("[data-names]").get_attribute("data-names") == "es"
    own_server.start()
    tab.page.wait_for_selector("[data-names=fr]")


def test_what_a_player_asks_for_during_an_outage_breaks_nothing(tab: Tab) -> None:
    table = tab.new_table("you", "local")
    tab.expected_errors = (*CONNECTION_ERRORS, "Failed to fetch dynamically imported module")
    files = re.compile(r"/assets/(es|Drawer)-[^/]*\.js$")
    tab.page.route(files, lambda route: route.abort())
    tab.go_to_table(table)
    with tab.page.expect_event("requestfailed", lambda request: "/es-" in request.url):
        tab.page.evaluate(ASK_FOR_LANGUAGE, "es")
    with tab.page.expect_event("requestfailed", lambda request: "/Drawer-" in request.url):
        tab.page.click("[data-tool=rules]")
    # The choice goes back to the language that the page shows.
    tab.page.wait_for_function("() => JSON.parse(localStorage.edokko).language === 'en'")
    assert tab.page.locator("[role=alert]").count() == 0
    tab.page.unroute(files)
    # The drawer tries again by itself.
    tab.page.wait_for_selector("[data-chapter=hire]")
    assert "Take 4 mon" in tab.page.inner_text("[data-chapter=hire]")
    tab.change_language("es")
    assert "4 mon" in tab.page.inner_text("[data-chapter=hire]")


def test_table_talk_that_does_not_arrive_during_an_outage_is_loaded_again(tab: Tab) -> None:
    table = tab.new_table("you", "local")
    tab.expected_errors = CONNECTION_ERRORS
    files = re.compile(r"/assets/together-.*\.css$", re.IGNORECASE)
    tab.page.route(files, lambda route: route.abort())
    with tab.page.expect_event("requestfailed", lambda request: files.search(request.url)):
        tab.go_to_table(table)
    tab.page.unroute(files)
    tab.page.wait_for_selector(".tool.talk", state="attached")


def test_a_move_with_a_lost_response_counts_once(tab: Tab) -> None:
    table = tab.new_table("you", "local")
    tab.go_to_table(table)
    sent = []

    def lose_the_first(route: Any) -> None:
        sent.append(route.request.headers["idempotency-key"])
        if len(sent) > 1:
            route.continue_()
            return
        route.fetch()
        route.abort()

    tab.expected_errors = CONNECTION_ERRORS
    tab.page.route("**/moves", lose_the_first)
    seen = tab.settle()
    with tab.page.expect_response("**/moves"):
        tab.page.locator(seen.targets[0].selector).click()
    assert len(sent) == 2
    assert len(set(sent)) == 1
    tab.wait_for_ply(seen.ply + 1)
    assert tab.ply(table) == seen.ply + 1


def test_acting_before_the_response_loses_nothing(tab: Tab) -> None:
    """The channel delivers the new view before the response, and the player acts at once."""
    table = tab.new_table("you", "local")
    tab.go_to_table(table)
    held_back: list[tuple[Any, Any]] = []

    def hold_the_first(route: Any) -> None:
        if held_back:
            route.continue_()
        else:
            held_back.append((route, route.fetch()))

    tab.page.route("**/moves", hold_the_first)
    seen = tab.settle()
    tab.press(seen.targets[0])
    tab.wait_for_ply(seen.ply + 1)
    play_move(tab, random.Random(1))
    route, answer = held_back[0]
    route.fulfill(response=answer)
    play_move(tab, random.Random(1))
    assert tab.ply(table) >= seen.ply + 3


def test_a_tab_left_for_an_hour_catches_up(tab: Tab) -> None:
    """The channel is open but silent, as after a sleep or behind a router that dropped the connection."""
    silent = {"now": False}

    def pass_on(socket: Any) -> None:
        deaf = {"for ever": False}
        server = socket.connect_to_server()

        def heard(message: Any) -> None:
            deaf["for ever"] |= silent["now"]
            if not deaf["for ever"]:
                socket.send(message)

        socket.on_message(lambda message: None if deaf["for ever"] else server.send(message))
        server.on_message(heard)

    tab.page.route_web_socket("**/live*", pass_on)
    tab.page.clock.install()
    table = tab.new_table("you", "local")
    tab.go_to_table(table)
    tab.page.wait_for_selector(".conn.live")
    seen = tab.settle()
    silent["now"] = True
    tab.advance(table, lambda view: view["game"]["position"]["month"] > 1, random.Random(1))
    assert tab.look().ply == seen.ply
    silent["now"] = False
    tab.page.clock.fast_forward("01:00:00")
    tab.wait_for_ply(tab.ply(table))
    play_move(tab, random.Random(2))


def test_another_tab_of_the_same_guest_follows(open_tab: OpenTab) -> None:
    tab = open_tab()
    table = tab.new_table("you", "local")
    tab.go_to_table(table)
    second = Tab(tab.page.context.new_page(), tab.address)
    second.go_to_table(table)
    play_on(tab, random.Random(1), until=lambda seen: seen.ply >= 6)
    second.wait_for_ply(tab.look().ply)
    seen = second.settle()
    # Both tabs answer the same question: one is refused as too late and shows the new state.
    tab.page.locator(seen.targets[0].selector).click()
    tab.wait_for_change(seen)
    second.wait_for_ply(tab.ply(table))
    assert second.errors == []
