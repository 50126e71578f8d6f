"""Events: join, pair, play, close, withdraw, end; a round is paired once and its tables are made once."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import Connection, func, insert, select, update
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from edokko.server.features.competitions.events import commands as events
from edokko.server.features.competitions.events import store
from edokko.server.features.competitions.events.shapes import NewEvent
from edokko.server.features.competitions.events.tournament import (
    Next,
    Tournament,
    next_step,
    pair_next_round,
    standings,
)
from edokko.server.features.competitions.feature import FEATURE
from edokko.server.features.competitions.pairing import annealing
from edokko.server.store import Database, migrate, models, open_database
from edokko.server.store.administration import delete_player
from edokko.server.tables.venue import ServerVenue
from edokko.table.commands import lifecycle
from edokko.table.people import Person as Guest
from edokko.table.problems import ApiProblem
from edokko.table.shapes.requests import NewClock
from tests.helpers.playing_out import play_out, play_out_here
from tests.helpers.server import People, Person, both_databases, wait_until
from tests.helpers.venue import venue_of

CLOCK = {"minutes": 20, "increment": 10}


def event_of(people: Sequence[Person], **settings: object) -> str:
    """Create an event of the first person, whom the others join."""
    organiser, *others = people
    body = {"name": "Spring", "clock": CLOCK, "pause": 0, "size": 3, "rounds": 2, **settings}
    event: str = organiser.post("/api/events", body, 201)["id"]
    for person in others:
        person.post(f"/api/events/{event}/join", {})
    return event


def tables_of(view: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the tables of the current round."""
    tables: list[dict[str, Any]] = view["played"][-1]["tables"]
    return tables


@both_databases
def test_an_event_is_played_to_its_end(person: People) -> None:
    people = [person() for _ in range(3)]
    organiser, other, third = people
    event = event_of(people, kind="round_robin", listed=True)
    address = f"/api/events/{event}"
    assert other.post(f"{address}/start", None, 403)["code"] == "not_the_organiser"
    assert any(entry["id"] == event for entry in person().get("/api/events")["open"])
    assert other.get("/api/events")["yours"][0]["players"] == 3

    view = organiser.post(f"{address}/start")
    assert (view["status"], view["round"], len(tables_of(view))) == ("running", 1, 1)
    table = view["table"]
    assert organiser.view(table)["table"]["event"] == event
    assert organiser.view(table)["table"]["status"] == "running"
    assert organiser.post(f"{address}/start", None, 409)["code"] == "event_running"
    seats = [{seat["player"]: seat["seat"] for seat in tables_of(view)[0]["seats"]}]
    play_out(people, table)
    wait_until(lambda: third.get(address).get("table") not in (None, table))
    view = third.get(address)
    assert view["round"] == 2
    first_round, second_round = view["played"]
    assert [seat["points"] for seat in sorted(first_round["tables"][0]["seats"], key=lambda seat: seat["place"])] == [
        4,
        2.5,
        1,
    ]
    seats.append({seat["player"]: seat["seat"] for seat in second_round["tables"][0]["seats"]})
    assert all(one[player] != two[player] for one, two in pairwise(seats) for player in one)
    play_out(people, view["table"])
    wait_until(lambda: other.get(address)["status"] == "finished")
    view = other.get(address)
    assert sum(entry["points"] for entry in view["standings"]) == 15
    assert view["standings"][0]["rank"] == 1
    assert "table" not in view
    assert other.post(f"{address}/leave", None, 409)["code"] == "event_over"
    assert person().post(f"{address}/join", {}, 409)["code"] == "event_over"


def test_a_full_event_begins_by_itself_and_with_five_a_computer_player_fills(person: People) -> None:
    people = [person() for _ in range(5)]
    event = event_of(people, most=5, starts_full=True)
    view = people[0].get(f"/api/events/{event}")
    assert (view["status"], view["round"]) == ("running", 1)
    assert person().post(f"/api/events/{event}/join", {}, 409)["code"] == "event_full"
    assert sorted(len(table["seats"]) for table in tables_of(view)) == [3, 3]
    players = [seat.get("player") for table in tables_of(view) for seat in table["seats"]]
    assert sorted(number for number in players if number is not None) == [0, 1, 2, 3, 4]
    assert players.count(None) == 1
    # Each player has their own table, and the link of the event shows it.
    own = [someone.get(f"/api/events/{event}")["table"] for someone in people]
    assert len(set(own)) == 2


@both_databases
def test_late_players_withdrawn_ones_and_closed_rounds(person: People) -> None:
    people = [person() for _ in range(6)]
    organiser, leaver, sent_away, *others = people
    event = event_of(people, rounds=3)
    address = f"/api/events/{event}"
    first = organiser.post(f"{address}/start")
    late = person()
    assert late.post(f"{address}/join", {"name": "Late"})["you"] == 6
    assert late.get(address)["players"][6]["first_round"] == 2
    # A computer player replaces a leaving player at once, and gets no points for the game.
    assert leaver.post(f"{address}/leave")["players"][1]["withdrawn"]
    assert organiser.post(f"{address}/withdraw", {"player": 2})["players"][2]["withdrawn"]
    assert sent_away.post(f"{address}/withdraw", {"player": 0}, 403)["code"] == "not_the_organiser"
    assert organiser.post(f"{address}/withdraw", {"player": 40}, 409)["code"] == "not_entered"
    seats = [seat for table in tables_of(first) for seat in organiser.view(table["table"])["table"]["seats"]]
    assert sum(seat["kind"] == "bot" for seat in seats) == 2
    # Games that are not over when the organiser closes the round do not count.
    assert others[0].post(f"{address}/close-round", None, 403)["code"] == "not_the_organiser"
    view = organiser.post(f"{address}/close-round")
    wait_until(lambda: organiser.get(address)["round"] == 2)
    view = organiser.get(address)
    assert all(table["over"] for table in view["played"][0]["tables"])
    assert organiser.view(tables_of(first)[0]["table"])["table"]["status"] == "closed"
    assert all(entry["points"] == 0 for entry in view["standings"] if entry["player"] not in (0, 3, 4, 5))
    # In round 2 the late player sits, those who are gone do not: five players and a computer player.
    players = {seat.get("player") for table in tables_of(view) for seat in table["seats"]}
    assert players == {0, 3, 4, 5, 6, None}
    # A returning player plays from the next round on.
    assert not leaver.post(f"{address}/join", {})["players"][1].get("withdrawn")
    ended = organiser.post(f"{address}/end")
    assert ended["status"] == "finished"
    assert organiser.post(f"{address}/end", None, 409)["code"] == "event_over"
    assert all(
        organiser.view(table["table"])["table"]["status"] in ("closed", "finished") for table in tables_of(ended)
    )


def test_between_rounds_the_organiser_may_cut_the_pause(person: People) -> None:
    people = [person() for _ in range(3)]
    organiser = people[0]
    event = event_of(people, pause=3600)
    address = f"/api/events/{event}"
    assert organiser.post(f"{address}/round", None, 409)["code"] == "event_not_running"
    organiser.post(f"{address}/start")
    organiser.post(f"{address}/close-round")
    wait_until(lambda: "due" in organiser.get(address))
    view = organiser.get(address)
    assert view["due"] - view["now"] > 3000
    assert organiser.post(f"{address}/close-round", None, 409)["code"] == "event_not_running"
    assert organiser.post(f"{address}/round")["round"] == 2


def test_a_live_channel_shows_an_event(person: People) -> None:
    people = [person() for _ in range(3)]
    event = event_of(people)

    def next_event(channel: ClientConnection) -> dict[str, Any]:
        message = json.loads(channel.recv(10))
        assert message["type"] == "event"
        shown: dict[str, Any] = message["event"]
        return shown

    with people[1].channel(f"/api/events/{event}/live") as channel:
        assert next_event(channel)["status"] == "open"
        people[0].post(f"/api/events/{event}/start")
        while not (shown := next_event(channel)).get("table"):
            assert shown["status"] == "running"
        assert shown["table"] == people[1].get(f"/api/events/{event}")["table"]
    with people[1].channel("/api/events/unknown/live") as channel, suppress(ConnectionClosed):
        problem = json.loads(channel.recv(10))
        assert problem["code"] == "no_event"


@pytest.mark.parametrize(
    "wrong",
    [
        {"clock": None},
        {"clock": {"days": 2}},
        {"size": 5},
        {"rounds": 0},
        {"most": 65},
        {"kind": "knockout"},
        {"name": ""},
        {"rated": True, "overlay": "[calendar]\nfire_track = 9"},
    ],
)
def test_wrong_events_are_refused(person: People, wrong: dict[str, Any]) -> None:
    body = {"name": "Spring", "clock": CLOCK, **wrong}
    assert person().post("/api/events", body, 400)["code"] in ("bad_request", "bad_overlay")


def test_a_guest_organises_five_events_at_a_time(person: People) -> None:
    organiser = person()
    ids = [event_of([organiser]) for _ in range(events.MOST_OF_A_GUEST)]
    body = {"name": "Sixth", "clock": CLOCK}
    assert organiser.post("/api/events", body, 429)["code"] == "too_many"
    assert organiser.post(f"/api/events/{ids[0]}/start", None, 409)["code"] == "few_players"
    assert organiser.post(f"/api/events/{ids[0]}/end")["status"] == "closed"
    assert organiser.get("/api/events/unknown", 404)["code"] == "no_event"


# --- without HTTP: crashes, and several processes on one database


@asynccontextmanager
async def processes(address: str, number: int) -> AsyncIterator[list[ServerVenue]]:
    """Yield the venues of processes on a database; on SQLite they share its single venue."""
    databases = [open_database(address) for _ in range(number)]
    try:
        yield [venue_of(database, capacity=1000) for database in databases]
    finally:
        for database in databases:
            await database.close()


async def ready_event(venue: ServerVenue, players: int, **settings: Any) -> str:
    """Create a running event whose first round is due."""
    guests = [Guest(secrets.token_hex(10), f"P{number}") for number in range(players)]
    now = time.time()
    rows = [{"id": one.id, "name": one.name, "created": now, "seen": now, "banned": False} for one in guests]
    await venue.database.transact(lambda connection: connection.execute(insert(models.Guest), rows).close())
    clock = NewClock(minutes=20)
    request = NewEvent(**{"name": "Autumn", "clock": clock, "pause": 0, "rounds": 3, "most": 64, **settings})
    event = events.new_event(request, guests[0])
    await events.create(venue.database, event)
    for guest in guests[1:]:
        await events.join(venue, event.id, guest.id, guest.name)
    await events.start(venue, event.id, guests[0].id)
    return event.id


def finish(connection: Connection, tournament: Tournament) -> None:
    """Finish the games of the current round without playing them: the player with the lower number wins."""
    for table in tournament.current_tables:
        order = sorted(table.seats, key=lambda seat: (seat.player is None, seat.player))
        for place, seat in enumerate(order, 1):
            row: dict[str, Any] = {
                "table": table.table,
                "seat": seat.seat,
                "guest": None,
                "name": "?",
                "players": len(order),
            }
            row |= {"place": place, "points": 100 - place, "change": None, "time": 0.0}
            connection.execute(insert(models.Outcome), [row])
        connection.execute(update(models.Table).where(models.Table.id == table.table).values(status="finished"))


async def table_count(database: Database, event: str) -> int:
    statement = select(func.count()).select_from(models.Table).where(models.Table.event == event)
    return await database.query(lambda connection: connection.execute(statement).scalar() or 0)


def must_be_whole(tournament: Tournament, players: int) -> None:
    """Check that each round has each player once, and that each table is made once."""
    for number in range(1, tournament.round + 1):
        tables = [table for table in tournament.tables if table.round == number]
        seated = [seat.player for table in tables for seat in table.seats if seat.player is not None]
        assert sorted(seated) == list(range(players))
        assert all(table.table is not None for table in tables)
    made = [table.table for table in tournament.tables]
    assert len(made) == len(set(made))


@both_databases
@pytest.mark.parametrize("kind", ["swiss", "round_robin"])
def test_two_processes_pair_and_make_a_round_once(empty_database: str, kind: str, monkeypatch: Any) -> None:
    """The second one reads what the first one has written, or its transaction fails; also without any order."""
    monkeypatch.setattr(annealing, "STEPS", 500)
    migrate(empty_database)

    async def run() -> None:
        async with processes(empty_database, 1 if empty_database.startswith("sqlite") else 3) as venues:
            first = venues[0]
            event = await ready_event(first, 10, kind=kind)
            for number in range(1, 4):
                await asyncio.gather(*(events.advance(venue, event) for venue in venues for _ in range(2)))
                found = await events.read(first.database, event)
                assert (found.round, found.status) == (number, "running")
                must_be_whole(found, 10)
                assert await table_count(first.database, event) == len(found.tables) == 3 * number
                await first.database.transact(partial(finish, tournament=found))
            await asyncio.gather(*(events.advance(venue, event) for venue in venues))
            found = await events.read(first.database, event)
            assert found.status == "finished"
            assert all(standing.games == 3 for standing in standings(found))

    asyncio.run(run())


@both_databases
def test_a_crash_between_two_steps_loses_and_doubles_nothing(empty_database: str, monkeypatch: Any) -> None:
    """The process ends after the pairing, and after each table; the sweep of another one finds the event."""
    migrate(empty_database)

    class CrashError(Exception):
        pass

    async def run() -> None:
        async with processes(empty_database, 1) as (venue,):
            database = venue.database
            event = await ready_event(venue, 13)
            create = lifecycle.create
            made = 0

            async def create_one_and_crash(*arguments: Any) -> Any:
                nonlocal made
                if made % 2 == 0:
                    made += 1
                    raise CrashError
                made += 1
                return await create(*arguments)

            monkeypatch.setattr(lifecycle, "create", create_one_and_crash)
            crashes = 0
            while True:
                stranded = await database.query(lambda connection: events.stranded(connection, time.time()))
                if event not in stranded:
                    break
                try:
                    await events.advance(venue, event)
                except CrashError:
                    crashes += 1
            assert crashes == 4
            found = await events.read(database, event)
            must_be_whole(found, 13)
            assert await table_count(database, event) == len(found.tables) == 4
            # A process has ended before it could record the results.
            await database.transact(lambda connection: finish(connection, found))
            assert event in await database.query(lambda connection: events.stranded(connection, time.time()))
            monkeypatch.setattr(lifecycle, "create", create)
            await events.advance(venue, event)
            assert (await events.read(database, event)).round == 2

    asyncio.run(run())


def test_a_player_without_time_gets_no_points(empty_database: str) -> None:
    """A no-show: the clock hands the seat over, and the places of the others count without it."""
    migrate(empty_database)

    async def run() -> None:
        async with processes(empty_database, 1) as (venue,):
            event = await ready_event(venue, 3, rounds=1, size=3)
            await events.advance(venue, event)
            found = await events.read(venue.database, event)
            (table,) = found.tables
            absent = next(seat for seat in table.seats if seat.player == 0)
            gone = found.entrants[0].guest
            assert table.table is not None
            assert gone is not None
            await events.withdraw(venue, event, gone, None)
            await play_out_here(venue, table.table)
            await events.advance(venue, event)
            found = await events.read(venue.database, event)
            assert found.status == "finished"
            assert found.tables[0].seats[absent.seat].replaced
            assert {standing.player: standing.points for standing in standings(found)}["0"] == 0
            assert sorted(standing.points for standing in standings(found)) == [0, 2.5, 4]

    asyncio.run(run())


def test_the_steps_of_an_event_follow_from_what_is_stored() -> None:
    request = NewEvent(name="Plan", clock=NewClock(minutes=20), kind="round_robin", size=3, rounds=4, pause=0)
    event = events.new_event(request, Guest("g0", "P0"))
    assert next_step(event, 0.0) is Next.NOTHING
    event.entrants += [type(event.entrants[0])(number, f"P{number}", f"g{number}") for number in range(1, 9)]
    event.status, event.due = "running", 10.0
    assert next_step(event, 9.0) is Next.WAIT_FOR_ROUND
    assert next_step(event, 10.0) is Next.PAIR
    met: set[frozenset[int | None]] = set()
    for number in range(1, 5):
        tables, event.plan = pair_next_round(event)
        event.tables += tables
        event.round, event.due = number, None
        assert next_step(event, 0.0) is Next.MAKE_TABLES
        for place, table in enumerate(tables):
            table.table = f"{number}-{place}"
            met |= {frozenset((one.player, two.player)) for one in table.seats for two in table.seats if one != two}
        assert next_step(event, 0.0) is Next.WAIT_FOR_GAMES
        for table in tables:
            table.is_over = True
        assert next_step(event, 0.0) is (Next.SCHEDULE if number < 4 else Next.FINISH)
    # Nine players at tables of three: the plan of the first round was kept, so each pair has met once.
    assert len(met) == 36


@both_databases
def test_a_deleted_organiser_and_player_leave_no_name(empty_database: str) -> None:
    migrate(empty_database)

    async def run() -> None:
        async with processes(empty_database, 1) as (venue,):
            event = await ready_event(venue, 4)
            database = venue.database
            organiser = (await events.read(database, event)).organiser
            await database.transact(
                lambda connection: delete_player(
                    connection, organiser, [feature.forget for feature in [FEATURE] if feature.forget]
                )
            )
            found = await events.read(database, event)
            assert (found.organiser, found.entrants[0].guest, found.entrants[0].name) == ("", None, "–")
            assert found.entrants[0].withdrawn
            with pytest.raises(ApiProblem):
                await events.end(venue, event, organiser)
            assert store.TOPIC + event not in venue.hub.tables

    asyncio.run(run())
