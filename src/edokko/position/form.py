"""The JSON form of a position: its keys, their types, and the messages for wrong ones.

This module checks only the form. The modules named ``check_*`` check, against the components, whether a game can reach
such a position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from edokko.components import EDITIONS
from edokko.components.problems import short_key, short_repr, suggestion
from edokko.position.problems import PositionError, refuse
from edokko.rules.phases import STAGES

FEWEST_PLAYERS = 2
MOST_PLAYERS = 4

Check = Callable[[str, object], None]


def check_json(value: object) -> None:
    """Check the form of a whole position.

    Raises:
        PositionError: the first error, with its place and the expected value.
    """
    _position("", value)


def _whole(place: str, value: object) -> None:
    if type(value) is not int:
        refuse(place, value, "a whole number")


def _text(place: str, value: object) -> None:
    if not isinstance(value, str):
        refuse(place, value, "a text")


def _flag(place: str, value: object) -> None:
    if not isinstance(value, bool):
        refuse(place, value, "true or false")


def _overlay(place: str, value: object) -> None:
    if not isinstance(value, Mapping):
        refuse(place, value, "an overlay, as an object, or null")


def _one_of(names: tuple[str, ...]) -> Check:
    def check(place: str, value: object) -> None:
        if not isinstance(value, str) or value not in names:
            near = suggestion(value, names) if isinstance(value, str) else ""
            refuse(place, value, f"one of {', '.join(names)}{near}")

    return check


def _or_null(check: Check) -> Check:
    def check_or_null(place: str, value: object) -> None:
        if value is not None:
            check(place, value)

    return check_or_null


def _list_of(check: Check, wants: str) -> Check:
    def check_list(place: str, value: object) -> None:
        if not isinstance(value, (list, tuple)):
            refuse(place, value, wants)
        for index, item in enumerate(value):
            check(f"{place}[{index}]", item)

    return check_list


def _object_of(check: Check, wants: str) -> Check:
    def check_object(place: str, value: object) -> None:
        if not isinstance(value, Mapping):
            refuse(place, value, wants)
        for key, item in value.items():
            if not isinstance(key, str):
                refuse(place, key, "a text as the key")
            check(f"{place}.{short_key(key)}", item)

    return check_object


def _record_of(fields: Mapping[str, Check], wants: str) -> Check:
    """Return a check for an object with exactly these keys."""

    def check_record(place: str, value: object) -> None:
        if not isinstance(value, Mapping):
            refuse(place or "position", value, wants)
        dot = f"{place}." if place else ""
        for key in value:
            if not isinstance(key, str) or key not in fields:
                word = key if isinstance(key, str) else short_repr(key)
                raise PositionError(f"{dot}{short_key(word)}", f"unknown key{suggestion(word, fields)}")
        for key, check in fields.items():
            if key not in value:
                raise PositionError(f"{dot}{key}", "missing")
            check(f"{dot}{key}", value[key])

    return check_record


def _card_and_mon(place: str, value: object) -> None:
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        refuse(place, value, "a character and the mon on it")
    _text(f"{place}[0]", value[0])
    _whole(f"{place}[1]", value[1])


def _players(place: str, value: object) -> None:
    _list_of(_player, "a list of players")(place, value)
    assert isinstance(value, (list, tuple))
    if not FEWEST_PLAYERS <= len(value) <= MOST_PLAYERS:
        raise PositionError(place, f"found {len(value)} players, expected 2, 3 or 4")


_ids = _list_of(_text, "a list of ids")
_seats = _list_of(_whole, "a list of seats")
_player = _record_of(
    dict.fromkeys(("mon", "rice", "sandals", "wood", "koban", "iki", "fire", "kobun", "square"), _whole)
    | dict.fromkeys(("retired", "tokens", "pipes", "pouches", "fish"), _ids),
    "a player, as an object",
)
_room = _record_of({"card": _text, "owner": _or_null(_whole), "xp": _whole}, "a card with its owner and xp")
_burning = _record_of({"nagaya": _text, "passed": _whole}, "a nagaya and the number of rooms passed")
_position = _record_of(
    {
        "edition": _one_of(tuple(EDITIONS)),
        "rules_version": _whole,
        "components": _or_null(_overlay),
        "stage": _one_of(STAGES),
        "seat": _or_null(_whole),
        "month": _whole,
        "players": _players,
        "fire_order": _seats,
        "ikizama": _object_of(_whole, "an object of slots and seats"),
        "closed": _or_null(_text),
        "row": _list_of(_card_and_mon, "a list of characters and mon"),
        "rooms": _object_of(_room, "an object of rooms"),
        "buildings": _ids,
        "goods": _ids,
        "deck": _ids,
        "tiles": _object_of(_whole, "an object of slots and tiles left"),
        "pending": _or_null(_text),
        "worker": _or_null(_text),
        "swap_room": _or_null(_text),
        "shop_used": _flag,
        "work_used": _flag,
        "to_reveal": _whole,
        "burning": _or_null(_burning),
        "hungry": _whole,
        "turn": _whole,
        "visit_order": _seats,
    },
    "a position, as an object",
)
