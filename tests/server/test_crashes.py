"""Kill -9 during writes: nothing acknowledged is lost, computer players go on, two processes serve one table."""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Callable
from pathlib import Path

import httpx
from conftest_server import Person, Server, first_move, sqlite_in, wait_until

from edokko import check

KILLS = int(os.environ.get("EDOKKO_TEST_KILLS", "10"))
"""How often a server is killed; ``EDOKKO_TEST_KILLS=100`` for a soak (``docs/server.md``)."""
Launch = Callable[[str], Server]
Visitor = Callable[[Server], Person]


def test_nothing_acknowledged_is_lost_by_a_kill(empty_database: str, launch: Launch, visitor: Visitor) -> None:
    server = launch(empty_database)
    person = visitor(server)
    tables: list[str] = []
    done: dict[str, list[str]] = {}
    choice = random.Random(1)
    for _ in range(KILLS):
        # Always three games that go on, whichever have come to their end.
        running = [table for table in tables if person.view(table)["table"]["status"] == "running"]
        fresh = [person.table("you", "local")["table"]["id"] for _ in range(3 - len(running))]
        tables = running + fresh
        done |= {table: [] for table in fresh}
        threads = [threading.Thread(target=_play_until_it_dies, args=(person, table, done[table])) for table in tables]
        for thread in threads:
            thread.start()
        time.sleep(0.3 + choice.random() / 2)
        server.kill()
        for thread in threads:
            thread.join()
        server.start()
        person.http.base_url = httpx.URL(server.address)
        for table in tables:
            record = person.get(f"/api/tables/{table}/record")
            check(record)
            # What was acknowledged is there; a move on its way may have been written too.
            assert record["moves"][: len(done[table])] == done[table]
            assert len(record["moves"]) <= len(done[table]) + 1
            done[table] = record["moves"]
    assert sum(map(len, done.values())) > KILLS
    assert server.stop() == 0


def _play_until_it_dies(person: Person, table: str, done: list[str]) -> None:
    with httpx.Client(base_url=person.http.base_url, cookies=person.http.cookies) as http:
        try:
            view = http.get(f"/api/tables/{table}").json()["table"]
            while view["status"] == "running":
                words = first_move({"table": view})
                answer = http.post(f"/api/tables/{table}/moves", json={"ply": view.get("ply", 0), "moves": [words]})
                assert answer.status_code == 200
                done.append(words)
                view = answer.json()["view"]["table"]
        except httpx.TransportError:
            return


def test_computer_players_go_on_after_a_restart(tmp_path: Path, launch: Launch, visitor: Visitor) -> None:
    server = launch(sqlite_in(tmp_path))
    person = visitor(server)
    tables = [person.table("you", "easy", "easy", "easy")["table"]["id"] for _ in range(3)]
    for table in tables:
        person.post(f"/api/tables/{table}/bot", {})
    server.kill()
    server.start()
    person.http.base_url = httpx.URL(server.address)
    wait_until(lambda: all(person.view(table)["table"]["status"] == "finished" for table in tables), 90)
    assert server.stop() == 0


def test_two_processes_on_one_postgresql(postgres: str, launch: Launch, visitor: Visitor) -> None:
    first, second = launch(postgres), launch(postgres)
    host = visitor(first)
    view = host.table("you", "local")
    table = view["table"]["id"]
    other = visitor(second)
    there = other.http
    there.cookies = host.http.cookies
    assert there.get("/api/guest").json()["id"] == host.id
    for _ in range(10):
        ply = view["table"].get("ply", 0)
        answer = there.post(f"/api/tables/{table}/moves", json={"ply": ply, "moves": [first_move(view)]})
        assert answer.status_code == 200
        view = host.play(table, ply + 1, first_move(answer.json()["view"]))["view"]
    codes: list[int] = []
    moves = [one["words"] for one in view["table"]["game"]["moves"]]

    def race(client: httpx.Client) -> None:
        body = {"ply": view["table"]["ply"], "moves": [moves[0]]}
        codes.append(client.post(f"/api/tables/{table}/moves", json=body).status_code)

    threads = [threading.Thread(target=race, args=(client,)) for client in (host.http, there)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == [200, 409]
    check(host.get(f"/api/tables/{table}/record"))
    assert first.stop() == 0
    assert second.stop() == 0
