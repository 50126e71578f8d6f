"""Messages of the chat that players have reported to the operator."""

from __future__ import annotations

from sqlalchemy import Connection, String, cast, select

from edokko.server.features.talk import models
from edokko.server.store import models as kernel
from edokko.server.store.administration import ReportLine

REPORT = "report"
"""The kind of a row by which a player reports a message of the chat; its text is the number of the message."""


def reports(connection: Connection, most: int) -> list[ReportLine]:
    """Return reported messages of chats, the latest report first. Those of deleted writers are gone.

    Args:
        connection: a transaction.
        most: the maximum number of reports.
    """
    row, line = kernel.Row, models.ChatLine
    is_same = (line.table == row.table) & (cast(line.number, String) == row.text)
    columns = (row.time, row.table, line.guest, line.name, line.text, row.guest.label("reporter"))
    statement = select(*columns).join(line, is_same).where(row.kind == REPORT).order_by(row.time.desc(), row.row.desc())
    return [ReportLine(*each) for each in connection.execute(statement.limit(most))]
