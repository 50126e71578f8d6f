"""Errors of a position: the place, the value found and the value expected."""

from __future__ import annotations

from collections.abc import Collection
from typing import NoReturn

from edokko.components.problems import short_repr, suggestion


class PositionError(ValueError):
    """A malformed or impossible position.

    Attributes:
        place: the key of the error, e.g. ``players[1].mon``.
        sentence: what is wrong there.
    """

    def __init__(self, place: str, sentence: str) -> None:
        self.place = place
        self.sentence = sentence
        super().__init__(place, sentence)

    def __str__(self) -> str:
        return ": ".join(map(str, self.args))


def refuse(place: str, value: object, wants: str) -> NoReturn:
    """Refuse a value; ``wants`` describes the expected one.

    Raises:
        PositionError: always.
    """
    raise PositionError(place, f"found {short_repr(value)}, expected {wants}")


def require_known(place: str, name: str, known: Collection[str], wants: str) -> None:
    """Refuse an unknown name.

    Raises:
        PositionError: the name is unknown.
    """
    if name not in known:
        refuse(place, name, f"{wants}{suggestion(name, known)}")


def require_within(place: str, value: int, least: int, most: int, reason: str) -> None:
    """Refuse a number outside its range.

    Raises:
        PositionError: the number is less than ``least`` or more than ``most``.
    """
    if least <= value <= most:
        return
    span = f"{least}" if least == most else f"{least} to {most}"
    refuse(place, value, f"{span}: {reason}")


def require_none(place: str, value: object, reason: str) -> None:
    """Refuse a value that must be empty.

    Raises:
        PositionError: the value is not null, false, 0, an empty list or an empty object.
    """
    if value or value == "":
        refuse(place, value, f"nothing there: {reason}")
