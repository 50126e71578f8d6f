"""The weights of the evaluation: heuristics, not rules, stored as data and tuned by self-play.

Unless stated otherwise they are integers in hundredths of an IKI, so that both engines agree exactly.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated

from edokko.rules.engine.fields import Cells, Fields, fields
from edokko.whole import as_integer

Weight = Annotated[int, Cells("i4")]
LARGEST = 10_000
"""A bound on every weight, so that no sum can overflow."""


@fields
class Weights(Fields):
    """The weights of the evaluation.

    A resource has a base worth in the last month (``..._late``) plus a part for each month left (``..._a_month``),
    because an earlier month leaves more uses for it.
    """

    mon_late: Weight
    mon_a_month: Weight
    rice_late: Weight
    rice_a_month: Weight
    sandals_late: Weight
    sandals_a_month: Weight
    wood_for_building: Weight
    """A wood that may still become part of a building, on top of its line on the score sheet."""
    koban_for_building: Weight
    """The same for a koban."""
    firefighting_late: Weight
    """A step of F after the last fire: it still decides the order of play and ties."""
    firefighting_early: Weight
    """A step of F before the last fire."""
    firefighting_place: Weight
    """Each seat that chooses after this one."""
    burning_percent: Weight
    """The expected loss, in percent, of a card in a room that the next fire could reach."""
    token_a_month: Weight
    """A permanent token, for each month left."""
    fire_guard: Weight
    """A fire guard before the last fire."""
    joker: Weight
    """The joker of a Puppeteer that has not retired yet; the score sheet counts it afterwards."""
    kobun_a_month: Weight
    """A free kobun, for each month left."""
    fed_a_payday: Weight
    """The expected number of characters that a seat feeds at a payday."""
    largest_type_a_payday: Weight
    """The expected number of a seat's characters of its largest type at a payday."""
    hires_a_payday: Weight
    """The expected number of hires with a bonus between two paydays."""
    harmony_percent: Weight
    """The percentage of today's harmony that is expected at each future payday."""
    hunger_now: Weight
    """The cost of each missing rice in the month of the payday."""
    hunger_soon: Weight
    """The same one month before."""
    hunger_later: Weight
    """The same two or more months before."""
    lap_progress_percent: Weight
    """The percentage of a lap's worth that counts as earned on the last square before the line."""
    xp_for_an_opponent: Weight
    """The cost of the XP that an opponent's character gains when the seat uses it."""
    earlier_slot: Weight
    """Each slot after the seat's own: the worth of playing early."""
    uncertain_hire_percent: Weight
    """The percentage of a hire's worth that counts while opponents may hire first."""

    @classmethod
    def of(cls, numbers: Mapping[str, object], base: Weights | None = None) -> Weights:
        """Return a copy of weights with some of them changed.

        Args:
            numbers: whole numbers from 0 to ``LARGEST``, by name.
            base: the weights; ``None`` for the shipped ones.

        Raises:
            ValueError: a name is unknown, or a number is out of range.
        """
        weights = (base or shipped()).copy()
        for name, number in numbers.items():
            if name not in cls.cells:
                raise ValueError(f"there is no weight {name!r}; weights: {', '.join(cls.cells)}")
            integer = as_integer(number)
            if integer is None or not 0 <= integer <= LARGEST:
                raise ValueError(f"weight {name}: {number!r} is not a whole number from 0 to {LARGEST}")
            setattr(weights, name, integer)
        return weights


@cache
def shipped() -> Weights:
    """Return the shipped weights. They are shared: copy them before changing any."""
    text = files("edokko.players.evaluation").joinpath("weights.toml").read_text(encoding="utf-8")
    return Weights.of(tomllib.loads(text), Weights())
