"""Queries for players' pages."""

from __future__ import annotations

from typing import Any

from sqlalchemy import exists, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from edokko.server.store import Database, models
from edokko.server.store.ratings import ordinal
from edokko.server.views import guests as shapes
from edokko.table.people import Person
from edokko.table.seats import bot_display_name
from edokko.table.shapes.base import iso_timestamp

MOST_RESULTS = 20
MOST_FAVOURITES = 5


async def page_of(database: Database, person: Person, guest: str | None) -> shapes.PlayerPage:
    """Return a player's page as a guest sees it; ``None`` is an anonymous viewer."""
    outcome, rating, hired = models.Outcome, models.Rating, models.Hired
    is_own = outcome.guest == person.id
    latest = select(outcome.__table__).where(is_own).order_by(outcome.time.desc()).limit(MOST_RESULTS)
    own_ratings = select(rating.__table__).where(rating.guest == person.id).order_by(rating.players)
    favourites = select(hired.card, hired.count).where(hired.guest == person.id)
    favourites = favourites.order_by(hired.count.desc(), hired.card).limit(MOST_FAVOURITES)
    # A game from a position says nothing about its player: the position may be won.
    is_whole = exists().where(models.Table.id == outcome.table, models.Table.start.is_(None))
    count = select(func.count()).select_from(outcome).where(is_own, is_whole)
    async with database.read() as connection:
        games = (await connection.execute(count)).scalar() or 0
        wins = (await connection.execute(count.where(outcome.place == 1))).scalar() or 0
        results = [await _result(connection, row, guest) for row in (await connection.execute(latest)).mappings()]
        ratings = list((await connection.execute(own_ratings)).mappings())
        hires = [shapes.Count(card, number) for card, number in await connection.execute(favourites)]
    return shapes.PlayerPage(
        shapes.Guest(person.id, person.name, games > 0),
        games,
        wins,
        [shapes.Rating(row["players"], ordinal(row["mu"], row["sigma"]), row["games"]) for row in ratings],
        results,
        hires,
    )


async def _result(connection: AsyncConnection, row: Any, guest: str | None) -> shapes.Result:
    outcome = models.Outcome
    others = select(outcome.name, outcome.table, outcome.seat, outcome.guest).order_by(outcome.place)
    others = others.where(outcome.table == row["table"], outcome.seat != row["seat"])
    statement = select(models.Table.edition, models.Table.listed, models.Table.start)
    edition, is_listed, start = (await connection.execute(statement.where(models.Table.id == row["table"]))).one()
    was_seated = select(outcome.seat).where(outcome.table == row["table"], outcome.guest == guest)
    # The id of a table gives access to it, so only its players get the id of an unlisted one.
    has_access = is_listed or (guest is not None and (await connection.execute(was_seated)).first() is not None)
    return shapes.Result(
        iso_timestamp(row["time"]),
        edition,
        row["players"],
        row["place"],
        row["points"],
        [
            # A person's name may equal that of a level, so replace names of computer players only.
            other.name if other.guest else bot_display_name(other.name, other.table, other.seat)
            for other in await connection.execute(others)
        ],
        row["change"] is not None,
        row["change"],
        row["table"] if has_access else None,
        start is not None,
    )
