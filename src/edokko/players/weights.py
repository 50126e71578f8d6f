"""The numbers that the evaluation weighs with: judgements, not rules, kept as data and found by play.

They are whole hundredths of an IKI where nothing else is said, so that plain Python and compiled code agree.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated

from edokko.rules.fields import Cells, Fields, fields

Weight = Annotated[int, Cells("i4")]
LARGEST = 10_000
"""A bound on every weight, so that no sum can overflow."""


@fields
class Weights(Fields):
    """What the evaluation weighs with.

    A resource has its worth in the last month and more for each month to come, while all its uses lie before it.
    """

    __slots__ = (
        "burning_percent",
        "earlier_slot",
        "fed_a_payday",
        "fire_guard",
        "firefighting_early",
        "firefighting_late",
        "firefighting_place",
        "harmony_percent",
        "hires_a_payday",
        "hunger_later",
        "hunger_now",
        "hunger_soon",
        "joker",
        "koban_for_building",
        "kobun_a_month",
        "lap_progress_percent",
        "largest_type_a_payday",
        "mon_a_month",
        "mon_late",
        "rice_a_month",
        "rice_late",
        "sandals_a_month",
        "sandals_late",
        "token_a_month",
        "uncertain_hire_percent",
        "wood_for_building",
        "xp_for_an_opponent",
    )

    mon_late: Weight
    mon_a_month: Weight
    rice_late: Weight
    rice_a_month: Weight
    sandals_late: Weight
    sandals_a_month: Weight
    wood_for_building: Weight
    """A wood that may still become a building, beside its line on the score sheet."""
    koban_for_building: Weight
    """The same of a koban."""
    firefighting_late: Weight
    """A step of F when no fire is left: the order of play, and ties."""
    firefighting_early: Weight
    """A step of F while fires are to come."""
    firefighting_place: Weight
    """To choose before one more seat."""
    burning_percent: Weight
    """The share of a card that is lost in a room that the next fire could reach."""
    token_a_month: Weight
    """A permanent token, for each month left."""
    fire_guard: Weight
    """A fire guard while fires are to come."""
    joker: Weight
    """A Puppeteer on the way to its retirement; the score sheet counts it afterwards."""
    kobun_a_month: Weight
    """A kobun that is free, for each month left."""
    fed_a_payday: Weight
    """How many characters a seat is expected to feed."""
    largest_type_a_payday: Weight
    """How many characters a seat is expected to have of its largest type."""
    hires_a_payday: Weight
    """How many hires with a bonus are expected from one payday to the next."""
    harmony_percent: Weight
    """The share of today's harmony that is expected at each payday to come."""
    hunger_now: Weight
    """A rice that is missing in the month of the payday."""
    hunger_soon: Weight
    """The same a month before."""
    hunger_later: Weight
    """The same two months before."""
    lap_progress_percent: Weight
    """The share of a lap that has been run on the last square before the line."""
    xp_for_an_opponent: Weight
    """What it costs to train an opponent's character by using it."""
    earlier_slot: Weight
    """To play before the next slot."""
    uncertain_hire_percent: Weight
    """The share of a hire's worth that is left when others may hire before."""

    @classmethod
    def of(cls, numbers: Mapping[str, object]) -> Weights:
        """The shipped weights with some of them changed.

        Args:
            numbers: whole numbers from 0 to ``LARGEST``, by name.

        Raises:
            ValueError: a name is unknown, or a number is impossible.
        """
        weights = shipped().copy()
        _set(weights, numbers)
        return weights


@cache
def shipped() -> Weights:
    """The weights of the package. They are shared: take a copy before changing any."""
    numbers = tomllib.loads(files("edokko.players").joinpath("weights.toml").read_text(encoding="utf-8"))
    weights = Weights()
    _set(weights, numbers)
    missing = sorted(set(Weights.cells) - set(numbers))
    if missing:
        raise ValueError(f"weights.toml: {', '.join(missing)}: missing")
    return weights


def _set(weights: Weights, numbers: Mapping[str, object]) -> None:
    for name, number in numbers.items():
        if name not in Weights.cells:
            raise ValueError(f"there is no weight {name!r}; weights: {', '.join(Weights.cells)}")
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= LARGEST:
            raise ValueError(f"weight {name}: {number!r} is not a whole number from 0 to {LARGEST}")
        setattr(weights, name, number)
