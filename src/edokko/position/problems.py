"""What is wrong with a position: the place, what was found and what would be right."""

from __future__ import annotations

from collections.abc import Collection
from typing import NoReturn

from edokko.components.problems import closest, found


class PositionError(ValueError):
    """A position that cannot be.

    Attributes:
        place: where, e.g. ``players[1].mon``.
    """

    def __init__(self, place: str, sentence: str) -> None:
        self.place = place
        super().__init__(place, sentence)

    def __str__(self) -> str:
        return ": ".join(map(str, self.args))


def refuse(place: str, value: object, wants: str) -> NoReturn:
    """Refuse a value.

    Args:
        place: where it is.
        value: what was found.
        wants: what would be right.

    Raises:
        PositionError: always.
    """
    raise PositionError(place, f"found {found(value)}, expected {wants}")


def require_known(place: str, name: str, known: Collection[str], what: str) -> None:
    """Refuse a name that is none of the known ones.

    Raises:
        PositionError: the name is unknown.
    """
    if name not in known:
        refuse(place, name, f"{what}{closest(name, known)}")


def require_within(place: str, value: int, least: int, most: int, what: str) -> None:
    """Refuse a number outside its range.

    Raises:
        PositionError: the number is less than ``least`` or more than ``most``.
    """
    if least <= value <= most:
        return
    span = f"{least}" if least == most else f"{least} to {most}"
    refuse(place, value, f"{span}: {what}")


def require_none(place: str, value: object, what: str) -> None:
    """Refuse anything where there must be nothing.

    Raises:
        PositionError: the value is not null or false, and no empty list or object.
    """
    if value or value == "":
        refuse(place, value, f"nothing there: {what}")
