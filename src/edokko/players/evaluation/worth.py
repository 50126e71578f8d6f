"""Lookup tables of the evaluation, in hundredths of an IKI: worths of resources by month, of characters by salary.

These are heuristics, not rules. :func:`appraise` computes them once from the weights and the components, in
plain Python, and the evaluation only looks them up. They are integers, so that both engines agree exactly.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from edokko.components.model import TOKENS
from edokko.lru import Lru
from edokko.players.evaluation.weights import Weights
from edokko.rules.engine.fields import Cells, Fields, fields
from edokko.rules.engine.registry import rule
from edokko.rules.moves import SHOP_OPTIONS
from edokko.rules.phases import NEXT_TO_FEED, STARVE
from edokko.rules.resources import has_own_character
from edokko.rules.state import (
    BUILDINGS,
    BUNDLE,
    CHARACTERS,
    EXTRA_STEP,
    FIRE,
    FIRE_GUARD,
    GOODS,
    HIRE_DISCOUNT,
    IKI,
    KOBAN,
    MON,
    NEW_YEAR,
    RICE,
    ROOMS,
    SANDALS,
    WOOD,
    State,
)
from edokko.rules.tables import MOST_SALARIES, PER_FED, PER_HIRE_BONUS, PER_LARGEST_TYPE, Tables

ONE_IKI = 100
PERIODS = 2 * (NEW_YEAR + 1)
"""The number of periods: two for each month, before and after its payday's salaries are paid."""

Worth = Annotated[int, Cells("i4")]
ByXp = Annotated[list[list[int]], Cells("i4", (CHARACTERS, MOST_SALARIES + 1))]
ByCharacter = Annotated[list[int], Cells("i4", (CHARACTERS,))]
ByBuilding = Annotated[list[int], Cells("i4", (BUILDINGS,))]


@fields
class Worths(Fields):
    """The worths in one period."""

    unit: Annotated[list[int], Cells("i4", (BUNDLE,))]
    """One unit of each resource, and one step of F."""
    kobun: Worth
    """A free kobun."""
    token: Annotated[list[int], Cells("i4", (len(TOKENS),))]
    """A token in hand, by kind; 0 for the joker, which the score sheet counts."""
    character: ByXp
    """A character by XP: its future salaries, less the rice that it eats, and its share of a retirement token."""
    training: ByXp
    """One more XP for such a character."""
    retired: ByCharacter
    """The future salaries of a retired character."""
    work: ByCharacter
    """A deal with a character, without the worth of training or building."""
    discount: ByCharacter
    """The discount on a building that the character grants."""
    option: Annotated[list[int], Cells("i4", (len(SHOP_OPTIONS),))]
    """A simple deal with a shop."""
    good: Annotated[list[int], Cells("i4", (GOODS,))]
    """The immediate gain of a good, less its price, without its points."""
    effect: ByBuilding
    """The expected income of a building's effect until the end of the game."""
    building: ByBuilding
    """A building: its effect and fixed points, less its cost and the kobun that it binds."""
    harmony: Worth
    """One IKI of today's harmony, summed over the future paydays."""
    hunger: Worth
    """The cost of each rice that is missing for the next payday."""
    fire_strength: Worth
    """The strength of the next fire, or 0."""
    burning_percent: Worth
    firefighting_place: Worth
    lap_progress_percent: Worth
    xp_for_an_opponent: Worth
    earlier_slot: Worth
    uncertain_hire_percent: Worth


@rule
def period_of(state: State) -> int:
    """Return the period of a position."""
    if state.phase == STARVE or state.phase == NEXT_TO_FEED:
        return 2 * state.month + 1
    return 2 * state.month


@rule
def lap_worth(worths: Worths, state: State, seat: int) -> int:
    """Return the worth of a lap: one XP for each of the seat's characters on the board."""
    worth = 0
    for room in range(ROOMS):
        if has_own_character(state, room, seat):
            worth += worths.training[state.room_card[room]][state.room_xp[room]]
    return worth


@rule
def best_training(worths: Worths, state: State, seat: int) -> int:
    """Return the worth of one XP for the seat's character that gains most from it."""
    best = 0
    for room in range(ROOMS):
        if has_own_character(state, room, seat):
            best = max(best, worths.training[state.room_card[room]][state.room_xp[room]])
    return best


class Subject(NamedTuple):
    """One seat in one position."""

    tables: Tables
    worths: Worths
    """The worths of the position's period."""
    state: State
    seat: int
    counts: int
    """The seat's types, packed (:mod:`edokko.rules.types`)."""


_CACHED: Lru[tuple[int, tuple[int, ...]], tuple[Tables, tuple[Worths, ...]]] = Lru(32)
"""Tables are not hashable, so the key is their identity; the value keeps them alive."""


def appraise(tables: Tables, weights: Weights) -> tuple[Worths, ...]:
    """Return the worths of each of the ``PERIODS``, from a cache where possible.

    Returns:
        Shared worths, which the caller must not change: the same objects for the same tables object and equal weights.
    """
    key = id(tables), tuple(number for _, number in weights.items())
    found = _CACHED.get(key)
    if found is None:
        appraisals = [_Appraisal(tables, weights, month) for month in range(NEW_YEAR + 1)]
        worths = tuple(appraisals[period // 2].worths(period % 2) for period in range(PERIODS))
        found = _CACHED[key] = tables, worths
    return found[1]


class _Appraisal:
    """The computation of one month's worths.

    Args:
        month: 1 to New Year; 0 is not a month of the game but fills the first entries of the table.
    """

    def __init__(self, tables: Tables, weights: Weights, month: int) -> None:
        self._tables = tables
        self._weights = weights
        self._month = month
        self._months_left = NEW_YEAR - month
        self._fire = next((strength for strength in tables.fire_strength[month:NEW_YEAR] if strength > 0), 0)
        self._unit = self._unit_worths()

    def _unit_worths(self) -> list[int]:
        """Return the worth of one unit of each resource, and of one step of F."""
        tables, weights, is_new_year = self._tables, self._weights, self._month == NEW_YEAR
        unit = [0] * BUNDLE
        unit[IKI] = ONE_IKI
        unit[WOOD] = ONE_IKI * tables.wood_iki + (0 if is_new_year else weights.wood_for_building)
        unit[KOBAN] = ONE_IKI * tables.koban_iki + (0 if is_new_year else weights.koban_for_building)
        unit[FIRE] = weights.firefighting_early if self._fire else weights.firefighting_late
        if is_new_year:
            unit[MON] = ONE_IKI // tables.mon_per_iki
        else:
            unit[MON] = weights.mon_late + weights.mon_a_month * self._months_left
            unit[RICE] = weights.rice_late + weights.rice_a_month * self._months_left
            unit[SANDALS] = weights.sandals_late + weights.sandals_a_month * self._months_left
        return unit

    def _bundle(self, bundle: list[int]) -> int:
        return sum(amount * unit for amount, unit in zip(bundle, self._unit, strict=True) if amount)

    def worths(self, is_paid: int) -> Worths:
        """Return the worths before or after the month's salaries are paid.

        Args:
            is_paid: 1 after the payday, else 0.
        """
        tables, weights, worths = self._tables, self._weights, Worths()
        paydays = sum(tables.payday[self._month + is_paid : NEW_YEAR])
        worths.unit = list(self._unit)
        worths.kobun = weights.kobun_a_month * self._months_left
        worths.token = [self._token(token) for token in range(len(TOKENS))]
        for card in range(CHARACTERS):
            self._character(worths, card, paydays)
        worths.option = [
            self._bundle(tables.option_gain[option]) - self._bundle(tables.option_spend[option])
            for option in range(len(SHOP_OPTIONS))
        ]
        worths.good = [
            self._bundle(tables.good_gain[good]) - tables.price[good] * self._unit[MON] for good in range(GOODS)
        ]
        worths.effect = [self._effect(building, paydays) for building in range(BUILDINGS)]
        worths.building = [
            ONE_IKI * tables.building_score[building]
            + worths.effect[building]
            - self._bundle(tables.building_cost[building])
            - worths.kobun
            for building in range(BUILDINGS)
        ]
        worths.harmony = paydays * weights.harmony_percent
        worths.hunger = self._hunger()
        worths.fire_strength = self._fire
        for name in Weights.cells.keys() & Worths.cells.keys():
            setattr(worths, name, getattr(weights, name))
        return worths

    def _token(self, token: int) -> int:
        if token in (HIRE_DISCOUNT, EXTRA_STEP):
            return self._weights.token_a_month * self._months_left
        return self._weights.fire_guard if token == FIRE_GUARD and self._fire else 0

    def _character(self, worths: Worths, card: int, paydays: int) -> None:
        """Set the worths of one character. It is assumed to gain one XP per payday, since a season allows a lap."""
        tables = self._tables
        last = tables.xp_to_retire[card]
        salaries = [self._bundle(salary) for salary in tables.salary[card]]
        by_xp = worths.character[card]
        for xp in range(last + 1):
            by_xp[xp] = self._token_share(card, xp)
            for step in range(xp, xp + paydays):
                by_xp[xp] += salaries[min(step, last - 1)] - (self._unit[RICE] if step < last else 0)
        for xp in range(last):
            worths.training[card][xp] = by_xp[xp + 1] - by_xp[xp]
        worths.training[card][last - 1] += worths.kobun
        if tables.retires_with[card] >= 0:
            worths.training[card][last - 1] += worths.token[tables.retires_with[card]]
        worths.retired[card] = paydays * salaries[last - 1]
        worths.work[card] = self._bundle(tables.gain[card]) - self._bundle(tables.spend[card])
        worths.discount[card] = self._bundle(tables.discount[card])

    def _token_share(self, card: int, xp: int) -> int:
        """Return the share of a character's retirement token that its XP has earned so far."""
        token, last = self._tables.retires_with[card], self._tables.xp_to_retire[card]
        if token < 0 or xp >= last:
            return 0
        worth = self._weights.joker
        if token in (HIRE_DISCOUNT, EXTRA_STEP, FIRE_GUARD):
            worth = self._token(token)
        return worth * (xp + 1) // (last + 1)

    def _effect(self, building: int, paydays: int) -> int:
        """Return the expected income of a building's effect until the end of the game."""
        tables, weights = self._tables, self._weights
        times = {
            PER_FED: weights.fed_a_payday,
            PER_LARGEST_TYPE: weights.largest_type_a_payday,
            PER_HIRE_BONUS: weights.hires_a_payday,
        }.get(tables.effect_per[building], 0)
        unit = self._unit[IKI] if tables.effect_resource[building] == IKI else self._unit[MON]
        return times * paydays * tables.effect_amount[building] * unit

    def _hunger(self) -> int:
        """Return the cost of each rice that is missing for the next payday."""
        weights = self._weights
        for ahead, month in enumerate(range(self._month, NEW_YEAR)):
            if self._tables.payday[month]:
                return (weights.hunger_now, weights.hunger_soon, weights.hunger_later)[min(ahead, 2)]
        return 0
