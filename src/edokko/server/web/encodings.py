"""Content negotiation of encodings, from the request's ``Accept-Encoding``."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from edokko.server.web.accept import LONGEST, weights_in

IDENTITY = "identity"
PREFERRED = ("br", "gzip", IDENTITY)
"""Encodings from the smallest result to the largest; of those with equal weight the first is sent."""


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
    return {"gzip" if name == "x-gzip" else name: weight for name, weight in weights_in(header)}
