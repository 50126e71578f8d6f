"""Positions in which the game waits for each kind of decision: what every player has to handle."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from edokko.rules.phases import DRAW_BUILDING, STAGES

DECISIONS = STAGES[:DRAW_BUILDING]
"""The phases in which a seat decides."""
WITH_NEUTRALS = ("choose_neutral", "place_neutral")
"""The phases that only games with two players have."""


def possible_phases(players: int) -> frozenset[str]:
    """Return the phases in which a seat can have to decide in a game with this number of players."""
    return frozenset(DECISIONS) - frozenset(WITH_NEUTRALS if players > 2 else ())


def positions_by_phase(players: int, edition: str) -> Mapping[str, str]:
    """Return a position string for each possible phase, by phase.

    Args:
        players: 2, 3 or 4.
        edition: ``"2021"`` or ``"2015"``.
    """
    return _positions()[f"{edition} {players}"]


@cache
def _positions() -> Mapping[str, Mapping[str, str]]:
    """Read the file that tests/testing/make_positions.py writes."""
    text = files("edokko.testing").joinpath("positions.json").read_text(encoding="utf-8")
    return json.loads(text)  # type: ignore[no-any-return]
