"""Games over HTTP: people, computer players, concurrent moves, undo, idempotent requests."""

from __future__ import annotations

import json
import random
import threading
from functools import partial
from typing import Any

import httpx
import pytest

from edokko import check
from edokko.table.store import MOST_LISTED as MOST
from tests.helpers.server import People, Person, both_databases, first_move, wait_until


def running_table(person: People, **settings: Any) -> tuple[str, list[Person]]:
    """Return a running table and its two players by seat."""
    host, other = person(), person()
    table = host.table("you", "open", **settings)["table"]["id"]
    other.post(f"/api/tables/{table}/join", {})
    host.post(f"/api/tables/{table}/start")
    return table, [host, other]


@pytest.mark.parametrize("edition", ["2021", "2015"])
def test_a_complete_game_of_two_people(person: People, edition: str) -> None:
    table, people = running_table(person, edition=edition)
    choice = random.Random(5)
    view = people[0].view(table)["table"]
    while view["status"] == "running":
        before = view["game"]
        words = choice.choice(before["moves"])["words"]
        answer = people[view["seat"]].play(table, view.get("ply", 0), words)
        assert answer["events"][0]["move"] == words
        assert answer["view"]["table"]["version"] == view["version"] + 1
        view = answer["view"]["table"]
    scores = view["game"]["scores"]
    assert [sheet["place"] for sheet in scores] == [1, 2]
    assert all(sum(sheet["lines"].values()) == sheet["total"] for sheet in scores)
    record = people[0].get(f"/api/tables/{table}/record")
    assert check(record).is_over
    assert "seed" not in record
    assert people[0].get(f"/api/players/{people[0].id}")["games"] == 1
    late = people[0].play(table, view["ply"], "done", expect=409)
    assert (late["code"], late["view"]["table"]["status"]) == ("game_over", "finished")


def test_computer_players_finish_a_game_after_a_handover(person: People) -> None:
    host = person()
    table = host.table("you", "easy", "easy")["table"]["id"]
    host.post(f"/api/tables/{table}/bot", {"level": "easy"})
    wait_until(lambda: host.view(table)["table"]["status"] == "finished")
    record = host.get(f"/api/tables/{table}/record")
    assert check(record).is_over
    assert [(entry["seat"], entry["name"]) for entry in record["players_log"]] == [(0, "easy")]


@both_databases
def test_of_two_concurrent_moves_at_one_ply_one_is_played(person: People) -> None:
    table, people = running_table(person)
    view = people[0].view(table)
    mover = people[view["table"]["seat"]]
    moves = [move["words"] for move in view["table"]["game"]["moves"]][:2]
    codes: list[int] = []

    def play(words: str) -> None:
        response = mover.http.post(f"/api/tables/{table}/moves", json={"ply": 0, "moves": [words]})
        codes.append(response.status_code)
        if response.status_code == 409:
            assert response.json()["code"] == "stale_ply"
            assert response.json()["view"]["table"]["ply"] == 1

    threads = [threading.Thread(target=play, args=(words,)) for words in moves]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == [200, 409]


def test_a_batch_of_moves_is_undone_together_until_chance_is_revealed(person: People) -> None:
    table, people = running_table(person)
    view = people[1].view(table)["table"]
    assert view["seat"] == 1
    answer = people[1].play(table, 0, first_move({"table": view}))
    back = people[1].post(f"/api/tables/{table}/undo", {"ply": 1})
    assert back["events"] == [{"kind": "undo", "ply": 0, "seat": 1, "month": 1, "undone": 1}]
    words = [first_move({"table": view}), first_move(answer["view"])]
    people[1].play(table, 0, *words)
    # Seat 0 decides now.
    problem = people[1].post(f"/api/tables/{table}/undo", {"ply": 2}, 409)
    assert problem["code"] == "no_undo"
    assert problem["reason"] == "turn_over"
    assert problem["detail"] == "The turn is over"
    assert people[1].view(table)["you"]["no_undo"] == "turn_over"
    # Seat 0 has done nothing yet, so it has nothing to take back.
    assert people[0].view(table)["you"]["no_undo"] == "nothing_to_undo"
    assert people[0].post(f"/api/tables/{table}/undo", {"ply": 2}, 409)["reason"] == "nothing_to_undo"
    for _ in range(2):
        now = people[0].view(table)
        people[0].play(table, now["table"]["ply"], first_move(now))
    now = people[0].view(table)
    assert now["table"]["game"]["no_undo"] == "chance_revealed"
    assert now["table"]["game"]["position"]["row"]


def test_a_hire_with_its_room_is_undone_together(person: People) -> None:
    table, people = running_table(person)
    for _ in range(500):
        view = people[0].view(table)["table"]
        hires = [move for move in view["game"]["moves"] if move["kind"] == "hire"]
        mover = people[view["seat"]]
        if hires:
            break
        mover.play(table, view.get("ply", 0), first_move({"table": view}))
    rooms = hires[0]["preview"]["rooms"]
    assert rooms
    assert hires[0]["preview"]["asks"] == ["place"]
    room = next(iter(rooms))
    before = view["game"]["position"]
    played = mover.play(table, view["ply"], hires[0]["words"], f"place {room}")
    assert [step["move"] for step in played["events"]] == [hires[0]["words"], f"place {room}"]
    assert played["view"]["table"]["game"]["undo_count"] == 2
    assert played["view"]["you"]["may_undo"]
    back = mover.post(f"/api/tables/{table}/undo", {"ply": view["ply"] + 2})
    assert back["view"]["table"]["game"]["position"] == before


def test_all_moves_are_played_or_none(person: People) -> None:
    table, people = running_table(person)
    words = first_move(people[1].view(table))
    problem = people[1].play(table, 0, words, "hire monk", expect=422)
    assert problem["code"] == "illegal_move"
    assert problem["place"] == 1
    assert problem["refusal"]["reason"] == "not_now"
    assert people[1].play(table, 0, words, "fly home", expect=422)["code"] == "unknown_move"
    assert people[1].view(table)["table"].get("ply", 0) == 0


def test_a_repeated_request_is_executed_once(person: People) -> None:
    table, people = running_table(person)
    words = first_move(people[1].view(table))
    first = people[1].play(table, 0, words, idempotency_key="one")
    repeated = people[1].play(table, 0, words, idempotency_key="one")
    assert repeated["events"] == first["events"]
    assert repeated["view"]["table"]["version"] == first["view"]["table"]["version"]
    people[1].play(table, 0, words, idempotency_key="two", expect=409)


def test_a_copy_of_a_request_is_recognised_after_many_others(person: People) -> None:
    """Regression: a table remembered 64 requests, so a late copy was played again after an undo."""
    host = person()
    view = host.table("you", "local")
    table, ply = view["table"]["id"], 0
    words = first_move(view)
    first = host.play(table, 0, words, idempotency_key="late")
    host.post(f"/api/tables/{table}/undo", {"ply": first["view"]["table"]["ply"]})
    for number in range(35):
        view = host.play(table, ply, words, idempotency_key=f"play {number}")["view"]
        body = {"ply": view["table"]["ply"]}
        view = host.post(f"/api/tables/{table}/undo", body, idempotency_key=f"undo {number}")["view"]
    assert host.play(table, 0, words, idempotency_key="late")["view"]["table"]["version"] == view["table"]["version"]


def test_another_players_seat_and_a_stale_ply_are_refused(person: People) -> None:
    table, people = running_table(person)
    words = first_move(people[0].view(table))
    assert people[0].play(table, 0, words, expect=403)["code"] == "not_your_seat"
    stranger = person()
    assert stranger.play(table, 0, words, expect=403)["code"] == "not_your_seat"
    assert stranger.post(f"/api/tables/{table}/bot", {"seat": 1}, 403)["code"] == "not_your_seat"
    assert people[1].play(table, 7, words, expect=409)["code"] == "stale_ply"
    people[1].play(table, 0, words)


@pytest.mark.parametrize("path", ["moves", "undo"])
def test_a_request_for_another_position_of_the_same_ply_is_stale(person: People, path: str) -> None:
    table, people = running_table(person)
    mover = people[1]
    words = [move["words"] for move in mover.view(table)["table"]["game"]["moves"]][:2]
    after_first = mover.play(table, 0, words[0])["view"]["table"]
    # On another page of the same person.
    mover.post(f"/api/tables/{table}/undo", {"ply": 1})
    other = mover.play(table, 0, words[1])["view"]["table"]
    assert after_first["ply"] == other["ply"]
    body = {"ply": 1} | ({"moves": [first_move({"table": other})]} if path == "moves" else {})
    problem = mover.post(f"/api/tables/{table}/{path}", body | {"version": after_first["version"]}, 409)
    assert (problem["code"], problem["view"]["table"]["version"]) == ("stale_ply", other["version"])
    mover.post(f"/api/tables/{table}/{path}", body | {"version": other["version"]})


def test_a_stale_request_gets_the_newest_view(person: People) -> None:
    table, people = running_table(person)
    problem = people[1].post(f"/api/tables/{table}/undo", {"ply": 0}, 409)
    assert (problem["code"], problem["view"]["you"]["seats"]) == ("no_undo", [1])
    words = first_move(people[1].view(table))
    people[1].post(f"/api/tables/{table}/bot", {})
    problem = people[1].play(table, 0, words, expect=403)
    assert (problem["code"], problem["view"]["table"]["seats"][1]["kind"]) == ("not_your_seat", "bot")


def test_the_newest_view_is_for_authorised_guests_only(person: People) -> None:
    host, stranger = person(), person()
    table = host.table("you", "open", spectators=False)["table"]["id"]
    problem = stranger.play(table, 0, "done", expect=409)
    assert (problem["code"], problem["view"]["table"]["status"]) == ("not_started", "waiting")
    host.post(f"/api/tables/{table}/leave", {})
    problem = host.play(table, 0, "done", expect=409)
    assert (problem["code"], problem["view"]["table"]["status"]) == ("game_over", "closed")
    problem = stranger.play(table, 0, "done", expect=409)
    assert problem["code"] == "game_over"
    assert "view" not in problem


def test_earlier_plies_can_be_viewed(person: People) -> None:
    table, people = running_table(person)
    views = [people[0].view(table)["table"]]
    for _ in range(12):
        view = views[-1]
        answer = people[view["seat"]].play(table, view.get("ply", 0), first_move({"table": view}))
        views.append(answer["view"]["table"])
    for ply, view in enumerate(views):
        past = people[0].view(table, f"?ply={ply}")["table"]
        assert past["game"]["position"] == view["game"]["position"]
    log = people[0].get(f"/api/tables/{table}/log")["steps"]
    assert [step["kind"] for step in log] == ["setup"] + ["move"] * 12
    assert people[0].get(f"/api/tables/{table}/log?after={views[10]['version']}")["steps"] == log[-2:]


def test_hot_seat_two_people_at_one_screen(person: People) -> None:
    host = person()
    view = host.table("you", "local")
    assert view["you"]["seats"] == [0, 1]
    assert view["table"]["status"] == "running"
    for _ in range(10):
        table = view["table"]
        view = host.play(table["id"], table.get("ply", 0), first_move(view))["view"]
        assert view["you"]["may_play"]


def test_a_rematch_is_created_once(person: People) -> None:
    host = person()
    table = host.table("you", "easy")["table"]["id"]
    host.post(f"/api/tables/{table}/rematch", None, 409)
    host.post(f"/api/tables/{table}/bot", {})
    wait_until(lambda: host.view(table)["table"]["status"] == "finished")
    second = host.post(f"/api/tables/{table}/rematch", None, 201)["table"]["id"]
    assert host.post(f"/api/tables/{table}/rematch")["table"]["id"] == second
    assert host.view(table)["you"]["rematch"] == second
    # Its id is the invitation, so spectators do not get it.
    for looked in (person().view(table), person().view(table, "?ply=0")):
        assert second not in json.dumps(looked)


def test_results_have_ids_of_unlisted_tables_for_players_only(person: People) -> None:
    host, stranger = person(), person()
    tables = [host.table("you", "easy", listed=listed)["table"]["id"] for listed in (False, True)]

    def is_finished(table: str) -> bool:
        return bool(host.view(table)["table"]["status"] == "finished")

    for table in tables:
        host.post(f"/api/tables/{table}/bot", {})
        wait_until(partial(is_finished, table))
    path = f"/api/players/{host.id}"
    with httpx.Client(base_url=host.server.address) as nobody:
        pages = [host.get(path), stranger.get(path), nobody.get(path).json()]
    assert [[result.get("table") for result in page["results"]] for page in pages] == [
        [tables[1], tables[0]],
        [tables[1], None],
        [tables[1], None],
    ]


@both_databases
def test_a_rated_game_changes_ratings(person: People) -> None:
    table, people = running_table(person, rated=True)
    for guest in people:
        guest.post(f"/api/tables/{table}/bot", {})
    wait_until(lambda: people[0].view(table)["table"]["status"] == "finished")
    pages = [people[0].get(f"/api/players/{guest.id}") for guest in people]
    assert all(page["ratings"][0]["games"] == 1 for page in pages)
    assert pages[0]["ratings"][0]["rating"] != pages[1]["ratings"][0]["rating"]


@both_databases
def test_the_lobby_has_listed_tables_only(person: People) -> None:
    host, other = person(), person()
    listed = host.table("you", "open", listed=True)["table"]["id"]
    hidden = host.table("you", "open")["table"]["id"]
    ids = {entry["id"] for entry in other.get("/api/tables")["open"]}
    assert listed in ids
    assert hidden not in ids
    assert {listed, hidden} <= {entry["id"] for entry in host.get("/api/tables")["yours"]}
    host.post(f"/api/tables/{listed}/leave", {})
    assert listed not in {entry["id"] for entry in other.get("/api/tables")["open"]}


@both_databases
def test_full_tables_do_not_displace_open_ones(person: People) -> None:
    host = person()
    listed = host.table("you", "open", listed=True)["table"]["id"]
    for _ in range(MOST // 10 + 1):
        other = person()
        for _ in range(10):
            full = other.table("you", "open", listed=True)["table"]["id"]
            host.post(f"/api/tables/{full}/join", {})
    open_ = {entry["id"]: entry for entry in person().get("/api/tables")["open"]}
    assert listed in open_
    assert all(any(seat["kind"] == "open" for seat in entry["seats"]) for entry in open_.values())


def test_the_host_replaces_an_absent_player(person: People) -> None:
    table, people = running_table(person)
    host, other = people
    with other.live(table) as channel:
        channel.recv(timeout=20)
        assert host.post(f"/api/tables/{table}/bot", {"seat": 1}, 409)["code"] == "not_away"
    # The own seat at any time, another player's from a time on; the view has the server's time.
    view = host.view(table)
    own, waited = sorted(view["you"]["hand_over"], key=lambda seat: seat["seat"])
    assert own == {"seat": 0}
    assert waited["seat"] == 1
    assert abs(view["now"] - waited["since"]) < 60
    assert other.view(table)["you"]["hand_over"] == [{"seat": 1}]
    assert "hand_over" not in person().view(table)["you"]
    wait_until(lambda: not host.view(table)["table"]["seats"][1].get("connected"))
    answer = host.post(f"/api/tables/{table}/bot", {"seat": 1})
    assert answer["view"]["table"]["seats"][1]["kind"] == "bot"
    assert answer["events"] == [{"kind": "seat", "ply": 0, "seat": 1, "move": "bot:easy"}]
    wait_until(lambda: host.view(table)["table"].get("seat") == 0)
    assert other.view(table)["you"].get("seats") is None


def test_the_turn_has_its_open_options(person: People) -> None:
    host = person()
    view = host.table("you", "local")
    seen = set()
    choice = random.Random(2)
    while view["table"]["status"] == "running":
        game = view["table"]["game"]
        turn = game["turn"]
        strip = tuple(turn.get(part, "none") for part in ("hire", "move", "shop", "work"))
        seen.add(strip)
        # The slot of 1 to 4 squares yields a mon instead.
        if strip[1] != "none":
            assert (turn.get("slot_mon", 0), strip[0] == "none") == ((1, True) if turn["slot"] == "1-4" else (0, False))
        kinds = set(game["asked"])
        assert ("hire" in kinds) <= (strip[0] == "open")
        assert ("move" in kinds) <= (strip[1] == "open")
        for part in (2, 3):
            name = ("shop", "work")[part - 2]
            assert any(move["kind"] == name for move in game["moves"]) <= (strip[part] == "open")
        moves = [move["words"] for move in game["moves"]]
        view = host.play(view["table"]["id"], view["table"].get("ply", 0), choice.choice(moves))["view"]
    assert {
        ("open", "open", "open", "open"),
        ("done", "done", "open", "done"),
        ("done", "done", "done", "open"),
        ("none", "open", "open", "open"),
    } <= seen
