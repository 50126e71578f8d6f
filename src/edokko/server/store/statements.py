"""Statements that many modules run: one row, one change, a count against a limit, and an insertion or an update."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Executable, func, select
from sqlalchemy.dialects import postgresql, sqlite

from edokko.server.store.database import Database
from edokko.server.store.models import Base
from edokko.table.problems import ApiProblem


async def first(database: Database, statement: Executable, **parameters: Any) -> Any:
    """Return the first row of a query; ``None`` without one."""
    return await database.query(lambda connection: connection.execute(statement, parameters).first())


async def every(database: Database, statement: Executable) -> Sequence[Any]:
    """Return the rows of a query."""
    return await database.query(lambda connection: connection.execute(statement).all())


async def change(database: Database, statement: Executable, **parameters: Any) -> int:
    """Run a statement as a transaction of its own, and return the number of rows that it has changed."""
    return await database.transact(lambda connection: connection.execute(statement, parameters).rowcount)


def require_below(
    connection: Connection, most: int, *conditions: ColumnElement[bool], retry: float | None = None
) -> None:
    """Check that fewer rows than ``most`` meet some conditions. Raises ``ApiProblem``: ``too_many``."""
    if (connection.execute(select(func.count()).where(*conditions)).scalar() or 0) >= most:
        raise ApiProblem("too_many", retry=retry)


def insertion(connection: Connection, model: type[Base]) -> Any:
    """Return an insertion with the clauses for conflicts, which SQLite and PostgreSQL have in common."""
    return (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(model)


def upsert(
    connection: Connection, model: type[Base], keys: Mapping[str, Any], values: Mapping[str, Any], **new: Any
) -> None:
    """Change the row with some keys, or insert it; of two transactions that insert it, the later one changes it.

    A new row also has the values ``new``.
    """
    statement = insertion(connection, model).values({**keys, **new, **values})
    connection.execute(statement.on_conflict_do_update(index_elements=list(keys), set_=dict(values)))
