"""The record file of an arena: every finished game is in it at once, and an arena that was cut off goes on from it.

A game says in its key ``arena`` where it belongs: the ``entries``, the ``seed``, the ``version`` of the players, its
``block`` and its ``rotation``; where thinking was measured, by seat, ``seconds`` and ``decisions``. All else is an
ordinary record.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn, Self

from edokko import __version__, locks
from edokko.components import RULES_VERSION, Components
from edokko.lab.matches import Played
from edokko.lab.schedule import Schedule
from edokko.record import FORMAT, Record, RecordError
from edokko.records import LONGEST_LINE, errors_naming, scan

KEY = "arena"
BEGINNING = f'{{"format": "{FORMAT}"'.encode()
"""How every line begins that :meth:`ArenaFile.write` writes."""


class ForeignFile(ValueError):
    """A file that an arena cannot go on from; the message says why."""


def seed_in(path: Path) -> int | None:
    """The seed of the arena that a file belongs to; ``None`` where there is no file or no game in it.

    Raises:
        ForeignFile: its first game is of no arena.
        OSError: it cannot be read.
    """
    if not path.exists():
        return None
    for number, found in scan(path):
        if isinstance(found, RecordError):
            if _is_torn(path, number):
                return None
            _refuse(path, number, found.reason)
        key = found.extra.get(KEY)
        text = key.get("seed") if isinstance(key, Mapping) else None
        try:
            return int(str(text), 16)
        except ValueError:
            _refuse(path, number, "is no game of an arena")
    return None


@dataclass(frozen=True, slots=True)
class Arena:
    """What all games of a file have in common.

    Attributes:
        schedule: the games that are planned.
        components: what is played with.
    """

    schedule: Schedule
    components: Components

    @property
    def _place(self) -> dict[str, Any]:
        """What stands in every game."""
        schedule = self.schedule
        return {"entries": list(schedule.entries), "seed": hex(schedule.seed), "version": __version__}

    def stamped(self, played: Played) -> Record:
        """The record of a game, with where it belongs."""
        assert played.record is not None
        match = played.match
        place: dict[str, Any] = {
            **self._place,
            "block": match.block,
            "rotation": match.rotation,
        }
        if played.decisions:
            place["seconds"] = [round(one, 6) for one in played.seconds]
            place["decisions"] = list(played.decisions)
        return replace(played.record, extra=dict(played.record.extra) | {KEY: place})

    def read(self, record: Record) -> Played:
        """A game from its record.

        Raises:
            ForeignFile: it belongs to another arena.
        """
        place, result = record.extra.get(KEY), record.result
        if not isinstance(place, Mapping) or not isinstance(result, Mapping):
            raise ForeignFile("is no finished game of an arena")
        for key, mine in self._place.items():
            _same(key, place.get(key), mine)
        schedule = self.schedule
        _same("players", record.players, schedule.players)
        _same("edition", record.edition, self.components.edition)
        _same("rules_version", record.rules_version, RULES_VERSION)
        if record.components != self.components.overlay:
            raise ForeignFile("belongs to an arena with other components")
        block: Any = place.get("block")
        rotation: Any = place.get("rotation")
        if not (_is_whole(block) and _is_whole(rotation) and block >= 0 and rotation in range(schedule.players)):
            raise ForeignFile(f"is no game of this arena: block {block!r}, rotation {rotation!r}")
        match = schedule.match(block, rotation)
        _same("seats", list(record.seats), list(match.seats))
        seats = range(schedule.players)
        iki: Any = result.get("iki")
        ranking: Any = result.get("ranking")
        if not _are(iki, len(seats), int) or not _are(ranking, len(seats), int) or sorted(ranking) != list(seats):
            raise ForeignFile("has a result that is none")
        seconds, decisions = place.get("seconds", []), place.get("decisions", [])
        if not (seconds == decisions == [] or (_are(seconds, len(seats), float) and _are(decisions, len(seats), int))):
            raise ForeignFile("has times that are none")
        return Played(match, tuple(iki), tuple(ranking), tuple(seconds), tuple(decisions))


class ArenaFile:
    """A file that grows by a game at a time, locked until it is closed.

    Args:
        path: where; plain, not compressed.
        arena: whose games it holds.

    Raises:
        ForeignFile: it holds something else than games of this arena. It has not been touched.
        edokko.locks.InUse: another arena has locked it.
        OSError: it cannot be read or written.
    """

    def __init__(self, path: Path, arena: Arena) -> None:
        self._path = path
        self._arena = arena
        if path.suffix == ".gz":
            raise ForeignFile(f"{path}: the records of an arena are not compressed; choose another name")
        self._lock = locks.hold(path)
        try:
            self._is_new = not path.exists()
            self.found = [] if self._is_new else list(self._read())
            """The games that were in it."""
            with errors_naming(path):
                self._mend()
                self._file = path.open("ab")
        except BaseException:
            self._lock.release()
            raise

    def write(self, played: Played) -> None:
        """Append a game."""
        with errors_naming(self._path):
            self._file.write(self._arena.stamped(played).to_line().encode() + b"\n")
            self._file.flush()

    def _read(self) -> Iterator[Played]:
        for number, found in scan(self._path):
            if isinstance(found, RecordError):
                if not _is_torn(self._path, number):
                    _refuse(self._path, number, found.reason)
                return
            try:
                yield self._arena.read(found)
            except ForeignFile as error:
                _refuse(self._path, number, str(error))

    def _mend(self) -> None:
        """End the last line: a game that was cut off while it was written is dropped, a whole one is kept."""
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
    """What follows the last end of a line."""
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - LONGEST_LINE - 1))
        return file.read().rpartition(b"\n")[2]


def _is_torn(path: Path, number: int) -> bool:
    """Whether a bad line is the last one, cut off while this program wrote it."""
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


def _same(key: str, found: object, mine: object) -> None:
    if found != mine:
        raise ForeignFile(f"belongs to another arena: {key} is {_short(found)}, here {_short(mine)}")


def _short(value: object) -> str:
    words = repr(value)
    return words if len(words) <= 200 else words[:199] + "…"


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _are(values: Any, count: int, kind: type) -> bool:
    """Whether something is a list of so many numbers; a whole number is one of ``float`` too."""
    if not isinstance(values, list) or len(values) != count:
        return False
    return all(_is_whole(value) or (kind is float and isinstance(value, float)) for value in values)
