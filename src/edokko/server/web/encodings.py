"""Which encoding an answer is sent in: the best of those that the request's ``Accept-Encoding`` takes."""

from __future__ import annotations

import functools
from collections.abc import Iterable

IDENTITY = "identity"
PREFERRED = ("br", "gzip", IDENTITY)
"""From the smallest to the largest; of encodings that the client likes equally well the first one is sent."""
LONGEST = 500
"""Characters of the header that are read."""


def best_encoding(header: str, available: Iterable[str]) -> str:
    """Return the encoding to send.

    A client that takes none of them, not even the plain file, is sent the plain file: RFC 9110 allows it, and 406
    helps nobody.

    Args:
        header: the request's ``Accept-Encoding``.
        available: the encodings that there are; the plain file, ``identity``, is one.
    """
    weights = _weights(header[:LONGEST])
    # Without a word about it the plain file is allowed, but no client that lists others would rather have it.
    fallback = weights.get("*", 0.0)
    rated = {one: weights.get(one, 0.001 if one == IDENTITY and "*" not in weights else fallback) for one in available}
    allowed = [one for one in PREFERRED if rated.get(one, 0.0) > 0]
    return max(allowed, key=lambda one: rated[one], default=IDENTITY)


@functools.lru_cache(maxsize=256)
def _weights(header: str) -> dict[str, float]:
    """The weight of each encoding that a header names."""
    found: dict[str, float] = {}
    for entry in header.split(","):
        name, *parameters = (part.strip().lower() for part in entry.split(";"))
        if name:
            found["gzip" if name == "x-gzip" else name] = _weight(parameters)
    return found


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
