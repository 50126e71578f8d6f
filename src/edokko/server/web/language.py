"""Content negotiation of the language, from the request's ``Accept-Language``."""

from __future__ import annotations

import functools
from typing import Any

from litestar.connection import ASGIConnection

from edokko.catalogue import Catalogue, language_named
from edokko.server.web.accept import LONGEST, weights_in

FALLBACK = "en"


@functools.lru_cache(maxsize=256)
def preferred(header: str) -> str:
    """Return the supported language that a header prefers.

    Args:
        header: language tags with optional weights: ``pl, fr-CA;q=0.8``.
    """
    candidates = [
        (weight, language)
        for tag, weight in weights_in(header)
        if weight > 0 and (language := language_named(tag)) is not None
    ]
    # max() returns the first of several with the same weight.
    return max(candidates, key=lambda candidate: candidate[0], default=(0.0, FALLBACK))[1]


def catalogue_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Catalogue:
    """Return the catalogue for the language of a request."""
    return Catalogue(preferred(connection.headers.get("accept-language", "")[:LONGEST]))
