"""The bases and the common types of the API."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated

from msgspec import Meta, Struct

LONGEST_NAME = 30

PersonName = Annotated[
    str, Meta(min_length=1, max_length=LONGEST_NAME, description="Leading and trailing spaces are removed.")
]
Crest = Annotated[int, Meta(ge=0, le=3, description="0 wave, 1 plum, 2 scales, 3 diamonds.")]
Bundle = dict[str, int]
"""Amounts by resource: ``mon rice sandals wood koban iki fire``."""


class RequestShape(Struct, forbid_unknown_fields=True):
    """The base of what clients send; an unknown key is refused."""


class ResponseShape(Struct, omit_defaults=True, gc=False):
    """The base of what the server sends. It contains no reference cycles, so garbage collection skips it."""


@lru_cache(maxsize=5_000)
def iso_timestamp(seconds: float) -> str:
    """Return seconds since 1970 as ISO 8601, UTC."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
