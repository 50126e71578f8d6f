"""The problems of a file of components: collected in one wording and raised together.

TOML files from untrusted sources are read with limits on size and nesting.
"""

from __future__ import annotations

import difflib
import re
import reprlib
import tomllib
from collections.abc import Iterable, Sequence
from typing import Any

from edokko.texts import NotText, decode

MAX_PROBLEMS = 50
"""The number of problems listed; further ones are only counted, so that a broken file cannot flood a log."""


class ComponentsError(ValueError):
    """Invalid components; ``problems`` lists the reasons, one line each: file, key, value found, value expected."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(self.problems)


class _ShortRepr(reprlib.Repr):
    """A bounded representation of a value of any depth and size."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = 60
        self.maxlist = self.maxdict = self.maxtuple = 4
        self.maxlevel = 3

    def repr_int(self, x: int, level: int) -> str:
        # Converting thousands of digits is slow, and Python refuses it.
        return repr(x) if abs(x) < 10**15 else f"a whole number of {x.bit_length()} bits"


_short_repr = _ShortRepr()


def short_repr(value: object) -> str:
    """Return a bounded representation of a value, for messages."""
    return _short_repr.repr(value)


def short_key(key: str) -> str:
    """Return a dotted key for messages: escaped to one line and at most 120 characters."""
    key = key.encode("unicode_escape").decode("ascii") if not key.isprintable() else key
    return key if len(key) <= 120 else key[:117] + "..."


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return ``; did you mean "..."?`` with the closest known name, or an empty text."""
    if len(word) > 60:
        return ""
    near = difflib.get_close_matches(word, list(known), n=1)
    return f'; did you mean "{near[0]}"?' if near else ""


class ProblemList:
    """The problems of one file, as collected so far."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[str] = []
        self.unlisted = 0

    def wrong(self, key: str, value: object, wants: str) -> None:
        """Report an invalid value; ``wants`` describes the expected one."""
        if self._has_room():
            self._add(key, f"found {short_repr(value)}, expected {wants}")

    def unknown(self, key: str, name: str, known: Iterable[str], closed: str) -> None:
        """Report an unknown key; ``closed`` gives the reason why no key can be added, if it is not obvious."""
        if self._has_room():
            reason = f" ({closed})" if closed else ""
            self._add(key, f"unknown key{reason}{suggestion(name, known)}")

    def problem(self, key: str, sentence: str) -> None:
        """Report any other problem in a sentence."""
        if self._has_room():
            self._add(key, sentence)

    def raise_if_any(self) -> None:
        """Raise all problems reported so far.

        Raises:
            ComponentsError: there is a problem.
        """
        if not self.problems:
            return
        more = [f"{self.file}: and {self.unlisted} more problems"] if self.unlisted else []
        raise ComponentsError(self.problems + more)

    def _has_room(self) -> bool:
        if len(self.problems) < MAX_PROBLEMS:
            return True
        self.unlisted += 1
        return False

    def _add(self, key: str, sentence: str) -> None:
        # A problem of the entire file has no key.
        where = f"{self.file}: {short_key(key)}" if key else self.file
        self.problems.append(f"{where}: {sentence}")


LARGEST_FILE = 1_000_000
"""The largest accepted file in bytes; the shipped tables are a twentieth of it."""
MAX_KEY_PARTS = 16
"""The most parts of a dotted key; the shipped tables use three. ``tomllib`` takes quadratic time in them."""
# The pattern begins with a dot and is possessive, so it never backtracks and its time is linear.
_LONG_KEY = re.compile(rb"""(?:\.[ \t]*+(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+){%d}""" % MAX_KEY_PARTS)


def parse(content: bytes, source: str) -> dict[str, Any]:
    """Parse a TOML file.

    Raises:
        ComponentsError: the file is too large, not UTF-8 or not TOML; the error names the file and the line.
    """
    if len(content) > LARGEST_FILE:
        raise ComponentsError([f"{source}: the file is larger than {LARGEST_FILE} bytes"])
    if long := _LONG_KEY.search(content):
        line = content.count(b"\n", 0, long.start()) + 1
        raise ComponentsError([f"{source}: line {line}: a key has more than {MAX_KEY_PARTS} parts"])
    try:
        return tomllib.loads(decode(content))
    except NotText as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ComponentsError([f"{source}: line {line}: {error}"]) from None
    except RecursionError:
        raise ComponentsError([f"{source}: nested too deeply"]) from None
    except tomllib.TOMLDecodeError as error:
        raise ComponentsError([f"{source}: not TOML: {error}"]) from None
    except ValueError:
        # Python refuses integers with thousands of digits.
        raise ComponentsError([f"{source}: a number has thousands of digits"]) from None


def read(source: str) -> bytes:
    """Return the bytes of a file, at most one more than ``LARGEST_FILE``.

    Raises:
        ComponentsError: the file cannot be read; the error names the file and the reason.
    """
    try:
        with open(source, "rb") as file:
            return file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise ComponentsError([f"{source}: cannot be read: {reason}"]) from None
