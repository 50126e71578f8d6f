"""Ratings by number of players, with OpenSkill's Plackett-Luce model (https://openskill.me)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from openskill.models import PlackettLuce
from sqlalchemy import Connection, insert, select, update

from edokko.server.database import models
from edokko.server.seats import SeatInfo, TableInfo

_MODEL = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Finish:
    """What a seat has reached."""

    seat: SeatInfo
    place: int
    points: int


def write_results(
    connection: Connection,
    info: TableInfo,
    finishes: Sequence[Finish],
    hires: dict[int, Counter[str]],
    time: float,
) -> dict[int, float]:
    """Write the results of a finished game, its ratings and its hires.

    Args:
        connection: the transaction that finishes the game.
        info: the table.
        finishes: by place.
        hires: the characters that each seat has hired.
        time: now.

    Returns:
        What it changed, by seat; empty where the game is not rated.
    """
    _lock_guests(connection, finishes)
    changes = _rate(connection, info, finishes) if info.rated else {}
    rows = [
        {
            "table": info.id,
            "seat": one.seat.seat,
            "guest": one.seat.guest or one.seat.resigned,
            "name": one.seat.name,
            "players": info.setup.players,
            "place": one.place,
            "points": one.points,
            "change": changes.get(one.seat.seat),
            "time": time,
        }
        for one in finishes
    ]
    connection.execute(insert(models.Outcome), rows)
    # One guest may have several seats.
    together: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for one in finishes:
        if one.seat.guest:
            together[one.seat.guest] += hires.get(one.seat.seat, Counter())
    for guest in sorted(together):
        _count_hires(connection, guest, together[guest])
    return changes


def _lock_guests(connection: Connection, finishes: Sequence[Finish]) -> None:
    """Have games that end at the same time, with the same guests, wait for each other in one order.

    The rows of ratings and hires may not exist yet; those of the guests do. The lock lets other transactions refer to
    the guests.
    """
    guests = {one.seat.guest or one.seat.resigned for one in finishes} - {None}
    statement = select(models.Guest.id).where(models.Guest.id.in_(guests)).order_by(models.Guest.id)
    connection.execute(statement.with_for_update(key_share=True)).all()


def _rate(connection: Connection, info: TableInfo, finishes: Sequence[Finish]) -> dict[int, float]:
    """Rate a game. Who left it to a computer player is behind everybody who stayed."""
    order = sorted(finishes, key=lambda one: (one.seat.resigned is not None, one.place))
    guests = [one.seat.guest or one.seat.resigned for one in order]
    if None in guests or len(set(guests)) != len(guests):
        return {}
    players = info.setup.players
    known = models.Rating
    statement = select(known.__table__).where(known.guest.in_(guests), known.players == players)
    # Of a guest who has been deleted only the rating can be locked, in the same order.
    statement = statement.order_by(known.guest).with_for_update()
    before: dict[str, Any] = {one["guest"]: one for one in (connection.execute(statement)).mappings()}
    teams = [
        [_MODEL.rating(before[guest]["mu"], before[guest]["sigma"]) if guest in before else _MODEL.rating()]
        for guest in guests
        if guest
    ]
    after = _MODEL.rate(teams, ranks=list(range(len(teams))))
    changes = {}
    # New rows, too, come in that order.
    rated = sorted(zip(guests, order, teams, after, strict=True), key=lambda one: one[0] or "")
    for guest, one, old, new in rated:
        changes[one.seat.seat] = round(new[0].ordinal() - old[0].ordinal(), 3)
        values = {"mu": new[0].mu, "sigma": new[0].sigma}
        if guest in before:
            where = (known.guest == guest, known.players == players)
            connection.execute(update(known).where(*where).values(games=known.games + 1, **values))
        else:
            connection.execute(insert(known), [{"guest": guest, "players": players, "games": 1, **values}])
    return changes


def _count_hires(connection: Connection, guest: str, hires: Counter[str]) -> None:
    kept = models.Hired
    for card, count in sorted(hires.items()):
        where = (kept.guest == guest, kept.card == card)
        found = connection.execute(update(kept).where(*where).values(count=kept.count + count))
        if not found.rowcount:
            connection.execute(insert(kept), [{"guest": guest, "card": card, "count": count}])


def ordinal(mu: float, sigma: float) -> float:
    """The cautious estimate by which people are ranked."""
    return round(float(_MODEL.rating(mu, sigma).ordinal()), 2)
