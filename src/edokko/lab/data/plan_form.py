"""The form of all plans: a struct that fixes every row, stored as JSON, whose hash names the files."""

from __future__ import annotations

import hashlib
import os
import re
from abc import abstractmethod
from difflib import get_close_matches
from typing import ClassVar, TypeVar

import msgspec

from edokko.chance import LARGEST_SEED
from edokko.components import ComponentsError
from edokko.components.problems import read
from edokko.texts import NotText, decode
from edokko.whole import as_integer


class PlanError(ValueError):
    """An invalid plan; the message names the field and says what is valid."""


class PlanForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all plans. The order of a plan's fields is part of its hash."""

    subject: ClassVar[str]
    """What the plan is for, in messages."""

    @property
    def hash(self) -> str:
        """The first 12 hexadecimal digits of the plan's SHA-256."""
        return hashlib.sha256(msgspec.json.encode(self, order="deterministic")).hexdigest()[:12]

    def to_json(self) -> bytes:
        """Return the plan as JSON."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2)

    @classmethod
    @abstractmethod
    def read(cls, path: str | os.PathLike[str]) -> PlanForm:
        """Read a plan of this kind from the JSON file of a run.

        Raises:
            PlanError: the file cannot be read, is no such plan, or is of another version.
        """

    @property
    @abstractmethod
    def chunks(self) -> int:
        """The number of chunks."""


Struct = TypeVar("Struct", bound=msgspec.Struct)
SomePlan = TypeVar("SomePlan", bound=PlanForm)


def plan_from_json(path: str | os.PathLike[str], kind: type[SomePlan]) -> SomePlan:
    """Read a plan that was stored as JSON. Raises ``PlanError`` if the file is missing or no such plan."""
    source = os.fspath(path)
    try:
        return convert(msgspec.json.decode(decode(read(source))), kind, f"{source}: not the plan of {kind.subject}")
    except msgspec.DecodeError as error:
        raise PlanError(f"{source}: not JSON: {error}") from None
    except NotText as error:
        raise PlanError(f"{source}: {error}") from None
    except ComponentsError as error:
        raise PlanError(str(error)) from None


def convert(value: object, kind: type[Struct], source: str) -> Struct:
    """Convert plain values to a plan. Raises ``PlanError``, which names a field that is missing, unknown or invalid."""
    try:
        # Callers in Python may use NumPy's integers.
        return msgspec.convert(msgspec.to_builtins(value, enc_hook=_integer), kind)
    except msgspec.ValidationError as error:
        raise PlanError(f"{source}: {_sentence(str(error), kind)}") from None


def _integer(value: object) -> int:
    """Return NumPy's integers as ``int``; msgspec asks about every type that it does not know."""
    number = as_integer(value)
    if number is None:
        raise PlanError(f"a plan holds texts, numbers and lists of them, not {type(value).__name__}: {value!r:.80}")
    return number


_PLACE = re.compile(r" - at `\$\.?(?P<place>[^`]*)`$")
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<name>.*)`$")


def _sentence(message: str, kind: type[msgspec.Struct]) -> str:
    """Return msgspec's message with the field first, and for an unknown field the nearest one."""
    place = _PLACE.search(message)
    where, rest = (place["place"], message[: place.start()]) if place else ("", message)
    if unknown := _UNKNOWN.match(rest):
        names = _fields_at(kind, where)
        near = get_close_matches(unknown["name"], names, n=1)
        advice = f"did you mean {near[0]}?" if near else f"known: {', '.join(names)}"
        return f"{where + '.' if where else ''}{unknown['name']} is unknown; {advice}"
    return f"{where}: {rest[0].lower()}{rest[1:]}" if where else f"{rest[0].lower()}{rest[1:]}"


def _fields_at(kind: type[msgspec.Struct], where: str) -> list[str]:
    """Return the names of the fields of a plan, or of the struct in one of them."""
    for field in msgspec.structs.fields(kind) if where else ():
        if field.name == where:
            return [inner.name for inner in msgspec.structs.fields(field.type)]
    return [field.name for field in msgspec.structs.fields(kind)]


def check_seed(seed: int, source: str) -> None:
    """Check the seed of a plan. Raises ``PlanError`` if it is too large."""
    if seed > LARGEST_SEED:
        raise PlanError(f"{source}: seed: {seed}; a whole number from 0 to {LARGEST_SEED} is expected")


def check_versions(stored: dict[str, int], expected: dict[str, int], source: str) -> None:
    """Check that a plan is of this version of the package, or its rows would differ. Raises ``PlanError``."""
    if stored != expected:
        raise PlanError(f"{source}: the plan is of another version of edokko, whose rows would differ: {stored}")
