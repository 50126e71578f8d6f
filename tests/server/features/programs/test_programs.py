"""Programs: the event stream, the list, invitations, and the 40-line example that plays whole games."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from edokko import Record, check
from tests.helpers.paths import ROOT
from tests.helpers.server import (
    Launch,
    People,
    Person,
    Server,
    Visitor,
    both_databases,
    first_move,
    sqlite_in,
    wait_until,
)

EXAMPLE = ROOT / "examples" / "play_over_stream.py"


class Lines:
    """The lines of an open stream."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self._lines = response.iter_lines()

    def next(self, *kinds: str) -> dict[str, Any]:
        """Return the next event of one of some kinds; of any kind without an argument."""
        for line in self._lines:
            event: dict[str, Any] = json.loads(line) if line else {}
            if event and (not kinds or event["type"] in kinds):
                return event
        raise AssertionError(f"the stream has ended before {kinds}")

    def until_ready(self) -> list[dict[str, Any]]:
        events = [self.next()]
        while events[-1]["type"] != "ready":
            events.append(self.next())
        return events


@contextmanager
def stream(guest: Person, since: float | None = None, **headers: str) -> Iterator[Lines]:
    parameters = {} if since is None else {"since": since}
    with guest.http.stream("GET", "/api/stream", params=parameters, headers=headers) as response:
        assert response.status_code == 200, response.read()
        assert response.headers["content-type"].startswith("application/x-ndjson")
        yield Lines(response)


def listed(guest: Person, name: str) -> None:
    answer = guest.http.put("/api/program", json={"name": name, "sentence": "I\nplay\u202e fast."})
    assert answer.status_code == 200, answer.text


def programs(guest: Person) -> dict[str, dict[str, Any]]:
    return {entry["guest"]: entry for entry in guest.get("/api/programs").get("programs", [])}


def test_the_stream_has_first_what_waits_then_each_decision_and_the_end(person: People) -> None:
    host, other = person(), person()
    table = host.table("you", "open")["table"]["id"]
    other.post(f"/api/tables/{table}/join", {})
    host.post(f"/api/tables/{table}/start")
    first, second = (host, other) if host.view(table)["you"].get("may_play") else (other, host)
    view = first.view(table)
    seat = view["table"].get("seat", 0)
    with stream(first) as own, stream(second) as lines:
        waiting = own.until_ready()
        assert [event["type"] for event in waiting] == ["turn", "ready"]
        assert waiting[0].items() >= {"table": table, "version": view["table"]["version"], "seat": seat}.items()
        assert [event["type"] for event in lines.until_ready()] == ["ready"]
        while view["you"].get("may_play"):
            view = first.play(table, view["table"].get("ply", 0), first_move(view))["view"]
        turn = lines.next("turn")
        assert turn.items() >= {"table": table, "version": view["table"]["version"], "seat": 1 - seat}.items()
        # A client that connects again gets it again, first.
        with stream(second) as again:
            assert again.next()["type"] == "turn"
        second.post(f"/api/tables/{table}/bot", {"level": "easy"})
        assert lines.next("left")["table"] == table


@both_databases
def test_a_game_that_ended_while_a_program_was_away_is_reported(person: People) -> None:
    host, other = person(), person()
    table = host.table("you", "open")["table"]["id"]
    other.post(f"/api/tables/{table}/join", {})
    with stream(other) as lines:
        seen = lines.until_ready()[-1]["at"]
        host.post(f"/api/tables/{table}/leave", {})
        assert lines.next("game_over").items() >= {"table": table, "status": "closed"}.items()
    with stream(other, since=seen) as lines:
        assert [event["type"] for event in lines.until_ready()] == ["game_over", "ready"]
    with stream(other) as lines:
        assert [event["type"] for event in lines.until_ready()] == ["ready"]


def test_a_guest_has_few_streams_and_the_oldest_ends(person: People) -> None:
    guest = person()
    with stream(guest) as oldest, stream(guest), stream(guest), stream(guest):
        oldest.until_ready()
        with stream(guest) as newest:
            newest.until_ready()
            assert oldest.next("gone")["reason"] == "replaced"
    anonymous = httpx.get(f"{guest.server.address}/api/stream")
    assert (anonymous.status_code, anonymous.json()["code"]) == (401, "no_guest")


def test_a_deleted_token_ends_its_stream(person: People) -> None:
    guest = person()
    token = guest.post("/api/tokens", {"name": "bot"}, 201)
    program = httpx.Client(base_url=guest.server.address, headers={"Authorization": f"Bearer {token['secret']}"})
    with program.stream("GET", "/api/stream", timeout=40) as response:
        lines = Lines(response)
        lines.until_ready()
        assert guest.http.delete(f"/api/tokens/{token['id']}").status_code == 204
        assert lines.next("gone")["reason"] == "refused"
    program.close()


def test_a_process_has_so_many_streams_and_says_goodbye_at_its_end(
    tmp_path: Path, launch: Launch, visitor: Visitor
) -> None:
    server = launch(sqlite_in(tmp_path), EDOKKO_STREAMS="1")
    first, second = visitor(server), visitor(server)
    with stream(first) as lines:
        lines.until_ready()
        refused = second.get("/api/stream", 503)
        assert refused["code"] == "busy"
        assert refused["retry"] > 0
        assert server.process is not None
        server.process.terminate()
        gone = lines.next("gone")
        assert (gone["reason"], gone["retry"]) == ("shutdown", 2.0)


@both_databases
def test_a_host_invites_a_program_that_is_online(person: People) -> None:
    host, program, other = person(), person(), person()
    listed(program, "Crow")
    table = host.table("you", "open", "open")["table"]["id"]
    invitation = {"program": program.id}
    # It must be online, and the table's host must ask.
    assert program.id not in programs(host)
    assert host.post(f"/api/tables/{table}/invitations", invitation, 404)["code"] == "no_program"
    assert program.get("/api/programs")["you"] == {"guest": program.id, "name": "Crow", "sentence": "I play fast."}
    with stream(program) as lines, host.live(table) as channel:
        lines.until_ready()
        wait_until(lambda: program.id in programs(host))
        assert programs(host)[program.id]["online"] is True
        assert other.post(f"/api/tables/{table}/invitations", invitation, 403)["code"] == "not_the_host"
        assert other.get(f"/api/tables/{table}/invitations", 403)["code"] == "not_the_host"

        first = host.post(f"/api/tables/{table}/invitations", invitation, 201)
        assert first.items() >= {"name": "Crow", "seat": 1, "state": "open"}.items()
        # A second request finds the open one.
        assert host.post(f"/api/tables/{table}/invitations", invitation, 201)["id"] == first["id"]
        challenge = lines.next("challenge")
        assert challenge.items() >= {"id": first["id"], "table": table, "seat": 1, "players": 3}.items()
        assert other.post(f"/api/challenges/{first['id']}/accept", None, 404)["code"] == "no_challenge"
        program.post(f"/api/challenges/{first['id']}/decline", None, 204)
        assert lines.next("challenge_over")["id"] == first["id"]
        assert _invitation(channel, first["id"], "declined")["name"] == "Crow"

        second = host.post(f"/api/tables/{table}/invitations", invitation, 201)
        assert host.http.delete(f"/api/tables/{table}/invitations/{second['id']}").status_code == 204
        assert program.post(f"/api/challenges/{second['id']}/accept", None, 404)["code"] == "no_challenge"

        third = host.post(f"/api/tables/{table}/invitations", {**invitation, "seat": 2}, 201)
        view = program.post(f"/api/challenges/{third['id']}/accept")
        assert view["table"]["seats"][2].items() >= {"name": "Crow", "guest": program.id}.items()
        assert _invitation(channel, third["id"], "accepted")["seat"] == 2
        assert host.post(f"/api/tables/{table}/invitations", invitation, 409)["code"] == "already_seated"
    # A rated game is for people.
    rated = other.table("you", "open", rated=True)["table"]["id"]
    assert program.post(f"/api/tables/{rated}/join", {}, 400)["reason"] == "rated"
    assert program.table("you", "open", rated=True, expect=400)["reason"] == "rated"
    assert program.http.delete("/api/program").status_code == 204
    program.post(f"/api/tables/{rated}/join", {})


def _invitation(channel: Any, identifier: str, state: str) -> dict[str, Any]:
    """Wait until the host's live channel has an invitation in a state."""
    while True:
        message = json.loads(channel.recv(timeout=30))
        if message["type"] == "invitations":
            found = [entry for entry in message["invitations"] if entry["id"] == identifier]
            if found and found[0]["state"] == state:
                entry: dict[str, Any] = found[0]
                return entry


def test_a_program_at_another_process_is_invited(postgres: str, launch: Launch, visitor: Visitor) -> None:
    first, second = launch(postgres), launch(postgres)
    host, program = visitor(first), visitor(second)
    listed(program, "Heron")
    table = host.table("you", "open")["table"]["id"]
    with stream(program) as lines, host.live(table) as channel:
        lines.until_ready()
        wait_until(lambda: program.id in programs(host))
        invitation = host.post(f"/api/tables/{table}/invitations", {"program": program.id}, 201)
        assert lines.next("challenge")["table"] == table
        program.post(f"/api/challenges/{invitation['id']}/accept")
        assert _invitation(channel, invitation["id"], "accepted")["name"] == "Heron"
    wait_until(lambda: program.id not in programs(host))


@pytest.fixture
def example(person: People) -> Iterator[Person]:
    """The owner of the example, which runs."""
    owner = person()
    secret = owner.post("/api/tokens", {"name": "example"}, 201)["secret"]
    process = subprocess.Popen([sys.executable, str(EXAMPLE), owner.server.address, secret])
    yield owner
    assert process.poll() is None
    process.kill()
    process.wait()


def test_the_example_of_forty_lines_is_invited_and_plays_a_whole_game(person: People, example: Person) -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 40
    host = person()
    wait_until(lambda: example.id in programs(host))
    assert programs(host)[example.id]["name"] == "Sparrow"
    table = host.table("you", "open")["table"]["id"]
    host.post(f"/api/tables/{table}/invitations", {"program": example.id}, 201)
    wait_until(lambda: host.view(table)["you"].get("may_start", False))
    view = host.post(f"/api/tables/{table}/start")["view"]
    with host.live(table) as channel:
        while view["table"]["status"] == "running":
            if view["you"].get("may_play"):
                view = host.play(table, view["table"].get("ply", 0), first_move(view))["view"]
                continue
            message = json.loads(channel.recv(timeout=60))
            if message["type"] == "view" and message["view"]["table"]["version"] >= view["table"]["version"]:
                view = message["view"]
    game = check(Record.from_json(host.get(f"/api/tables/{table}/record")))
    assert game.is_over
    assert game.seats[1] == "Sparrow"


def test_the_answers_of_the_server_have_a_stream_gauge(server: Server, person: People) -> None:
    guest = person()
    with stream(guest) as lines:
        lines.until_ready()
        wait_until(lambda: "edokko_streams 1.0" in httpx.get(f"{server.address}/metrics").text)
    wait_until(lambda: "edokko_streams 0.0" in httpx.get(f"{server.address}/metrics").text)
    assert 'route="/api/stream",status="200"' not in httpx.get(f"{server.address}/metrics").text
