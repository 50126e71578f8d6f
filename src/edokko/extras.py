"""Optional packages of the extras, such as ``edokko[lab]``: a clear error if one is missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from edokko.catalogue import Catalogue

MESSAGE = "problem-extra"
LAB = "lab"
RL = "rl"
OPENSPIEL = "openspiel"


SMALLEST = {"choix": "arena", "scipy": "arena", "matplotlib": "plot"}
"""The smallest extra with a package, where that is not all of ``lab``."""


class MissingExtra(ImportError):
    """A package of an extra is not installed.

    Attributes:
        name: the package.
        extra: the extra that installs it.
    """

    name: str

    def __init__(self, name: str, extra: str = LAB) -> None:
        self.extra = extra
        super().__init__(Catalogue().text(MESSAGE, package=name, extra=extra), name=name)

    @classmethod
    def of(cls, error: ModuleNotFoundError, extra: str = LAB) -> MissingExtra:
        """Return this error for a failed import."""
        return cls(str(error.name).partition(".")[0], extra)


def lab(module: str) -> Any:
    """Import a module of the extra ``lab``, or of a smaller one that it includes, and return it.

    Raises:
        MissingExtra: its package is not installed.
    """
    return package(module, SMALLEST.get(module.partition(".")[0], LAB))


def package(module: str, extra: str) -> Any:
    """Import a module of an extra and return it.

    Raises:
        MissingExtra: its package is not installed.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise MissingExtra.of(error, extra) from None
