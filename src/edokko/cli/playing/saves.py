"""Saved games: one file a game, a valid unfinished record with who plays, written anew after every decision."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import platformdirs

from edokko.catalogue import Catalogue
from edokko.cli.options import HUMAN, OPPONENT, Seat
from edokko.cli.problems import Problem
from edokko.game import Game
from edokko.record import Record, RecordError
from edokko.records import LONGEST_LINE, naming

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


def data_folder() -> Path:
    """Where games are kept that nobody named a file for."""
    return Path(platformdirs.user_data_dir("edokko"))


def games_folder() -> Path:
    """Where saved games are kept that nobody named a file for."""
    return data_folder() / "games"


def new_path() -> Path:
    """The file of a new game, named by the time; its folder is made."""
    return _free(games_folder(), time.strftime("%Y-%m-%d-%H%M%S"), ".json")


def finished_path(saved: Path) -> Path:
    """Where the record of a finished game goes that nobody named a file for: into a file of the user's, as before."""
    return _free(data_folder() / "finished", saved.stem, ".jsonl") if is_temporary(saved) else saved


def is_temporary(saved: Path) -> bool:
    """Whether a saved game is edokko's own file, removed when the game is over; any other is the user's and stays."""
    return saved.name.endswith(PARTIAL) or saved.resolve().parent == games_folder().resolve()


def _free(folder: Path, stem: str, suffix: str) -> Path:
    """A name that no file has yet, in a folder that is made."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{stem}{suffix}"
    number = 2
    while path.exists():
        path = folder / f"{stem}-{number}{suffix}"
        number += 1
    return path


def waiting() -> list[Path]:
    """The saved games in the data folder, the latest first."""
    try:
        found = list(games_folder().glob("*.json"))
    except OSError:
        return []
    return sorted(found, key=lambda path: (path.stat().st_mtime, path.name), reverse=True)


def save(path: Path, game: Game, seats: Sequence[Seat], seed: int | None, origin: Record | None) -> None:
    """Write the game as it stands; whatever happens on the way, the file holds it or what it held before.

    Args:
        path: the file.
        game: the game.
        seats: who plays.
        seed: the seed of a game that was given one, so that its chance goes on alike.
        origin: the record that it goes on from.
    """
    play: dict[str, Any] = {"seats": [seat.kind for seat in seats]}
    if seed is not None:
        play["seed"] = hex(seed)
    record = record_of(game, origin)
    write(path, replace(record, extra={**record.extra, PLAY: play}))


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
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with naming(path), beside.open("w", encoding="utf-8", newline="\n") as file:
            file.write(record.to_line() + "\n")
            file.flush()
            os.fsync(file.fileno())
        with naming(path):
            os.replace(beside, path)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise
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
