"""Translation of msgspec's validation errors: from an English sentence to a reason with arguments."""

from __future__ import annotations

import re
from collections.abc import Iterable

from edokko.server.views.problems import Argument, Complaint

_PATTERNS = (
    ("missing", re.compile(r"Object missing required field `(?P<field>[^`]*)`")),
    ("unknown", re.compile(r"Object contains unknown field `(?P<field>[^`]*)`")),
    ("value", re.compile(r"Invalid enum value (?P<value>.*)")),
    ("type", re.compile(r"Expected `(?P<expected>[^`]*)`, got `(?P<found>[^`]*)`")),
    ("at-least", re.compile(r"Expected `\w+` >= (?P<bound>[\d.]+)")),
    ("at-most", re.compile(r"Expected `\w+` <= (?P<bound>[\d.]+)")),
    ("longer", re.compile(r"Expected `\w+` of length >= (?P<bound>\d+)")),
    ("shorter", re.compile(r"Expected `\w+` of length <= (?P<bound>\d+)")),
    ("pattern", re.compile(r"Expected `str` matching regex '(?P<pattern>.*)'")),
)
"""The sentences of msgspec that a request can cause, each with the reason of the API."""
BODY = "data"
"""Litestar's name for the whole body."""
LONGEST = 60
"""Characters of an argument."""


def complaint_about(key: str, sentence: str) -> Complaint:
    """Return the complaint for one validation error.

    Args:
        key: a path such as ``seats[0].kind``, or the name of a parameter.
        sentence: msgspec's error.
    """
    for reason, pattern in _PATTERNS:
        match = pattern.search(sentence)
        if match is not None:
            values: dict[str, Argument] = {name: _truncated(value) for name, value in match.groupdict().items()}
            return Complaint(f"api-shape-{reason}", reason, {"where": _truncated(key), **values})
    return Complaint("api-shape-json", "json", {"where": BODY})


def first(complaints: Iterable[Complaint]) -> Complaint:
    """Return the first complaint; if there is none, the body is not JSON."""
    return next(iter(complaints), Complaint("api-shape-json", "json", {"where": BODY}))


def _truncated(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
