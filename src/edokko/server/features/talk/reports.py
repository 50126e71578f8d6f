"""Messages of the chat that players have reported to the operator."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, String, cast, select

from edokko.server.features.talk import models
from edokko.server.store import models as kernel

REPORT = "report"
"""The kind of a row by which a player reports a message of the chat; its text is the number of the message."""


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A reported message of a chat.

    Attributes:
        time: the time of the report, in seconds since 1970.
        table: the id of the table.
        writer, name, text: the guest who has written the message, the name at the table, and the message.
        reporter: the guest who has reported it; ``None`` for a deleted guest.
    """

    time: float
    table: str
    writer: str
    name: str
    text: str
    reporter: str | None


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
