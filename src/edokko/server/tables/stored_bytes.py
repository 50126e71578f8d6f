"""The bytes of the texts that a guest has stored, over all features."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, LargeBinary, cast, func, select
from sqlalchemy.orm import InstrumentedAttribute

from edokko.table.problems import ApiProblem, Complaint

StoredText = tuple[InstrumentedAttribute[str], InstrumentedAttribute[Any]]
"""A column with texts, and the one with their owners."""


class StoredBytes:
    """The limit of the bytes that a guest may store.

    Args:
        texts: all columns that count.
        most: the limit in kilobytes; 0 is no limit.
    """

    def __init__(self, texts: Sequence[StoredText], most: int) -> None:
        self._texts = texts
        self._most = most

    def check(self, connection: Connection, guest: str, growth: int) -> None:
        """Check in a transaction that a guest may store more bytes; a text that shrinks is always allowed.

        Raises:
            ApiProblem: ``too_many``: the limit would be exceeded.
        """
        if not self._most or growth <= 0:
            return
        for text, owner in self._texts:
            # SQLite has octet_length since version 3.43 only.
            is_postgres = connection.dialect.name == "postgresql"
            size = func.octet_length(text) if is_postgres else func.length(cast(text, LargeBinary))
            growth += connection.execute(select(func.sum(size)).where(owner == guest)).scalar() or 0
        if growth > self._most * 1000:
            raise ApiProblem("too_many", complaint=Complaint("api-detail-stored", "stored", {"most": self._most}))
