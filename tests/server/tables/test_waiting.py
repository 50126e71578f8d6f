"""Waiting tables: crests, readiness, and assignment of seats."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.server import People, Person, both_databases


def crests(view: dict[str, Any]) -> list[int]:
    return [seat["crest"] for seat in view["table"]["seats"]]


def ready(view: dict[str, Any]) -> list[bool]:
    return [seat.get("ready", True) for seat in view["table"]["seats"]]


def test_a_player_chooses_a_crest_that_no_other_person_has(person: People) -> None:
    host, other = person(), person()
    view = host.table("you", "open", "easy")
    seat = f"/api/tables/{view['table']['id']}/seat"
    assert crests(view) == [0, 1, 2]
    # First a crest that no seat has, then that of an open seat, which gets the previous one.
    assert crests(host.post(seat, {"crest": 3})) == [3, 1, 2]
    assert crests(host.post(seat, {"crest": 1})) == [1, 3, 2]
    joined = other.post(f"/api/tables/{view['table']['id']}/join", {})
    assert crests(joined) == [1, 3, 2]
    assert other.post(seat, {"crest": 1}, 409)["code"] == "crest_taken"
    assert crests(other.post(seat, {"crest": 0})) == [1, 0, 2]
    # Choosing the same crest again changes nothing.
    version = other.post(seat, {"crest": 0})["table"]["version"]
    assert other.post(seat, {"crest": 0, "ready": True})["table"]["version"] == version
    lobby = next(entry for entry in host.get("/api/tables")["yours"] if entry["id"] == view["table"]["id"])
    assert [seat["crest"] for seat in lobby["seats"]] == [1, 0, 2]


def test_at_a_full_table_crests_are_swapped_with_bots_and_own_seats(person: People) -> None:
    host, other = person(), person()
    view = host.table("you", "local", "open", "easy")
    table = f"/api/tables/{view['table']['id']}"
    other.post(f"{table}/join", {})
    assert crests(other.post(f"{table}/seat", {"crest": 3})) == [0, 1, 3, 2]
    assert crests(host.post(f"{table}/seat", {"seat": 1, "crest": 0})) == [1, 0, 3, 2]
    for mine in (0, 1):
        assert other.post(f"{table}/seat", {"crest": mine}, 409)["code"] == "crest_taken"


@pytest.mark.parametrize("wrong", [{"crest": 4}, {"crest": -1}, {"ready": "yes"}, {"kind": "bot"}])
def test_invalid_changes_of_a_seat_are_refused(person: People, wrong: dict[str, Any]) -> None:
    host = person()
    table = host.table("you", "open")["table"]["id"]
    assert host.post(f"/api/tables/{table}/seat", wrong, 400)["code"] == "bad_request"


def test_only_own_seats_change_and_only_before_the_game(person: People) -> None:
    host, other = person(), person()
    table = host.table("you", "local", "open")["table"]["id"]
    seat = f"/api/tables/{table}/seat"
    assert other.post(seat, {"crest": 3}, 403)["code"] == "not_your_seat"
    # With several seats the number is required.
    assert host.post(seat, {"crest": 3}, 403)["code"] == "not_your_seat"
    assert crests(host.post(seat, {"seat": 1, "crest": 3})) == [0, 3, 2]
    other.post(f"/api/tables/{table}/join", {})
    assert other.post(seat, {"seat": 0, "crest": 1}, 403)["code"] == "not_your_seat"
    host.post(f"/api/tables/{table}/start")
    assert other.post(seat, {"crest": 1}, 409)["code"] == "already_started"


def test_the_game_begins_when_all_players_are_ready(person: People) -> None:
    host, other, third = person(), person(), person()
    table = host.table("you", "open", "open")["table"]["id"]
    join, seat, start = (f"/api/tables/{table}/{what}" for what in ("join", "seat", "start"))
    other.post(join, {"ready": False, "name": "Hana"})
    view = third.post(join, {"ready": False, "name": "Jiro"})
    assert ready(view) == [True, False, False]
    assert not host.view(table)["you"].get("may_start")
    problem = host.post(start, None, 409)
    assert problem["code"] == "not_ready"
    assert (problem["reason"], problem["arguments"]) == ("awaited", {"names": "Hana, Jiro"})
    assert "Hana, Jiro" in problem["detail"]
    other.post(seat, {"ready": True})
    third.post(seat, {"ready": True})
    assert ready(other.post(seat, {"ready": False})) == [True, False, True]
    assert host.post(start, None, 409)["arguments"] == {"names": "Hana"}
    other.post(seat, {"ready": True})
    assert host.view(table)["you"]["may_start"]
    # The host is always ready.
    assert ready(host.post(seat, {"ready": False})) == [True, True, True]
    assert ready(host.post(start)["view"]) == [True, True, True]


def test_readiness_is_not_inherited_with_a_seat(person: People) -> None:
    host, other, third = person(), person(), person()
    table = host.table("you", "open")["table"]["id"]
    other.post(f"/api/tables/{table}/join", {"ready": False})
    other.post(f"/api/tables/{table}/seat", {"crest": 3})
    after_leaving = other.post(f"/api/tables/{table}/leave", {})
    assert (crests(after_leaving), ready(after_leaving)) == ([0, 3], [True, True])
    # A program that does not set ready is ready.
    third.post(f"/api/tables/{table}/join", {})
    assert host.view(table)["you"]["may_start"]


def test_the_host_opens_seats_and_assigns_computer_players(person: People) -> None:
    host, other, third = person(), person(), person()
    table = host.table("you", "open", "easy")["table"]["id"]
    seats = f"/api/tables/{table}/seats"
    other.post(f"/api/tables/{table}/join", {"ready": False})
    for wrong, status, code in (
        ({"seat": 0, "kind": "open"}, 409, "already_seated"),
        ({"seat": 3, "kind": "open"}, 403, "not_your_seat"),
        ({"seat": 1, "kind": "bot", "level": "clever"}, 400, "unknown_level"),
        ({"seat": 1, "kind": "bot", "level": "easy:builder"}, 400, "unknown_level"),
        ({"seat": 1, "kind": "bot", "level": "hard:cook"}, 400, "unknown_level"),
    ):
        assert host.post(seats, wrong, status)["code"] == code
    assert other.post(seats, {"seat": 2, "kind": "open"}, 403)["code"] == "not_the_host"
    # The host opens the seat of a player who is not ready.
    opened = host.post(seats, {"seat": 1, "kind": "open"})
    assert [seat["kind"] for seat in opened["table"]["seats"]] == ["person", "open", "bot"]
    assert crests(opened) == [0, 1, 2]
    assert other.view(table)["you"]["may_join"]
    third.post(f"/api/tables/{table}/join", {})
    assigned = host.post(seats, {"seat": 1, "kind": "bot", "level": "easy"})
    assert len({seat["name"] for seat in assigned["table"]["seats"]}) == 3
    version = assigned["table"]["version"]
    assert host.post(seats, {"seat": 1, "kind": "bot", "level": "easy"})["table"]["version"] == version
    assigned = host.post(seats, {"seat": 2, "kind": "bot", "level": "hard:builder"})
    assert [seat.get("level") for seat in assigned["table"]["seats"]] == [None, "easy", "hard:builder"]
    host.post(f"/api/tables/{table}/start")
    assert host.post(seats, {"seat": 1, "kind": "open"}, 409)["code"] == "already_started"


def test_a_rated_table_refuses_computer_players_later(person: People) -> None:
    host = person()
    table = host.table("you", "open", rated=True)["table"]["id"]
    problem = host.post(f"/api/tables/{table}/seats", {"seat": 1, "kind": "bot"}, 400)
    assert (problem["code"], problem["reason"]) == ("bad_request", "rated")
    assert host.post(f"/api/tables/{table}/seats", {"seat": 1, "kind": "open"})["table"]["seats"][1]["kind"] == "open"


def test_crests_stay_with_people_when_seats_are_shuffled(person: People) -> None:
    host, other = person(), person()
    orders = set()
    for _ in range(16):
        table = host.table("you", "open", "easy", "medium", random_seats=True)["table"]["id"]
        other.post(f"/api/tables/{table}/join", {"name": "Hana"})
        before = {seat["name"]: seat["crest"] for seat in host.view(table)["table"]["seats"]}
        seats = host.post(f"/api/tables/{table}/start")["view"]["table"]["seats"]
        assert {seat["name"]: seat["crest"] for seat in seats} == before
        assert [seat["seat"] for seat in seats] == [0, 1, 2, 3]
        orders.add(tuple(seat["crest"] for seat in seats))
        # Also after a reload of the table, and at earlier plies.
        assert crests(host.view(table, "?ply=0")) == [seat["crest"] for seat in seats]
        if len(orders) > 1:
            return
    raise AssertionError("the seats are not shuffled")


def finish(people: list[Person], table: str) -> None:
    own = {guest.id: guest for guest in people}
    view = people[0].view(table)
    while view["table"]["status"] == "running":
        seats, decides = view["table"]["seats"], view["table"]["seat"]
        words = view["table"]["game"]["moves"][0]["words"]
        view = own[seats[decides]["guest"]].play(table, view["table"].get("ply", 0), words)["view"]


def test_crests_stay_with_people_in_a_rematch(person: People) -> None:
    host, other, third = person(), person(), person()
    table = host.table("you", "open", "open")["table"]["id"]
    for guest in (other, third):
        guest.post(f"/api/tables/{table}/join", {})
    other.post(f"/api/tables/{table}/seat", {"crest": 3})
    assert crests(third.post(f"/api/tables/{table}/seat", {"crest": 1})) == [0, 3, 1]
    host.post(f"/api/tables/{table}/start")
    finish([host, other, third], table)
    rematch = third.post(f"/api/tables/{table}/rematch", None, 201)["table"]["id"]
    # The first player to join gets an open seat and the previous crest.
    stranger = person()
    assert crests(other.post(f"/api/tables/{rematch}/join", {"seat": 0})) == [3, 0, 1]
    # Another person has taken the crest, so the player gets another one.
    stranger.post(f"/api/tables/{rematch}/join", {})
    other.post(f"/api/tables/{rematch}/leave", {})
    assert crests(host.post(f"/api/tables/{rematch}/join", {})) == [3, 0, 1]


TERMS = {"edition": "2015", "pace": "days", "clock": {"days": 3}, "chat": True}


@both_databases
def test_the_host_changes_the_terms_until_the_game_begins(person: People) -> None:
    host, other = person(), person()
    table = host.table("you", "open", random_seats=False)["table"]["id"]
    terms = f"/api/tables/{table}/terms"
    other.post(f"/api/tables/{table}/join", {})
    assert other.post(terms, TERMS, 403)["code"] == "not_the_host"
    view = host.post(terms, TERMS)["table"]
    assert (view["edition"], view["pace"], view["chat"]) == ("2015", "days", True)
    assert view["clock"]["days"] == 3
    # The other player learns of it, and confirms again.
    assert ready(other.view(table)) == [True, False]
    other.post(f"/api/tables/{table}/seat", {"ready": True})
    # The same terms again change nothing.
    assert ready(host.post(terms, TERMS)) == [True, True]
    running = host.post(f"/api/tables/{table}/start")["view"]["table"]
    assert running["edition"] == "2015"
    assert running["clock"]["left"] == [3 * 24 * 3600.0] * 2
    assert host.post(terms, TERMS, 409)["code"] == "already_started"


@pytest.mark.parametrize(
    ("settings", "wrong"),
    [
        ({}, {"clock": {"minutes": 10}}),
        ({"overlay": {"characters": {"kite_maker": {"cost": 9}}}}, {}),
        ({}, {"edition": "1999"}),
        ({}, {"chat": None}),
    ],
)
def test_terms_that_contradict_the_table_are_refused(
    person: People, settings: dict[str, Any], wrong: dict[str, Any]
) -> None:
    host = person()
    view = host.table("you", "open", **settings)["table"]
    assert host.post(f"/api/tables/{view['id']}/terms", TERMS | wrong, 400)["code"] == "bad_request"
    assert host.view(view["id"])["table"] == view
