"""Calls of the engine from Python: arguments as C takes them.

An array is a pointer and its sizes. A ``NamedTuple`` is a pointer to a structure of such arrays. It is prepared once
for each tuple, because a player passes the same desk thousands of times.
"""

from __future__ import annotations

import ctypes
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import cache
from threading import Lock
from types import FunctionType
from typing import Any

import numpy as np
import numpy.typing as npt

from edokko.native.kinds import Array, Bool, Group, Int, Kind, Nothing, Real, Record, members_of, signature_of

POINTER, NUMBER, REAL = ctypes.c_void_p, ctypes.c_int64, ctypes.c_double
_MOST_PREPARED = 256
"""How many groups are kept prepared."""


class WrongArgument(TypeError):
    """An argument that the engine does not take as it is."""


@cache
def structure_of(cls: type[tuple[Any, ...]]) -> type[ctypes.Structure]:
    """Return the C structure of a ``NamedTuple``."""
    members: list[tuple[str, Any]] = []
    for name, kind in members_of(cls).items():
        match kind:
            case Array():
                members.append((name, POINTER))
                members += [(f"{name}_n{number}", NUMBER) for number in range(kind.dimensions)]
            case Group():
                members.append((name, structure_of(kind.cls)))
            case Record():
                members.append((name, POINTER))
            case _:
                members.append(
                    (name, REAL if isinstance(kind, Real) else NUMBER if isinstance(kind, Int) else ctypes.c_int)
                )
    return type(cls.__name__, (ctypes.Structure,), {"_fields_": members})


def types_of(kind: Kind) -> list[Any]:
    """Return the C types that an argument of a kind takes."""
    match kind:
        case Array():
            return [POINTER, *[NUMBER] * kind.dimensions]
        case Group() | Record():
            return [POINTER]
        case Real():
            return [REAL]
    return [NUMBER]


@cache
def dtype_of(kind: Array) -> np.dtype[Any]:
    """Return the type of the elements that an array must have."""
    return np.dtype(kind.element) if isinstance(kind.element, str) else kind.element.dtype


def array_arguments(name: str, kind: Array, value: npt.NDArray[Any]) -> tuple[int, ...]:
    """Return the pointer and the sizes of an array.

    Raises:
        WrongArgument: its elements, its dimensions or its layout are not those that the rule declares.
    """
    if value.dtype != dtype_of(kind) or value.ndim != kind.dimensions or not value.flags.c_contiguous:
        wanted = f"a contiguous array of {dtype_of(kind).name or kind.element} in {kind.dimensions} dimensions"
        raise WrongArgument(f"{name} is {wanted}, not of {value.dtype} with strides {value.strides}")
    return value.ctypes.data, *value.shape


class Prepared:
    """Groups as C structures, each prepared once and kept for later calls, as long as it is among the last used."""

    def __init__(self) -> None:
        self._structures: OrderedDict[int, tuple[Any, Any]] = OrderedDict()
        self._lock = Lock()

    def pointer(self, name: str, kind: Group, value: tuple[Any, ...]) -> Any:
        """Return a pointer to the structure of a group. The caller holds it during its call."""
        with self._lock:
            known = self._structures.get(id(value))
            if known is None:
                structure = structure_of(kind.cls)()
                fill(name, structure, kind, value)
                # A group that is kept keeps its address, so no other one is taken for it.
                known = self._structures[id(value)] = value, ctypes.byref(structure)
                if len(self._structures) > _MOST_PREPARED:
                    self._structures.popitem(last=False)
            else:
                self._structures.move_to_end(id(value))
            return known[1]


def fill(name: str, structure: ctypes.Structure, kind: Group, value: tuple[Any, ...]) -> None:
    """Write the members of a group to its structure."""
    for (member, inner), item in zip(members_of(kind.cls).items(), value, strict=True):
        match inner:
            case Array():
                pointer, *sizes = array_arguments(f"{name}.{member}", inner, item)
                setattr(structure, member, pointer)
                for number, size in enumerate(sizes):
                    setattr(structure, f"{member}_n{number}", size)
            case Group():
                fill(f"{name}.{member}", getattr(structure, member), inner, item)
            case _:
                setattr(structure, member, item)


def caller(
    function: FunctionType, foreign: Any, prepared: Prepared, check: Callable[[], None] | None = None
) -> Callable[..., Any]:
    """Return a Python function that calls an entry point of the engine.

    Args:
        function: the entry point in Python.
        foreign: the same in the library, as :mod:`ctypes` has it.
        prepared: the groups prepared so far.
        check: called after each call; it raises the error that the engine has noted.
    """
    parameters, result = signature_of(function)
    foreign.argtypes = [each for kind in parameters.values() for each in types_of(kind)]
    foreign.restype = {Nothing: None, Real: REAL}.get(type(result), NUMBER)
    names: Sequence[tuple[str, Kind]] = tuple(parameters.items())
    is_bool = isinstance(result, Bool)

    def call(*arguments: Any) -> Any:
        flat: list[Any] = []
        for (name, kind), value in zip(names, arguments, strict=True):
            match kind:
                case Array():
                    flat += array_arguments(name, kind, value)
                case Group():
                    flat.append(prepared.pointer(name, kind, value))
                case Record():
                    flat.append(array_arguments(name, Array(kind.cls, 1), value)[0])
                case Real():
                    flat.append(float(value))
                case _:
                    flat.append(int(value))
        answer = foreign(*flat)
        if check is not None:
            check()
        return bool(answer) if is_bool else answer

    call.__name__ = function.__name__
    return call
