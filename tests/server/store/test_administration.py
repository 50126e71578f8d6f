"""``edokko admin`` on the database of a running server: tables, players, and invalidation of the server's caches."""

from __future__ import annotations

import json
from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from edokko import check
from tests.helpers.server import People, Person, Server, admin, both_databases, first_move, sqlite_in, wait_until

pytestmark = both_databases


def test_closing_a_table_reaches_connected_clients(server: Server, person: People) -> None:
    host = person()
    view = host.table("you", "local")
    table = view["table"]["id"]
    with host.live(table) as channel:
        assert json.loads(channel.recv(timeout=20))["view"]["table"]["status"] == "running"
        assert table in admin(server, "tables", "--status", "running", "--most", "1000")
        assert admin(server, "close", table) == f"Table {table} is closed.\n"
        assert json.loads(channel.recv(timeout=20))["view"]["table"]["status"] == "closed"
    host.play(table, 0, first_move(view), expect=409)
    assert admin(server, "close", table) == f"Table {table} was no longer open.\n"
    check(host.get(f"/api/tables/{table}/record"))


def test_a_table_is_closed_during_a_concurrent_move(server: Server, person: People) -> None:
    """The server has a stale copy of the table in its cache."""
    host = person()
    view = host.table("you", "local")
    table = view["table"]["id"]
    admin(server, "close", table)
    assert host.play(table, 0, first_move(view), expect=409)["code"] == "game_over"


def test_a_banned_guest_can_change_nothing_until_unbanned(server: Server, person: People) -> None:
    bad = person()
    bad.http.put("/api/guest", json={"name": "Mallory"})
    assert admin(server, "ban", bad.id) == "Mallory is banned.\n"
    banned = {"code": "banned"}
    wait_until(
        lambda: bad.http.post("/api/tables", json={"seats": [{"kind": "you"}] * 2}).json().items() >= banned.items()
    )
    assert f"{bad.id}  " in admin(server, "players", "mALLo")
    assert "banned" in admin(server, "players", "Mallory")
    assert admin(server, "unban", bad.id) == "Mallory may play again.\n"
    wait_until(
        lambda: bad.http.post("/api/tables", json={"seats": [{"kind": "you"}, {"kind": "open"}]}).status_code == 201
    )


def test_a_deleted_player_leaves_no_trace(server: Server, person: People) -> None:
    leaving, other = person(), person()
    leaving.http.put("/api/guest", json={"name": "Oblomov"})
    leaving.post("/api/tokens", {"name": "bot"}, 201)
    running = leaving.table("you", "open", name="Oblomov's")["table"]["id"]
    other.post(f"/api/tables/{running}/join", {})
    leaving.post(f"/api/tables/{running}/start")
    # Both have played, whichever seat began.
    both, view = Counter[str](), leaving.view(running)
    while len(both) < 2:
        who = leaving if view["you"].get("may_play") else other
        both[who.id] += 1
        who.play(running, view["table"].get("ply", 0), first_move(view), Idempotency_Key=f"k{both.total()}")
        view = leaving.view(running)
    own = leaving.table("you", "open")["table"]["id"]
    others = other.table("you", "open")["table"]["id"]
    leaving.post(f"/api/tables/{others}/join", {})

    assert admin(server, "delete", leaving.id, code=2) == "edokko: This cannot be undone; add --yes to do it.\n"
    assert admin(server, "delete", leaving.id, "--yes") == "Oblomov and their data are deleted.\n"

    def is_forgotten(path: str) -> bool:
        return not mentions(other, leaving, f"/api/tables/{running}{path}")

    for path in ("", "/log", "/record"):
        wait_until(partial(is_forgotten, path))
    wait_until(lambda: not mentions(other, leaving, f"/api/tables/{others}"))
    assert other.view(own)["table"]["status"] == "closed"
    seats = other.view(others)["table"]["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "open"]
    # A computer player takes over at a running game.
    assert "bot" in {seat["kind"] for seat in other.view(running)["table"]["seats"]}
    wait_until(lambda: other.view(running)["you"].get("may_play", False))
    check(other.get(f"/api/tables/{running}/record"))
    # The old cookie is that of a new guest.
    wait_until(lambda: leaving.get("/api/guest")["id"] != leaving.id)
    other.get(f"/api/players/{leaving.id}", 404)


def mentions(client: Person, who: Person, path: str) -> bool:
    text = client.http.get(path).text
    return who.id in text or "Oblomov" in text


@pytest.mark.parametrize("command", [("close",), ("ban",), ("unban",), ("delete", "--yes")])
def test_an_unknown_id_gives_an_error_message(server: Server, command: tuple[str, ...]) -> None:
    assert "No such table or player: nobody;" in admin(server, *command, "nobody", code=2)


def test_without_a_database_no_file_is_created(tmp_path: Path) -> None:
    address = sqlite_in(tmp_path / "none")
    assert "There is no database" in admin(address, "tables", code=2)
    assert "There is no database" in admin(address, "backup", str(tmp_path / "x"), code=2)
    assert list(tmp_path.iterdir()) == []


def test_an_unreachable_database_gives_an_error_message() -> None:
    message = admin("postgresql+asyncpg://nobody@127.0.0.1:1/none", "tables", code=2)
    assert message.startswith("edokko: PostgreSQL at 127.0.0.1:1 does not answer (EDOKKO_DATABASE)")
