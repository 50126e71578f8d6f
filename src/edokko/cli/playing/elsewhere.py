"""Games saved outside the data folder, beside the file of ``--record``: pointers to them, so that they are found again.

A pointer is a small file in the data folder, one for each game, which holds the game's path. It is written after the
game has been saved for the first time and removed when the game is over; a game that was deleted or moved leaves a
pointer to nothing, which the next look removes.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from pathlib import Path

from edokko.cli.playing.folders import data_folder


def remember(path: Path) -> None:
    """Write a game's pointer. Where the data folder cannot be written, only the game's own name finds it."""
    target = os.fsencode(path.resolve())
    pointer = _pointer(path)
    beside = pointer.with_name(f".{pointer.name}.{os.getpid()}")
    with contextlib.suppress(OSError):
        pointer.parent.mkdir(parents=True, exist_ok=True)
        try:
            beside.write_bytes(target)
            os.replace(beside, pointer)
        finally:
            beside.unlink(missing_ok=True)


def forget(path: Path) -> None:
    """Remove a game's pointer, if it has one."""
    with contextlib.suppress(OSError):
        _pointer(path).unlink(missing_ok=True)


def remembered() -> list[Path]:
    """Return the games that pointers lead to and that exist; remove the pointers of those that do not.

    A game whose folder is missing keeps its pointer: its drive may only be unplugged.
    """
    games = []
    for pointer in _pointers():
        try:
            game = Path(os.fsdecode(pointer.read_bytes()))
            if game.is_file():
                games.append(game)
            elif not game.is_absolute() or game.parent.is_dir():
                pointer.unlink(missing_ok=True)
        except (OSError, ValueError):
            continue
    return games


def _folder() -> Path:
    return data_folder() / "elsewhere"


def _pointers() -> list[Path]:
    try:
        return list(_folder().glob("*.path"))
    except OSError:
        return []


def _pointer(path: Path) -> Path:
    digest = hashlib.sha256(os.fsencode(path.resolve())).hexdigest()
    return _folder() / f"{digest[:32]}.path"
