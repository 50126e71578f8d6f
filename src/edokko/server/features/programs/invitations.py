"""Invitations of programs to waiting tables: the host invites, the program accepts or declines in time."""

from __future__ import annotations

import secrets
import time
from typing import Any, Literal

from sqlalchemy import Connection, delete, func, insert, select, update

from edokko.server.features.programs import models, shapes
from edokko.server.live.signals import Signal, Signals, Version
from edokko.server.services import Services
from edokko.server.store import Database
from edokko.server.store import models as kernel
from edokko.server.store.statements import every, first, require_below
from edokko.server.tables.venue import ServerVenue
from edokko.table.access import must_be_host, must_wait, open_seat
from edokko.table.commands import seating
from edokko.table.problems import ApiProblem, Complaint
from edokko.table.views.live_table import LiveTable

SECONDS = 60.0
"""How long a program has to answer."""
MOST_OPEN = 6
"""Open invitations of one table."""
MOST_OF_A_HOST = 60
"""Invitations of one host in an hour."""
HOUR = 3600.0


def may_invite(live_table: LiveTable, host: str, guest: str, seat: int | None) -> int:
    """Check that a host may invite a program to a table, and return the seat.

    Raises:
        ApiProblem: the guest is not the host, the game has begun, the table is rated, or the seat is taken.
    """
    must_be_host(live_table, host)
    must_wait(live_table)
    if live_table.info.settings.rated:
        raise ApiProblem("bad_request", complaint=Complaint("api-detail-rated", "rated"))
    return open_seat(live_table, guest, seat)


async def invite(
    database: Database, signals: Signals, table: str, seat: int, host: str, guest: str
) -> shapes.Invitation:
    """Invite a program to a seat. A program with an open invitation to the table keeps that one.

    Args:
        database, signals: of the process.
        table, seat: a seat that :func:`may_invite` has returned.
        host: who invites.
        guest: the program.

    Raises:
        ApiProblem: ``no_program``, or ``too_many``.
    """
    invitation, now = models.Invitation, time.time()
    signal = Signal("invitations", table, (guest,))
    values = {"id": secrets.token_hex(10), "table": table, "seat": seat, "host": host, "guest": guest}
    values |= {"state": "open", "created": now, "expires": now + SECONDS}
    is_open = (invitation.table == table, invitation.state == "open", invitation.expires > now)

    def work(connection: Connection) -> str:
        listed = select(models.Program.guest).where(models.Program.guest == guest)
        if connection.execute(listed).scalar() is None:
            raise ApiProblem("no_program")
        existing = connection.execute(select(invitation.id).where(*is_open, invitation.guest == guest)).scalar()
        if existing is not None:
            return str(existing)
        require_below(connection, MOST_OPEN, *is_open, retry=SECONDS)
        recent = (invitation.host == host, invitation.created > now - HOUR)
        require_below(connection, MOST_OF_A_HOST, *recent, retry=SECONDS)
        connection.execute(insert(invitation), [values])
        signals.notify(connection, signal)
        return str(values["id"])

    created = await database.transact(work)
    signals.deliver(signal)
    return next(entry for entry in (await invitations_of(database, table)).invitations if entry.id == created)


async def invitations_of(database: Database, table: str) -> shapes.InvitationList:
    """Return the invitations of a table, the latest first."""
    invitation, program, guest, now = models.Invitation, models.Program, kernel.Guest, time.time()
    # A program that is no longer listed has its guest's name.
    name = func.coalesce(program.name, guest.name)
    statement = (
        select(invitation.__table__, name.label("name"))
        .join(guest, guest.id == invitation.guest)
        .outerjoin(program, program.guest == invitation.guest)
        .where(invitation.table == table)
        .order_by(invitation.created.desc(), invitation.id)
        .limit(MOST_OPEN * 2)
    )
    rows = [
        shapes.Invitation(row.id, row.guest, row.name, row.seat, _state_of(row, now), row.expires)
        for row in await every(database, statement)
    ]
    return shapes.InvitationList(rows, now)


def _state_of(row: Any, now: float) -> Literal["open", "accepted", "declined", "expired"]:
    return "expired" if row.state == "open" and row.expires <= now else row.state


async def withdraw(database: Database, signals: Signals, table: str, host: str, invitation: str) -> None:
    """Withdraw the host's invitation; do nothing if there is none."""
    row = models.Invitation

    def work(connection: Connection) -> Signal | None:
        is_own = (row.id == invitation, row.table == table, row.host == host)
        guest = connection.execute(delete(row).where(*is_own).returning(row.guest)).scalar()
        signal = Signal("invitations", table, (guest,)) if guest else None
        if signal:
            signals.notify(connection, signal)
        return signal

    signal = await database.transact(work)
    if signal:
        signals.deliver(signal)


async def accept(venue: ServerVenue, signals: Signals, guest: str, invitation: str) -> LiveTable:
    """Take the seat of an invitation, or the first open one if a person has taken it in the meantime.

    Raises:
        ApiProblem: ``no_challenge``: the invitation is not open; or the table has no seat for the program any more.
    """
    database = venue.database
    row = await _open_invitation(database, guest, invitation)
    live_table = await venue.current(row.table)
    is_free = live_table.seats[row.seat].kind == "open"
    live_table = await seating.join(venue, row.table, guest, row.name, row.seat if is_free else None)
    await _answer(database, signals, row, "accepted")
    return live_table


async def decline(database: Database, signals: Signals, guest: str, invitation: str) -> None:
    """Decline an invitation.

    Raises:
        ApiProblem: ``no_challenge``: the invitation is not open.
    """
    await _answer(database, signals, await _open_invitation(database, guest, invitation), "declined")


async def _open_invitation(database: Database, guest: str, invitation: str) -> Any:
    """Return an open invitation of a program, with the program's name."""
    row, program = models.Invitation, models.Program
    statement = select(row.__table__, program.name).join(program, program.guest == row.guest)
    statement = statement.where(row.id == invitation, row.guest == guest, row.state == "open")
    found = await first(database, statement.where(row.expires > time.time()))
    if found is None:
        raise ApiProblem("no_challenge")
    return found


async def _answer(database: Database, signals: Signals, invitation: Any, state: str) -> None:
    row = models.Invitation
    signal = Signal("invitations", invitation.table, (invitation.guest,))

    def work(connection: Connection) -> None:
        connection.execute(update(row).where(row.id == invitation.id).values(state=state))
        signals.notify(connection, signal)

    await database.transact(work)
    signals.deliver(signal)


class InvitationsBeside:
    """The messages of one live channel of a table: its invitations, for the host.

    Args:
        services: the services.
        table: the id.
        guest: the viewer; ``None`` for an anonymous one.
    """

    def __init__(self, services: Services, table: str, guest: str | None) -> None:
        self._services = services
        self._table = table
        self._guest = guest
        self._seen: Version | None = None

    async def pending(self, live_table: LiveTable) -> list[shapes.LiveInvitations]:
        """Return the invitations of a waiting table, if they have changed."""
        if self._guest != live_table.info.host or live_table.info.status != "waiting":
            return []
        version, is_first = self._services.signals.version(self._table, "invitations"), self._seen is None
        if version == self._seen:
            return []
        self._seen = version
        answer = await invitations_of(self._services.database, self._table)
        if is_first and not answer.invitations:
            return []
        return [shapes.LiveInvitations(answer.invitations, answer.now)]
