"""All entry points of the package."""

from __future__ import annotations

from importlib import import_module
from types import FunctionType

from edokko.native.libraries import PACKAGE
from edokko.rules.engine.registry import ENTRY_POINTS


def entry_points() -> list[FunctionType]:
    """Import every module of the package that defines entry points; return these, sorted by name.

    Raises:
        ValueError: two of them have the same name.
    """
    for path in sorted(PACKAGE.rglob("*.py")):
        if "\n@entry_point\n" in path.read_text(encoding="utf-8"):
            import_module(".".join(("edokko", *path.relative_to(PACKAGE).with_suffix("").parts)))
    own = [function for function in ENTRY_POINTS if function.__module__.startswith("edokko.")]
    by_name: dict[str, FunctionType] = {}
    for function in own:
        other = by_name.setdefault(function.__name__, function)
        if other is not function:
            raise ValueError(
                f"two entry points are called {function.__name__}: {other.__module__}, {function.__module__}"
            )
    return [by_name[name] for name in sorted(by_name)]
