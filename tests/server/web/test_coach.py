"""The coach of a table: where it is allowed, its switch, reasons, and the cost of a move."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.helpers.server import People, Person, first_move


@pytest.mark.parametrize(
    ("kinds", "rated", "reason"),
    [(("you", "easy"), True, None), (("you", "local"), False, "people"), (("you", "open"), False, "people")],
)
def test_a_table_with_other_people_or_a_rating_has_no_coach(
    person: People, kinds: tuple[str, ...], rated: bool, reason: str | None
) -> None:
    host = person()
    problem = host.table(*kinds, coach=True, rated=rated, expect=400 if rated else 403)
    assert problem["code"] == ("bad_request" if rated else "no_coach")
    assert problem.get("reason") == (reason or "rated")


def my_turn(host: Person, table: str) -> dict[str, Any]:
    end = time.monotonic() + 60
    while not (view := host.view(table))["you"].get("may_play"):
        assert time.monotonic() < end, "timed out"
        time.sleep(0.05)
    return view


def test_a_coached_game(person: People) -> None:
    host, other = person(), person()
    table = host.table("you", "easy", coach=True)["table"]["id"]
    view = my_turn(host, table)
    assert view["table"]["coach"]
    ply = view["table"].get("ply", 0)
    # The coach allows hints: each move has a grade and one reason of its own.
    hint = host.post(f"/api/tables/{table}/hint")
    assert all(move["reasons"][-1]["kind"] == "expected" for move in hint["moves"])
    assert hint["moves"][0]["grade"] == "strongest"
    assert {move.get("grade", "fair") for move in hint["moves"][1:]} <= {"good", "fair", "risky"}
    assert hint["moves"][0]["reason"]
    # A month is looked back at when it is over.
    host.get(f"/api/tables/{table}/lookback?month=1", 409)
    host.get(f"/api/tables/{table}/lookback?month=0", 400)
    other.get(f"/api/tables/{table}/lookback?month=1", 403)
    other.post(f"/api/tables/{table}/coach", {"on": False}, 403)
    host.post(f"/api/tables/{table}/coach", {"on": "yes"}, 400)
    own = set()
    while (view := my_turn(host, table))["table"]["game"]["position"]["month"] == 1:
        own.add(ply := view["table"].get("ply", 0))
        words = first_move(view)
        host.play(table, ply, words)
    look = host.get(f"/api/tables/{table}/lookback?month=1")
    assert look["month"] == 1
    assert {praise["ply"] for praise in look.get("good", [])} <= own
    assert "wish" not in look
    assert host.get(f"/api/tables/{table}/lookback?month=1") == look
    # The switch is a row of the table: all processes and a later load see it.
    version = host.view(table)["table"]["version"]
    assert "coach" not in host.post(f"/api/tables/{table}/coach", {"on": False})["table"]
    assert host.view(table)["table"]["version"] > version
    assert host.get(f"/api/tables/{table}/lookback?month=1", 403)["reason"] == "off"
    assert host.post(f"/api/tables/{table}/coach", {"on": True})["table"]["coach"]
    assert words in host.get(f"/api/tables/{table}/record")["moves"]


def test_a_running_game_against_people_gets_no_coach(person: People) -> None:
    host = person()
    table = host.table("you", "local")["table"]["id"]
    assert host.post(f"/api/tables/{table}/coach", {"on": True}, 403)["reason"] == "people"
    view = host.view(table)
    host.play(table, 0, first_move(view))
    assert host.get(f"/api/tables/{table}/lookback?month=1", 403)["code"] == "no_coach"
