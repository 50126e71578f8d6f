"""The clock: computed from rows, the same after a restart and in another process; timeouts."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import update

from edokko.server.store import migrate, models, open_database
from edokko.server.tables.venue import ServerVenue
from edokko.server.workers import timekeeping
from edokko.server.workers.timekeeping import Timekeeping
from edokko.table.clocks import Clock, Times
from edokko.table.commands import lifecycle, playing
from edokko.table.match import Match, rebuild
from edokko.table.record import record_of
from edokko.table.rows import Row
from edokko.table.seats import SeatInfo
from edokko.table.settings import TableInfo, TableSettings
from edokko.table.setup import Setup
from tests.helpers.server import People, Person, Server, first_move, sqlite_in, wait_until
from tests.helpers.venue import venue_of

SHORT = {"minutes": 1}


def running_table(person: People, **settings: Any) -> tuple[str, list[Person]]:
    """Return a running table and its two players by seat; seat 1 decides first."""
    host, other = person(), person()
    table = host.table("you", "open", **settings)["table"]["id"]
    other.post(f"/api/tables/{table}/join", {})
    host.post(f"/api/tables/{table}/start")
    return table, [host, other]


# --- computation


def test_the_deciding_seats_time_runs_and_it_gains_the_increment_at_the_end() -> None:
    times = Times(Clock(10, 5, 0, "easy"), 2)
    times.update(1000, 1)
    times.update(1020, 1)
    assert times.left == [600, 580]
    assert times.deadline == 1600
    times.update(1030, 0)
    assert times.left == [600, 575]
    times.update(1034, None)
    assert times.left == [601, 575]
    assert times.deadline is None


def test_days_are_restored_at_each_turn() -> None:
    times = Times(Clock(0, 0, 2, "easy"), 2)
    times.update(0, 0)
    times.update(100_000, 0)
    assert times.left[0] == 72_800
    times.update(150_000, 1)
    assert times.left == [172_800, 172_800]


def test_a_system_clock_that_goes_back_deducts_nothing() -> None:
    times = Times(Clock(1, 0, 0, "easy"), 2)
    times.update(100, 0)
    times.update(90, 1)
    assert times.left == [60, 60]
    assert times.since == 100


# --- at a table


def test_the_view_has_every_seats_time(person: People) -> None:
    before = time.time()
    table, people = running_table(person, clock={"minutes": 3, "increment": 10})
    view = people[1].view(table)
    clock = view["table"]["clock"]
    assert clock["left"] == [180, 180]
    assert clock["running"] == 1
    assert before < view["now"] < time.time()
    assert clock["deadline"] == pytest.approx(clock["since"] + 180, abs=0.01)
    time.sleep(0.3)
    people[1].play(table, 0, first_move(view))
    answer = people[1].view(table)["table"]
    after = answer["clock"]
    assert answer["seat"] == 1
    assert 178 < after["left"][1] < 179.75
    # An undo does not restore the time spent on the move.
    people[1].post(f"/api/tables/{table}/undo", {"ply": 1})
    back = people[1].view(table)["table"]["clock"]
    assert back["left"][1] <= after["left"][1]
    now = people[1].view(table)
    while now["table"]["seat"] == 1:
        now = people[1].play(table, now["table"].get("ply", 0), first_move(now))["view"]
    assert now["table"]["clock"]["left"][1] > 187
    assert now["table"]["clock"]["running"] == 0


def test_a_table_without_a_clock_has_none(person: People) -> None:
    table, people = running_table(person)
    assert "clock" not in people[0].view(table)["table"]
    # The host gets the server's time, for the time from which the other player may be replaced.
    assert "now" in people[0].view(table)
    assert "now" not in people[1].view(table)


@pytest.mark.parametrize(
    ("pace", "clock"),
    [
        ("live", {}),
        ("live", {"days": 2}),
        ("live", {"minutes": 5, "days": 2}),
        ("days", {"minutes": 5}),
        ("days", {"days": 2, "increment": 5}),
        ("live", {"minutes": 0}),
        ("live", {"minutes": 241}),
        ("live", {"minutes": 5, "increment": 301}),
        ("days", {"days": 31}),
        ("live", {"minutes": 5, "level": "god"}),
        ("live", {"minutes": 5, "seconds": 1}),
    ],
)
def test_a_clock_that_does_not_fit_is_refused(person: People, pace: str, clock: dict[str, Any]) -> None:
    problem = person().table("you", "open", pace=pace, clock=clock, expect=400)
    assert problem["code"] in ("bad_request", "unknown_level")


def test_a_rematch_has_the_same_clock(person: People) -> None:
    host = person()
    table = host.table("you", "easy", clock={"minutes": 7, "level": "easy"})["table"]["id"]
    host.post(f"/api/tables/{table}/bot", {})
    wait_until(lambda: host.view(table)["table"]["status"] == "finished")
    rematch = host.post(f"/api/tables/{table}/rematch", None, 201)["table"]
    assert rematch["clock"]["minutes"] == 7


# --- timeouts


def test_a_player_who_runs_out_of_time_is_replaced_once(
    tmp_path: Path, launch: Callable[[str], Server], visitor: Callable[[Server], Person]
) -> None:
    server = launch(sqlite_in(tmp_path))
    table, people = running_table(lambda: visitor(server), clock=SHORT)
    view = people[1].view(table)
    server.kill()
    _let_a_minute_pass(tmp_path)
    server.start()
    for guest in people:
        guest.http.base_url = httpx.URL(server.address)
    # Either the poll or the late move notices the timeout.
    problem = people[1].http.post(f"/api/tables/{table}/moves", json={"ply": 0, "moves": [first_move(view)]}).json()
    assert problem["code"] in ("time_over", "not_your_seat")
    wait_until(lambda: people[0].view(table)["table"]["seats"][1]["kind"] == "bot", 20)
    log = people[0].get(f"/api/tables/{table}/log")["steps"]
    handovers = [step for step in log if step["kind"] == "seat"]
    assert handovers == [{"kind": "seat", "ply": 0, "seat": 1, "move": "bot:easy", "reason": "time"}]
    # The computer player moves, and then the other seat's time runs.
    wait_until(lambda: people[0].view(table)["table"].get("seat") == 0, 60)
    clock = people[0].view(table)["table"]["clock"]
    assert clock["running"] == 0
    assert clock["left"][0] == pytest.approx(60, abs=1)
    record = people[0].get(f"/api/tables/{table}/record")
    assert record["players_log"] == [{"ply": 0, "seat": 1, "name": "easy"}]
    assert server.stop() == 0


def _let_a_minute_pass(folder: Path) -> None:
    """Shift all times in a stopped server's database back by a minute."""
    import sqlite3

    with sqlite3.connect(folder / "tables.sqlite") as connection:
        connection.execute("UPDATE rows SET time = time - 60")
        connection.execute("UPDATE tables SET deadline = deadline - 60")
    connection.close()


def test_time_runs_on_over_a_restart(
    tmp_path: Path, launch: Callable[[str], Server], visitor: Callable[[Server], Person]
) -> None:
    server = launch(sqlite_in(tmp_path))
    table, people = running_table(lambda: visitor(server), clock={"minutes": 5, "increment": 2})
    view = people[1].view(table)
    while view["table"]["seat"] == 1:
        view = people[1].play(table, view["table"].get("ply", 0), first_move(view))["view"]
    server.kill()
    server.start()
    for guest in people:
        guest.http.base_url = httpx.URL(server.address)
    assert people[0].view(table)["table"]["clock"] == view["table"]["clock"]
    assert server.stop() == 0


def test_of_two_processes_one_hands_the_seat_over(
    postgres: str, launch: Callable[[str], Server], visitor: Callable[[Server], Person]
) -> None:
    import asyncio

    import asyncpg

    first, second = launch(postgres), launch(postgres)
    table, people = running_table(lambda: visitor(first), clock=SHORT)
    elsewhere = visitor(second)
    assert elsewhere.view(table)["table"]["clock"] == people[0].view(table)["table"]["clock"]

    async def pass_a_minute() -> None:
        connection = await asyncpg.connect(postgres.replace("+asyncpg", ""))
        await connection.execute('UPDATE rows SET time = time - 60 WHERE "table" = $1', table)
        await connection.execute("UPDATE tables SET deadline = deadline - 60 WHERE id = $1", table)
        await connection.close()

    # Both processes have a stale copy of the table: restart one of them; the other one reads the rows.
    first.kill()
    asyncio.run(pass_a_minute())
    first.start()
    for guest in people:
        guest.http.base_url = httpx.URL(first.address)

    def sees_a_bot(guest: Person) -> bool:
        return bool(guest.view(table)["table"]["seats"][1]["kind"] == "bot")

    for guest in (people[0], elsewhere):
        wait_until(partial(sees_a_bot, guest), 20)
    log = elsewhere.get(f"/api/tables/{table}/log")["steps"]
    assert sum(step["kind"] == "seat" for step in log) == 1
    assert first.stop() == 0
    assert second.stop() == 0


def test_a_broken_table_does_not_stop_other_clocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timekeeping, "POLL_INTERVAL", 0.01)
    address = f"sqlite+aiosqlite:///{tmp_path / 'edokko.sqlite'}"
    migrate(address)
    looks: list[str] = []

    async def game(venue: ServerVenue, start: float) -> str:
        clock = Clock(1, 0, 0, "easy")
        info = TableInfo(secrets.token_hex(8), "a", Setup("2021", 1, 2), start, start, TableSettings(clock=clock))
        seats = [SeatInfo(number, "person", guest, guest, crest=number) for number, guest in enumerate("ab")]
        await lifecycle.create(venue, info, seats)
        return info.id

    async def run() -> None:
        database = open_database(address)
        venue = venue_of(database)
        look = playing.enforce_clock

        async def counted(venue: ServerVenue, table: str) -> bool:
            looks.append(table)
            return await look(venue, table)

        monkeypatch.setattr(playing, "enforce_clock", counted)
        now = time.time()
        broken, fine = await game(venue, now - 2_000), await game(venue, now - 1_000)
        async with database.write() as connection:
            await connection.execute(update(models.Row).where(models.Row.table == broken).values(chance="nonsense"))
        venue.invalidate_all()
        clocks = Timekeeping(venue)
        await clocks.start()
        await asyncio.sleep(0.5)
        await clocks.stop()
        assert "bot" in [seat.kind for seat in (await venue.get(fine)).seats]
        assert looks.count(broken) == 1
        await database.close()

    asyncio.run(run())


def test_only_a_timeout_has_the_reason_time() -> None:
    """A handover whose guest has been deleted is not a timeout."""
    setup = Setup("2021", 1, 2)
    rows = [Row(0, "made"), Match(setup).begin(1, 0.0), Row(2, "bot", 0, 0, "easy"), Row(3, "time", 0, 1, "easy")]
    match = rebuild(setup, rows)
    assert [(step.seat, step.move, step.reason) for _, step in match.steps if step.kind == "seat"] == [
        (0, "bot:easy", None),
        (1, "bot:easy", "time"),
    ]
    log = record_of(setup, ["a", "b"], rows).extra["players_log"]
    assert log == [{"ply": 0, "seat": 0, "name": "easy"}, {"ply": 0, "seat": 1, "name": "easy"}]


def test_a_record_has_handovers_whose_row_has_another_ply() -> None:
    setup = Setup("2021", 1, 2)
    match = Match(setup)
    match.apply(Row(0, "made"))
    rows = [Row(0, "made"), match.begin(1, 0.0)]
    rows += match.play([str(match.game.legal_moves[0])], 2, "guest", None, 0.0)
    rows.append(Row(3, "bot", 0, 1, "easy"))
    match.apply(rows[-1])
    assert record_of(setup, ["a", "b"], rows).extra["players_log"] == [{"ply": 1, "seat": 1, "name": "easy"}]
