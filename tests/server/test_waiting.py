"""While people are awaited: crests are chosen, and everybody says whether the game may begin."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from conftest_server import Person

People = Callable[[], Person]


def crests(view: dict) -> list[int]:
    return [seat["crest"] for seat in view["table"]["seats"]]


def ready(view: dict) -> list[bool]:
    return [seat.get("ready", True) for seat in view["table"]["seats"]]


def test_a_crest_is_chosen_that_no_other_person_has(person: People) -> None:
    host, other = person(), person()
    view = host.table("you", "open", "easy")
    seat = f"/api/tables/{view['table']['id']}/seat"
    assert crests(view) == [0, 1, 2]
    # One that no seat has, then one that only an empty seat has: that one gets the other.
    assert crests(host.post(seat, {"crest": 3})) == [3, 1, 2]
    assert crests(host.post(seat, {"crest": 1})) == [1, 3, 2]
    joined = other.post(f"/api/tables/{view['table']['id']}/join", {})
    assert crests(joined) == [1, 3, 2]
    assert other.post(seat, {"crest": 1}, 409)["code"] == "crest_taken"
    assert crests(other.post(seat, {"crest": 0})) == [1, 0, 2]
    # What one has already is no change.
    version = other.post(seat, {"crest": 0})["table"]["version"]
    assert other.post(seat, {"crest": 0, "ready": True})["table"]["version"] == version
    lobby = next(one for one in host.get("/api/tables")["yours"] if one["id"] == view["table"]["id"])
    assert [one["crest"] for one in lobby["seats"]] == [1, 0, 2]


def test_at_a_full_table_crests_are_taken_from_computer_players_and_ones_own_seats(person: People) -> None:
    host, other = person(), person()
    view = host.table("you", "local", "open", "easy")
    table = f"/api/tables/{view['table']['id']}"
    other.post(f"{table}/join", {})
    assert crests(other.post(f"{table}/seat", {"crest": 3})) == [0, 1, 3, 2]
    assert crests(host.post(f"{table}/seat", {"seat": 1, "crest": 0})) == [1, 0, 3, 2]
    for mine in (0, 1):
        assert other.post(f"{table}/seat", {"crest": mine}, 409)["code"] == "crest_taken"


@pytest.mark.parametrize("wrong", [{"crest": 4}, {"crest": -1}, {"ready": "yes"}, {"kind": "bot"}])
def test_a_seat_has_a_crest_and_is_ready_and_nothing_else(person: People, wrong: dict) -> None:
    host = person()
    table = host.table("you", "open")["table"]["id"]
    assert host.post(f"/api/tables/{table}/seat", wrong, 400)["code"] == "bad_request"


def test_only_ones_own_seat_is_changed_and_only_before_the_game(person: People) -> None:
    host, other = person(), person()
    table = host.table("you", "local", "open")["table"]["id"]
    seat = f"/api/tables/{table}/seat"
    assert other.post(seat, {"crest": 3}, 403)["code"] == "not_your_seat"
    # Whoever has several seats says which.
    assert host.post(seat, {"crest": 3}, 403)["code"] == "not_your_seat"
    assert crests(host.post(seat, {"seat": 1, "crest": 3})) == [0, 3, 2]
    other.post(f"/api/tables/{table}/join", {})
    assert other.post(seat, {"seat": 0, "crest": 1}, 403)["code"] == "not_your_seat"
    host.post(f"/api/tables/{table}/start")
    assert other.post(seat, {"crest": 1}, 409)["code"] == "already_started"


def test_the_game_begins_when_everybody_is_ready(person: People) -> None:
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
    # The host is: it is the host who begins.
    assert ready(host.post(seat, {"ready": False})) == [True, True, True]
    assert ready(host.post(start)["view"]) == [True, True, True]


def test_whoever_takes_a_seat_that_was_left_says_anew_whether_it_may_begin(person: People) -> None:
    host, other, third = person(), person(), person()
    table = host.table("you", "open")["table"]["id"]
    other.post(f"/api/tables/{table}/join", {"ready": False})
    other.post(f"/api/tables/{table}/seat", {"crest": 3})
    left = other.post(f"/api/tables/{table}/leave", {})
    assert (crests(left), ready(left)) == ([0, 3], [True, True])
    # A program over the API that says nothing of it holds nobody up.
    third.post(f"/api/tables/{table}/join", {})
    assert host.view(table)["you"]["may_start"]


def test_the_host_gives_seats_to_whoever_comes_and_to_computer_players(person: People) -> None:
    host, other, third = person(), person(), person()
    table = host.table("you", "open", "easy")["table"]["id"]
    seats = f"/api/tables/{table}/seats"
    other.post(f"/api/tables/{table}/join", {"ready": False})
    for wrong, status, code in (
        ({"seat": 0, "kind": "open"}, 409, "already_seated"),
        ({"seat": 3, "kind": "open"}, 403, "not_your_seat"),
        ({"seat": 1, "kind": "bot", "level": "clever"}, 400, "unknown_level"),
    ):
        assert host.post(seats, wrong, status)["code"] == code
    assert other.post(seats, {"seat": 2, "kind": "open"}, 403)["code"] == "not_the_host"
    # Whoever holds the others up makes room for somebody else.
    left = host.post(seats, {"seat": 1, "kind": "open"})
    assert [one["kind"] for one in left["table"]["seats"]] == ["person", "open", "bot"]
    assert crests(left) == [0, 1, 2]
    assert other.view(table)["you"]["may_join"]
    third.post(f"/api/tables/{table}/join", {})
    given = host.post(seats, {"seat": 1, "kind": "bot", "level": "easy"})
    assert len({one["name"] for one in given["table"]["seats"]}) == 3
    version = given["table"]["version"]
    assert host.post(seats, {"seat": 1, "kind": "bot", "level": "easy"})["table"]["version"] == version
    given = host.post(seats, {"seat": 2, "kind": "bot", "level": "hard"})
    assert [one.get("level") for one in given["table"]["seats"]] == [None, "easy", "hard"]
    host.post(f"/api/tables/{table}/start")
    assert host.post(seats, {"seat": 1, "kind": "open"}, 409)["code"] == "already_started"


def test_a_rated_table_has_no_computer_players_later_either(person: People) -> None:
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
        # The same after the table is read anew, and in the past.
        assert crests(host.view(table, "?ply=0")) == [seat["crest"] for seat in seats]
        if len(orders) > 1:
            return
    raise AssertionError("the seats are not shuffled")


def finish(people: list[Person], table: str) -> None:
    own = {one.id: one for one in people}
    view = people[0].view(table)
    while view["table"]["status"] == "running":
        seats, decides = view["table"]["seats"], view["table"]["seat"]
        words = view["table"]["game"]["moves"][0]["words"]
        view = own[seats[decides]["guest"]].play(table, view["table"].get("ply", 0), words)["view"]


def test_crests_stay_with_people_in_a_rematch(person: People) -> None:
    host, other, third = person(), person(), person()
    table = host.table("you", "open", "open")["table"]["id"]
    for one in (other, third):
        one.post(f"/api/tables/{table}/join", {})
    other.post(f"/api/tables/{table}/seat", {"crest": 3})
    assert crests(third.post(f"/api/tables/{table}/seat", {"crest": 1})) == [0, 3, 1]
    host.post(f"/api/tables/{table}/start")
    finish([host, other, third], table)
    again = third.post(f"/api/tables/{table}/rematch", None, 201)["table"]["id"]
    # Whoever comes first sits where there is room, and has the crest from before.
    stranger = person()
    assert crests(other.post(f"/api/tables/{again}/join", {"seat": 0})) == [3, 0, 1]
    # Somebody has taken a seat and with it the crest: it is gone.
    stranger.post(f"/api/tables/{again}/join", {})
    other.post(f"/api/tables/{again}/leave", {})
    assert crests(host.post(f"/api/tables/{again}/join", {})) == [3, 0, 1]
