"""Whole numbers of any kind as Python's own: what is kept in caches and written to records."""

from __future__ import annotations

import operator


def whole(value: object) -> int | None:
    """Return the number as a plain ``int``, NumPy's too; ``None`` for everything else.

    3.0 and ``True`` are none: they equal a whole number, so a cache would keep what was made for them under its key.
    """
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None
