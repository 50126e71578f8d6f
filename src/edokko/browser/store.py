"""What a browser keeps: tables and notes, in a database that the page opens (``web/src/local/database.ts``).

Several tabs share it. Each has a venue of its own, and the database refuses a change that stands on an old state.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from edokko.server.features.lessons.shapes import StoredProgress
from edokko.server.features.puzzles.operations import Answered
from edokko.server.features.study.operations import SavedStudy
from edokko.server.features.study.shapes import StudyTree
from edokko.table.memory import Head, MemoryStore
from edokko.table.problems import ApiProblem
from edokko.table.rows import Row
from edokko.table.store import Conflict

T = TypeVar("T")
ID_BYTES = 16
"""Of the id of a study."""


class Database(Protocol):
    """The database of the browser. All values are texts, JSON but for keys; ``None`` stands for what is missing."""

    async def table(self, table: str) -> str | None:
        """Return the head of a table."""

    async def tables(self) -> str:
        """Return the heads of all tables, as an array."""

    async def rows(self, table: str) -> str:
        """Return the rows of a table, as an array."""

    async def write(self, table: str, kept: str, rows: str, before: int) -> str:
        """Keep the head of a table and new rows, at once or not at all, if it has ``before`` rows.

        Returns:
            ``saved``, ``conflict``, or ``full``: there is no space.
        """

    async def note(self, key: str) -> str | None:
        """Return a note."""

    async def notes(self, beginning: str) -> str:
        """Return the notes whose keys begin so, as an object."""

    async def keep(self, key: str, note: str) -> str:
        """Keep a note; ``saved`` or ``full``, as for :meth:`write`."""


class BrowserStore(MemoryStore):
    """The tables of a browser. Other tabs write to it, too."""

    is_shared = True

    def __init__(self, database: Database) -> None:
        super().__init__()
        self._database = database

    async def find(self, table: str) -> Head | None:
        text = await self._database.table(table)
        return msgspec.json.decode(text, type=Head) if text else None

    async def every(self) -> Iterable[Head]:
        return msgspec.json.decode(await self._database.tables(), type=list[Head])

    async def rows(self, table: str) -> list[Row]:
        return msgspec.json.decode(await self._database.rows(table), type=list[Row])

    async def keep(self, kept: Head, rows: Sequence[Row], before: int) -> None:
        said = await self._database.write(kept.info.id, encode(kept), encode(list(rows)), before)
        if said == "conflict":
            raise Conflict
        check(said)

    async def review(self, table: str) -> bytes | None:
        text = await self._database.note(f"review:{table}")
        return text.encode() if text else None

    async def save_review(self, table: str, body: bytes) -> None:
        check(await self._database.keep(f"review:{table}", body.decode()))


class Notes:
    """The notes of the one guest of a browser: values of types, each by its key."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, key: str, kind: type[T]) -> T | None:
        """Return a note; ``None`` if there is none."""
        text = await self._database.note(key)
        return msgspec.json.decode(text, type=kind) if text else None

    async def every(self, beginning: str, kind: type[T]) -> dict[str, T]:
        """Return the notes whose keys begin so, by the rest of their keys."""
        found = msgspec.json.decode(await self._database.notes(beginning), type=dict[str, kind])  # type: ignore[valid-type]
        return {key.removeprefix(beginning): note for key, note in found.items()}

    async def keep(self, key: str, note: Any) -> None:
        """Keep a note. Raises ``ApiProblem`` with ``storage_full`` if there is no space."""
        check(await self._database.keep(key, encode(note)))


class KeptProgress(Notes):
    """The progress in lessons."""

    async def of(self, guest: str | None) -> dict[str, StoredProgress]:
        return await self.every("lesson:", StoredProgress)

    async def save(self, guest: str, lesson: str, reached: StoredProgress) -> StoredProgress:
        before = await self.get(f"lesson:{lesson}", StoredProgress)
        if before is not None and before.done:
            # A lesson that was done once stays done, with the lanterns of its best end.
            lanterns = max(before.lanterns, reached.lanterns) if reached.done else before.lanterns
            reached = StoredProgress(reached.reached, done=True, lanterns=lanterns)
        await self.keep(f"lesson:{lesson}", reached)
        return reached


class KeptAnswers(Notes):
    """The first answers to puzzles."""

    async def counts(self, puzzle: str) -> tuple[int, int]:
        answered = await self.of(puzzle, "")
        return int(answered is not None), int(answered is not None and answered.found)

    async def of(self, puzzle: str, guest: str) -> Answered | None:
        return await self.get(f"puzzle:{puzzle}", Answered)

    async def save(self, puzzle: str, guest: str, answered: Answered) -> None:
        if await self.of(puzzle, guest) is None:
            await self.keep(f"puzzle:{puzzle}", answered)


class KeptStudies(Notes):
    """Studies. Only this browser has them."""

    def __init__(self, database: Database, now: Any) -> None:
        super().__init__(database)
        self._now = now

    async def find(self, study: str) -> SavedStudy:
        saved = await self.get(f"study:{study}", SavedStudy)
        if saved is None:
            raise ApiProblem("no_study")
        return saved

    async def create(self, guest: str, tree: StudyTree) -> SavedStudy:
        now = self._now()
        saved = SavedStudy(secrets.token_hex(ID_BYTES), guest, tree, now, now)
        await self.keep(f"study:{saved.id}", saved)
        return saved

    async def replace(self, before: SavedStudy, tree: StudyTree) -> SavedStudy:
        saved = before._replace(tree=tree, changed=self._now())
        await self.keep(f"study:{saved.id}", saved)
        return saved


def encode(value: Any) -> str:
    """Return a value as JSON."""
    return msgspec.json.encode(value).decode()


def check(said: str) -> None:
    """Raise the problem of a browser without space: ``ApiProblem`` with ``storage_full``."""
    if said == "full":
        raise ApiProblem("storage_full")
