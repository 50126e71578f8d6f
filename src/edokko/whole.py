"""The conversion of integer arguments to ``int``, for cache keys and records."""

from __future__ import annotations

import operator


def as_integer(value: object) -> int | None:
    """Return an integer, also NumPy's, as ``int``; ``None`` for every other type.

    3.0 and ``True`` are refused: they equal an integer, so a cache would store their values under its key.
    """
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None
