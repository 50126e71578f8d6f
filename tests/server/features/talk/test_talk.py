"""What players share at a table besides moves: reactions, chat, the number of spectators; and private notes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import delete
from websockets.sync.client import ClientConnection

from edokko.server.features.talk import chat
from edokko.server.live.signals import Signals
from edokko.server.store import Database, models
from edokko.server.tables.guests import Guests
from edokko.table.commands import lifecycle
from edokko.table.commands.making import new_table
from edokko.table.shapes.requests import NewSeat, NewTable
from tests.helpers.database import in_database
from tests.helpers.server import Launch, People, Person, Server, Visitor, admin, both_databases, wait_until
from tests.helpers.venue import venue_of


def message(channel: ClientConnection, kind: str) -> dict[str, Any]:
    """Return the next message of a kind on a live channel."""
    while True:
        found: dict[str, Any] = json.loads(channel.recv(timeout=30))
        if found["type"] == kind:
            return found


def two_at_a_table(host: Person, other: Person, *, chat: bool = False) -> str:
    table: str = host.table("you", "open", chat=chat)["table"]["id"]
    other.post(f"/api/tables/{table}/join", {})
    return table


# --- reactions


def test_a_reaction_of_a_player_reaches_players_and_spectators(person: People) -> None:
    host, other, stranger = person(), person(), person()
    table = two_at_a_table(host, other)
    react = f"/api/tables/{table}/reactions"
    other.post(react, {"reaction": "hello"}, 204)
    with host.live(table) as own, stranger.live(table) as watching:
        message(own, "view")
        message(watching, "view")
        # The earlier reaction is over.
        other.post(react, {"reaction": "nice"}, 204)
        for channel in (own, watching):
            assert message(channel, "reaction") == {"type": "reaction", "seat": 1, "reaction": "nice"}
    assert stranger.post(react, {"reaction": "nice"}, 403)["code"] == "not_your_seat"
    assert other.post(react, {"reaction": "nice", "seat": 0}, 403)["code"] == "not_your_seat"
    assert other.post(react, {"reaction": "shout"}, 400)["code"] == "bad_request"
    for _ in range(2):
        other.post(react, {"reaction": "game"}, 204)
    refused = other.post(react, {"reaction": "game"}, 429)
    assert 0 < refused["retry"] <= 10


def test_a_reaction_reaches_another_process(postgres: str, launch: Launch, visitor: Visitor) -> None:
    first, second = launch(postgres), launch(postgres)
    host, stranger = visitor(first), visitor(second)
    table = host.table("you", "open")["table"]["id"]
    with stranger.live(table) as channel, host.live(table) as own:
        message(channel, "view")
        message(own, "view")
        host.post(f"/api/tables/{table}/reactions", {"reaction": "thinking"}, 204)
        for each in (channel, own):
            assert message(each, "reaction")["reaction"] == "thinking"
        host.post(f"/api/tables/{table}/reactions", {"reaction": "ouch"}, 204)
        # The own notification is no second reaction.
        for each in (channel, own):
            assert message(each, "reaction")["reaction"] == "ouch"


# --- notes


def put(guest: Person, path: str, body: object, expect: int = 200) -> dict[str, Any]:
    response = guest.http.put(path, json=body)
    assert response.status_code == expect, response.text
    answer: dict[str, Any] = response.json() if response.content else {}
    return answer


@both_databases
def test_a_note_is_seen_by_its_writer_only_and_stays_after_the_game(person: People) -> None:
    host, other, stranger = person(), person(), person()
    table = two_at_a_table(host, other)
    note = f"/api/tables/{table}/note"
    assert host.get(note) == {}
    text = "Watch the fish.\n\tAnd the second fire!"
    saved = put(host, note, {"text": text + "\u0000\n"})
    assert saved["text"] == text
    assert host.get(note) == saved
    assert other.get(note) == stranger.get(note) == {}
    assert put(stranger, note, {"text": "They both hoard rice."})["text"] == "They both hoard rice."
    host.post(f"/api/tables/{table}/start")
    assert "fish" not in host.http.get(f"/api/tables/{table}/record").text
    put(host, note, {"text": "n" * 4_001}, 400)
    assert put(host, note, {"text": "n" * 4_000})["text"] == "n" * 4_000
    assert put(host, note, {"text": " "}) == host.get(note) == {}
    private = host.table("you", "local", spectators=False)["table"]["id"]
    assert stranger.get(f"/api/tables/{private}/note", 403)["code"] == "no_spectators"


# --- chat


def test_players_chat_if_the_host_wants_it_and_nobody_else_reads_it(person: People) -> None:
    host, other, stranger = person(), person(), person()
    table = two_at_a_table(host, other, chat=True)
    lines = f"/api/tables/{table}/chat"
    with host.live(table) as own, stranger.live(table) as watching:
        assert message(own, "chat") == {"type": "chat", "resync": True}
        line = other.post(lines, {"text": "  Good\nluck\u202e!  "}, 201)
        assert line.items() >= {"number": 1, "guest": other.id, "text": "Good luck!"}.items()
        assert message(own, "chat") == {"type": "chat", "lines": [line]}
        second = host.post(lines, {"text": "You too"}, 201)
        assert message(own, "chat")["lines"] == [second]
        # A reaction comes after it on the same channel: the spectator has received no chat before it.
        host.post(f"/api/tables/{table}/reactions", {"reaction": "hello"}, 204)
        kinds: list[str] = []
        while kinds[-1:] != ["reaction"]:
            kinds.append(json.loads(watching.recv(timeout=30))["type"])
        assert "chat" not in kinds
    # A player who connects again gets all of it.
    with other.live(table) as again:
        assert message(again, "chat") == {"type": "chat", "lines": [line, second], "resync": True}
    assert other.get(lines) == {"lines": [line, second]}
    assert stranger.get(lines, 403)["code"] == "not_your_seat"
    assert stranger.post(lines, {"text": "Hi"}, 403)["code"] == "not_your_seat"
    assert other.post(lines, {"text": "\u202e"}, 400)["reason"] == "longer"
    assert other.post(lines, {"text": "x" * 301}, 400)["reason"] == "shorter"
    for number in range(4):
        other.post(lines, {"text": str(number)}, 201)
    assert other.post(lines, {"text": "5"}, 429)["retry"] > 0
    host.post(f"/api/tables/{table}/start")
    for path in ("", "/log", "/record"):
        assert "luck" not in other.http.get(f"/api/tables/{table}{path}").text
    quiet = two_at_a_table(host, other)
    assert host.post(f"/api/tables/{quiet}/chat", {"text": "Hi"}, 403)["code"] == "no_chat"


@both_databases
def test_a_muted_player_is_neither_read_nor_seen(person: People) -> None:
    host, other = person(), person()
    table = two_at_a_table(host, other, chat=True)
    lines, mutes = f"/api/tables/{table}/chat", f"/api/tables/{table}/mutes"
    line = other.post(lines, {"text": "Hurry!"}, 201)
    with host.live(table) as own:
        assert message(own, "chat")["lines"] == [line]
        assert put(host, mutes, {"guest": other.id, "muted": True}) == {"muted": [other.id]}
        assert message(own, "chat") == {"type": "chat", "muted": [other.id], "resync": True}
        put(host, mutes, {"guest": other.id, "muted": True})
        other.post(lines, {"text": "Hurry!!"}, 201)
        other.post(f"/api/tables/{table}/reactions", {"reaction": "ouch"}, 204)
        host.post(f"/api/tables/{table}/reactions", {"reaction": "thinking"}, 204)
        assert message(own, "reaction") == {"type": "reaction", "seat": 0, "reaction": "thinking"}
        assert [each["text"] for each in put(host, mutes, {"guest": other.id, "muted": False})["lines"]] == [
            "Hurry!",
            "Hurry!!",
        ]
        assert len(message(own, "chat")["lines"]) == 2
    put(host, mutes, {"guest": host.id, "muted": True}, 404)
    put(host, mutes, {"guest": "stranger", "muted": True}, 404)


@both_databases
def test_a_reported_message_is_listed_for_the_operator(server: Server, person: People) -> None:
    host, other, stranger = person(), person(), person()
    table = two_at_a_table(host, other, chat=True)
    lines = f"/api/tables/{table}/chat"
    line = other.post(lines, {"text": "You play like a daikon!"}, 201)
    report = f"{lines}/{line['number']}/report"
    for _ in range(2):
        host.post(report, None, 204)
    assert other.post(report, None, 404)["code"] == "no_message"
    assert host.post(f"{lines}/9/report", None, 404)["code"] == "no_message"
    # Neither 0 nor a number that no column of the database holds is the number of a message.
    for number in (0, 2**31, 2**63):
        assert host.post(f"{lines}/{number}/report", None, 400)["code"] == "bad_request"
    assert stranger.post(report, None, 403)["code"] == "not_your_seat"
    (listed,) = [each for each in admin(server, "reports").splitlines() if table in each]
    assert listed.split("  ")[1:] == [table, other.id, host.id, f"{line['name']}: You play like a daikon!"]
    admin(server, "delete", other.id, "--yes")
    assert table not in admin(server, "reports")


def test_the_host_switches_the_chat_off_for_good(person: People) -> None:
    host, other = person(), person()
    table = two_at_a_table(host, other, chat=True)
    lines = f"/api/tables/{table}/chat"
    host.post(lines, {"text": "Hello"}, 201)
    assert other.post(f"{lines}/off", None, 403)["code"] == "not_the_host"
    with other.live(table) as channel:
        assert message(channel, "view")["view"]["table"]["chat"] is True
        assert "chat" not in host.post(f"{lines}/off")["table"]
        assert "chat" not in message(channel, "view")["view"]["table"]
    assert other.post(lines, {"text": "Oh"}, 403)["code"] == "no_chat"
    assert [line["text"] for line in other.get(lines)["lines"]] == ["Hello"]


@both_databases
def test_a_table_keeps_its_latest_messages(empty_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "MOST", 3)

    async def look(database: Database) -> None:
        guest, other = await Guests(database).create(), await Guests(database).create()
        venue = venue_of(database)
        signals = Signals(venue.hub)
        info, seats = new_table(NewTable([NewSeat("you"), NewSeat("open")], chat=True), guest, venue.now())
        await lifecycle.create(venue, info, seats)
        for number in range(5):
            await chat.write(database, signals, info.id, other.id, "Bo", str(number))
        kept = await chat.read(database, info.id, guest.id, [])
        assert [(line.number, line.text) for line in kept.lines] == [(3, "2"), (4, "3"), (5, "4")]
        # The venue cannot remove a reported one by further messages.
        await chat.report(venue, info.id, guest.id, 4)
        for number in range(4):
            await chat.write(database, signals, info.id, guest.id, "Aya", str(number))
        kept = await chat.read(database, info.id, guest.id, [])
        assert [line.number for line in kept.lines] == [4, 7, 8, 9]
        # It is deleted with the table.
        async with database.write() as connection:
            await connection.execute(delete(models.Table))
        assert not (await chat.read(database, info.id, guest.id, [])).lines

    in_database(empty_database, look)


def test_the_chat_reaches_another_process(postgres: str, launch: Launch, visitor: Visitor) -> None:
    first, second = launch(postgres), launch(postgres)
    host, other = visitor(first), visitor(second)
    table = two_at_a_table(host, other, chat=True)
    with host.live(table) as own:
        assert message(own, "chat")["resync"]
        line = other.post(f"/api/tables/{table}/chat", {"text": "From afar"}, 201)
        assert message(own, "chat")["lines"] == [line]
        host.post(f"/api/tables/{table}/chat/off")
        assert other.post(f"/api/tables/{table}/chat", {"text": "Still here?"}, 403)["code"] == "no_chat"


# --- spectators


def test_a_view_has_the_number_of_spectators(person: People) -> None:
    host, stranger = person(), person()
    table = host.table("you", "open")["table"]["id"]
    with host.live(table), host.live(table) as own, stranger.live(table), stranger.live(table):
        wait_until(lambda: host.view(table)["table"].get("watching") == 1)
        with stranger.live(table) as third:
            # The first message of a channel has it already.
            assert message(third, "view")["view"]["table"]["watching"] == 1
        message(own, "view")
    wait_until(lambda: "watching" not in host.view(table)["table"])
