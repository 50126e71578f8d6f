"""Names of computer players, which are unique at a table."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from edokko.catalogue import Catalogue, languages
from edokko.server.tables.guests import _new_name
from edokko.table.seats import BOT_NAMES, SeatInfo, bot_display_name, bot_name, key_of, with_distinct_names
from edokko.table.shapes.base import LONGEST_NAME
from tests.helpers.server import People, Person, Server, sqlite_in


def names(view: dict[str, Any]) -> list[str]:
    return [seat.get("name", "") for seat in view["table"]["seats"]]


def test_a_computer_player_has_a_unique_name(person: People) -> None:
    host = person()
    for _ in range(5):
        view = host.table("easy", "you", "easy", "hard")
        called = names(view)
        assert len(set(called)) == 4
        assert all(called[seat] in BOT_NAMES for seat in (0, 2, 3))
        assert [seat.get("level") for seat in view["table"]["seats"]] == ["easy", None, "easy", "hard"]


def test_a_computer_player_with_a_persons_name_is_renamed() -> None:
    everyone = set(BOT_NAMES)
    for name in BOT_NAMES:
        assert bot_name([name.upper(), "Bo"]) in everyone - {name}
    seats = [
        SeatInfo(0, "bot", "Tama", level="easy", crest=0),
        SeatInfo(1, "person", "tama", "guest", crest=1),
        SeatInfo(2, "bot", "Haru", level="easy", crest=2),
    ]
    after = with_distinct_names(seats, 1)
    assert [seat.name for seat in after[1:]] == ["tama", "Haru"]
    assert after[0].name in everyone - {"Tama", "Haru"}


def test_joining_or_renaming_renames_computer_players(person: People) -> None:
    host, other = person(), person()
    view = host.table("you", "open", "easy")
    table, bot = f"/api/tables/{view['table']['id']}", names(view)[2]
    joined = names(other.post(f"{table}/join", {"name": bot, "ready": False}))
    assert joined[1] == bot
    assert joined[2] in set(BOT_NAMES) - {bot}
    renamed = names(host.post(f"{table}/seat", {"name": f" {joined[2]} "}))
    assert renamed[0] == joined[2]
    assert len(set(renamed)) == 3
    assert host.post(f"{table}/seat", {"name": "\u2800"}, 400)["code"] == "bad_name"
    assert host.post(f"{table}/seat", {"name": ""}, 400)["code"] == "bad_request"


def test_a_computer_player_keeps_its_name_at_another_level(person: People) -> None:
    host = person()
    view = host.table("you", "open", "open")
    seats = f"/api/tables/{view['table']['id']}/seats"
    host.post(seats, {"seat": 1, "kind": "bot", "level": "easy"})
    with_bot = names(host.post(seats, {"seat": 2, "kind": "bot", "level": "easy"}))
    assert with_bot[1] != with_bot[2]
    assert {with_bot[1], with_bot[2]} <= set(BOT_NAMES)
    assert names(host.post(seats, {"seat": 2, "kind": "bot", "level": "hard"})) == with_bot


def test_a_replacing_computer_player_has_its_own_name(person: People) -> None:
    host, other = person(), person()
    table = host.table("you", "open", "easy")["table"]["id"]
    other.post(f"/api/tables/{table}/join", {"name": "Hana"})
    host.post(f"/api/tables/{table}/start")
    view = other.post(f"/api/tables/{table}/bot", {"level": "easy"})["view"]
    called = names(view)
    assert called[1] in BOT_NAMES
    assert len(set(called)) == 3
    assert view["table"]["seats"][1]["level"] == "easy"
    lobby = next(entry for entry in host.get("/api/tables")["yours"] if entry["id"] == table)
    assert [seat["name"] for seat in lobby["seats"]] == called


def test_names_survive_a_restart_and_old_names_are_replaced(
    tmp_path: Path, launch: Callable[..., Server], visitor: Callable[[Server], Person]
) -> None:
    server = launch(sqlite_in(tmp_path))
    host = visitor(server)
    table = host.table("you", "open", "easy", "easy")["table"]["id"]
    before = names(host.view(table))
    server.stop()
    server.start()
    host.http.base_url = server.address
    assert names(host.view(table)) == before
    assert "former" not in host.view(table)["table"]["seats"][0]
    server.stop()
    with sqlite3.connect(tmp_path / "tables.sqlite") as database:
        for seat, old in ((2, "easy"), (3, "easy 2")):
            database.execute('update seats set name = ? where "table" = ? and seat = ?', (old, table, seat))
    server.start()
    host.http.base_url = server.address
    called = names(host.view(table))
    assert called[2:] == [bot_display_name("easy", table, 2), bot_display_name("easy 2", table, 3)]
    assert len(set(called)) == 4
    lobby = next(entry for entry in host.get("/api/tables")["yours"] if entry["id"] == table)
    assert [seat.get("name", "") for seat in lobby["seats"]] == called


def test_a_replaced_person_is_known_by_name(
    tmp_path: Path, launch: Callable[..., Server], visitor: Callable[[Server], Person]
) -> None:
    server = launch(sqlite_in(tmp_path))
    host = visitor(server)
    host.http.put("/api/guest", json={"name": "Nimble Owl"}).raise_for_status()
    table = host.table("you", "easy")["table"]["id"]
    host.post(f"/api/tables/{table}/bot", {})

    def former() -> set[str]:
        return {seat.get("former", "") for seat in host.view(table)["table"]["seats"]}

    assert former() == {"Nimble Owl", ""}
    server.stop()
    server.start()
    host.http.base_url = server.address
    assert former() == {"Nimble Owl", ""}


def test_a_chosen_name_stays() -> None:
    assert bot_display_name("Easy", "table", 0) == "Easy"
    assert bot_display_name("easy does it", "table", 0) == "easy does it"
    assert bot_display_name("", "table", 0) in BOT_NAMES


def test_people_of_one_name_are_told_apart(person: People) -> None:
    host, other, third = person(), person(), person()
    for guest in (host, other, third):
        guest.http.put("/api/guest", json={"name": "Mika"}).raise_for_status()
    view = host.table("you", "open", "open")
    table = f"/api/tables/{view['table']['id']}"
    other.post(f"{table}/join", {})
    assert names(third.post(f"{table}/join", {"name": "ＭＩＫＡ"})) == ["Mika", "Mika (2)", "MIKA (3)"]
    assert names(other.post(f"{table}/seat", {"name": "Bo"})) == ["Mika", "Bo", "MIKA (3)"]
    assert names(third.post(f"{table}/seat", {"name": "mika"})) == ["Mika", "Bo", "mika (2)"]
    for guest in (other, third):
        guest.post(f"{table}/seat", {"ready": True})
    host.post(f"{table}/start")
    started = names(host.view(view["table"]["id"]))
    assert sorted(started) == ["Bo", "Mika", "mika (2)"]
    record = host.get(f"{table}/record")
    assert sorted(record["seats"]) == sorted(started)


def test_a_computer_player_cannot_take_a_persons_name(person: People) -> None:
    host = person()
    host.http.put("/api/guest", json={"name": "Mika"}).raise_for_status()
    seats = [{"kind": "you"}, {"kind": "bot", "name": "mika", "level": "easy"}, {"kind": "open"}]
    view = host.post("/api/tables", {"seats": seats}, 201)
    assert names(view)[0] == "Mika"
    assert names(view)[1] in BOT_NAMES


@pytest.mark.parametrize("alike", ["MIKA", "Ｍｉｋａ", "𝓜𝓲𝓴𝓪", "Mi\u200dka"])
def test_names_that_look_alike_are_one_name(alike: str) -> None:
    assert key_of(alike) == key_of("Mika")


def test_the_names_of_a_table_differ() -> None:
    people = [
        SeatInfo(seat, "person", name, f"g{seat}", crest=seat) for seat, name in enumerate(["Bo", "Bo (2)", "bo"])
    ]
    assert [seat.name for seat in with_distinct_names(people)] == ["Bo", "Bo (2)", "bo (3)"]
    assert [seat.name for seat in with_distinct_names(people, 0)] == ["Bo (3)", "Bo (2)", "bo"]
    seats = [SeatInfo(0, "open", crest=0), SeatInfo(1, "bot", "", level="easy", crest=1), *people[2:]]
    distinct = with_distinct_names(seats)
    assert distinct[0] == seats[0]
    assert distinct[1].name in BOT_NAMES


@pytest.mark.parametrize("language", languages())
def test_invented_names_do_not_repeat(language: str) -> None:
    catalogue = Catalogue(language)
    taken: set[str] = set()
    for _ in range(400):
        name = _new_name(taken, catalogue)
        assert name not in taken
        assert len(name) <= LONGEST_NAME
        taken.add(name)
    first, second = (catalogue.text(f"guest-name-{place}").split() for place in ("first", "second"))
    everything = {f"{one} {other}" for one in first for other in second}
    assert len(everything) == len(first) * len(second) >= 700
    assert max(map(len, everything)) <= LONGEST_NAME
    assert _new_name(everything, catalogue) not in everything


def test_a_new_guest_has_a_name_in_the_language_of_the_browser(server: Server) -> None:
    for language in ("pl", "fr-CA;q=0.9, en;q=0.1"):
        answer = httpx.get(f"{server.address}/api/guest", headers={"accept-language": language}).json()
        catalogue = Catalogue(language[:2])
        first, second = answer["name"].split()
        assert first in catalogue.text("guest-name-first").split()
        assert second in catalogue.text("guest-name-second").split()
