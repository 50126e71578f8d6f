"""Content negotiation of the language, from the request's ``Accept-Language``."""

from __future__ import annotations

import functools
from typing import Any

from litestar.connection import ASGIConnection

from edokko.catalogue import Catalogue, language_named

FALLBACK = "en"
LONGEST = 500
"""Characters of the header that are parsed."""


@functools.lru_cache(maxsize=256)
def preferred(header: str) -> str:
    """Return the supported language that a header prefers.

    Args:
        header: language tags with optional weights: ``pl, fr-CA;q=0.8``.
    """
    candidates: list[tuple[float, str]] = []
    for entry in header.split(","):
        tag, _, parameter = entry.partition(";")
        language = language_named(tag)
        weight = _weight(parameter)
        if language is not None and weight > 0:
            candidates.append((weight, language))
    # max() returns the first of several with the same weight.
    return max(candidates, key=lambda candidate: candidate[0])[1] if candidates else FALLBACK


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
    """Return the catalogue for the language of a request."""
    return Catalogue(preferred(connection.headers.get("accept-language", "")[:LONGEST]))
