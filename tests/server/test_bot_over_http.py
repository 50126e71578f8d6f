"""examples/bot_over_http.py plays at a real server, and leaves tables as its page says."""

from __future__ import annotations

import importlib.util
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

from edokko import Record, check
from tests.helpers.paths import ROOT
from tests.helpers.server import Person, Server, first_move, sqlite_in, wait_until

SCRIPT = ROOT / "examples" / "bot_over_http.py"
Started = subprocess.Popen[str]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for this file, on SQLite."""
    running = Server(sqlite_in(tmp_path_factory.mktemp("tables")))
    running.start()
    yield running
    assert running.stop() == 0


@pytest.fixture
def start() -> Iterator[Callable[..., Started]]:
    """Start the script; whatever a test leaves running ends with it."""
    processes: list[Started] = []

    def run(*arguments: str, token: str = "") -> Started:
        environment = {**os.environ, "PYTHONUTF8": "1", "BOT_TOKEN": token}
        command = [sys.executable, str(SCRIPT), *arguments]
        pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        processes.append(subprocess.Popen(command, env=environment, encoding="utf-8", **pipes))
        return processes[-1]

    yield run
    for process in processes:
        process.kill()
        process.communicate()


def table_of(process: Started) -> str:
    """Read the first line that the script prints, which has the link of its table."""
    assert process.stdout is not None
    link = re.fullmatch(r"table: http://\S+/t/([\w-]+)\n", process.stdout.readline())
    assert link is not None, process.communicate(timeout=60)
    return link[1]


def ended(process: Started, expect: int) -> tuple[str, str]:
    printed, errors = process.communicate(timeout=90)
    assert process.returncode == expect, errors
    assert "Traceback" not in errors
    return printed, errors


def tokens_in(server: Server) -> int:
    with sqlite3.connect(server.database.partition(":///")[2]) as connection:
        count: int = connection.execute("SELECT count(*) FROM tokens").fetchone()[0]
    return count


@pytest.fixture
def bot(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script as a module, which waits for nothing."""
    spec = importlib.util.spec_from_file_location("bot_over_http", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    monkeypatch.setattr(loaded.time, "sleep", lambda seconds: None)
    return loaded


def test_the_bot_plays_a_game_to_its_end_and_revokes_its_token(
    server: Server, person: Callable[[], Person], start: Callable[..., Started]
) -> None:
    tokens = tokens_in(server)
    process = start(server.address, "--name", "Kurogane")
    table = table_of(process)
    printed, errors = ended(process, 0)
    assert errors == ""
    record = Record.from_json(person().get(f"/api/tables/{table}/record"))
    game = check(record)
    assert game.is_over
    assert "Kurogane" in game.seats
    results = re.findall(r"^(\d)\. (\w+) +(\d+) IKI(  <- the bot)?$", printed, re.MULTILINE)
    assert [(int(place), name, int(total)) for place, name, total, _ in results] == [
        (place, game.seats[seat], game.score()[seat].total) for place, seat in enumerate(game.ranking, 1)
    ]
    assert [name for _, name, _, mark in results if mark] == ["Kurogane"]
    played = {int(ply): moves.split(", ") for ply, moves in re.findall(r"^ *(\d+)  (\w.+)$", printed, re.MULTILINE)}
    assert len(played) > 30
    assert all(record.moves[ply : ply + len(moves)] == tuple(moves) for ply, moves in played.items())
    assert tokens_in(server) == tokens


def test_the_bot_takes_a_seat_at_a_table_of_a_person(
    server: Server, person: Callable[[], Person], start: Callable[..., Started]
) -> None:
    host = person()
    table = host.table("you", "open")["table"]["id"]
    process = start(f"{server.address}/t/{table}", "--name", "Kurogane")
    assert table_of(process) == table
    wait_until(lambda: host.view(table)["you"].get("may_start", False))
    view = host.post(f"/api/tables/{table}/start")["view"]
    while view["table"]["status"] == "running":
        if view["you"].get("may_play"):
            view = host.play(table, view["table"].get("ply", 0), first_move(view))["view"]
        else:
            view = host.view(table)
    printed, _ = ended(process, 0)
    game = check(Record.from_json(host.get(f"/api/tables/{table}/record")))
    assert game.is_over
    assert re.findall(r"(\w+) +(\d+) IKI  <- the bot", printed) == [("Kurogane", str(game.score()[1].total))]


def test_the_bot_leaves_a_table_that_waits(
    server: Server, person: Callable[[], Person], start: Callable[..., Started]
) -> None:
    tokens, host = tokens_in(server), person()
    table = host.table("you", "open", "open")["table"]["id"]
    process = start(f"{server.address}/t/{table}")
    table_of(process)
    assert [seat["kind"] for seat in host.view(table)["table"]["seats"]] == ["person", "person", "open"]
    process.terminate()
    _, errors = ended(process, 130)
    assert errors == "left the table\n"
    assert [seat["kind"] for seat in host.view(table)["table"]["seats"]] == ["person", "open", "open"]
    assert tokens_in(server) == tokens


def test_the_bot_hands_a_running_game_over_and_plays_for_a_guest_with_a_token(
    server: Server, person: Callable[[], Person], start: Callable[..., Started]
) -> None:
    host, guest = person(), person()
    table = host.table("you", "open")["table"]["id"]
    guest.post(f"/api/tables/{table}/join", {})
    host.post(f"/api/tables/{table}/start")
    secret = guest.post("/api/tokens", {"name": "bot"}, 201)["secret"]
    process = start(f"{server.address}/t/{table}", token=secret)
    assert table_of(process) == table
    wait_until(lambda: host.view(table)["you"].get("may_play", False))
    process.terminate()
    _, errors = ended(process, 130)
    assert errors == "a computer player takes over\n"
    assert [seat["kind"] for seat in host.view(table)["table"]["seats"]] == ["person", "bot"]
    assert len(guest.get("/api/tokens")) == 1  # the guest's own, which the bot must not revoke


def test_a_stale_view_is_decided_anew(
    server: Server, person: Callable[[], Person], bot: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    guest = person()
    view = guest.table("you", "local")
    table = view["table"]["id"]
    client = bot.Client(server.address)
    secret = guest.post("/api/tokens", {"name": "bot"}, 201)["secret"]
    assert client.sign_in("nobody", secret) is None
    # Meanwhile the guest plays two moves on another device, so the view is two moves old.
    newer = guest.play(table, 0, first_move(view))["view"]
    guest.play(table, 1, first_move(newer))
    bot.answer(client, view)
    plies = [int(line.split()[0]) for line in capsys.readouterr().out.splitlines()]
    assert plies[0] == 2
    assert plies == sorted(set(plies))
    # Both seats are the guest's, so the game is played to its end.
    assert check(Record.from_json(guest.get(f"/api/tables/{table}/record"))).is_over


def test_a_lost_channel_is_opened_again(
    server: Server, person: Callable[[], Person], bot: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = person()
    view = guest.table("you", "easy")
    client = bot.Client(server.address)
    client.sign_in("nobody", guest.post("/api/tokens", {"name": "bot"}, 201)["secret"])
    opened, connect = [], bot.connect

    def broken(address: str, **options: object) -> object:
        opened.append(address)
        if len(opened) < 3:
            raise ConnectionResetError("cut")
        return connect(address, **options)

    monkeypatch.setattr(bot, "connect", broken)
    assert bot.play(client, view)["table"]["status"] == "finished"
    assert len(opened) == 3


def test_a_channel_that_never_opens_is_given_up(
    server: Server, person: Callable[[], Person], bot: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = person()
    attempts = []

    def broken(address: str, **options: object) -> object:
        attempts.append(address)
        raise ConnectionResetError("cut")

    monkeypatch.setattr(bot, "connect", broken)
    with pytest.raises(ConnectionError, match="no live channel"):
        bot.play(bot.Client(server.address), guest.table("you", "easy"))
    assert len(attempts) == bot.ATTEMPTS


def test_a_refusal_is_told_with_exit_code_2(
    server: Server, person: Callable[[], Person], start: Callable[..., Started]
) -> None:
    guest = person()
    seats = [{"kind": "you"}, {"kind": "bot", "level": "impossible"}]
    for problem, arguments, token in (
        (guest.get("/api/tables/nothing", 404), [f"{server.address}/t/nothing"], ""),
        (guest.post("/api/tables", {"seats": seats}, 400), [server.address, "--opponents", "impossible"], ""),
        (guest.post("/api/tokens", {"name": "bot"}, 401, authorization="Bearer forged"), [server.address], "forged"),
    ):
        printed, errors = ended(start(*arguments, token=token), 2)
        assert printed == ""
        assert errors == f"{server.address} refuses: {problem.get('detail') or problem['title']}\n"


def test_a_closed_table_ends_the_bot(
    server: Server, person: Callable[[], Person], start: Callable[..., Started]
) -> None:
    host = person()
    table = host.table("you", "open", "open")["table"]["id"]
    process = start(f"{server.address}/t/{table}")
    table_of(process)
    host.post(f"/api/tables/{table}/leave", {})
    assert ended(process, 1)[1] == "the table was closed\n"
