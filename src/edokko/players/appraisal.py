"""The worths of every period, worked out once from the weights and the components.

This runs in plain Python, for both engines: they look up the same numbers.
"""

from __future__ import annotations

from collections import OrderedDict

from edokko.components.model import TOKENS
from edokko.players.weights import Weights
from edokko.players.worth import ONE_IKI, PERIODS, Worths
from edokko.rules.moves import SHOP_OPTIONS
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
    SANDALS,
    WOOD,
)
from edokko.rules.tables import PER_FED, PER_HIRE_BONUS, PER_LARGEST_TYPE, Tables

_CACHED: OrderedDict[tuple[int, tuple[int, ...]], tuple[Tables, tuple[Worths, ...]]] = OrderedDict()
"""The latest appraisals. Tables cannot be hashed, so they are known by identity and kept alive here."""
_MOST_CACHED = 32


def appraise(tables: Tables, weights: Weights) -> tuple[Worths, ...]:
    """What things are worth in each of the ``PERIODS``.

    Args:
        tables: the components.
        weights: what the evaluation weighs with.

    Returns:
        The worths; the same objects for the same tables object and equal weights. Nobody may change them.
    """
    key = id(tables), tuple(number for _, number in weights.items())
    if key not in _CACHED:
        appraisals = [_Appraisal(tables, weights, month) for month in range(NEW_YEAR + 1)]
        _CACHED[key] = tables, tuple(appraisals[period // 2].worths(period % 2) for period in range(PERIODS))
        if len(_CACHED) > _MOST_CACHED:
            _CACHED.popitem(last=False)
    return _CACHED[key][1]


class _Appraisal:
    """What things are worth in one month.

    Args:
        tables: the components.
        weights: what the evaluation weighs with.
        month: 1 to New Year; 0 is no month and is appraised all the same.
    """

    def __init__(self, tables: Tables, weights: Weights, month: int) -> None:
        self._tables = tables
        self._weights = weights
        self._month = month
        self._left = NEW_YEAR - month
        self._fire = next((strength for strength in tables.fire_strength[month:NEW_YEAR] if strength > 0), 0)
        self._one = self._resources()

    def _resources(self) -> list[int]:
        """One of each resource, and one step of F."""
        tables, weights, is_new_year = self._tables, self._weights, self._month == NEW_YEAR
        one = [0] * BUNDLE
        one[IKI] = ONE_IKI
        one[WOOD] = ONE_IKI * tables.wood_iki + (0 if is_new_year else weights.wood_for_building)
        one[KOBAN] = ONE_IKI * tables.koban_iki + (0 if is_new_year else weights.koban_for_building)
        one[FIRE] = weights.firefighting_early if self._fire else weights.firefighting_late
        if is_new_year:
            one[MON] = ONE_IKI // tables.mon_per_iki
        else:
            one[MON] = weights.mon_late + weights.mon_a_month * self._left
            one[RICE] = weights.rice_late + weights.rice_a_month * self._left
            one[SANDALS] = weights.sandals_late + weights.sandals_a_month * self._left
        return one

    def _bundle(self, bundle: list[int]) -> int:
        return sum(amount * one for amount, one in zip(bundle, self._one, strict=True) if amount)

    def worths(self, is_paid: int) -> Worths:
        """The worths before or after the salaries of the month are paid."""
        tables, weights, worths = self._tables, self._weights, Worths()
        paydays = sum(tables.payday[self._month + is_paid : NEW_YEAR])
        worths.one = list(self._one)
        worths.kobun = weights.kobun_a_month * self._left
        worths.token = [self._token(token) for token in range(len(TOKENS))]
        for card in range(CHARACTERS):
            self._character(worths, card, paydays)
        worths.option = [
            self._bundle(tables.option_gain[option]) - self._bundle(tables.option_spend[option])
            for option in range(len(SHOP_OPTIONS))
        ]
        worths.good = [
            self._bundle(tables.good_gain[good]) - tables.price[good] * self._one[MON] for good in range(GOODS)
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
            return self._weights.token_a_month * self._left
        return self._weights.fire_guard if token == FIRE_GUARD and self._fire else 0

    def _character(self, worths: Worths, card: int, paydays: int) -> None:
        """Fill in what has to do with one character: a step further at each payday, as a lap a season brings."""
        tables = self._tables
        last = tables.xp_to_retire[card]
        salaries = [self._bundle(salary) for salary in tables.salary[card]]
        by_xp = worths.character[card]
        for xp in range(last + 1):
            by_xp[xp] = self._promise(card, xp)
            for step in range(xp, xp + paydays):
                by_xp[xp] += salaries[min(step, last - 1)] - (self._one[RICE] if step < last else 0)
        for xp in range(last):
            worths.training[card][xp] = by_xp[xp + 1] - by_xp[xp]
        worths.training[card][last - 1] += worths.kobun
        if tables.retires_with[card] >= 0:
            worths.training[card][last - 1] += worths.token[tables.retires_with[card]]
        worths.retired[card] = paydays * salaries[last - 1]
        worths.work[card] = self._bundle(tables.gain[card]) - self._bundle(tables.spend[card])
        worths.discount[card] = self._bundle(tables.discount[card])

    def _promise(self, card: int, xp: int) -> int:
        """The token that a character retires with, in proportion to its way there."""
        token, last = self._tables.retires_with[card], self._tables.xp_to_retire[card]
        if token < 0 or xp >= last:
            return 0
        worth = self._weights.joker
        if token in (HIRE_DISCOUNT, EXTRA_STEP, FIRE_GUARD):
            worth = self._token(token)
        return worth * (xp + 1) // (last + 1)

    def _effect(self, building: int, paydays: int) -> int:
        """What a building is expected to give before the end."""
        tables, weights = self._tables, self._weights
        times = {
            PER_FED: weights.fed_a_payday,
            PER_LARGEST_TYPE: weights.largest_type_a_payday,
            PER_HIRE_BONUS: weights.hires_a_payday,
        }.get(tables.effect_per[building], 0)
        one = self._one[IKI] if tables.effect_resource[building] == IKI else self._one[MON]
        return times * paydays * tables.effect_amount[building] * one

    def _hunger(self) -> int:
        """What a rice costs that is missing for the next payday."""
        weights = self._weights
        for ahead, month in enumerate(range(self._month, NEW_YEAR)):
            if self._tables.payday[month]:
                return (weights.hunger_now, weights.hunger_soon, weights.hunger_later)[min(ahead, 2)]
        return 0
