"""Optional packages of the extras, such as ``edokko[lab]``: a clear error if one is missing."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from edokko.catalogue import Catalogue

LAB = "lab"
RL = "rl"
OPENSPIEL = "openspiel"
SERVER = "server"

MODULES = {"open_spiel": "pyspiel", "quickjs_ng": "quickjs", "vl_convert_python": "vl_convert"}
"""The modules that are named otherwise than their packages."""


DEVELOPERS = ("dev", "docs", "test", "wheels")
"""The extras that no user needs."""


class MissingExtra(ImportError):
    """A package of an extra is not installed.

    Attributes:
        name: the package.
        extra: the extra that installs it.
    """

    name: str

    def __init__(self, name: str, extra: str = LAB) -> None:
        from edokko.catalogue import Catalogue

        self.extra = extra
        super().__init__(sentence(name, extra, Catalogue()), name=name)

    def __reduce__(self) -> tuple[type[MissingExtra], tuple[str, str]]:
        return type(self), (self.name, self.extra)

    @classmethod
    def of(cls, error: ModuleNotFoundError, extra: str = LAB) -> MissingExtra:
        """Return this error for a failed import."""
        return cls(str(error.name).partition(".")[0], extra)


def sentence(name: str, extra: str, catalogue: Catalogue) -> str:
    """Return the sentence that says which extra to install for a package that is missing."""
    return catalogue.text("problem-extra-server" if extra == SERVER else "problem-extra", package=name, extra=extra)


@cache
def extra_of() -> dict[str, str]:
    """Return the extra of each module that an extra installs: the smallest one that has its package.

    The metadata of the installed package says so. A source that is not installed has none.
    """
    import re
    from importlib.metadata import PackageNotFoundError, requires

    try:
        lines = requires("edokko") or []
    except PackageNotFoundError:
        return {}
    modules: dict[str, list[str]] = {}
    for line in lines:
        package, extra = re.match(r"[\w.-]+", line), re.search(r"extra == ['\"](\w+)['\"]", line)
        if package and extra and extra[1] not in DEVELOPERS:
            name = re.sub(r"[-.]", "_", package[0])
            modules.setdefault(extra[1], []).append(MODULES.get(name, name))
    largest_first = sorted(modules, key=lambda extra: -len(modules[extra]))
    return {module: extra for extra in largest_first for module in modules[extra] if module != "edokko"}


def lab(module: str) -> Any:
    """Import a module of the extra ``lab``, or of a smaller one, and return it.

    Raises:
        MissingExtra: its package is not installed.
    """
    return package(module, extra_of().get(module.partition(".")[0], LAB))


def package(module: str, extra: str) -> Any:
    """Import a module of an extra and return it.

    Raises:
        MissingExtra: its package is not installed.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise MissingExtra.of(error, extra) from None
