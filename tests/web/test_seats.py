"""The people at the table, and handing a seat over to a computer player."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.helpers.playing import choose_target, play_move
from tests.helpers.tab import OpenTab, Tab


def seat_kind(tab: Tab, table: str, seat: int) -> Any:
    return tab.ask("GET", f"/tables/{table}")["table"]["seats"][seat]["kind"]


def begin_with_another(open_tab: OpenTab) -> tuple[Tab, str]:
    """Begin a game of two people, of whom only the host has opened the table; return the host's tab and the table."""
    host, other = open_tab(), open_tab()
    table = host.new_table("you", "open")
    other.ask("POST", f"/tables/{table}/join", {})
    host.ask("POST", f"/tables/{table}/start", {})
    host.go_to_table(table)
    return host, table


def test_handing_over_a_seat_needs_confirmation(tab: Tab) -> None:
    table = tab.new_table("you", "local")
    tab.go_to_table(table)
    tab.settle()
    tab.page.locator(".conn").click()
    button = tab.page.locator("[data-at-table='0'] .btn")
    button.click()
    assert seat_kind(tab, table, 0) == "person"
    tab.page.locator(".seats select").select_option("easy")
    button.click()
    tab.page.wait_for_selector("[data-at-table='0'] .btn", state="detached")
    assert seat_kind(tab, table, 0) == "bot"
    # The other seat at this screen plays on against it.
    tab.page.keyboard.press("Escape")
    tab.page.wait_for_selector(".seats", state="detached")
    play_move(tab, random.Random(1))


def test_the_host_replaces_an_absent_player(open_tab: OpenTab) -> None:
    host, table = begin_with_another(open_tab)
    host.page.locator(".conn").click()
    # The last seat begins. The page first shows a countdown.
    host.page.wait_for_selector("[data-at-table='1'] .btn, [data-at-table='1'] small")
    host.page.locator("[data-at-table='1'] .btn").click()
    host.page.wait_for_selector("[data-at-table='1'] .btn", state="detached")
    assert seat_kind(host, table, 1) == "bot"
    host.settle()


@pytest.mark.parametrize("by", ["this page", "another page"])
def test_who_loses_the_last_seat_reads_who_plays_on(open_tab: OpenTab, by: str) -> None:
    host, table = begin_with_another(open_tab)
    host.page.locator(".conn.live").wait_for()
    watcher = open_tab()
    watcher.go_to_table(table)
    watcher.page.locator(".conn.live").wait_for()
    if by == "this page":
        host.page.locator(".conn").click()
        button = host.page.locator("[data-at-table='0'] .btn")
        button.click()
        button.click()
        button.wait_for(state="detached")
        host.page.keyboard.press("Escape")
    else:
        host.ask("POST", f"/tables/{table}/bot", {"seat": 0, "level": "easy"})
    name = host.ask("GET", f"/tables/{table}")["table"]["seats"][0]["name"]
    host.page.locator(".prompt > span", has_text=f"{name}, a computer player, takes over").wait_for()
    # Another person's screen goes on with the game.
    watcher.page.get_by_text(name).first.wait_for()
    assert "takes over" not in watcher.page.locator(".prompt").inner_text()


def test_a_spectator_replaces_nobody(open_tab: OpenTab) -> None:
    host, other = open_tab(), open_tab()
    table = host.new_table("you", "easy")
    other.go_to_table(table)
    other.page.locator(".conn").click()
    other.page.locator("[data-at-table='1']").wait_for()
    assert other.page.locator("[data-at-table]").count() == 2
    assert other.page.locator("[data-at-table] .btn").count() == 0


def test_a_quick_move_closes_the_turn_announcement(tab: Tab) -> None:
    """Two people share a screen with a computer player, which stays silent after the second person's move."""
    silent = {"now": False}

    def pass_on(socket: Any) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: None if silent["now"] else socket.send(message))

    tab.page.route_web_socket("**/live*", pass_on)
    tab.go_to_table(tab.new_table("easy", "you", "local"))
    chance = random.Random(1)
    while tab.page.locator(".handover").count() == 0:
        tab.press(choose_target(tab.settle(), chance))
    silent["now"] = True
    # Before the announcement closes by itself.
    while tab.page.locator(".bar.idle").count() == 0:
        tab.press(choose_target(tab.look(), chance))
    tab.page.wait_for_selector(".handover", state="detached", timeout=5000)
