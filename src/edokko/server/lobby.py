"""Lists of tables, and players' pages."""

from __future__ import annotations

import time
from collections import defaultdict
from contextlib import suppress
from typing import Any

from sqlalchemy import case, exists, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from edokko.server import shapes
from edokko.server.clocks import Clock
from edokko.server.database import Database, models
from edokko.server.guests import Person
from edokko.server.problems import ApiProblem
from edokko.server.ratings import ordinal
from edokko.server.seats import bot_display_name
from edokko.server.tables import ID_PATTERN, Tables
from edokko.server.timestamps import iso_timestamp
from edokko.server.views.picture import picture_of

MOST = 50
"""Tables of a list."""
OF_ADDRESS = 10
"""Tables of a list that were made from one address."""
PICTURES = 12
"""Own tables of which an answer has a picture."""
WAKES = 2
"""Tables that an answer reads from the database for their pictures; the next answer reads the next ones."""
LATEST = 20
FAVOURITES = 5


async def lobby_of(database: Database, guest: str | None, tables: Tables | None = None) -> shapes.Lobby:
    """The tables that somebody can go to.

    Args:
        database: where they are.
        guest: who asks; ``None`` for somebody unknown.
        tables: those in memory; without them there are no pictures.
    """
    kept = models.Table
    own = select(models.Seat.table).where(models.Seat.guest == guest)
    has_free = exists().where(models.Seat.table == kept.id, models.Seat.kind == "open")
    async with database.read() as connection:
        yours = []
        if guest is not None:
            mine = select(kept.__table__).where((kept.id.in_(own)) | (kept.host == guest), kept.status != "closed")
            # However many games have ended since: a table that goes on is never left out for them.
            last = case((kept.status == "finished", 1), else_=0)
            yours = await _tables(connection, mine.order_by(last, kept.changed.desc()).limit(MOST), guest)
        free = await _tables(connection, _listed(kept.status == "waiting", has_free), guest)
        running = await _tables(connection, _listed(kept.status == "running", kept.spectators), guest)
    yours.sort(key=lambda one: (not one.your_turn, one.status == "finished"))
    if tables is not None:
        await _draw(tables, yours)
    return shapes.Lobby(yours, free, running, sum(one.your_turn for one in yours), time.time())


def _listed(*conditions: Any) -> Any:
    """The tables of a list for all, the newest first: of each address only some, so that none can fill the list."""
    kept = models.Table
    # A table of an older version has no mark of its address.
    by_address = func.coalesce(kept.origin, kept.host)
    place = func.row_number().over(partition_by=by_address, order_by=kept.changed.desc())
    newest = select(kept.id, place.label("place")).where(kept.listed, *conditions).subquery()
    statement = select(kept.__table__).join(newest, newest.c.id == kept.id).where(newest.c.place <= OF_ADDRESS)
    return statement.order_by(kept.changed.desc()).limit(MOST)


async def _draw(tables: Tables, yours: list[shapes.LobbyTable]) -> None:
    """Add the pictures of running tables; few answers read one from the database, for that replays its game."""
    wakes = WAKES
    for one in [one for one in yours if one.status == "running"][:PICTURES]:
        if one.id not in tables:
            if not wakes:
                continue
            wakes -= 1
        with suppress(ApiProblem):
            match = (await tables.current(one.id)).match
            if match.has_begun:
                one.picture = picture_of(match.game)


async def turns_of(database: Database, guest: str) -> list[shapes.LobbyTable]:
    """The tables that wait for somebody, those that have just begun to first.

    Args:
        database: where they are.
        guest: who asks.
    """
    kept, seats = models.Table, models.Seat
    here = seats.table == kept.id
    statement = select(kept.__table__).join(seats, here & (seats.seat == kept.decides) & (seats.guest == guest))
    statement = statement.where(kept.status == "running").order_by(kept.changed.desc()).limit(MOST)
    async with database.read() as connection:
        return await _tables(connection, statement, guest)


async def _tables(connection: AsyncConnection, statement: Any, guest: str | None) -> list[shapes.LobbyTable]:
    found = list((await connection.execute(statement)).mappings())
    where = models.Seat.table.in_([one["id"] for one in found])
    seats: dict[str, list[Any]] = defaultdict(list)
    for seat in (await connection.execute(select(models.Seat.__table__).where(where))).mappings():
        seats[seat["table"]].append(seat)
    results: dict[str, list[shapes.LobbyResult]] = defaultdict(list)
    over = [one["id"] for one in found if one["status"] == "finished"]
    if over:
        kept = models.Outcome
        outcomes = select(kept.table, kept.seat, kept.place, kept.points).where(kept.table.in_(over))
        for outcome in (await connection.execute(outcomes.order_by(kept.place))).mappings():
            results[outcome["table"]].append(shapes.LobbyResult(outcome["seat"], outcome["place"], outcome["points"]))
    return [
        _table(one, sorted(seats[one["id"]], key=lambda seat: int(seat["seat"])), results[one["id"]], guest)
        for one in found
    ]


def _table(one: Any, seats: list[Any], results: list[shapes.LobbyResult], guest: str | None) -> shapes.LobbyTable:
    own = [seat["seat"] for seat in seats if guest is not None and seat["guest"] == guest]
    return shapes.LobbyTable(
        id=one["id"],
        status=one["status"],
        edition=one["edition"],
        players=one["players"],
        seats=[
            shapes.LobbySeat(seat["kind"], seat["crest"], _name(seat), seat["level"], seat["seat"] in own)
            for seat in seats
        ],
        pace=one["pace"],
        created=iso_timestamp(one["created"]),
        changed=iso_timestamp(one["changed"]),
        name=one["name"],
        rated=one["rated"],
        hints=one["hints"],
        own_tables=one["overlay"] is not None,
        month=one["month"],
        clock=_clock(one),
        your_turn=one["status"] == "running" and one["decides"] in own,
        yours=bool(own),
        decides=one["decides"] if one["status"] == "running" else None,
        results=results,
    )


def _name(seat: Any) -> str:
    name: str = seat["name"]
    return bot_display_name(name, seat["table"], seat["seat"]) if seat["kind"] == "bot" else name


def _clock(one: Any) -> shapes.Clock | None:
    clock = Clock.from_json(one["clock"])
    if clock is None:
        return None
    return shapes.Clock(clock.level, clock.minutes, clock.increment, clock.days, deadline=one["deadline"])


async def page_of(database: Database, person: Person, guest: str | None) -> shapes.PlayerPage:
    """A player's page.

    Args:
        database: where the games are.
        person: whose page it is.
        guest: who looks at it; ``None`` for somebody unknown.
    """
    kept = models.Outcome
    own = kept.guest == person.id
    latest = select(kept.__table__).where(own).order_by(kept.time.desc()).limit(LATEST)
    rated = select(models.Rating.__table__).where(models.Rating.guest == person.id).order_by(models.Rating.players)
    hired = select(models.Hired.card, models.Hired.count).where(models.Hired.guest == person.id)
    hired = hired.order_by(models.Hired.count.desc(), models.Hired.card).limit(FAVOURITES)
    async with database.read() as connection:
        games = (await connection.execute(select(func.count()).select_from(kept).where(own))).scalar() or 0
        wins = select(func.count()).select_from(kept).where(own, kept.place == 1)
        won = (await connection.execute(wins)).scalar() or 0
        results = [await _result(connection, one, guest) for one in (await connection.execute(latest)).mappings()]
        ratings = list((await connection.execute(rated)).mappings())
        hires = [shapes.Count(card, count) for card, count in await connection.execute(hired)]
    return shapes.PlayerPage(
        shapes.Guest(person.id, person.name),
        games,
        won,
        [shapes.Rating(one["players"], ordinal(one["mu"], one["sigma"]), one["games"]) for one in ratings],
        results,
        hires,
    )


async def _result(connection: AsyncConnection, one: Any, guest: str | None) -> shapes.Result:
    kept = models.Outcome
    others = select(kept.name, kept.table, kept.seat, kept.guest).order_by(kept.place)
    others = others.where(kept.table == one["table"], kept.seat != one["seat"])
    statement = select(models.Table.edition, models.Table.listed).where(models.Table.id == one["table"])
    edition, is_listed = (await connection.execute(statement)).one()
    was_there = select(kept.seat).where(kept.table == one["table"], kept.guest == guest)
    # Who knows the id of a table may go there: one that is not listed is for those who sat there.
    is_shown = is_listed or (guest is not None and (await connection.execute(was_there)).first() is not None)
    return shapes.Result(
        iso_timestamp(one["time"]),
        edition,
        one["players"],
        one["place"],
        one["points"],
        [
            # A person may be called like a level.
            other.name if other.guest else bot_display_name(other.name, other.table, other.seat)
            for other in await connection.execute(others)
        ],
        one["change"] is not None,
        one["change"],
        one["table"] if is_shown else None,
    )


def is_id(text: str) -> bool:
    """Whether something can be the id of a guest."""
    return bool(ID_PATTERN.fullmatch(text))
