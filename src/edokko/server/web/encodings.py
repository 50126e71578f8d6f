"""Content negotiation of encodings, from the request's ``Accept-Encoding``."""

from __future__ import annotations

import functools
from collections.abc import Iterable

IDENTITY = "identity"
PREFERRED = ("br", "gzip", IDENTITY)
"""Encodings from the smallest result to the largest; of those with equal weight the first is sent."""
LONGEST = 500
"""Characters of the header that are parsed."""


def best_encoding(header: str, available: Iterable[str]) -> str:
    """Return the encoding to send.

    A client that accepts none of them gets ``identity``: RFC 9110 allows it, and it is more useful than 406.

    Args:
        header: the request's ``Accept-Encoding``.
        available: the available encodings, ``identity`` included.
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
    weights: dict[str, float] = {}
    for entry in header.split(","):
        name, *parameters = (part.strip().lower() for part in entry.split(";"))
        if name:
            weights["gzip" if name == "x-gzip" else name] = _weight(parameters)
    return weights


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
