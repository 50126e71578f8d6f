"""The log tells nothing that opens anything, however talkative it is."""

from __future__ import annotations

import json
import logging
import os
import secrets
import threading
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from conftest_server import Person, Server, first_move

from edokko import Game
from edokko.server import bots
from edokko.server.running import JsonLines

TALKATIVE = """
import logging

# From here on nobody makes the log quieter, libraries included.
logging.root.level = logging.DEBUG
logging.Logger.setLevel = lambda self, level: None
"""
PASSWORD = "correct-horse-battery"
"""Of the database; one that trusts this computer takes any."""


def talkative(empty_database: str, folder: Path) -> Server:
    """A server whose log says everything that any logger can say."""
    (folder / "sitecustomize.py").write_text(TALKATIVE)
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    address = empty_database.replace("postgres@", f"postgres:{PASSWORD}@")
    return Server(address, {"PYTHONPATH": path, "EDOKKO_SECRET": secrets.token_hex(32), "EDOKKO_LOG": "json"})


def cookies(person: Person) -> list[str]:
    return [str(one.value) for one in person.http.cookies.jar]


def test_the_log_holds_no_secrets(empty_database: str, tmp_path: Path, visitor: Callable[[Server], Person]) -> None:
    server = talkative(empty_database, tmp_path)
    told = tmp_path / "log.txt"
    with told.open("w") as errors:
        server.start(errors)
        host, other, phone = (visitor(server) for _ in range(3))
        hidden = [PASSWORD, server.settings["EDOKKO_SECRET"]]
        hidden += [value for one in (host, other, phone) for value in cookies(one)]
        # Another device becomes the same guest; the code is used, then used up.
        code = host.post("/api/guest/moving", None, 201)["code"]
        phone.post("/api/guest/moved", {"code": code})
        phone.post("/api/guest/moved", {"code": code}, 401)
        hidden += [code, *cookies(phone)]
        # A program has a token, and one that is wrong.
        token = host.post("/api/tokens", {"name": "A program"}, 201)["secret"]
        wrong = token[:-4] + "0000"
        hidden += [token, wrong]
        program = {"base_url": server.address, "headers": {"Authorization": f"Bearer {token}"}}
        with httpx.Client(**program) as http:
            assert http.get("/api/guest").json()["id"] == host.id
            assert http.get("/api/guest", headers={"Authorization": f"Bearer {wrong}"}).status_code == 401
        # A table, the live channel, moves, and what is refused.
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
        # The last seat begins, which the computer player has; then the one before it.
        people = {host.id: host, other.id: other}
        for _ in range(6):
            view = host.view(table)
            seat = view["table"]["seats"][view["table"]["seat"]]
            if seat["kind"] == "person":
                people[seat["guest"]].play(table, view["table"].get("ply", 0), first_move(view))
        hidden += [value for one in (host, other) for value in cookies(one)]
        assert server.stop() == 0
    log = told.read_text()
    # It was talkative indeed.
    assert log.count("\n") > 100
    assert "debug" in log
    assert [one for one in hidden if one in log] == []


def test_of_a_computer_player_that_fails_the_log_says_which_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(level: str) -> None:
        raise ValueError("cannot think")

    monkeypatch.setattr(bots, "_player", fails)
    with pytest.raises(ValueError, match="think") as raised:
        bots._choose("easy", Game(3), threading.Event())
    about = (type(raised.value), raised.value, raised.tb)
    record = logging.LogRecord("edokko.server.bots", logging.ERROR, "", 0, "a computer player failed", None, about)
    entry = json.loads(JsonLines().format(record))
    assert "cannot think" in entry["error"]
    assert "easy at a table of 3" in entry["error"]
