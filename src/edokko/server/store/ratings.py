"""Ratings by number of players, with OpenSkill's Plackett-Luce model (https://openskill.me)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from openskill.models import PlackettLuce
from sqlalchemy import Connection, insert, select, update

from edokko.server.store import models
from edokko.server.store.rows import rows_of
from edokko.server.store.statements import insertion
from edokko.table.rows import effective_rows
from edokko.table.settings import TableInfo
from edokko.table.store import Finish

_MODEL = PlackettLuce()


def write_results(
    connection: Connection, info: TableInfo, finishes: Sequence[Finish], hires: dict[int, Counter[str]], time: float
) -> dict[int, float]:
    """Write the results, ratings and hires of a game that this transaction finishes, and return the rating changes.

    The finishes are by place, the hires and the changes by seat; without a rating there are no changes. The hires of a
    game from a position do not count.
    """
    _lock_guests(connection, finishes)
    changes = _rate(connection, info, finishes) if info.settings.rated else {}
    rows = [
        {
            "table": info.id,
            "seat": finish.seat.seat,
            "guest": finish.seat.guest or finish.seat.resigned,
            "name": finish.seat.name,
            "players": info.setup.players,
            "place": finish.place,
            "points": finish.points,
            "change": changes.get(finish.seat.seat),
            "time": time,
        }
        for finish in finishes
    ]
    connection.execute(insert(models.Outcome), rows)
    if info.setup.start is not None:
        return changes
    # A guest may have several seats.
    hires_of_guests: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for finish in finishes:
        if finish.seat.guest:
            hires_of_guests[finish.seat.guest] += hires.get(finish.seat.seat, Counter())
    for guest in sorted(hires_of_guests):
        _count_hires(connection, guest, hires_of_guests[guest])
    return changes


def _lock_guests(connection: Connection, finishes: Sequence[Finish]) -> None:
    """Lock the guests in a fixed order, so that games of the same guests that end concurrently do not deadlock.

    The rows of ratings and hires may not exist yet, those of the guests do. The lock permits foreign keys to them.
    """
    guests = {finish.seat.guest or finish.seat.resigned for finish in finishes} - {None}
    statement = select(models.Guest.id).where(models.Guest.id.in_(guests)).order_by(models.Guest.id)
    connection.execute(statement.with_for_update(key_share=True)).all()


def _rate(connection: Connection, info: TableInfo, finishes: Sequence[Finish]) -> dict[int, float]:
    """Update the ratings, and return the change of each seat. Players who resigned rank behind all others."""
    order = sorted(finishes, key=lambda finish: (finish.seat.resigned is not None, finish.place))
    guests = [finish.seat.guest or finish.seat.resigned for finish in order]
    if None in guests or len(set(guests)) != len(guests):
        return {}
    players = info.setup.players
    rating = models.Rating
    statement = select(rating.__table__).where(rating.guest.in_(guests), rating.players == players)
    # A deleted guest has no row to lock, only the rating: lock the ratings in the same order.
    statement = statement.order_by(rating.guest).with_for_update()
    before: dict[str, Any] = {row["guest"]: row for row in (connection.execute(statement)).mappings()}
    teams = [
        [_MODEL.rating(before[guest]["mu"], before[guest]["sigma"]) if guest in before else _MODEL.rating()]
        for guest in guests
        if guest
    ]
    after = _MODEL.rate(teams, ranks=list(range(len(teams))))
    changes = {}
    # Insert new rows in the same order as well.
    results = sorted(zip(guests, order, teams, after, strict=True), key=lambda result: result[0] or "")
    for guest, finish, old, new in results:
        changes[finish.seat.seat] = round(new[0].ordinal() - old[0].ordinal(), 3)
        values = {"mu": new[0].mu, "sigma": new[0].sigma}
        if guest in before:
            where = (rating.guest == guest, rating.players == players)
            connection.execute(update(rating).where(*where).values(games=rating.games + 1, **values))
        else:
            connection.execute(insert(rating), [{"guest": guest, "players": players, "games": 1, **values}])
    return changes


def _count_hires(connection: Connection, guest: str, hires: Counter[str]) -> None:
    hired = models.Hired
    for card, count in sorted(hires.items()):
        statement = insertion(connection, hired).values(guest=guest, card=card, count=count)
        more = {"count": hired.count + count}
        connection.execute(statement.on_conflict_do_update(index_elements=["guest", "card"], set_=more))


def hires_of(connection: Connection, table: str) -> dict[int, Counter[str]]:
    """Return the characters that each seat has hired."""
    hires: dict[int, Counter[str]] = {}
    for row in effective_rows(rows_of(connection, table)):
        kind, _, card = row.text.partition(" ")
        if row.kind == "move" and kind == "hire" and row.seat is not None:
            hires.setdefault(row.seat, Counter())[card] += 1
    return hires


def ordinal(mu: float, sigma: float) -> float:
    """Return the conservative estimate of a rating (OpenSkill's ordinal), by which players are ranked."""
    return round(float(_MODEL.rating(mu, sigma).ordinal()), 2)
