"""Saved games: one file a game, a valid unfinished record with who plays, written anew after every decision."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

from edokko import locks
from edokko.catalogue import Catalogue
from edokko.cli.options import HUMAN, OPPONENT, Seat
from edokko.cli.playing import elsewhere
from edokko.cli.playing.folders import finished_folder, games_folder
from edokko.cli.problems import Problem
from edokko.game import Game
from edokko.record import Record, RecordError
from edokko.records import LONGEST_LINE, errors_naming

PLAY = "play"
"""The key of a saved game under which it says who plays."""
PARTIAL = ".partial"
"""What the saved game of ``--record FILE`` is called besides."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A saved game as it was read."""

    path: Path
    record: Record
    seats: tuple[Seat, ...]
    seed: int | None


# --- which games there are


def is_temporary(saved: Path) -> bool:
    """Whether a saved game is edokko's own file, removed when the game is over; any other is the user's and stays."""
    return saved.name.endswith(PARTIAL) or saved.resolve().parent == games_folder().resolve()


def waiting() -> list[Path]:
    """Return the unfinished games in the data folder and those with a pointer there, the latest first."""
    try:
        games = list(games_folder().glob("*.json"))
    except OSError:
        games = []
    dated = []
    for path in (*games, *elsewhere.remembered()):
        # Another window may have finished the game in the meantime.
        with contextlib.suppress(OSError):
            dated.append((path.stat().st_mtime, path.name, path))
    return [path for _, _, path in sorted(dated, reverse=True)]


# --- a game begins, goes on and ends


def begin(
    game: Game, seats: Sequence[Seat], seed: int | None, record: Path | None, catalogue: Catalogue
) -> tuple[Path, locks.Lock]:
    """Save a new game for the first time.

    Args:
        game, seats, seed: as for :func:`save`.
        record: where its record will go; the game is saved beside it. ``None`` for the data folder.
        catalogue: for what is wrong.

    Returns:
        The new file, and its lock.

    Raises:
        Problem: beside the record is a game already.
        OSError: the file cannot be written.
    """
    if record is None:
        return _begin_in_data_folder(_record(game, seats, seed, None))
    path = record.with_name(record.name + PARTIAL)
    lock = hold(path, catalogue)
    try:
        write_new(path, _record(game, seats, seed, None))
    except FileExistsError:
        lock.release()
        raise Problem(catalogue.text("problem-partial-exists", file=str(path))) from None
    except BaseException:
        lock.release()
        raise
    remember(path)
    return path, lock


def _begin_in_data_folder(record: Record) -> tuple[Path, locks.Lock]:
    """Save a new game under the first name, made from the time, that no other window has taken."""
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


def hold(path: Path, catalogue: Catalogue) -> locks.Lock:
    """Lock a saved game.

    Raises:
        Problem: another window plays it.
        OSError: its folder cannot be written.
    """
    try:
        return locks.hold(path)
    except locks.InUse:
        raise Problem(catalogue.text("problem-game-in-use", file=str(path))) from None


def hold_latest(catalogue: Catalogue) -> tuple[Path, locks.Lock]:
    """Lock the latest unfinished game that no other window plays.

    Raises:
        Problem: there is none.
        OSError: its folder cannot be written.
    """
    games = waiting()
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
        raise Problem(catalogue.text("problem-all-in-use", count=len(busy), file=str(busy[0])))
    raise Problem(catalogue.text("problem-nothing-to-resume"))


def remember(path: Path) -> None:
    """Have a game that is saved beside its record found without its name."""
    if path.name.endswith(PARTIAL):
        elsewhere.remember(path)


def finish(path: Path, target: Path | None, record: Record) -> Path:
    """Write the record of a finished game and remove its saved game, where that is edokko's own.

    Args:
        path: the saved game.
        target: where the record goes. A file that is there by now stays, and the record goes beside it under the next
            name. ``None`` for the place that goes with the saved game: a file of the user's holds the record itself.
        record: the record.

    Returns:
        Where the record went.

    Raises:
        OSError: it cannot be written.
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
    """Yield names for a file in the order in which they are tried."""
    yield folder / f"{stem}{suffix}"
    for number in count(2):
        yield folder / f"{stem}-{number}{suffix}"


# --- what is in the file


def save(path: Path, game: Game, seats: Sequence[Seat], seed: int | None, origin: Record | None) -> None:
    """Write the game as it stands; whatever happens on the way, the file holds it or what it held before.

    Args:
        path: the file.
        game: the game.
        seats: who plays.
        seed: the seed of a game that was given one, so that its chance goes on alike.
        origin: the record that it goes on from.
    """
    write(path, _record(game, seats, seed, origin))


def _record(game: Game, seats: Sequence[Seat], seed: int | None, origin: Record | None) -> Record:
    """The record of a saved game, which says who plays."""
    play: dict[str, Any] = {"seats": [seat.kind for seat in seats]}
    if seed is not None:
        play["seed"] = hex(seed)
    record = record_of(game, origin)
    return replace(record, extra={**record.extra, PLAY: play})


def record_of(game: Game, origin: Record | None) -> Record:
    """The game's record, with whatever else the record held that it goes on from.

    ``times`` and ``trace`` have an entry for each move: they stay only as long as the moves are the same.
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
    """Write one record as a file of its own, in one step that a crash cannot halve.

    Raises:
        OSError: it cannot be written; the error names the file.
    """
    with _written_beside(path, record) as beside:
        os.replace(beside, path)


def write_new(path: Path, record: Record) -> None:
    """Write one record as a new file: of several processes that try the same name, one succeeds.

    Raises:
        FileExistsError: there is a file of that name.
        OSError: it cannot be written; the error names the file.
    """
    with _written_beside(path, record) as beside:
        try:
            os.link(beside, path)
        except FileExistsError:
            raise
        except OSError:
            # A file system without hard links: take the name first.
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
            os.replace(beside, path)


@contextmanager
def _written_beside(path: Path, record: Record) -> Iterator[Path]:
    """Write a record to a hidden file beside ``path``, for the caller to give it its name; what is left is removed."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with errors_naming(path):
            with beside.open("w", encoding="utf-8", newline="\n") as file:
                file.write(record.to_line() + "\n")
                file.flush()
                os.fsync(file.fileno())
            yield beside
    finally:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """The new name survives a power cut only when the folder is written too."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read(path: Path, catalogue: Catalogue) -> Saved:
    """Read a saved game.

    Raises:
        Problem: the file holds something else.
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        content = file.read(LONGEST_LINE + 1)
    try:
        record = Record.from_line(content.decode())
        return _saved(path, record, record.extra.get(PLAY), catalogue)
    except UnicodeDecodeError:
        reason = catalogue.text("problem-not-text")
    except RecordError as error:
        reason = str(error)
    raise Problem(catalogue.text("problem-saved-game", file=str(path), reason=reason)) from None


def _saved(path: Path, record: Record, play: Any, catalogue: Catalogue) -> Saved:
    if play is None:
        return Saved(path, record, (), None)
    kinds = play.get("seats") if isinstance(play, Mapping) else None
    if not isinstance(kinds, list) or len(kinds) != record.players or not all(isinstance(one, str) for one in kinds):
        raise RecordError(catalogue.text("problem-saved-seats", players=record.players))
    names = record.seats if len(record.seats) == record.players else ("",) * record.players
    seats = tuple(Seat(kind, name) for kind, name in zip(kinds, names, strict=True))
    try:
        seed = int(play["seed"], 16) if "seed" in play else None
    except (TypeError, ValueError):
        raise RecordError(catalogue.text("problem-saved-seed")) from None
    return Saved(path, record, seats, seed)


def default_seats(players: int) -> list[Seat]:
    """One person, and the rest automatic: where nothing says who plays."""
    return [Seat(HUMAN), *[Seat(OPPONENT)] * (players - 1)]
