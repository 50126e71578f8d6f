"""The record file of an arena: each finished game is appended at once, so that an interrupted arena can resume.

The key ``arena`` of a record identifies the game: the ``entries``, the ``seed``, the ``version`` of the players, its
``block`` and its ``rotation``. If thinking time was measured, it also has ``seconds`` and ``decisions`` by seat. The
rest is an ordinary record.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn, Self

from edokko import __version__, locks
from edokko.components import RULES_VERSION, Components
from edokko.lab.arena.matches import MatchResult
from edokko.lab.arena.schedule import Schedule
from edokko.records.file import LONGEST_LINE, errors_naming, has_gzip_name, scan
from edokko.records.record import FORMAT, Record, RecordError

KEY = "arena"
BEGINNING = f'{{"format": "{FORMAT}"'.encode()
"""The first bytes of every line that :meth:`ArenaFile.write` writes."""


class ForeignFile(ValueError):
    """A file that an arena cannot resume from; the message says why."""


def seed_in(path: Path) -> int | None:
    """Return the seed of the arena that a file belongs to; ``None`` if the file is missing or has no game.

    Raises:
        ForeignFile: its first game belongs to no arena.
    """
    if not path.exists():
        return None
    for number, record in scan(path):
        if isinstance(record, RecordError):
            if _is_torn(path, number):
                return None
            _refuse(path, number, record.reason)
        key = record.extra.get(KEY)
        text = key.get("seed") if isinstance(key, Mapping) else None
        try:
            return int(str(text), 16)
        except ValueError:
            _refuse(path, number, "is no game of an arena")
    return None


@dataclass(frozen=True, slots=True)
class Arena:
    """The identity of an arena, which all games of a file share: the planned games and their components."""

    schedule: Schedule
    components: Components

    @property
    def _identity(self) -> dict[str, Any]:
        """The entries of the key ``arena`` that all games share."""
        schedule = self.schedule
        return {"entries": list(schedule.entries), "seed": hex(schedule.seed), "version": __version__}

    def stamp(self, result: MatchResult) -> Record:
        """Return the record of a game with the key ``arena``."""
        assert result.record is not None
        match = result.match
        key: dict[str, Any] = {**self._identity, "block": match.block, "rotation": match.rotation}
        if result.decisions:
            key["seconds"] = [round(seconds, 6) for seconds in result.seconds]
            key["decisions"] = list(result.decisions)
        return replace(result.record, extra=dict(result.record.extra) | {KEY: key})

    def read(self, record: Record) -> MatchResult:
        """Read a match result from its record. Raises ``ForeignFile`` if the record belongs to another arena."""
        place, result = record.extra.get(KEY), record.result
        if not isinstance(place, Mapping) or not isinstance(result, Mapping):
            raise ForeignFile("is no finished game of an arena")
        for key, value in self._identity.items():
            _require_equal(key, place.get(key), value)
        schedule = self.schedule
        _require_equal("players", record.players, schedule.players)
        _require_equal("edition", record.edition, self.components.edition)
        _require_equal("rules_version", record.rules_version, RULES_VERSION)
        if record.components != self.components.overlay:
            raise ForeignFile("belongs to an arena with other components")
        block: Any = place.get("block")
        rotation: Any = place.get("rotation")
        if not (_is_whole(block) and _is_whole(rotation) and block >= 0 and rotation in range(schedule.players)):
            raise ForeignFile(f"is no game of this arena: block {block!r}, rotation {rotation!r}")
        match = schedule.match(block, rotation)
        _require_equal("seats", list(record.seats), list(match.seats))
        seats = range(schedule.players)
        iki: Any = result.get("iki")
        ranking: Any = result.get("ranking")
        if (
            not _is_number_list(iki, len(seats), int)
            or not _is_number_list(ranking, len(seats), int)
            or sorted(ranking) != list(seats)
        ):
            raise ForeignFile("has an invalid result")
        seconds, decisions = place.get("seconds", []), place.get("decisions", [])
        if not (
            seconds == decisions == []
            or (_is_number_list(seconds, len(seats), float) and _is_number_list(decisions, len(seats), int))
        ):
            raise ForeignFile("has invalid times")
        return MatchResult(match, tuple(iki), tuple(ranking), tuple(seconds), tuple(decisions), record)


class ArenaFile:
    """The append-only, uncompressed file of an arena, locked until it is closed.

    ``keep`` returns what to keep of a game that the file held; it may raise a ``RecordError``.

    Raises:
        ForeignFile: the file holds anything but games of this arena; it stays unchanged.
        edokko.locks.InUse: another process has locked the file.
    """

    def __init__(self, path: Path, arena: Arena, keep: Callable[[MatchResult], MatchResult]) -> None:
        self._path = path
        self._arena = arena
        self._keep = keep
        if has_gzip_name(path):
            raise ForeignFile(f"{path}: the records of an arena are not compressed; choose another name")
        self._lock = locks.hold(path)
        try:
            self._is_new = not path.exists()
            self.games = [] if self._is_new else list(self._read())
            """The games that the file held when it was opened."""
            with errors_naming(path):
                self._repair_last_line()
                self._file = path.open("ab")
        except BaseException:
            self._lock.release()
            raise

    def write(self, result: MatchResult) -> None:
        """Append a game."""
        with errors_naming(self._path):
            self._file.write(self._arena.stamp(result).to_line().encode() + b"\n")
            self._file.flush()

    def _read(self) -> Iterator[MatchResult]:
        for number, record in scan(self._path):
            if isinstance(record, RecordError):
                if not _is_torn(self._path, number):
                    _refuse(self._path, number, record.reason)
                return
            try:
                yield self._keep(self._arena.read(record))
            except (ForeignFile, RecordError) as error:
                _refuse(self._path, number, str(error))

    def _repair_last_line(self) -> None:
        """Repair a last line without a line end: complete a full record, truncate a partial one."""
        if not self._path.exists():
            return
        tail = _tail(self._path)
        with self._path.open("r+b") as file:
            if tail and _is_record(tail):
                file.seek(0, os.SEEK_END)
                file.write(b"\n")
            elif tail:
                file.truncate(self._path.stat().st_size - len(tail))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock:
            try:
                with errors_naming(self._path):
                    self._file.close()
            finally:
                if kind is not None and self._is_new and not self._path.stat().st_size:
                    self._path.unlink()


def _tail(path: Path) -> bytes:
    """Return the bytes after the last line end."""
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - LONGEST_LINE - 1))
        return file.read().rpartition(b"\n")[2]


def _is_torn(path: Path, number: int) -> bool:
    """Check whether a bad line is the last one, cut off while an arena wrote it."""
    tail = _tail(path)
    if not tail or not (tail.startswith(BEGINNING) or BEGINNING.startswith(tail)):
        return False
    with path.open("rb") as file:
        return sum(1 for _ in file) == number


def _is_record(line: bytes) -> bool:
    try:
        Record.from_line(line.decode())
    except (UnicodeDecodeError, RecordError):
        return False
    return True


def _refuse(path: Path, number: int, reason: str) -> NoReturn:
    raise ForeignFile(f"{path}: line {number}: {reason}")


def _require_equal(key: str, actual: object, expected: object) -> None:
    if actual != expected:
        raise ForeignFile(f"belongs to another arena: {key} is {_short(actual)}, here {_short(expected)}")


def _short(value: object) -> str:
    words = repr(value)
    return words if len(words) <= 200 else words[:199] + "…"


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number_list(values: Any, count: int, kind: type) -> bool:
    """Check whether a JSON value is a list of ``count`` numbers; integers pass as ``float`` too."""
    if not isinstance(values, list) or len(values) != count:
        return False
    return all(_is_whole(value) or (kind is float and isinstance(value, float)) for value in values)
