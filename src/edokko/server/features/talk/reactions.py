"""Reactions: a player shows a word of a small fixed set beside the own panel. They are stored nowhere."""

from __future__ import annotations

from typing import cast

from sqlalchemy import Connection

from edokko.server.features.talk.shapes import LiveReaction, ReactionName
from edokko.server.live.signals import Signal, Signals
from edokko.server.services import Service
from edokko.server.store import Database
from edokko.server.tables.sliding_window import SlidingWindow
from edokko.table.problems import ApiProblem
from edokko.table.views.live_table import LiveTable

MOST = 4
"""Reactions of a guest at a table in :data:`WINDOW`."""
WINDOW = 10.0
"""Window of the rate limit, in seconds."""


def speaking_seat(live_table: LiveTable, guest: str, seat: int | None) -> int:
    """Return the seat of a guest who reacts or writes: ``seat``, or the guest's first one for ``None``.

    Raises:
        ApiProblem: ``not_your_seat``: the guest has no seat, or not that one.
    """
    own = live_table.seats_of(guest)
    if not own or (seat is not None and seat not in own):
        raise ApiProblem("not_your_seat")
    return own[0] if seat is None else seat


KIND = "reactions"
"""The kind of the signals of reactions. An earlier version had `reaction`, without a payload."""


def reaction_of(payload: str) -> LiveReaction:
    """Return the message for the payload of a signal of :func:`react`."""
    seat, reaction = payload.split(" ")
    return LiveReaction(int(seat), cast(ReactionName, reaction))


async def react(database: Database, signals: Signals, table: str, seat: int, reaction: str) -> None:
    """Show a reaction to all who watch a table, on all processes."""
    signal = Signal(KIND, table, payload=f"{seat} {reaction}")

    def work(connection: Connection) -> None:
        signals.notify(connection, signal)

    if database.is_shared:
        await database.transact(work)
    signals.deliver(signal)


class Talk(Service):
    """The rate limit of reactions, by table and guest."""

    def __init__(self) -> None:
        self.reactions = SlidingWindow(MOST, WINDOW)
