"""Names of computer players, which are unique at a table."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from edokko.server.core.seats import BOT_NAMES, SeatInfo, bot_display_name, bot_name, with_bots_renamed
from tests.helpers.server import People, Person, Server, sqlite_in


def names(view: dict[str, Any]) -> list[str]:
    return [seat.get("name", "") for seat in view["table"]["seats"]]


def test_a_computer_player_has_a_unique_name(person: People) -> None:
    host = person()
    for _ in range(5):
        view = host.table("easy", "you", "easy", "hard")
        called = names(view)
        assert len(set(called)) == 4
        assert all(called[seat] in BOT_NAMES for seat in (0, 2, 3))
        assert [seat.get("level") for seat in view["table"]["seats"]] == ["easy", None, "easy", "hard"]


def test_a_computer_player_with_a_persons_name_is_renamed() -> None:
    everyone = set(BOT_NAMES)
    for name in BOT_NAMES:
        assert bot_name([name.upper(), "Bo"]) in everyone - {name}
    seats = [
        SeatInfo(0, "bot", "Tama", level="easy", crest=0),
        SeatInfo(1, "person", "tama", "guest", crest=1),
        SeatInfo(2, "bot", "Haru", level="easy", crest=2),
    ]
    after = with_bots_renamed(seats, 1)
    assert [seat.name for seat in after[1:]] == ["tama", "Haru"]
    assert after[0].name in everyone - {"Tama", "Haru"}


def test_joining_or_renaming_renames_computer_players(person: People) -> None:
    host, other = person(), person()
    view = host.table("you", "open", "easy")
    table, bot = f"/api/tables/{view['table']['id']}", names(view)[2]
    joined = names(other.post(f"{table}/join", {"name": bot, "ready": False}))
    assert joined[1] == bot
    assert joined[2] in set(BOT_NAMES) - {bot}
    renamed = names(host.post(f"{table}/seat", {"name": f" {joined[2]} "}))
    assert renamed[0] == joined[2]
    assert len(set(renamed)) == 3
    assert host.post(f"{table}/seat", {"name": "\u2800"}, 400)["code"] == "bad_name"
    assert host.post(f"{table}/seat", {"name": ""}, 400)["code"] == "bad_request"


def test_a_computer_player_keeps_its_name_at_another_level(person: People) -> None:
    host = person()
    view = host.table("you", "open", "open")
    seats = f"/api/tables/{view['table']['id']}/seats"
    host.post(seats, {"seat": 1, "kind": "bot", "level": "easy"})
    with_bot = names(host.post(seats, {"seat": 2, "kind": "bot", "level": "easy"}))
    assert with_bot[1] != with_bot[2]
    assert {with_bot[1], with_bot[2]} <= set(BOT_NAMES)
    assert names(host.post(seats, {"seat": 2, "kind": "bot", "level": "hard"})) == with_bot


def test_a_replacing_computer_player_has_its_own_name(person: People) -> None:
    host, other = person(), person()
    table = host.table("you", "open", "easy")["table"]["id"]
    other.post(f"/api/tables/{table}/join", {"name": "Hana"})
    host.post(f"/api/tables/{table}/start")
    view = other.post(f"/api/tables/{table}/bot", {"level": "easy"})["view"]
    called = names(view)
    assert called[1] in BOT_NAMES
    assert len(set(called)) == 3
    assert view["table"]["seats"][1]["level"] == "easy"
    lobby = next(entry for entry in host.get("/api/tables")["yours"] if entry["id"] == table)
    assert [seat["name"] for seat in lobby["seats"]] == called


def test_names_survive_a_restart_and_old_names_are_replaced(
    tmp_path: Path, launch: Callable[..., Server], visitor: Callable[[Server], Person]
) -> None:
    server = launch(sqlite_in(tmp_path))
    host = visitor(server)
    table = host.table("you", "open", "easy", "easy")["table"]["id"]
    before = names(host.view(table))
    server.stop()
    server.start()
    host.http.base_url = server.address
    assert names(host.view(table)) == before
    server.stop()
    with sqlite3.connect(tmp_path / "tables.sqlite") as database:
        for seat, old in ((2, "easy"), (3, "easy 2")):
            database.execute('update seats set name = ? where "table" = ? and seat = ?', (old, table, seat))
    server.start()
    host.http.base_url = server.address
    called = names(host.view(table))
    assert called[2:] == [bot_display_name("easy", table, 2), bot_display_name("easy 2", table, 3)]
    assert len(set(called)) == 4
    lobby = next(entry for entry in host.get("/api/tables")["yours"] if entry["id"] == table)
    assert [seat.get("name", "") for seat in lobby["seats"]] == called


def test_a_chosen_name_stays() -> None:
    assert bot_display_name("Easy", "table", 0) == "Easy"
    assert bot_display_name("easy does it", "table", 0) == "easy does it"
    assert bot_display_name("", "table", 0) in BOT_NAMES
