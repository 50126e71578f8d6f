"""The answers of guests to puzzles in a database."""

from __future__ import annotations

import time
from contextlib import suppress

from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError

from edokko.server.features.puzzles.models import PuzzleAnswer
from edokko.server.features.puzzles.operations import Answered
from edokko.server.store import Database
from edokko.server.store.statements import change, every, first


class SqlAnswers:
    """The first answers of guests."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def counts(self, puzzle: str) -> tuple[int, int]:
        answer = PuzzleAnswer
        statement = select(answer.found, func.count()).where(answer.puzzle == puzzle).group_by(answer.found)
        counts = {bool(found): count for found, count in await every(self._database, statement)}
        return sum(counts.values()), counts.get(True, 0)

    async def of(self, puzzle: str, guest: str) -> Answered | None:
        answer = PuzzleAnswer
        statement = select(answer.found, answer.moves).where(answer.puzzle == puzzle, answer.guest == guest)
        row = await first(self._database, statement)
        return Answered(row.found, row.moves.split("\n") if row.moves else []) if row else None

    async def save(self, puzzle: str, guest: str, answered: Answered) -> None:
        values = {"puzzle": puzzle, "guest": guest, "found": answered.found, "moves": "\n".join(answered.moves)}
        # The first answer counts; or the guest has been deleted.
        with suppress(IntegrityError):
            await change(self._database, insert(PuzzleAnswer).values(values | {"time": time.time()}))
