"""Which language a request wants to be answered in: that of its ``Accept-Language``, as far as there is a catalogue."""

from __future__ import annotations

import functools
from typing import Any

from litestar.connection import ASGIConnection

from edokko.catalogue import Catalogue, language_named

FALLBACK = "en"
LONGEST = 500
"""Characters of the header that are looked at."""


@functools.lru_cache(maxsize=256)
def preferred(header: str) -> str:
    """The language of ours that a header prefers.

    Args:
        header: languages by their tags, with weights where they are not all alike: ``pl, fr-CA;q=0.8``.
    """
    found: list[tuple[float, str]] = []
    for one in header.split(","):
        tag, _, parameter = one.partition(";")
        language = language_named(tag)
        weight = _weight(parameter)
        if language is not None and weight > 0:
            found.append((weight, language))
    # Of equal ones the first: sorting keeps their order.
    return max(found, key=lambda one: one[0])[1] if found else FALLBACK


def _weight(parameter: str) -> float:
    name, _, value = parameter.strip().partition("=")
    if not name:
        return 1.0
    try:
        weight = float(value)
    except ValueError:
        return 0.0
    return weight if name.strip().lower() == "q" and 0 <= weight <= 1 else 0.0


def catalogue_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Catalogue:
    """The messages in the language of a request."""
    return Catalogue(preferred(connection.headers.get("accept-language", "")[:LONGEST]))
