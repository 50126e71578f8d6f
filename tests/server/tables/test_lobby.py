"""Pictures and results of the guest's tables in the lobby."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from edokko.table.api.lobby import MOST_LOADS
from tests.helpers.moments import late_position
from tests.helpers.server import People, Person, Server, both_databases, sqlite_in


def own(person: Person, table: str) -> dict[str, Any]:
    entry_of_table: dict[str, Any] = next(entry for entry in person.get("/api/tables")["yours"] if entry["id"] == table)
    return entry_of_table


def test_an_own_running_table_has_a_picture_of_its_board(person: People) -> None:
    host = person()
    view = host.table("you", "local", "local")
    table = view["table"]["id"]
    for _ in range(8):
        view = host.play(table, view["table"].get("ply", 0), view["table"]["game"]["moves"][0]["words"])["view"]
    position, entry = view["table"]["game"]["position"], own(host, table)
    picture = entry["picture"]
    assert picture["rooms"] == [room["id"] for room in position["rooms"]]
    assert [(stall["room"], stall.get("owner")) for stall in picture["stalls"]] == [
        (room["id"], room.get("owner")) for room in position["rooms"] if room.get("card")
    ]
    types = {
        character["id"]: character["type"] for character in host.get(f"/api/tables/{table}/components")["characters"]
    }
    cards = {room["id"]: room.get("card") for room in position["rooms"]}
    assert all(stall["type"] == types[cards[stall["room"]]] for stall in picture["stalls"])
    assert picture["squares"] == [player["square"] for player in position["players"]]
    assert picture["iki"] == [player["iki"] for player in position["players"]]
    assert entry["decides"] == view["table"]["seat"]
    assert [seat["yours"] for seat in entry["seats"]] == [True, True, True]


def test_the_picture_has_payday_and_fire_of_the_month(person: People) -> None:
    host = person()
    table = host.table("you", "local")["table"]["id"]
    view = host.view(table)
    months = view["table"]["game"]["calendar"]
    while view["table"]["status"] == "running" and view["table"]["game"]["position"]["month"] <= 5:
        month = months[view["table"]["game"]["position"]["month"] - 1]
        picture = own(host, table)["picture"]
        assert (picture.get("payday", False), picture.get("fire", 0)) == (
            month.get("payday", False),
            month.get("fire", 0),
        )
        before = month["month"]
        while view["table"]["game"]["position"]["month"] == before:
            view = host.play(table, view["table"].get("ply", 0), view["table"]["game"]["moves"][0]["words"])["view"]


@both_databases
def test_another_guest_sees_the_picture_of_one_public_table(person: People) -> None:
    host, other = person(), person()
    for _ in range(2):
        host.table("you", "local", listed=True)
    waiting = host.table("you", "open")["table"]["id"]
    running = other.get("/api/tables")["running"]
    assert ["picture" in entry for entry in running] == [True] + [False] * (len(running) - 1)
    assert len(running) >= 2
    assert "picture" not in own(host, waiting)
    assert "decides" not in own(host, waiting)


@both_databases
def test_a_finished_table_has_its_results(person: People) -> None:
    host = person()
    view = host.table("you", "local", start=late_position(2, 13))
    table = view["table"]["id"]
    assert "results" not in own(host, table)
    while view["table"]["status"] == "running":
        view = host.play(table, view["table"].get("ply", 0), view["table"]["game"]["moves"][0]["words"])["view"]
    scores = [(sheet["seat"], sheet["place"], sheet["total"]) for sheet in view["table"]["game"]["scores"]]
    entry = own(host, table)
    assert [(result["seat"], result["place"], result["points"]) for result in entry["results"]] == scores
    assert "picture" not in entry


def test_an_answer_loads_few_tables_for_their_pictures(
    tmp_path: Path, launch: Callable[..., Server], visitor: Callable[[Server], Person]
) -> None:
    server = launch(sqlite_in(tmp_path))
    host = visitor(server)
    tables = [host.table("you", "local")["table"]["id"] for _ in range(2 * MOST_LOADS + 1)]
    assert all("picture" in own(host, table) for table in tables)
    server.stop()
    server.start()
    host.http.base_url = server.address
    for wanted in (MOST_LOADS, 2 * MOST_LOADS, 2 * MOST_LOADS + 1):
        assert sum("picture" in entry for entry in host.get("/api/tables")["yours"]) == wanted
