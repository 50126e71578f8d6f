"""Rules in plain Python on the arrays of the engine, for a machine that has no engine and no C compiler."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from edokko.native.kinds import Array, Group, Kind, Record, members_of, signature_of


def plainly(function: FunctionType) -> Callable[..., Any]:
    """Return an entry point that copies arrays to lists, runs the rule, and copies the lists back."""
    parameters, _ = signature_of(function)

    def call(*arguments: Any) -> Any:
        lists = [_read(kind, value) for kind, value in zip(parameters.values(), arguments, strict=True)]
        answer = function(*lists)
        for kind, value, changed in zip(parameters.values(), arguments, lists, strict=True):
            _write(kind, value, changed)
        return answer

    call.__name__ = function.__name__
    return call


def _read(kind: Kind, value: Any) -> Any:
    match kind:
        case Array(str()):
            return value.tolist()
        case Array(type() as cls):
            return [cls.read(value, index) for index in range(len(value))]
        case Record(cls):
            return cls.read(value, 0)
        case Group(cls):
            return cls(*map(_read, members_of(cls).values(), value))
    return value


def _write(kind: Kind, value: Any, changed: Any) -> None:
    match kind:
        case Array(str()):
            value[...] = changed
        case Array():
            for index, state in enumerate(changed):
                state.write(value, index)
        case Record():
            changed.write(value, 0)
        case Group(cls):
            for member, part, new in zip(members_of(cls).values(), value, changed, strict=True):
                _write(member, part, new)
