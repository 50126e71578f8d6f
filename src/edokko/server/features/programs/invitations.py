"""Invitations of programs to waiting tables: the host invites, the program accepts or declines in time."""

from __future__ import annotations

import functools
import secrets
import time
from typing import Any, Literal

from sqlalchemy import Connection, delete, func, insert, select, update

from edokko.server.features.programs import models, shapes
from edokko.server.features.programs.streams import STREAMS_TOPIC
from edokko.server.live.signals import Signal, Version
from edokko.server.services import Services
from edokko.server.store import Database
from edokko.server.store import models as kernel
from edokko.server.store.statements import every, first, require_below
from edokko.server.tables.venue import ServerVenue
from edokko.server.web.routes import Visitor
from edokko.table.access import must_be_host, must_wait, open_seat
from edokko.table.api.operation import Operations
from edokko.table.api.seats import take_seat
from edokko.table.problems import ApiProblem, Complaint
from edokko.table.shapes.tables import TableView
from edokko.table.venue import is_id
from edokko.table.views.live_table import LiveTable
from edokko.table.views.table import view_of

SECONDS = 60.0
"""How long a program has to answer."""
MOST_OPEN = 6
"""Open invitations of one table."""
MOST_OF_A_HOST = 60
"""Invitations of one host in an hour."""
HOUR = 3600.0
operations = Operations("programs")


@operations.get("/tables/{table}/invitations", "As the host: the invitations of a table")
async def list_invitations(venue: ServerVenue, caller: Visitor, table: str) -> shapes.InvitationList:
    await venue.authorised(table, functools.partial(must_be_host, guest=caller.known.id))
    return await _invitations_of(venue.database, table)


async def _invitations_of(database: Database, table: str) -> shapes.InvitationList:
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


@operations.post("/tables/{table}/invitations", "As the host: invite a program to an open seat", 201, grows=True)
async def invite(venue: ServerVenue, caller: Visitor, table: str, data: shapes.NewInvitation) -> shapes.Invitation:
    """Invite a program to a seat. A program with an open invitation to the table keeps that one.

    Raises:
        ApiProblem: the guest is not the host, the game has begun, the table is rated, the seat is taken, or the program
            has one; ``no_program``, or ``too_many``.
    """
    host, guest, seat = caller.known.id, data.program, -1

    def check(live_table: LiveTable) -> None:
        nonlocal seat
        if live_table.seats_of(guest):
            raise ApiProblem("already_seated")
        must_be_host(live_table, host)
        must_wait(live_table)
        if live_table.info.settings.rated:
            raise ApiProblem("bad_request", complaint=Complaint("api-detail-rated", "rated"))
        seat = open_seat(live_table, guest, data.seat)

    await venue.authorised(table, check)
    if guest not in await venue.guests(STREAMS_TOPIC):
        raise ApiProblem("no_program")
    invitation, now = models.Invitation, time.time()
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
        return str(values["id"])

    signal = Signal("invitations", table, (guest,))
    created = await caller.services.signals.transact(venue.database, signal, work)
    return next(entry for entry in (await _invitations_of(venue.database, table)).invitations if entry.id == created)


@operations.delete("/tables/{table}/invitations/{invitation}", "Withdraw an invitation")
async def withdraw(venue: ServerVenue, caller: Visitor, table: str, invitation: str) -> None:
    host, row, signals = caller.known.id, models.Invitation, caller.services.signals

    def work(connection: Connection) -> Signal | None:
        is_own = (row.id == invitation, row.table == table, row.host == host)
        guest = connection.execute(delete(row).where(*is_own).returning(row.guest)).scalar()
        signal = Signal("invitations", table, (guest,)) if guest else None
        if signal:
            signals.notify(connection, signal)
        return signal

    if is_id(invitation) and is_id(table) and (signal := await venue.database.transact(work)):
        signals.deliver(signal)


@operations.post("/challenges/{challenge}/accept", "Accept an invitation")
async def accept(venue: ServerVenue, caller: Visitor, challenge: str) -> TableView:
    """Take the seat of an invitation, or the first open one if a person has taken it in the meantime.

    Raises:
        ApiProblem: ``no_challenge``: the invitation is not open; or the table has no seat for the program any more.
    """
    guest = caller.known.id
    row = await _open_invitation(venue, guest, challenge)
    live_table = await venue.current(row.table)
    is_free = live_table.seats[row.seat].kind == "open"
    live_table = await take_seat(venue, row.table, guest, row.name, row.seat if is_free else None)
    await _answer(venue, caller, row, "accepted")
    return view_of(live_table, venue.hub, guest)


@operations.post("/challenges/{challenge}/decline", "Decline an invitation", 204)
async def decline(venue: ServerVenue, caller: Visitor, challenge: str) -> None:
    await _answer(venue, caller, await _open_invitation(venue, caller.known.id, challenge), "declined")


async def _open_invitation(venue: ServerVenue, guest: str, invitation: str) -> Any:
    """Return an open invitation of a program, with the program's name. Raises ``ApiProblem``: ``no_challenge``."""
    row, program = models.Invitation, models.Program
    statement = select(row.__table__, program.name).join(program, program.guest == row.guest)
    statement = statement.where(row.id == invitation, row.guest == guest, row.state == "open")
    statement = statement.where(row.expires > time.time())
    found = await first(venue.database, statement) if is_id(invitation) else None
    if found is None:
        raise ApiProblem("no_challenge")
    return found


async def _answer(venue: ServerVenue, caller: Visitor, invitation: Any, state: str) -> None:
    statement = update(models.Invitation).where(models.Invitation.id == invitation.id).values(state=state)
    signal = Signal("invitations", invitation.table, (invitation.guest,))
    await caller.services.signals.transact(
        venue.database, signal, lambda connection: connection.execute(statement).close()
    )


class InvitationsBeside:
    """The messages of one live channel of a table: its invitations, for the host."""

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
        answer = await _invitations_of(self._services.database, self._table)
        if is_first and not answer.invitations:
            return []
        return [shapes.LiveInvitations(answer.invitations, answer.now)]
