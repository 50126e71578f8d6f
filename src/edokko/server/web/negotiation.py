"""Content negotiation: the language and the encoding of an answer, by the headers of the request."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

from litestar.connection import ASGIConnection

from edokko.catalogue import Catalogue, language_named

FALLBACK = "en"


@functools.lru_cache(maxsize=256)
def preferred(header: str) -> str:
    """Return the supported language that a header with optional weights prefers, such as ``pl, fr-CA;q=0.8``."""
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


LONGEST = 500
"""Characters of a header that are parsed."""


def weights_in(header: str) -> list[tuple[str, float]]:
    """Return the entries of a header in lower case, each with its weight; 0 for an invalid one."""
    entries = ([part.strip() for part in entry.lower().split(";")] for entry in header.split(","))
    return [(name, _weight(parameters)) for name, *parameters in entries if name]


def _weight(parameters: Iterable[str]) -> float:
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip() == "q":
            try:
                weight = float(value)
            except ValueError:
                return 0.0
            return weight if 0 <= weight <= 1 else 0.0
    return 1.0


IDENTITY = "identity"
PREFERRED = ("br", "gzip", IDENTITY)
"""Encodings from the smallest result to the largest; of those with equal weight the first is sent."""


def best_encoding(header: str, available: Iterable[str]) -> str:
    """Return the encoding to send, of the available ones, for an ``Accept-Encoding``.

    A client that accepts none of them gets ``identity``: RFC 9110 allows it, and it is more useful than 406.
    """
    weights = _weights(header[:LONGEST])
    # identity is acceptable even if the header does not list it, but every listed encoding is preferred.
    fallback = weights.get("*", 0.0)
    candidates = {
        encoding: weights.get(encoding, 0.001 if encoding == IDENTITY and "*" not in weights else fallback)
        for encoding in available
    }
    acceptable = [encoding for encoding in PREFERRED if candidates.get(encoding, 0.0) > 0]
    return max(acceptable, key=lambda encoding: candidates[encoding], default=IDENTITY)


@functools.lru_cache(maxsize=256)
def _weights(header: str) -> dict[str, float]:
    """Return the weight of each encoding that a header lists."""
    return {"gzip" if name == "x-gzip" else name: weight for name, weight in weights_in(header)}
