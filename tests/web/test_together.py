"""Programs in the waiting room, reactions beside the panels, chat, private notes, the number of spectators, tokens."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from tests.helpers.pictures import picture
from tests.helpers.tab import OpenTab, Tab


def covers_board(tab: Tab, seat: int) -> bool:
    """Return whether the reaction of a seat covers a part of the board."""
    script = """(seat) => {
      const a = document.querySelector(`[data-reaction="${seat}"]`).getBoundingClientRect()
      const b = document.querySelector('.stage').getBoundingClientRect()
      return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    }"""
    return bool(tab.page.evaluate(script, seat))


def is_wide_enough(tab: Tab) -> bool:
    return bool(tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def open_talk(tab: Tab) -> Any:
    if tab.page.locator(".app.phone").count():
        # A phone's header has one tool for the log and the talk.
        tab.page.locator("[data-tool=log]").tap()
        tab.page.locator("[data-tab=talk]").tap()
    else:
        tab.page.locator(".tool.talk").click()
    panel = tab.page.locator(".talkpanel")
    panel.wait_for()
    return panel


def test_players_talk_at_the_table_and_spectators_watch(open_tab: OpenTab) -> None:
    host, other, spectator = open_tab(), open_tab(390, 844, has_touch=True, is_mobile=True), open_tab(820, 1180)
    table = host.new_table("you", "open", chat=True)
    other.ask("GET", "/guest")
    other.ask("POST", f"/tables/{table}/join", {"name": "Hana"})
    # The chat begins in the waiting room.
    host.go(f"t/{table}")
    waiting = host.page.locator(".talkpanel")
    waiting.locator("[data-chat]").fill("Shall we?")
    waiting.locator("[data-chat]").press("Enter")
    waiting.locator(".chatlines li span", has_text="Shall we?").wait_for()
    picture(host.page, "together-waiting")
    host.ask("POST", f"/tables/{table}/start")
    for each in (host, other, spectator):
        each.go_to_table(table)
        each.page.locator(".reactions").wait_for(state="attached")
        assert is_wide_enough(each)

    host.page.locator(".watching", has_text="1").wait_for()
    other.page.locator("[data-tool=log] b", has_text="1").wait_for()
    panel = open_talk(other)
    panel.locator(".chatlines li span", has_text="Shall we?").wait_for()
    assert other.page.locator("[data-tool=log] b").count() == 0
    own = open_talk(host)
    panel.locator("[data-react=nice]").tap()
    for each in (host, spectator):
        shown = each.page.locator("[data-reaction='1']")
        shown.wait_for()
        assert "Good move!" in shown.inner_text()
        assert not covers_board(each, 1)
    picture(host.page, "together-reaction")
    picture(spectator.page, "together-reaction-tablet")
    picture(other.page, "together-phone")

    # A spectator has neither reactions nor chat, and a note of their own.
    watching = open_talk(spectator)
    note = watching.locator("[data-note]")
    note.fill("Hana likes fish.")
    note.blur()
    watching.locator("[role=status]", has_text="✓").wait_for()
    assert watching.locator("[data-react], [data-chat]").count() == 0
    assert spectator.ask("GET", f"/tables/{table}/note")["text"] == "Hana likes fish."
    assert host.ask("GET", f"/tables/{table}/note") == {}

    # A message is reported by two presses.
    flag = panel.locator("[data-report]")
    flag.tap()
    assert flag.inner_text() == "Press again to report the message"
    flag.tap()
    panel.locator(".chatlines", has_text="Reported").wait_for()
    # The writer has no flag beside it.
    assert own.locator("[data-report]").count() == 0

    # A muted player is not read; the host ends the chat for good, after a second press.
    # Reactions and chat are in sight without scrolling, and the rest is folded.
    assert own.evaluate("(panel) => panel.scrollHeight - panel.clientHeight") <= 0
    assert own.locator("[data-mute]:visible, [data-note]:visible").count() == 0
    first, chat = own.locator("[data-react]").first.bounding_box(), own.locator("[data-chat]").bounding_box()
    assert first["y"] < chat["y"]
    own.locator("summary").click()
    own.locator("[data-mute='1']").click()
    own.locator("[data-mute='1']", has_text="Unmute").wait_for()
    panel.locator("[data-chat]").fill("Hello?")
    panel.locator("[data-chat]").press("Enter")
    panel.locator(".chatlines li span", has_text="Hello?").wait_for()
    assert own.locator(".chatlines li span", has_text="Hello?").count() == 0
    own.locator("[data-chat-off]").click()
    assert own.locator("[data-chat-off]").inner_text() == "Press again to confirm"
    own.locator("[data-chat-off]").click()
    for each in (own, panel):
        each.locator("[data-chat]").wait_for(state="detached")
    assert panel.locator(".chatlines li").count() == 2
    # Escape closes the panel.
    host.page.keyboard.press("Escape")
    own.wait_for(state="detached")
    # The replay has the note.
    spectator.go(f"t/{table}/replay/0")
    replay = open_talk(spectator)
    assert replay.locator("[data-note]").input_value() == "Hana likes fish."


def test_a_host_invites_a_program_and_tokens_are_made_and_revoked(open_tab: OpenTab) -> None:
    host = open_tab()
    page = host.page
    host.go("settings")
    page.locator("[data-token-name]").fill("Crow")
    page.locator("[data-token-name]").press("Enter")
    secret = page.locator("[data-secret]")
    secret.wait_for()
    picture(page, "together-tokens", full_page=True)
    with httpx.Client(base_url=host.address, headers={"Authorization": f"Bearer {secret.input_value()}"}) as program:
        assert program.get("/api/guest").json()["id"] == host.ask("GET", "/guest")["id"]
        page.locator(".tokens button").click()
        secret.wait_for(state="detached")
        assert program.get("/api/guest").status_code == 401

    with httpx.Client(base_url=host.address) as program:
        guest = program.get("/api/guest").json()["id"]
        program.put("/api/program", json={"name": "Crow", "sentence": "I like shiny things."})
        with program.stream("GET", "/api/stream") as stream:
            lines = stream.iter_lines()
            next(lines)
            table = host.new_table("you", "open")
            host.go(f"t/{table}")
            page.locator("[data-more] summary").click()
            page.locator(f"[data-invite='{guest}']").click()
            page.locator("[data-invitation=open]").wait_for()
            picture(page, "together-invite", full_page=True)
            challenge = json.loads(next(line for line in lines if '"challenge"' in line))
            answer = httpx.Client(base_url=host.address, cookies=program.cookies)
            answer.post(f"/api/challenges/{challenge['id']}/accept").raise_for_status()
            answer.close()
            page.locator("[data-invitation=accepted]").wait_for()
            page.locator(".seatname", has_text="Crow").wait_for()


@pytest.mark.parametrize("width", [390, 1440])
def test_what_a_player_reads_stays_open_while_others_move(open_tab: OpenTab, width: int) -> None:
    phone = {"has_touch": True, "is_mobile": True} if width == 390 else {}
    host, reader = open_tab(), open_tab(width, 844, **phone)
    table = host.new_table("you", "open", chat=True)
    reader.ask("GET", "/guest")
    reader.ask("POST", f"/tables/{table}/join", {"name": "Hana"})
    host.ask("POST", f"/tables/{table}/start")
    reader.go_to_table(table)

    def others_move() -> None:
        """Play moves of the game's first decisions until the reader has seen one of the host's."""
        for _ in range(8):
            for tab in (host, reader):
                view = tab.view(table)
                if view["you"].get("may_play"):
                    words = view["table"]["game"]["moves"][0]["words"]
                    tab.ask("POST", f"/tables/{table}/moves", {"ply": view["table"].get("ply", 0), "moves": [words]})
                    reader.page.wait_for_function(
                        "(ply) => Number(document.querySelector('.app').dataset.ply) > ply",
                        arg=view["table"].get("ply", 0),
                    )
                    if tab is host:
                        return
        raise AssertionError("the host does not come to a move")

    open_talk(reader)
    field = reader.page.locator("[data-chat]")
    field.fill("Wait a moment, please")
    others_move()
    assert field.input_value() == "Wait a moment, please"
    assert field.evaluate("(node) => node === document.activeElement")
    reader.page.locator(".talkpanel .x").click()
    reader.page.locator(".talkpanel").wait_for(state="detached")
    panels = [("[data-tool=rules]", ".ruledrawer"), ("[data-panel] >> nth=0", ".sheetbox")]
    for opener, opened in panels[: 2 if phone else 1]:
        reader.page.locator(opener).click()
        reader.page.locator(opened).first.wait_for()
        others_move()
        assert reader.page.locator(opened).count(), f"a move closes what {opener} opens"
        reader.page.keyboard.press("Escape")
    log = reader.page.locator("[data-tool=log]")
    log.click()
    others_move()
    assert log.get_attribute("aria-pressed") == "true"
