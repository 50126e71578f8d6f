"""Saved games: a file for each game, rewritten after every decision. It is an unfinished record with the players."""

from __future__ import annotations

import contextlib
import gzip
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

from edokko import folders, locks
from edokko.cli.language import text
from edokko.cli.options import HUMAN, OPPONENT, SeatChoice
from edokko.cli.playing import elsewhere
from edokko.cli.problems import Problem
from edokko.folders import NoHome
from edokko.game import Game
from edokko.records.file import content_of, errors_naming, has_gzip_name
from edokko.records.record import Record, RecordError
from edokko.texts import NotText, decode


def games_folder() -> Path:
    """Return the folder of saved games."""
    return folders.data("--record") / "games"


def finished_folder() -> Path:
    """Return the folder of the records of finished games."""
    return folders.data() / "finished"


PLAY = "play"
"""The key of a saved game that holds its players and its seed."""
PARTIAL = ".partial"
"""The suffix of the saved game of ``--record FILE``."""


@dataclass(frozen=True, slots=True)
class Saved:
    """The content of a saved game."""

    record: Record
    seats: tuple[SeatChoice, ...]
    seed: int | None


# --- finding games


def is_temporary(saved: Path) -> bool:
    """Check whether a saved game is edokko's own file, to remove after the game; any other file belongs to the user."""
    if saved.name.endswith(PARTIAL):
        return True
    try:
        return saved.resolve().parent == games_folder().resolve()
    except NoHome:
        return False


def unfinished() -> list[Path]:
    """Return the unfinished games of the data folder and those that its pointers name, the latest first."""
    try:
        games = list(games_folder().glob("*.json"))
    except OSError:
        games = []
    dated = []
    for path in (*games, *elsewhere.remembered()):
        # Another process may have finished the game meanwhile.
        with contextlib.suppress(OSError):
            dated.append((path.stat().st_mtime, path.name, path))
    return [path for _, _, path in sorted(dated, reverse=True)]


# --- the life of a game


def begin(game: Game, seats: Sequence[SeatChoice], seed: int | None, record: Path | None) -> tuple[Path, locks.Lock]:
    """Save a new game for the first time, and return its file and lock.

    The save lies beside ``record``, the file that will hold the record of the game; ``None`` for the data folder.

    Raises:
        Problem: another saved game belongs to that record.
    """
    if record is None:
        return _begin_in_data_folder(_record(game, seats, seed, None))
    path = record.with_name(record.name + PARTIAL)
    lock = hold(path)
    try:
        write_new(path, _record(game, seats, seed, None))
    except FileExistsError:
        lock.release()
        raise Problem(text("problem-partial-exists", file=str(path))) from None
    except BaseException:
        lock.release()
        raise
    remember(path)
    return path, lock


def _begin_in_data_folder(record: Record) -> tuple[Path, locks.Lock]:
    """Save a new game under a name made from the time; add a number if another process has that name."""
    folder = games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    for path in _names(folder, time.strftime("%Y-%m-%d-%H%M%S"), ".json"):
        try:
            lock = locks.hold(path)
        except locks.InUse:
            continue
        try:
            write_new(path, record)
        except FileExistsError:
            lock.release()
            continue
        except BaseException:
            lock.release()
            raise
        return path, lock
    raise AssertionError  # names do not run out


def hold(path: Path) -> locks.Lock:
    """Lock a saved game. Raises ``Problem`` if another process has locked it."""
    try:
        return locks.hold(path)
    except locks.InUse:
        raise Problem(text("problem-game-in-use", file=str(path))) from None


def hold_latest() -> tuple[Path, locks.Lock]:
    """Lock the latest unfinished game that no other process has locked. Raises ``Problem`` if there is none."""
    games = unfinished()
    busy = []
    for path in games:
        try:
            lock = locks.hold(path)
        except locks.InUse:
            busy.append(path)
            continue
        if path.exists():
            return path, lock
        lock.release()
    if busy:
        raise Problem(text("problem-all-in-use", count=len(busy), file=str(busy[0])))
    raise Problem(text("problem-nothing-to-resume"))


def remember(path: Path) -> None:
    """Write a pointer to a game that is saved beside its record, so that it is found without its name."""
    if path.name.endswith(PARTIAL):
        elsewhere.remember(path)


def finish(path: Path, target: Path | None, record: Record) -> Path:
    """Write the record of a finished game, and remove its saved game if that is edokko's own file.

    If the target exists by now, the next free name is used. The default is the folder of finished games, or the saved
    game itself if that is the user's file. The file that was written is returned.
    """
    if target is None and not is_temporary(path):
        write(path, record)
        return path
    if target is None:
        finished_folder().mkdir(parents=True, exist_ok=True)
        target = finished_folder() / f"{path.stem}.jsonl"
    written = _write_first_free(target, record)
    if is_temporary(path):
        path.unlink(missing_ok=True)
        elsewhere.forget(path)
    return written


def _write_first_free(target: Path, record: Record) -> Path:
    for path in _names(target.parent, target.stem, target.suffix):
        with contextlib.suppress(FileExistsError):
            write_new(path, record)
            return path
    raise AssertionError  # names do not run out


def _names(folder: Path, stem: str, suffix: str) -> Iterator[Path]:
    """Yield candidate names of a file: the plain one, then those with numbers."""
    yield folder / f"{stem}{suffix}"
    for number in count(2):
        yield folder / f"{stem}-{number}{suffix}"


# --- content


def save(path: Path, game: Game, seats: Sequence[SeatChoice], seed: int | None, origin: Record | None) -> None:
    """Save a game atomically, with its seed, if it has one, so that a resumed game has the same chance.

    ``origin`` is the record that the game was resumed from.
    """
    write(path, _record(game, seats, seed, origin))


def _record(game: Game, seats: Sequence[SeatChoice], seed: int | None, origin: Record | None) -> Record:
    """Return the record of a saved game, with its players and its seed."""
    play: dict[str, Any] = {"seats": [seat.kind for seat in seats]}
    if seed is not None:
        play["seed"] = hex(seed)
    record = record_of(game, origin)
    return replace(record, extra={**record.extra, PLAY: play})


def record_of(game: Game, origin: Record | None) -> Record:
    """Return the game's record with the extra keys of its origin.

    ``times`` and ``trace`` have an entry for each move, so they are kept only if the moves are still the same.
    """
    record = game.to_record()
    if origin is None:
        return record
    extra = {key: value for key, value in origin.extra.items() if key != PLAY}
    if record.moves == origin.moves:
        return replace(record, extra=extra, trace=origin.trace)
    extra.pop("times", None)
    return replace(record, extra=extra)


def write(path: Path, record: Record) -> None:
    """Write a record to a file of its own, atomically. Raises ``OSError``, which names the file."""
    with _temporary_file(path, record) as temporary:
        os.replace(temporary, path)


def write_new(path: Path, record: Record) -> None:
    """Write a record to a new file, atomically: of several processes that use the same name, one succeeds.

    Raises:
        FileExistsError: the file exists.
        OSError: the file cannot be written; the error names it.
    """
    with _temporary_file(path, record) as temporary:
        try:
            os.link(temporary, path)
        except FileExistsError:
            raise
        except OSError:
            # Without hard links, reserve the name first.
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
            os.replace(temporary, path)


@contextmanager
def _temporary_file(path: Path, record: Record) -> Iterator[Path]:
    """Write a record to a hidden file beside ``path``, which the caller renames or links; remove it afterwards."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with errors_naming(path):
            content = (record.to_line() + "\n").encode()
            with temporary.open("wb") as file:
                file.write(gzip.compress(content) if has_gzip_name(path) else content)
                file.flush()
                os.fsync(file.fileno())
            yield temporary
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Sync a folder, so that a new name in it survives a power cut."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read(path: Path) -> Saved:
    """Read a saved game. Raises ``Problem`` if the file holds something else."""
    content = "?"  # until it is read
    try:
        content = decode(content_of(path))
        record = Record.from_line(content)
        return _saved(record, record.extra.get(PLAY))
    except NotText:
        reason = text("problem-not-text")
    except RecordError as error:
        reason = str(error) if content.strip() else text("problem-saved-none")
        games = content.count("\n{") + content.startswith("{")
        reason = text("problem-saved-several", count=games) if games > 1 else reason
    raise Problem(text("problem-saved-game", file=str(path), reason=reason)) from None


def _saved(record: Record, play: Any) -> Saved:
    if play is None:
        return Saved(record, (), None)
    kinds = play.get("seats") if isinstance(play, Mapping) else None
    if not isinstance(kinds, list) or len(kinds) != record.players or not all(isinstance(kind, str) for kind in kinds):
        raise RecordError(text("problem-saved-seats", players=record.players))
    names = record.seats if len(record.seats) == record.players else ("",) * record.players
    seats = tuple(SeatChoice(kind, name) for kind, name in zip(kinds, names, strict=True))
    try:
        seed = int(play["seed"], 16) if "seed" in play else None
    except (TypeError, ValueError):
        raise RecordError(text("problem-saved-seed")) from None
    return Saved(record, seats, seed)


def default_seats(players: int) -> list[SeatChoice]:
    """Return the default seats: one person, and computer players."""
    return [SeatChoice(HUMAN), *[SeatChoice(OPPONENT)] * (players - 1)]
