"""The problems of a file of components: collected in one wording and raised together."""

from __future__ import annotations

import difflib
import reprlib
from collections.abc import Iterable, Sequence

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
