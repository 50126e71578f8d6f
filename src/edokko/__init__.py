"""edokko: an unofficial implementation of the board game IKI as a library, a command and a fast environment.

>>> import edokko
>>> game = edokko.Game(players=4, edition="2021", seed=7)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

__all__ = [
    "Batch",
    "Event",
    "Game",
    "IllegalMove",
    "ImpossibleChance",
    "Move",
    "Position",
    "PositionError",
    "Record",
    "RecordError",
    "RecordWriter",
    "__version__",
    "check",
    "read",
    "scan",
]

_MODULES = {
    "Batch": "edokko.batch",
    "Event": "edokko.events",
    "Game": "edokko.game",
    "IllegalMove": "edokko.game",
    "ImpossibleChance": "edokko.chance",
    "Move": "edokko.move",
    "Position": "edokko.position",
    "PositionError": "edokko.position",
    "Record": "edokko.records.record",
    "RecordError": "edokko.records.record",
    "RecordWriter": "edokko.records.file",
    "check": "edokko.records.record",
    "read": "edokko.records.file",
    "scan": "edokko.records.file",
}
"""The module of each public name. Names are imported on first use, so that ``edokko --help`` answers
at once."""

if TYPE_CHECKING:
    from edokko.batch import Batch
    from edokko.chance import ImpossibleChance
    from edokko.events import Event
    from edokko.game import Game, IllegalMove
    from edokko.move import Move
    from edokko.position import Position, PositionError
    from edokko.records.file import RecordWriter, read, scan
    from edokko.records.record import Record, RecordError, check


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'edokko' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_MODULES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
