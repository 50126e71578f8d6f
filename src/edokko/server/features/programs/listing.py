"""Programs: guests that are listed with a name and a sentence, so that hosts can invite them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, bindparam, delete, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from edokko.server.features.programs import models, shapes
from edokko.server.store import Database
from edokko.server.store import models as kernel
from edokko.table.people import Person, clean_name, clean_text
from edokko.table.problems import ApiProblem, Complaint

MOST = 100
"""Programs in the list."""
_IS_LISTED = select(exists().where(models.Program.guest == bindparam("guest")))


async def list_as_program(database: Database, person: Person, request: shapes.NewProgram) -> None:
    """List a guest as a program, or change its entry.

    Raises:
        ApiProblem: ``bad_name``.
    """
    values = {"name": clean_name(request.name), "sentence": clean_text(request.sentence)}

    def work(connection: Connection) -> None:
        changed = connection.execute(update(models.Program).where(models.Program.guest == person.id).values(**values))
        if not changed.rowcount:
            connection.execute(insert(models.Program), [values | {"guest": person.id}])

    try:
        await database.transact(work)
    except IntegrityError:
        # Another request has inserted it at the same time: replace that.
        await database.transact(work)


async def unlist(database: Database, guest: str) -> None:
    """Remove a guest from the list of programs."""
    statement = delete(models.Program).where(models.Program.guest == guest)
    await database.transact(lambda connection: connection.execute(statement).close())


async def programs_of(database: Database, online: Collection[str], guest: str | None) -> shapes.ProgramList:
    """Return the programs that are online, by name.

    Args:
        database: the database.
        online: the guests whose programs read their event stream.
        guest: the viewer, whose own entry is added; ``None`` for an anonymous one.
    """
    program, table, seat = models.Program, kernel.Table, kernel.Seat
    running = select(func.count()).select_from(seat).join(table, table.id == seat.table)
    running = running.where(seat.guest == program.guest, table.status == "running")
    columns = select(program.guest, program.name, program.sentence, running.scalar_subquery().label("playing"))
    listed = columns.join(kernel.Guest, kernel.Guest.id == program.guest)
    listed = listed.where(program.guest.in_(sorted(online)), ~kernel.Guest.banned).order_by(program.name, program.guest)
    async with database.read() as connection:
        rows = (await connection.execute(listed.limit(MOST))).all()
        own = (await connection.execute(columns.where(program.guest == guest))).first() if guest else None
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
