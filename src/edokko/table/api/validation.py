"""What is wrong with a request, from msgspec's sentence about it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from edokko.table.problems import Argument, Complaint

# A ValidationError of msgspec 0.22 has its sentence and nothing else: no code, no arguments, no path. Validating again
# with msgspec.inspect would take a second validator, which can differ from the first.
_SENTENCES = {
    "missing": "Object missing required field `{field}`",
    "unknown": "Object contains unknown field `{field}`",
    "value": "Invalid enum value {value}",
    "type": "Expected `{expected}`, got `{found}`",
    "at-least": "Expected `*` >= {bound}",
    "at-most": "Expected `*` <= {bound}",
    "longer": "Expected `*` of length >= {bound}",
    "shorter": "Expected `*` of length <= {bound}",
    "pattern": "Expected `str` matching regex '{pattern}'",
}
"""The sentences of msgspec that a request can cause, by the reason of the API; ``*`` is any type."""
_PATTERNS = {
    reason: re.compile(re.sub(r"{(\w+)}", r"(?P<\1>.*)", sentence.replace("*", r"\w+")), re.DOTALL)
    for reason, sentence in _SENTENCES.items()
}
BODY = "data"
"""The name of the whole body."""
LONGEST = 60
"""Characters of an argument."""


def complaint_about(key: str, sentence: str) -> Complaint:
    """Return the complaint for one validation error, msgspec's sentence.

    The key is a path such as ``seats[0].kind``, or the name of a parameter.
    """
    for reason, pattern in _PATTERNS.items():
        match = pattern.fullmatch(sentence)
        if match is not None:
            values: dict[str, Argument] = {name: _truncated(value) for name, value in match.groupdict().items()}
            return Complaint(f"api-shape-{reason}", reason, {"where": _truncated(key), **values})
    return Complaint("api-shape-json", "json", {"where": BODY})


def first(complaints: Iterable[Complaint]) -> Complaint:
    """Return the first complaint; if there is none, the body is not JSON."""
    return next(iter(complaints), Complaint("api-shape-json", "json", {"where": BODY}))


def _truncated(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
