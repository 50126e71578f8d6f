"""Series: the same players, rotating seats, the next table by itself, standings."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from sqlalchemy import Connection, func, insert, select, update

from edokko.server.features.competitions.series import commands as series
from edokko.server.features.competitions.series.commands import seats_of_next_game
from edokko.server.store import migrate, models, open_database
from edokko.table.commands import lifecycle
from edokko.table.seats import SeatInfo
from edokko.table.settings import TableInfo, TableSettings
from edokko.table.setup import Setup
from tests.helpers.playing_out import play_out
from tests.helpers.server import People, Person, both_databases, wait_until
from tests.helpers.venue import venue_of


def seated(view: dict[str, Any]) -> list[str]:
    return [seat.get("guest", "") for seat in view["table"]["seats"]]


def begin_series(people: list[Person]) -> tuple[str, dict[str, Any]]:
    """Begin a series of two people from a waiting room, and return its first table and the series."""
    host, other = people
    table = host.table("you", "open")["table"]["id"]
    other.post(f"/api/tables/{table}/join", {})
    return table, host.post("/api/series", {"table": table, "games": 2}, 201)


@both_databases
def test_a_series_goes_on_by_itself_until_its_last_game(person: People) -> None:
    host, other = people = [person(), person()]
    table, series = begin_series(people)
    assert (series["most"], series["next"], series["host"], series["yours"]) == (2, table, True, True)
    # A repeated request begins no other series.
    assert host.post("/api/series", {"table": table}, 201)["id"] == series["id"]
    host.post(f"/api/tables/{table}/start")
    view = play_out(people, table)
    assert view["table"]["series"] == series["id"]

    # The page at the first table offers the next one, in the waiting room, with the seats exchanged.
    wait_until(lambda: "rematch" in host.view(table)["you"])
    following = other.view(table)["you"]["rematch"]
    waiting = host.view(following)
    assert waiting["table"]["status"] == "waiting"
    assert seated(waiting) == seated(view)[::-1] == [other.id, host.id]
    assert host.post(f"/api/tables/{table}/rematch", None, 200)["table"]["id"] == following

    # The first player who is ready hosts, so that an absent host holds up no one.
    assert not host.view(following)["you"].get("may_start")
    assert other.post(f"/api/tables/{following}/seat", {"ready": True})["you"]["host"]
    assert not other.view(following)["you"].get("may_start")
    host.post(f"/api/tables/{following}/seat", {"ready": True})
    other.post(f"/api/tables/{following}/start")
    play_out(people, following)

    address = f"/api/series/{series['id']}"
    wait_until(lambda: host.get(address).get("over", False))
    result = person().get(address)
    assert [game["status"] for game in result["games"]] == ["finished", "finished"]
    assert [game["table"] for game in result["games"]] == [table, following]
    assert sum(entry["points"] for entry in result["standings"]) == 10
    assert all(entry["games"] == 2 for entry in result["standings"])
    assert {entry["guest"] for entry in result["standings"]} == {host.id, other.id}
    assert "next" not in result
    # The host of the newest game may play more, and end it.
    assert host.post(f"{address}/games", {"games": 3}, 403)["code"] == "not_the_host"
    longer = other.post(f"{address}/games", {"games": 3})
    assert len(longer["games"]) == 3
    assert longer["next"] == longer["games"][2]["table"]
    assert other.post(f"{address}/end")["over"]
    assert host.view(longer["next"])["table"]["status"] == "closed"
    assert other.post(f"{address}/games", {"games": 9}, 409)["code"] == "series_over"


def test_a_finished_game_with_a_computer_player_becomes_a_series(person: People) -> None:
    host = person()
    table = host.table("you", "easy", pace="days")["table"]["id"]
    assert host.post("/api/series", {"table": table}, 409)["code"] == "already_started"

    def move() -> bool:
        view = host.view(table)
        if view["you"].get("may_play"):
            host.play(table, view["table"].get("ply", 0), view["table"]["game"]["moves"][0]["words"])
        return bool(view["table"]["status"] == "finished")

    wait_until(move)
    stranger = person()
    assert stranger.post("/api/series", {"table": table}, 403)["code"] == "not_your_seat"
    series = host.post("/api/series", {"table": table}, 201)
    assert [len(series["games"]), series["standings"][0]["games"]] == [2, 1]
    waiting = host.view(series["next"])
    assert [seat["kind"] for seat in waiting["table"]["seats"]] == ["bot", "person"]
    # A single person need not say that they are ready: they begin.
    assert waiting["you"]["may_start"]
    assert host.post(f"/api/tables/{series['next']}/start")["view"]["table"]["status"] == "running"


def test_a_player_who_leaves_is_replaced_by_one_with_the_link(person: People) -> None:
    host, other, newcomer = person(), person(), person()
    table, series = begin_series([host, other])
    # The host leaves; the other player hosts on.
    host.post(f"/api/tables/{table}/leave", {})
    assert other.view(table)["you"]["host"]
    page = newcomer.get(f"/api/series/{series['id']}")
    assert [seat["kind"] for seat in page["games"][0]["seats"]] == ["open", "person"]
    newcomer.post(f"/api/tables/{page['next']}/join", {})
    assert newcomer.get(f"/api/series/{series['id']}")["yours"]
    # The table closes when its last player leaves, and with it the series.
    newcomer.post(f"/api/tables/{table}/leave", {})
    other.post(f"/api/tables/{table}/leave", {})
    wait_until(lambda: other.get(f"/api/series/{series['id']}").get("over", False))


def test_only_the_host_begins_a_series_from_a_waiting_room(person: People) -> None:
    host, other = person(), person()
    table = host.table("you", "open")["table"]["id"]
    other.post(f"/api/tables/{table}/join", {})
    assert other.post("/api/series", {"table": table}, 403)["code"] == "not_the_host"
    assert host.post("/api/series", {"table": "unknown"}, 404)["code"] == "no_table"
    assert host.post("/api/series", {"table": table, "games": 0}, 400)["code"] == "bad_request"
    assert other.get("/api/series/unknown", 404)["code"] == "no_series"
    assert other.post("/api/series/unknown/end", None, 404)["code"] == "no_series"


def test_a_table_with_a_rematch_begins_no_series(person: People) -> None:
    people = [person(), person()]
    host, other = people
    table = host.table("you", "open")["table"]["id"]
    other.post(f"/api/tables/{table}/join", {})
    host.post(f"/api/tables/{table}/start")
    play_out(people, table)
    host.post(f"/api/tables/{table}/rematch", None, 201)
    assert host.post("/api/series", {"table": table}, 409)["code"] == "has_rematch"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seats_rotate_and_replaced_players_come_back(players: int) -> None:
    seats = [SeatInfo(seat, "person", f"P{seat}", f"g{seat}", crest=seat) for seat in range(players - 1)]
    seats.append(SeatInfo(players - 1, "bot", "Haru", level="easy", resigned="gone", crest=3))
    first = seats
    held: list[tuple[str | None, int]] = []
    for number in range(2, 14):
        held += [(seat.guest or seat.resigned, seat.seat) for seat in seats]
        seats = seats_of_next_game(seats, number, {"gone": "Umi", **{f"g{seat}": "?" for seat in range(4)}})
        assert [seat.seat for seat in seats] == list(range(players))
        assert {seat.guest: seat.crest for seat in seats} == {
            (seat.guest or seat.resigned): seat.crest for seat in first
        }
        assert not any(seat.ready for seat in seats)
    assert all(held.count(entry) == 12 // players for entry in held)
    assert next(seat.name for seat in seats if seat.guest == "gone") == "Umi"
    # The seat of a deleted guest is open.
    assert [seat.kind for seat in seats_of_next_game(seats, 14, {})] == ["open"] * players


@both_databases
def test_of_several_processes_one_makes_the_next_game(empty_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also after a process has ended before it could offer the game at the table before."""
    migrate(empty_database)

    def finish(connection: Connection, table: str) -> None:
        guests = [{"id": guest, "name": guest, "created": 0.0, "seen": 0.0, "banned": False} for guest in ("a", "b")]
        connection.execute(insert(models.Guest), guests)
        shared = {"table": table, "name": "?", "players": 2, "points": 50, "change": None, "time": 0.0}
        results = [shared | {"seat": seat, "guest": "ab"[seat], "place": seat + 1} for seat in (0, 1)]
        connection.execute(insert(models.Outcome), results)
        connection.execute(update(models.Table).where(models.Table.id == table).values(status="finished"))

    async def run() -> None:
        number = 1 if empty_database.startswith("sqlite") else 3
        databases = [open_database(empty_database) for _ in range(number)]
        venues = [venue_of(database) for database in databases]
        try:
            now = time.time()
            info = TableInfo("first", "a", Setup("2021", 1, 2), now, now, TableSettings(random_seats=False))
            seats = [SeatInfo(seat, "person", "AB"[seat], "ab"[seat], crest=seat) for seat in (0, 1)]
            waiting = [*seats[:1], SeatInfo(1, "open", crest=1)]
            await lifecycle.create(venues[0], info, waiting)
            identifier = await series.begin(venues[0], "first", "a", None)
            await venues[0].database.transact(lambda connection: finish(connection, "first"))
            for venue in venues:
                venue.invalidate("first")
                (await venue.current("first")).seats = list(seats)
            stranded = await databases[0].query(series.stranded)
            assert stranded == [identifier]

            async def crash(*_: Any) -> None:
                raise RuntimeError

            with monkeypatch.context() as patch:
                patch.setattr(lifecycle, "store_rematch", crash)
                with pytest.raises(RuntimeError):
                    await series.make_next_game(venues[0], identifier)
            assert await databases[0].query(series.stranded) == [identifier]
            made = await asyncio.gather(
                *(series.make_next_game(venue, identifier) for venue in venues for _ in range(2))
            )
            assert len(set(made)) == 1
            count = select(func.count()).select_from(models.Table).where(models.Table.series == identifier)
            assert await databases[0].query(lambda connection: connection.execute(count).scalar()) == 2
            assert await databases[0].query(series.stranded) == []
            found = await series.read(venues[0], identifier)
            assert found.games[0].rematch == found.last.table == made[0]
        finally:
            for database in databases:
                await database.close()

    asyncio.run(run())
