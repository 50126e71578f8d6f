"""Programs: guests that are listed with a name and a sentence, so that hosts can invite them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import bindparam, delete, exists, func, select

from edokko.server.features.programs import models, shapes
from edokko.server.features.programs.streams import STREAMS_TOPIC
from edokko.server.store import Database
from edokko.server.store import models as kernel
from edokko.server.store.statements import change, every, first, upsert
from edokko.server.tables.venue import ServerVenue
from edokko.server.web.routes import Visitor
from edokko.table.api.operation import Operations
from edokko.table.people import clean_name, clean_text
from edokko.table.problems import ApiProblem, Complaint

MOST = 100
"""Programs in the list."""
_IS_LISTED = select(exists().where(models.Program.guest == bindparam("guest")))


operations = Operations("programs")


@operations.put("/program", "List yourself as a program, with a name and a sentence", grows=True)
async def list_yourself(venue: ServerVenue, caller: Visitor, data: shapes.NewProgram) -> None:
    guest = {"guest": caller.known.id}
    values = {"name": clean_name(data.name), "sentence": clean_text(data.sentence)}
    await venue.database.transact(lambda connection: upsert(connection, models.Program, guest, values))


@operations.delete("/program", "Remove yourself from the list of programs")
async def unlist_yourself(venue: ServerVenue, caller: Visitor) -> None:
    await change(venue.database, delete(models.Program).where(models.Program.guest == caller.known.id))


@operations.get("/programs", "The programs that are online and can be invited")
async def list_programs(venue: ServerVenue, caller: Visitor) -> shapes.ProgramList:
    """Return the programs whose event streams are read, by name, and the caller's own entry."""
    database, guest, online = venue.database, caller.guest, await venue.guests(STREAMS_TOPIC)
    program, table, seat = models.Program, kernel.Table, kernel.Seat
    running = select(func.count()).select_from(seat).join(table, table.id == seat.table)
    running = running.where(seat.guest == program.guest, table.status == "running")
    columns = select(program.guest, program.name, program.sentence, running.scalar_subquery().label("playing"))
    listed = columns.join(kernel.Guest, kernel.Guest.id == program.guest)
    listed = listed.where(program.guest.in_(sorted(online)), ~kernel.Guest.banned).order_by(program.name, program.guest)
    rows = await every(database, listed.limit(MOST))
    own = await first(database, columns.where(program.guest == guest)) if guest else None
    return shapes.ProgramList([_shape(row, online) for row in rows], _shape(own, online) if own else None)


def _shape(row: Any, online: Collection[str]) -> shapes.Program:
    return shapes.Program(row.guest, row.name, row.sentence, row.guest in online, row.playing)


async def may_play_rated(database: Database, guest: str) -> None:
    """Check that a guest may play a rated game, which is for people.

    Raises:
        ApiProblem: ``bad_request`` with the reason ``rated``: the guest is listed as a program.
    """
    parameters = {"guest": guest}
    if await database.query(lambda connection: bool(connection.execute(_IS_LISTED, parameters).scalar())):
        raise ApiProblem("bad_request", complaint=Complaint("api-detail-rated", "rated"))
