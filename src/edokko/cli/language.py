"""The texts of the command, in the language in which it runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from edokko.catalogue import Catalogue

_spoken = "en"


_catalogue = cache(Catalogue)


def current() -> Catalogue:
    """Return the catalogue of the language."""
    return _catalogue(_spoken)


def text(message: str, /, **args: str | int | float) -> str:
    """Return a message in the language."""
    return current().text(message, **args)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Use a language; outside of a run it is English."""
    global _spoken
    before, _spoken = _spoken, language
    try:
        yield
    finally:
        _spoken = before


class Message:
    """An attribute that is set to the id of a message, and reads as its text, with the owner's ``values``."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = f"_message_of_{name}"

    def __get__(self, owner: Any, kind: type | None = None) -> Any:
        message = vars(owner).get(self._name)
        return text(message, **owner.values) if message else message

    def __set__(self, owner: Any, message: str | None) -> None:
        vars(owner)[self._name] = message
