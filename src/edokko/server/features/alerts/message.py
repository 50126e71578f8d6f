"""What an alert says, in the guest's language."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from edokko.catalogue import Catalogue
from edokko.server.features.alerts.store import Columns, waiting_count
from edokko.server.store import models as kernel

HOUR, MINUTE = 3600.0, 60.0
MINUTES_UNTIL = 120 * MINUTE
"""Below this a remaining time is given in minutes, in seconds."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message to a guest."""

    id: str  # of the delivery; the same for each attempt, so that a receiver can drop a repetition
    kind: str  # ``turn``, ``clock``, ``over``, ``test`` or ``confirm``
    language: str  # of the texts
    # ``title`` and ``text``: plain text.
    title: str
    text: str
    link: str  # the address to open
    table: str | None  # the id; ``None`` for a message about no table
    waiting: int  # the number of tables that wait for the guest
    stop: str  # the link that unsubscribes the channel


@dataclass(frozen=True, slots=True)
class Facts:
    """What a message about a table tells."""

    game: str  # the table's name, or the names of the other players
    waiting: int  # the number of tables that wait for the guest
    # ``place``, ``players`` and ``points``: the guest's result, for a finished game.
    place: int = 0
    players: int = 0
    points: int = 0


def facts_of(connection: Connection, alert: Columns) -> Facts:
    """Read the facts of an alert."""
    table, seat, outcome = kernel.Table, kernel.Seat, kernel.Outcome
    name: str = connection.execute(select(table.name).where(table.id == alert["table"])).scalar() or ""
    if not name:
        others = select(seat.name).where(seat.table == alert["table"], seat.guest.is_distinct_from(alert["guest"]))
        name = ", ".join(connection.execute(others.order_by(seat.seat)).scalars())
    waiting = connection.execute(select(waiting_count(alert["guest"]))).scalar() or 0
    result: Any = None
    if alert["kind"] == "over":
        own = (outcome.table == alert["table"], outcome.guest == alert["guest"])
        best = select(outcome.place, outcome.players, outcome.points).where(*own).order_by(outcome.place)
        result = connection.execute(best).first()
    return Facts(name or alert["table"], waiting, *(result or ()))


def texts_of(catalogue: Catalogue, alert: Columns, facts: Facts, now: float) -> tuple[str, str]:
    """Return the title and the text of an alert with some facts; the time that is left counts from ``now``."""
    kind, game = alert["kind"], facts.game
    title = catalogue.text(f"alert-{kind}")
    if kind == "over":
        text = catalogue.text(
            "alert-over-text", game=game, place=facts.place, players=facts.players, points=facts.points
        )
    elif kind == "clock":
        left = max(MINUTE, (alert["deadline"] or now) - now)
        unit, seconds = ("minutes", MINUTE) if left < MINUTES_UNTIL else ("hours", HOUR)
        text = catalogue.text(f"alert-clock-{unit}", game=game, count=math.floor(left / seconds))
    else:
        text = catalogue.text("alert-turn-text", game=game)
    return title, text
