"""The log contains no secrets, even at the debug level."""

from __future__ import annotations

import json
import logging
import secrets
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from edokko import Game
from edokko.server.app.running import JsonLines
from edokko.table.thinking import turns
from tests.helpers.server import Person, Server, both_databases, first_move

pytestmark = both_databases

PASSWORD = "correct-horse-battery"
"""The password of the database; a server with trust authentication accepts any."""


def log_everything() -> None:
    """Set all loggers to the debug level, which neither edokko nor a library can raise from here on."""
    logging.root.setLevel(logging.DEBUG)
    for name in list(logging.root.manager.loggerDict):
        logging.getLogger(name).setLevel(logging.NOTSET)
    logging.Logger.setLevel = lambda self, level: None  # type: ignore[method-assign]


def verbose_server(empty_database: str) -> Server:
    """Return a server that logs everything at the debug level."""
    address = empty_database.replace("postgres@", f"postgres:{PASSWORD}@")
    return Server(address, {"EDOKKO_SECRET": secrets.token_hex(32), "EDOKKO_LOG": "json"}, log_everything)


def cookies(person: Person) -> list[str]:
    return [str(item.value) for item in person.http.cookies.jar]


def test_the_log_holds_no_secrets(empty_database: str, tmp_path: Path, visitor: Callable[[Server], Person]) -> None:
    server = verbose_server(empty_database)
    log_file = tmp_path / "log.txt"
    server.start(log_file)
    host, other, phone = (visitor(server) for _ in range(3))
    hidden = [PASSWORD, server.settings["EDOKKO_SECRET"]]
    hidden += [value for guest in (host, other, phone) for value in cookies(guest)]
    # Another device becomes the same guest; the second use of the code fails.
    code = host.post("/api/guest/moving", None, 201)["code"]
    phone.post("/api/guest/moved", {"code": code})
    phone.post("/api/guest/moved", {"code": code}, 401)
    hidden += [code, *cookies(phone)]
    # A program uses a valid token, then an invalid one.
    token = host.post("/api/tokens", {"name": "A program"}, 201)["secret"]
    wrong = token[:-4] + "0000"
    hidden += [token, wrong]
    program: dict[str, Any] = {"base_url": server.address, "headers": {"Authorization": f"Bearer {token}"}}
    with httpx.Client(**program) as http:
        assert http.get("/api/guest").json()["id"] == host.id
        assert http.get("/api/guest", headers={"Authorization": f"Bearer {wrong}"}).status_code == 401
    # A table, the live channel, moves, and refused requests.
    view = host.table("you", "open", "easy")
    table = view["table"]["id"]
    other.post(f"/api/tables/{table}/join", {"ready": False})
    other.post(f"/api/tables/{table}/seat", {"crest": 3, "ready": True})
    with host.live(table) as live:
        live.recv(timeout=20)
        view = host.post(f"/api/tables/{table}/start")["view"]
        live.recv(timeout=20)
    host.http.post(f"/api/tables/{table}/moves", content=b"{")
    host.play(table, 999, "nonsense", expect=409)
    # The last seat begins, which is the computer player's; then the seat before it.
    people = {host.id: host, other.id: other}
    for _ in range(6):
        view = host.view(table)
        seat = view["table"]["seats"][view["table"]["seat"]]
        if seat["kind"] == "person":
            people[seat["guest"]].play(table, view["table"].get("ply", 0), first_move(view))
    hidden += [value for guest in (host, other) for value in cookies(guest)]
    assert server.stop() == 0
    log = log_file.read_text()
    # The log does contain debug entries.
    assert log.count("\n") > 100
    assert "debug" in log
    assert [secret for secret in hidden if secret in log] == []


def test_the_log_names_the_computer_player_that_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(level: str) -> None:
        raise ValueError("cannot think")

    monkeypatch.setattr(turns, "_player", fails)
    with pytest.raises(ValueError, match="think") as raised:
        turns._choose("easy", Game(3), threading.Event())
    about = (type(raised.value), raised.value, raised.tb)
    record = logging.LogRecord(
        "edokko.table.thinking.working", logging.ERROR, "", 0, "a task of the kind bots failed", None, about
    )
    entry = json.loads(JsonLines().format(record))
    assert "cannot think" in entry["error"]
    assert "easy at a table of 3" in entry["error"]
