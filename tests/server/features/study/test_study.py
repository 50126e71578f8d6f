"""Puzzles, studies and the growing analysis over HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from edokko import Game
from edokko.puzzles import puzzle_of_the_day, stock
from edokko.table.thinking.requests import ANALYSES_AT_ONCE
from tests.helpers.server import Person, Server, sqlite_in, wait_until


@pytest.fixture(scope="module")
def study_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on SQLite: nothing here reads another database differently."""
    server = Server(sqlite_in(tmp_path_factory.mktemp("study")))
    server.start()
    yield server
    assert server.stop() == 0


@pytest.fixture
def client(study_server: Server) -> Iterator[Person]:
    person = Person(study_server)
    yield person
    person.close()


def position() -> str:
    game = Game(players=3, seed=3)
    while game.month < 4:
        game.play(game.legal_moves[0])
    return game.position.to_line()


# --- puzzles


def test_the_puzzle_of_the_day_hides_its_solution_until_the_answer(client: Person) -> None:
    puzzle = client.get("/api/puzzles/today")
    day = datetime.now(UTC).date()
    assert puzzle["id"] == puzzle_of_the_day(day).id
    assert "solution" not in puzzle
    assert puzzle["next"] in stock()
    assert client.get("/api/puzzles/0123456789", expect=404)["code"] == "no_puzzle"


def test_an_answer_is_judged_move_by_move_and_only_the_first_one_counts(study_server: Server, client: Person) -> None:
    puzzle = max(stock().values(), key=lambda each: len(each.steps))
    address = f"/api/puzzles/{puzzle.id}"
    line = list(puzzle.line)
    on = client.post(f"{address}/answer", {"moves": line[:1]})
    assert (on["state"], on["step"]["best"]["move"]) == ("on", line[0])
    assert "solution" not in on
    assert client.get(address)["answers"] == 0
    verdict = client.post(f"{address}/answer", {"moves": line})
    assert (verdict["state"], verdict["answers"], verdict["found"]) == ("found", 1, 1)
    assert [step["best"]["move"] for step in verdict["solution"]["steps"]] == line
    wrong = puzzle.steps[0].others[0].move
    other = Person(study_server)
    assert other.post(f"{address}/answer", {"moves": ["hire nobody"]}, expect=422)["code"] == "unknown_move"
    assert other.post(f"{address}/answer", {"moves": [wrong]})["state"] == "wrong"
    again = other.post(f"{address}/answer", {"moves": line})
    assert (again["state"], again["answers"], again["found"]) == ("found", 2, 1)
    assert other.get(address)["solution"]["moves"] == [wrong]
    other.close()


def test_a_guest_may_give_up_a_puzzle(client: Person) -> None:
    puzzle = next(iter(stock()))
    verdict = client.post(f"/api/puzzles/{puzzle}/answer", {"moves": []})
    assert verdict["state"] == "wrong"
    assert (verdict["solution"]["found"], verdict["solution"]["moves"]) == (False, [])


def test_an_answer_without_a_guest_is_judged_but_not_counted(study_server: Server, client: Person) -> None:
    puzzle = list(stock().values())[1]
    address = f"/api/puzzles/{puzzle.id}"
    visitor = httpx.Client(base_url=study_server.address)
    verdict = visitor.post(f"{address}/answer", json={"moves": list(puzzle.line)}).json()
    assert (verdict["state"], verdict["solution"]["found"], verdict.get("answers", 0)) == ("found", True, 0)
    assert visitor.post(f"{address}/answer", json={"moves": []}).json()["state"] == "wrong"
    assert not visitor.cookies
    assert "solution" not in client.get(address)
    visitor.close()


# --- studies


def tree(**more: Any) -> dict[str, Any]:
    game = Game.from_position(position(), chance="manual")
    first, second = (move.words for move in game.legal_moves[:2])
    nodes = [{"move": first, "comment": "Solid."}, {"move": second, "name": "What if"}]
    return {"position": position(), "name": "Month 4", "players": ["Ito", "Sato", "Kato"], "nodes": nodes, **more}


def test_a_study_is_saved_shared_and_changed_by_its_author_alone(study_server: Server, client: Person) -> None:
    saved = client.post("/api/studies", tree(), expect=201)
    assert len(saved["id"]) == 32
    address = f"/api/studies/{saved['id']}"
    reader = Person(study_server)
    shared = reader.get(address)
    assert shared["tree"] == tree()
    assert not shared.get("is_yours")
    answer = reader.http.put(address, json=tree(name="Mine"))
    assert (answer.status_code, answer.json()["code"]) == (403, "not_your_study")
    assert client.http.put(address, json=tree(name="Changed")).status_code == 200
    assert reader.get(address)["tree"]["name"] == "Changed"
    assert reader.get("/api/studies/" + "0" * 32, expect=404)["code"] == "no_study"
    reader.close()


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"position": "edokko"}, 400, "bad_position"),
        ({"nodes": [{"move": "hire nobody"}]}, 422, "unknown_move"),
        ({"nodes": [{"move": "hire monk", "parent": 0}]}, 400, "bad_request"),
        ({"nodes": [{**node, "played": True} for node in tree()["nodes"]]}, 400, "bad_request"),
    ],
)
def test_a_study_that_cannot_be_played_is_refused(client: Person, change: Any, status: int, code: str) -> None:
    assert client.post("/api/studies", tree(**change), expect=status)["code"] == code


def test_a_record_is_a_study_with_the_whole_game(client: Person) -> None:
    game = Game(players=3, seed=3, seats=["Ito", "Sato", "Kato"])
    while not game.is_over:
        game.play(game.legal_moves[-1])
    draft = client.post("/api/studies/draft", {"record": game.to_record().to_line()})
    saved = draft["tree"]
    assert saved["players"] == ["Ito", "Sato", "Kato"]
    assert all(node["played"] for node in saved["nodes"])
    moves = [node["move"] for node, fact in zip(saved["nodes"], draft["facts"], strict=True) if "seat" in fact]
    assert moves == [move.words for move in game.moves]
    # A variation on top, and a long comment at each move: the study of a whole game is larger than other requests.
    commented = [{**node, "comment": "x" * 300} for node in saved["nodes"]]
    branch = {"move": Game.from_position(saved["position"], chance="manual").legal_moves[0].words}
    answer = client.http.post("/api/studies", json={**saved, "nodes": [*commented, branch]})
    assert (answer.status_code, len(answer.request.content) > 64 * 1024) == (201, True)
    assert client.get(f"/api/studies/{answer.json()['id']}")["tree"]["nodes"][-1] == branch
    assert client.post("/api/studies/draft", {"record": "{}"}, expect=400)["code"] == "bad_record"
    assert client.post("/api/studies/draft", {}, expect=400)["reason"] == "source"


# --- analysis


def updates(client: Person, **body: Any) -> list[dict[str, Any]]:
    with client.http.stream("POST", "/api/analysis", json=body) as response:
        assert response.status_code == 200
        assert response.headers["content-type"] == "application/x-ndjson"
        return [json.loads(line) for line in response.iter_lines()]


def test_an_analysis_streams_growing_results_to_its_budget(client: Person) -> None:
    game = Game.from_position(position(), chance="manual")
    lines = [update for update in updates(client, position=position(), simulations=300) if update["simulations"]]
    counts = [update["simulations"] for update in lines]
    assert counts == sorted(counts)
    last = lines[-1]
    assert (last["done"], last["seat"]) == (True, game.seat)
    assert sum(last["wins"]) == pytest.approx(1, abs=0.01)
    assert len(last["finals"]) == 3
    assert {move["move"] for move in last["moves"]} <= {move.words for move in game.legal_moves}
    assert all(move["line"][0] == move["move"] and move["error"] >= 0 for move in last["moves"])


def test_an_analysis_needs_a_decision(client: Person) -> None:
    answer = client.post("/api/analysis", {"new": {"players": 3}}, expect=422)
    assert answer["code"] == "missing_chance"


def test_a_disconnect_stops_the_search_and_frees_its_place(study_server: Server) -> None:
    people = [Person(study_server) for _ in range(ANALYSES_AT_ONCE + 1)]
    body = {"position": position(), "simulations": 50_000}
    for person in people[:ANALYSES_AT_ONCE]:
        with person.http.stream("POST", "/api/analysis", json=body) as response:
            next(response.iter_lines())
    # The searches alone would take longer.
    wait_until(lambda: "\nedokko_analyses 0.0" in people[0].http.get("/metrics").text, seconds=3)
    assert updates(people[-1], position=position(), simulations=100)[-1]["done"]
    for person in people:
        person.close()


def test_a_new_analysis_ends_the_one_before_of_the_same_guest(client: Person) -> None:
    body = {"position": position(), "simulations": 50_000}
    with client.http.stream("POST", "/api/analysis", json=body) as first:
        lines = first.iter_lines()
        next(lines)
        assert updates(client, position=position(), simulations=100)[-1]["done"]
        assert not any(json.loads(line).get("done") for line in lines)


def test_the_engine_is_closed_to_players_of_a_running_rated_game(study_server: Server, client: Person) -> None:
    other = Person(study_server)
    table = client.table("you", "open", rated=True)["table"]["id"]
    other.post(f"/api/tables/{table}/join", {"ready": True})
    client.post(f"/api/tables/{table}/start")
    for person in (client, other):
        assert person.post("/api/analysis", {"position": position()}, expect=403)["code"] == "rated_game"
    spectator = Person(study_server)
    assert spectator.post("/api/analysis", {"table": table}, expect=403)["code"] == "rated_game"
    assert updates(spectator, position=position(), simulations=100)[-1]["done"]
    for person in (other, spectator):
        person.close()
