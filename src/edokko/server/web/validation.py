"""What is wrong with the shape of a request: msgspec's sentence as a reason with values, for every language."""

from __future__ import annotations

import re
from collections.abc import Iterable

from edokko.server.problems import Argument, Complaint

_KNOWN = (
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
"""The sentences of msgspec that a request can bring about, by our reason."""
WHOLE = "data"
"""What Litestar calls the body as a whole."""
LONGEST = 60


def complaint_about(key: str, sentence: str) -> Complaint:
    """A complaint about one part of a request.

    Args:
        key: which part: ``seats[0].kind``, or the name of a parameter.
        sentence: what msgspec says of it.
    """
    for reason, pattern in _KNOWN:
        found = pattern.search(sentence)
        if found is not None:
            values: dict[str, Argument] = {name: _short(value) for name, value in found.groupdict().items()}
            return Complaint(f"api-shape-{reason}", reason, {"where": _short(key), **values})
    return Complaint("api-shape-json", "json", {"where": WHOLE})


def first(complaints: Iterable[Complaint]) -> Complaint:
    """The one to tell of; a body that is no JSON brings none."""
    return next(iter(complaints), Complaint("api-shape-json", "json", {"where": WHOLE}))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
