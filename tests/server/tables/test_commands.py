"""What commands return: the table, the steps that they caused in a game, and whether a clock handed a seat over."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from edokko.server.store import Database
from edokko.server.tables.venue import ServerVenue
from edokko.table.api.games import rematch, to_bot
from edokko.table.api.seats import take_seat
from edokko.table.clocks import Clock
from edokko.table.commands import lifecycle, playing
from edokko.table.problems import ApiProblem
from edokko.table.seats import SeatInfo
from edokko.table.settings import TableInfo, TableSettings
from edokko.table.setup import Setup
from edokko.table.shapes.requests import ToBot
from edokko.table.venue import Changed
from edokko.table.views.live_table import LiveTable
from tests.helpers.database import in_database
from tests.helpers.server import sqlite_in
from tests.helpers.venue import venue_of
from tests.table.helpers import caller

CLOCK = TableSettings(random_seats=False, clock=Clock(1, 0, 0, "easy"))
SEATS = [SeatInfo(number, "person", guest, guest, crest=number) for number, guest in enumerate(("host", "other"))]


def new_info(table: str = "t", age: float = 0.0, settings: TableSettings = CLOCK) -> TableInfo:
    created = time.time() - age
    return TableInfo(table, "host", Setup("2021", 1, 2), created, created, settings)


def with_venue(folder: Path, look: Callable[[ServerVenue], Awaitable[None]]) -> None:
    async def run(database: Database) -> None:
        await look(venue_of(database))

    in_database(sqlite_in(folder), run)


async def first_moves(venue: ServerVenue, live_table: LiveTable, key: str | None = None) -> Changed:
    """Play the first legal move of the seat that decides, for its guest."""
    seat, match = live_table.match.seat, live_table.match
    assert seat is not None
    guest, words = live_table.seats[seat].guest, match.game.legal_moves[0].words
    return await playing.play(venue, live_table.info.id, guest, match.ply, [words], key)


@pytest.mark.parametrize(("age", "is_over"), [(30, False), (90, True)])
def test_the_clock_says_whether_it_handed_the_seat_over(tmp_path: Path, age: float, is_over: bool) -> None:
    async def look(venue: ServerVenue) -> None:
        live_table = await lifecycle.create(venue, new_info(age=age), SEATS)
        seat = live_table.match.seat
        assert seat is not None
        assert await playing.enforce_clock(venue, "t") is is_over
        assert live_table.seats[seat].kind == ("bot" if is_over else "person")
        # The computer player has no clock.
        assert await playing.enforce_clock(venue, "t") is False
        assert [row.kind for row in await venue.store.rows("t")] == ["made", "start"] + ["time"] * is_over

    with_venue(tmp_path, look)


def test_a_move_after_the_time_is_refused_and_the_handover_stays(tmp_path: Path) -> None:
    async def look(venue: ServerVenue) -> None:
        live_table = await lifecycle.create(venue, new_info(age=90), SEATS)
        with pytest.raises(ApiProblem) as refused:
            await first_moves(venue, live_table)
        assert refused.value.code == "time_over"
        assert [row.kind for row in await venue.store.rows("t")] == ["made", "start", "time"]

    with_venue(tmp_path, look)


def test_commands_of_a_game_return_the_steps_that_they_caused(tmp_path: Path) -> None:
    async def look(venue: ServerVenue) -> None:
        open_seats = [SEATS[0], SeatInfo(1, "open", crest=1)]
        await lifecycle.create(venue, new_info(), open_seats)
        joined = await take_seat(venue, "t", "other", "b")
        assert [seat.guest for seat in joined.seats] == ["host", "other"]
        started = await lifecycle.start(venue, "t", "host")
        assert [step.kind for step in started.steps] == ["setup"]
        played = await first_moves(venue, started.live_table, "key")
        assert [(step.kind, step.ply) for step in played.steps] == [("move", 0)]
        guest = played.live_table.seats[played.steps[0].seat or 0].guest or ""
        repeated = await playing.play(venue, "t", guest, 0, ["fly"], "key")
        assert repeated.steps == played.steps
        assert repeated.live_table.version == played.live_table.version
        before = played.live_table.version
        await to_bot(venue, caller("host"), "t", ToBot())
        steps = played.live_table.match.steps_since(before) or []
        assert [(step.kind, step.move) for step in steps] == [("seat", "bot:easy")]

    with_venue(tmp_path, look)


def test_of_two_concurrent_rematches_both_players_get_the_first(tmp_path: Path) -> None:
    async def look(venue: ServerVenue) -> None:
        finished = await lifecycle.create(venue, new_info(settings=TableSettings(random_seats=False)), SEATS)
        while not finished.match.is_over:
            await first_moves(venue, finished)
        answers = await asyncio.gather(*(rematch(venue, caller(guest), "t") for guest in ("host", "other")))
        assert {answer.status for answer in answers} == {200, 201}
        bodies = [msgspec.json.decode(msgspec.json.encode(answer.body)) for answer in answers]
        assert {body["table"]["id"] for body in bodies} == {finished.info.rematch}
        status = {table: (await venue.get(table)).info.status for table in venue.states()}
        assert sorted(status.values()) == ["closed", "finished", "waiting"]
        assert status[finished.info.rematch or ""] == "waiting"

    with_venue(tmp_path, look)
