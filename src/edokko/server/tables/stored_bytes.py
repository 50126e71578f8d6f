"""The bytes of a guest's studies and notes."""

from __future__ import annotations

from sqlalchemy import Connection, LargeBinary, cast, func, select

from edokko.server.store import models
from edokko.server.views.problems import ApiProblem, Complaint


def check_bytes(connection: Connection, guest: str, growth: int, most: int) -> None:
    """Check in a transaction that a guest may store more bytes; a text that shrinks is always allowed.

    Raises:
        ApiProblem: ``too_many``: the limit of ``most`` kilobytes would be exceeded; 0 is no limit.
    """
    if not most or growth <= 0:
        return
    for text, owner in ((models.Study.body, models.Study.guest), (models.Note.text, models.Note.guest)):
        # SQLite has octet_length since version 3.43 only.
        is_postgres = connection.dialect.name == "postgresql"
        size = func.octet_length(text) if is_postgres else func.length(cast(text, LargeBinary))
        growth += connection.execute(select(func.sum(size)).where(owner == guest)).scalar() or 0
    if growth > most * 1000:
        raise ApiProblem("too_many", complaint=Complaint("api-detail-stored", "stored", {"most": most}))
