"""Optional packages of the extra ``edokko[lab]``: imported on demand, with a clear error if one is missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from edokko.catalogue import Catalogue

MESSAGE = "problem-extra"


class MissingExtra(ImportError):
    """A package of the extra ``edokko[lab]`` is not installed.

    Attributes:
        name: the package.
    """

    name: str

    def __init__(self, name: str) -> None:
        super().__init__(Catalogue().text(MESSAGE, package=name), name=name)

    @classmethod
    def of(cls, error: ModuleNotFoundError) -> MissingExtra:
        """Return this error for a failed import."""
        return cls(str(error.name).partition(".")[0])


def lab(module: str) -> Any:
    """Import a module of the extra ``lab`` and return it.

    Raises:
        MissingExtra: its package is not installed.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise MissingExtra.of(error) from None
