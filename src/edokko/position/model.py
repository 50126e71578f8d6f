"""A position, and its JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from edokko.position.form import read_form, write_form
from edokko.position.line import from_line, to_line
from edokko.position.text import position_text
from edokko.position.values import PositionValues


@dataclass(frozen=True, slots=True)
class Position(PositionValues):
    """The complete state of a game, except its source of chance.

    A record's trace holds the fields ``month`` to ``goods``. Lists of ids are sorted; the row is in the order revealed.
    """

    def __str__(self) -> str:
        return position_text(self)

    def to_trace(self) -> dict[str, Any]:
        """Return the public part of the position, as in the trace of a record."""
        return write_form(self, _TRACE)

    def to_json(self) -> dict[str, Any]:
        """Return the complete position as plain JSON values."""
        return write_form(self)

    @classmethod
    def from_json(cls, mapping: Mapping[str, Any]) -> Position:
        """Read the result of :meth:`to_json`; the order of unordered lists does not matter.

        Raises:
            PositionError: a key is unknown or missing, or a value has the wrong type. :meth:`edokko.Game.from_position`
                checks whether a game can reach the position.
        """
        position: Position = read_form(cls, mapping, "a position, as an object")
        return position

    def to_line(self) -> str:
        """Write the whole position as a position string: one line, as FEN is for chess (docs/build/formats.md).

        Raises:
            PositionError: an id or a seat is unknown, so the position cannot be written.
        """
        return to_line(self)

    @classmethod
    def from_line(cls, line: str) -> Position:
        """Read a position string; ``_`` may stand for each space, as in an address.

        Raises:
            PositionError: the string is malformed; the message names the field and what would be right. Whether the
                game can come to such a position is checked when it is played on.
        """
        return cls.from_json(from_line(line))


_NAMES = tuple(field.name for field in fields(Position))
_TRACE = _NAMES[_NAMES.index("month") : _NAMES.index("goods") + 1]
