"""Pointers to games that are saved outside the data folder, beside the file of ``--record``.

A pointer is a small file in the data folder that holds the path of one game. It is written after the first save and
removed when the game is over. The pointer of a deleted or moved game is stale, and the next listing removes it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from pathlib import Path

from edokko import folders


def remember(path: Path) -> None:
    """Write a game's pointer. If the data folder is not writable, the game can be resumed only by its name."""
    target = os.fsencode(path.resolve())
    with contextlib.suppress(OSError):
        pointer = _pointer(path)
        temporary = pointer.with_name(f".{pointer.name}.{os.getpid()}")
        pointer.parent.mkdir(parents=True, exist_ok=True)
        try:
            temporary.write_bytes(target)
            os.replace(temporary, pointer)
        finally:
            temporary.unlink(missing_ok=True)


def forget(path: Path) -> None:
    """Remove a game's pointer, if it has one."""
    with contextlib.suppress(OSError):
        _pointer(path).unlink(missing_ok=True)


def remembered() -> list[Path]:
    """Return the existing games that pointers name, and remove stale pointers.

    A game whose folder is missing keeps its pointer, because its drive may only be unplugged.
    """
    games: list[Path] = []
    try:
        pointers = list(_folder().glob("*.path"))
    except OSError:
        return games
    for pointer in pointers:
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
    return folders.data() / "elsewhere"


def _pointer(path: Path) -> Path:
    digest = hashlib.sha256(os.fsencode(path.resolve())).hexdigest()
    return _folder() / f"{digest[:32]}.path"
