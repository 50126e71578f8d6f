"""The JSON form of a position, derived from the types of :mod:`edokko.position.values`, its only declaration.

:func:`read_form` checks plain values against msgspec's description of a type, and refuses the first wrong value in a
sentence; :func:`write_form` is its reverse. Both know only the form: :mod:`edokko.position.checks` compares a position
with the components and with what a game can reach.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NoReturn

from msgspec import inspect, json

from edokko.components.ids import IKIZAMA_IDS
from edokko.components.model import Frozen, freeze
from edokko.components.problems import short_key, short_repr, suggestion
from edokko.position.problems import PositionError, refuse
from edokko.rules.moves import ROOM_IDS

Convert = Callable[[Any], Any]
"""Returns a value in another form."""

_BOARD_ORDER = {name: number for number, name in enumerate((*IKIZAMA_IDS, *ROOM_IDS))}


# --- from plain values


def read_form(kind: Any, value: object, wants: str) -> Any:
    """Return plain JSON values as a dataclass of the model; ``wants`` describes the expected value.

    Raises:
        PositionError: the first error, with its place and the expected value.
    """
    try:
        return _reader_of(kind, wants)(value)
    except PositionError as error:
        raise PositionError(error.place.removeprefix(".") or "position", error.sentence) from None


@cache
def _reader_of(kind: type, wants: str) -> Convert:
    return _reader(inspect.type_info(kind), {"description": wants})


def _reader(kind: inspect.Type, schema: Mapping[str, Any]) -> Convert:
    """Return the function that checks a value of a type and returns it typed.

    The place of its error is relative to the value, such as ``.players[1].mon``: each value around it adds a step. The
    schema is the annotation: ``description``, the expected value for messages; ``enum``, all valid texts in order.
    """
    wants = schema.get("description", "")
    match kind:
        case inspect.Metadata():
            return _reader(kind.type, kind.extra_json_schema or {})
        case inspect.UnionType(types=(other, inspect.NoneType())):
            return _read_or_null(_reader(other, schema))
        case inspect.IntType():
            return _read_exactly(int, "a whole number")
        case inspect.BoolType():
            return _read_exactly(bool, "true or false")
        case inspect.StrType():
            return _read_instance(str, "a text")
        case inspect.LiteralType():
            return _read_one_of(schema["enum"])
        case inspect.VarTupleType():
            return _read_list(kind, wants)
        case inspect.TupleType():
            return _read_row([_reader(item, {}) for item in kind.item_types], wants)
        case inspect.DictType(value_type=inspect.CustomType()):
            return _read_instance(Mapping, wants)  # an overlay, whose values the components check
        case inspect.DictType():
            return _read_object(_reader(kind.value_type, {}), wants)
        case inspect.DataclassType():
            return _read_record(kind.cls, {field.name: _reader(field.type, {}) for field in kind.fields}, wants)
    raise TypeError(f"a position has no value of the type {kind}")


def _read_exactly(kind: type, wants: str) -> Convert:
    def read(value: object) -> object:
        # A bool is an int too, so isinstance would not do.
        if type(value) is not kind:
            refuse("", value, wants)
        return value

    return read


def _read_or_null(convert: Convert) -> Convert:
    return lambda value: None if value is None else convert(value)


def _read_instance(kind: type, wants: str) -> Convert:
    def read(value: object) -> object:
        if not isinstance(value, kind):
            refuse("", value, wants)
        return value

    return read


def _read_one_of(names: tuple[str, ...]) -> Convert:
    def read(value: object) -> object:
        if not isinstance(value, str) or value not in names:
            near = suggestion(value, names) if isinstance(value, str) else ""
            refuse("", value, f"one of {', '.join(names)}{near}")
        return value

    return read


def _read_list(kind: inspect.VarTupleType, wants: str) -> Convert:
    reader = _reader(kind.item_type, {})
    least, most = kind.min_length, kind.max_length

    def read(value: object) -> tuple[object, ...]:
        if not isinstance(value, (list, tuple)):
            refuse("", value, wants)
        items = _items([reader] * len(value), value)
        if least is not None and most is not None and not least <= len(items) <= most:
            *fewer, last = range(least, most + 1)
            raise PositionError("", f"found {len(items)} players, expected {', '.join(map(str, fewer))} or {last}")
        return items

    return read


def _read_row(readers: list[Convert], wants: str) -> Convert:
    def read(value: object) -> tuple[object, ...]:
        if not isinstance(value, (list, tuple)) or len(value) != len(readers):
            refuse("", value, wants)
        return _items(readers, value)

    return read


def _items(readers: list[Convert], values: list[object] | tuple[object, ...]) -> tuple[object, ...]:
    items: list[object] = []
    try:
        for reader, value in zip(readers, values, strict=True):
            items.append(reader(value))
    except PositionError as error:
        _refuse_inside(f"[{len(items)}]", error)
    return tuple(items)


def _read_object(reader: Convert, wants: str) -> Convert:
    def read(value: object) -> dict[str, object]:
        if not isinstance(value, Mapping):
            refuse("", value, wants)
        items: dict[str, object] = {}
        for key, item in value.items():
            if not isinstance(key, str):
                refuse("", key, "a text as the key")
            try:
                items[key] = reader(item)
            except PositionError as error:
                _refuse_inside(f".{short_key(key)}", error)
        return items

    return read


def _read_record(kind: type, readers: Mapping[str, Convert], wants: str) -> Convert:
    """Return the reader of an object with exactly these keys."""
    items = list(readers.items())

    def read(value: object) -> object:
        if not isinstance(value, Mapping):
            refuse("", value, wants)
        if value.keys() != readers.keys():
            _refuse_unknown(value, readers)
        values: list[object] = []
        for key, reader in items:
            if key not in value:
                raise PositionError(f".{key}", "missing")
            try:
                values.append(reader(value[key]))
            except PositionError as error:
                _refuse_inside(f".{key}", error)
        return kind(*values)

    return read


def _refuse_unknown(value: Mapping[Any, object], known: Mapping[str, Convert]) -> None:
    for key in value:
        if key not in known:
            word = key if isinstance(key, str) else short_repr(key)
            raise PositionError(f".{short_key(word)}", f"unknown key{suggestion(word, known)}")


def _refuse_inside(step: str, error: PositionError) -> NoReturn:
    raise PositionError(step + error.place, error.sentence) from None


# --- to plain values


def write_form(value: Any, names: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return a value of the model, or some of its fields, as plain JSON values, which share nothing with it."""
    plain: dict[str, Any] = json.decode(json.encode(value))
    return {name: plain[name] for name in names} if names else plain


# --- the order of values that have none


def put_in_order(value: Any) -> None:
    """Sort the ids of a new value of the model, and make its objects read-only, in the order of the board."""
    for name, put in _orders_of(value.__class__):
        object.__setattr__(value, name, put(getattr(value, name)))


@cache
def _orders_of(kind: type) -> list[tuple[str, Convert]]:
    return [(field.name, put) for field in _fields(kind) if (put := _order(field.type))]


def _fields(kind: type) -> tuple[inspect.Field, ...]:
    record = inspect.type_info(kind)
    assert isinstance(record, inspect.DataclassType)
    return record.fields


def _order(kind: inspect.Type) -> Convert | None:
    match kind:
        case inspect.Metadata():
            return _order(kind.type)
        case inspect.UnionType(types=(other, inspect.NoneType())):
            return _order(other)
        case inspect.VarTupleType(item_type=inspect.StrType()):
            return _sorted
        case inspect.DictType(value_type=inspect.CustomType()):
            return freeze
        case inspect.DictType():
            return lambda items: Frozen((key, items[key]) for key in sorted(items, key=_on_board))
    return None


def _sorted(ids: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(ids)) if len(ids) > 1 else ids


def _on_board(name: str) -> tuple[int, str]:
    """Return the sort key of a slot or a room; unknown names come last."""
    return _BOARD_ORDER.get(name, len(_BOARD_ORDER)), name
