"""Tables that begin at a position: made, played, replayed, restarted, and of no weight for the players' results."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import httpx
import pytest

from edokko import Game
from edokko.players import Budget
from edokko.players.analysis.review import review
from edokko.table.line import LineOfPlay
from edokko.table.match import Match, rebuild
from edokko.table.replay import Replay, game_of
from edokko.table.rows import Row
from edokko.table.setup import Setup
from edokko.table.views.thinking import review_of
from tests.helpers.server import Launch, People, Person, Visitor, both_databases, first_move


@cache
def position(month: int, players: int = 3) -> str:
    """Return a position in a month."""
    game, chance = Game(players=players, seed=month), random.Random(month)
    while game.month < month or game.seat is None:
        game.play(chance.choice(game.legal_moves))
    return game.position.to_line()


def pending_chance() -> str:
    """Return a position that waits for the buildings of the setup."""
    return LineOfPlay.new(Setup("2021", 1, 2)).game.position.to_line()


@cache
def over() -> str:
    game, chance = Game(players=2, seed=1), random.Random(1)
    while not game.is_over:
        game.play(chance.choice(game.legal_moves))
    return game.position.to_line()


def play_to_the_end(person: Person, view: dict[str, Any]) -> dict[str, Any]:
    """Play all seats of a table with its first moves."""
    table = view["table"]["id"]
    while view["table"]["status"] == "running":
        view = person.play(table, view["table"].get("ply", 0), first_move(view))["view"]
    return view


# --- the match


def played(start: str, seed: int) -> tuple[Setup, Match, list[Row]]:
    """Play a game from a position, with undos."""
    setup, choice = Setup("2021", 1, 3, None, start), random.Random(seed)
    match = Match(setup)
    rows = [match.begin(0, 1.0)]
    while not match.is_over:
        number = len(rows)
        if match.undo_by is not None and choice.random() < 0.2:
            rows.append(match.undo(number, None, None, 2.0))
        else:
            rows += match.play([choice.choice(match.game.legal_moves).words], number, None, None, 2.0)
    return setup, match, rows


def test_rows_rebuild_a_game_from_a_position_at_every_moment_and_with_its_history() -> None:
    setup, match, rows = played(position(9), 5)
    end = match.game.position
    assert rebuild(setup, rows).game.position == end
    game = game_of(setup, rows)
    assert game.position == end
    assert game.ply == match.ply
    replay = Replay(setup, rows)
    for ply in (match.ply, 3, 0):
        while game.ply > ply:
            game.undo()
        assert replay.at(ply).game.position == game.position
    assert game.position.to_line() == setup.start


def test_a_game_from_a_position_is_reviewed_from_its_first_move() -> None:
    setup, match, rows = played(position(13), 7)
    result = review_of(review(game_of(setup, rows), Budget(None, 4), engine="plain"), 4)
    assert result.moves == match.ply
    assert (result.curve[0].ply, result.curve[-1].ply) == (result.decisions[0].ply, match.ply)
    assert result.curve[0].month == 13


# --- over HTTP


def test_a_table_begins_at_a_position_and_is_played_as_any_other(person: People) -> None:
    host, reader = person(), person()
    start = position(4)
    view = host.table("local", "you", "local", start=start.replace(" ", "_"), edition="2015", random_seats=True)
    table = view["table"]
    game = Game.from_position(start)
    assert (table["start"], table["edition"], table.get("ply", 0), table["status"]) == (start, "2021", 0, "running")
    assert (table["seat"], table["game"]["position"]["month"]) == (game.seat, 4)
    assert {move["words"] for move in table["game"]["moves"]} == {move.words for move in game.legal_moves}
    assert (table.get("rated", False), table.get("random_seats", True)) == (False, False)
    assert view["you"]["no_undo"] == "nothing_to_undo"
    address = f"/api/tables/{table['id']}"
    first = first_move(view)
    after = host.play(table["id"], 0, first)["view"]
    assert host.get(f"{address}/log")["steps"][0]["kind"] == "setup"
    assert reader.view(table["id"], "?ply=0")["table"]["game"]["position"] == table["game"]["position"]
    if after["you"].get("may_undo"):
        back = host.post(f"{address}/undo", {"ply": 1})["view"]["table"]
        assert back["game"]["position"] == table["game"]["position"]
    refused = reader.get(f"{address}/record", expect=404)
    assert refused["code"] == "no_record"
    lobby = host.get("/api/tables")["yours"]
    assert [entry.get("from_position", False) for entry in lobby if entry["id"] == table["id"]] == [True]


def test_chance_that_a_position_waits_for_is_drawn_once(person: People) -> None:
    host = person()
    table = host.table("you", "local", start=pending_chance())["table"]
    assert table["game"]["position"]["month"] == 1
    assert table["seat"] is not None
    events = [event["kind"] for event in host.get(f"/api/tables/{table['id']}/log")["steps"][0]["events"]]
    assert events == ["building_offered"] * 6
    again = host.view(table["id"], "?ply=0")["table"]["game"]["position"]
    assert again == table["game"]["position"]


@pytest.mark.parametrize(
    ("seats", "settings", "code", "reason"),
    [
        (2, {}, "bad_request", "start_seats"),
        (3, {"start": "edokko1 nonsense"}, "bad_position", None),
        (2, {"start": "over"}, "bad_position", "over"),
        (3, {"rated": True}, "bad_request", "rated"),
        (3, {"overlay": {"characters": {"unknown": {}}}}, "bad_overlay", None),
    ],
)
def test_a_start_that_cannot_be_played_is_refused(
    person: People, seats: int, settings: dict[str, Any], code: str, reason: str | None
) -> None:
    start = over() if settings.get("start") == "over" else settings.get("start", position(4))
    kinds = ["you"] + ["open"] * (seats - 1)
    problem = person().table(*kinds, **{**settings, "start": start}, expect=400)
    assert (problem["code"], problem.get("reason")) == (code, reason)


def test_a_position_may_get_the_numbers_of_the_own_copy(person: People) -> None:
    host = person()
    overlay = {"characters": {"monk": {"cost": 3}}}
    table = host.table("you", "local", "local", start=position(4), overlay=overlay)["table"]
    assert table["own_tables"]
    assert "overlay=" in table["start"]
    assert host.table("you", "local", "local", start=table["start"], overlay=overlay, expect=400)["reason"] == (
        "start_overlay"
    )


def test_a_player_of_a_running_rated_game_opens_no_table_from_a_position(person: People) -> None:
    host, other = person(), person()
    table = host.table("you", "open", rated=True)["table"]["id"]
    other.post(f"/api/tables/{table}/join", {"ready": True})
    host.post(f"/api/tables/{table}/start")
    for player in (host, other):
        assert player.table("you", "local", "local", start=position(4), expect=403)["code"] == "rated_game"
    # The server gives out no position of a running game without hints.
    assert person().post("/api/positions", {"table": table}, expect=409)["code"] == "not_over"


def test_a_game_from_a_position_counts_for_no_result_and_has_a_rematch(person: People) -> None:
    host = person()
    view = play_to_the_end(host, host.table("you", "local", "local", start=position(13)))
    table = view["table"]["id"]
    page = host.get(f"/api/players/{host.id}")
    assert (page.get("games", 0), page.get("wins", 0), page.get("hired", [])) == (0, 0, [])
    assert [result.get("from_position", False) for result in page["results"]] == [True, True, True]
    rematch = host.post(f"/api/tables/{table}/rematch", expect=201)["table"]
    assert (rematch["start"], rematch["seats"][0]["name"]) == (position(13), view["table"]["seats"][0]["name"])


@both_databases
def test_a_restart_keeps_a_game_from_a_position(empty_database: str, launch: Launch, visitor: Visitor) -> None:
    server = launch(empty_database)
    host, guest = visitor(server), visitor(server)
    waiting = host.table("you", "open", "easy", start=position(12))["table"]
    view = host.table("you", "local", "local", start=position(12))
    table = view["table"]["id"]
    for _ in range(3):
        view = host.play(table, view["table"].get("ply", 0), first_move(view))["view"]
    log = host.get(f"/api/tables/{table}/log")
    server.kill()
    server.start()
    for client in (host, guest):
        client.http.base_url = httpx.URL(server.address)
    again = host.view(table)
    assert again["table"]["game"]["position"] == view["table"]["game"]["position"]
    assert again["table"]["start"] == position(12)
    assert host.get(f"/api/tables/{table}/log") == log
    assert play_to_the_end(host, again)["table"]["status"] == "finished"
    # The table that waited for a guest begins at its position after the restart.
    guest.post(f"/api/tables/{waiting['id']}/join", {"ready": True})
    begun = host.post(f"/api/tables/{waiting['id']}/start")["view"]["table"]
    month = host.view(waiting["id"], "?ply=0")["table"]["game"]["position"]["month"]
    assert (begun["status"], begun["start"], month) == ("running", position(12), 12)
    assert server.stop() == 0
