"""Kill -9 during writes: nothing acknowledged is lost, and computer players continue; two processes at one table."""

from __future__ import annotations

import os
import random
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from edokko import check
from tests.helpers.server import Launch, Person, Visitor, both_databases, first_move, sqlite_in, wait_until

pytestmark = both_databases

KILLS = int(os.environ.get("EDOKKO_TEST_KILLS", "5"))
"""The number of kills; ``EDOKKO_TEST_KILLS=100`` for a soak test (decision record 2)."""


def test_nothing_acknowledged_is_lost_by_a_kill(empty_database: str, launch: Launch, visitor: Visitor) -> None:
    server = launch(empty_database)
    person = visitor(server)
    tables: list[str] = []
    done: dict[str, Acknowledged] = {}
    choice = random.Random(1)

    def answers() -> int:
        return sum(game.answers for game in done.values())

    for _ in range(KILLS):
        # Keep three games running.
        running = [table for table in tables if person.view(table)["table"]["status"] == "running"]
        fresh = [person.table("you", "local")["table"]["id"] for _ in range(3 - len(running))]
        tables = running + fresh
        done.update((table, Acknowledged()) for table in fresh)
        enough = answers() + 6
        threads = [threading.Thread(target=_play_until_it_dies, args=(person, table, done[table])) for table in tables]
        for thread in threads:
            thread.start()
        wait_until(lambda enough=enough: answers() >= enough)  # type: ignore[misc]
        time.sleep(choice.random() / 2)
        server.kill()
        for thread in threads:
            thread.join()
        server.start()
        person.http.base_url = httpx.URL(server.address)
        for table, acknowledged in done.items():
            record = person.get(f"/api/tables/{table}/record")
            check(record)
            # Acknowledged moves are there; a move in flight may have been written too.
            acknowledged.must_be(record["moves"])
    assert sum(len(game.moves) for game in done.values()) > KILLS
    assert sum(game.undone for game in done.values()) > 0
    assert server.stop() == 0


@dataclass
class Acknowledged:
    """The acknowledged moves of a game, without those taken back."""

    moves: list[str] = field(default_factory=list)
    undone: int = 0
    is_undoing: bool = False
    """Whether the request in flight is an undo; otherwise it is a move."""

    @property
    def answers(self) -> int:
        """Return how many requests were acknowledged: an undo took back the move of another one."""
        return len(self.moves) + 2 * self.undone

    def must_be(self, written: list[str]) -> None:
        late = self.moves[:-1] if self.is_undoing else [*self.moves, *written[len(self.moves) :][:1]]
        assert written in (self.moves, late)
        self.moves, self.is_undoing = written, False


def _play_until_it_dies(person: Person, table: str, done: Acknowledged) -> None:
    choice = random.Random(table)
    with httpx.Client(base_url=person.http.base_url, cookies=person.http.cookies) as http:
        try:
            view = http.get(f"/api/tables/{table}").json()
            while view["table"]["status"] == "running":
                ply = view["table"].get("ply", 0)
                done.is_undoing = bool(view["you"].get("may_undo")) and choice.random() < 0.25
                if done.is_undoing:
                    answer = http.post(f"/api/tables/{table}/undo", json={"ply": ply})
                else:
                    words = first_move(view)
                    answer = http.post(f"/api/tables/{table}/moves", json={"ply": ply, "moves": [words]})
                assert answer.status_code == 200
                if done.is_undoing:
                    done.moves.pop()
                    done.undone += 1
                else:
                    done.moves.append(words)
                view = answer.json()["view"]
        except httpx.TransportError:
            return


def test_computer_players_continue_after_a_restart(tmp_path: Path, launch: Launch, visitor: Visitor) -> None:
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


def test_another_process_takes_over_computer_players_of_a_dead_one(
    postgres: str, launch: Launch, visitor: Visitor
) -> None:
    first, second = launch(postgres), launch(postgres)
    person = visitor(first)
    table = person.table("you", "easy", "easy", "easy")["table"]["id"]
    person.post(f"/api/tables/{table}/bot", {})
    first.kill()
    person.http.base_url = httpx.URL(second.address)
    before = person.view(table)["table"]
    assert before["status"] == "running", "it was over before its process died"
    wait_until(lambda: person.view(table)["table"]["status"] == "finished", 90)
    check(person.get(f"/api/tables/{table}/record"))
    assert second.stop() == 0


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
    moves = [move["words"] for move in view["table"]["game"]["moves"]]

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
