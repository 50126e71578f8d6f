"""From positions to what a search maximises: expected final scores, win chances, utilities.

An evaluation compares moves; how a game will end is another question, and games have answered it: per number of
players and month a weight for each feature of a seat gives its expected final score, and the temperature of a softmax
over the expected scores gives the chances to win. They are read off the beginnings of months, where salaries are paid,
fires are out and no turn is half done; a search plays its leaves out to there.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from math import exp
from typing import Annotated, Any

from edokko.players.features import FEATURE_COUNT, FEATURES, observe
from edokko.players.worth import Worths
from edokko.rules.fields import Cells, Fields, fields
from edokko.rules.referee import is_over
from edokko.rules.registry import rule
from edokko.rules.scoring import LINE_COUNT, rank, score
from edokko.rules.state import NEW_YEAR, SEATS, State
from edokko.rules.tables import Tables

ByMonth = Annotated[list[float], Cells("f8", (NEW_YEAR + 1,))]
ByFeature = Annotated[list[list[float]], Cells("f8", (NEW_YEAR + 1, FEATURE_COUNT))]
MARGIN = 50.0
"""The lead over the others' mean, in IKI, that counts as a whole one."""


@fields
class Outlook(Fields):
    """How positions turn into final scores, for one number of players."""

    __slots__ = ("base", "spread", "weight")

    base: ByMonth
    """The expected final score, in IKI, of who has nothing, by month."""
    weight: ByFeature
    """What one of each feature adds to it, by month."""
    spread: ByMonth
    """The difference of expected scores, in IKI, that makes a win e times as likely."""


@rule
def look_ahead(
    tables: Tables,
    worths: list[Worths],
    win_share: float,
    outlook: Outlook,
    state: State,
    finals: list[float],
    wins: list[float],
    utilities: list[float],
    features: list[float],
    totals: list[int],
    order: list[int],
) -> None:
    """What every seat may expect of a position.

    Args:
        finals: where the expected final scores go, in IKI, by seat.
        wins: where the chances to win go; they sum to one.
        utilities: where the utilities go, 0 to 1.
        features: scratch, ``FEATURE_COUNT`` long.
        totals, order: scratch, ``LINE_COUNT`` long.
    """
    if is_over(state):
        final_scores(tables, state, finals, wins, totals, order)
    else:
        for seat in range(tables.players):
            observe(tables, worths, state, seat, features)
            finals[seat] = expected_final(outlook, state.month, features)
        win_chances(tables.players, finals, outlook.spread[state.month], wins)
    sum_of_all = 0.0
    for seat in range(tables.players):
        sum_of_all += finals[seat]
    for seat in range(tables.players):
        others = (sum_of_all - finals[seat]) / (tables.players - 1)
        margin = min(max((finals[seat] - others) / MARGIN, -1.0), 1.0)
        utilities[seat] = win_share * wins[seat] + (1.0 - win_share) * (0.5 + 0.5 * margin)


@rule
def expected_final(outlook: Outlook, month: int, features: list[float]) -> float:
    """The final score to expect of a seat, in IKI."""
    expected = 0.0 + outlook.base[month]
    for feature in range(FEATURE_COUNT):
        expected += outlook.weight[month][feature] * features[feature]
    return expected


@rule
def final_scores(
    tables: Tables, state: State, finals: list[float], wins: list[float], totals: list[int], order: list[int]
) -> None:
    """The scores and the winner of a game that is over."""
    lines = order
    for seat in range(tables.players):
        totals[seat] = score(tables, state, seat, lines)
    rank(tables, state, totals, order)
    for seat in range(tables.players):
        finals[seat] = 1.0 * totals[seat]
        wins[seat] = 0.0
    wins[order[0]] = 1.0


@rule
def win_chances(players: int, finals: list[float], spread: float, wins: list[float]) -> None:
    """Chances to win from expected final scores: a softmax."""
    best = finals[0]
    for seat in range(1, players):
        best = max(best, finals[seat])
    total = 0.0
    for seat in range(players):
        wins[seat] = exp((finals[seat] - best) / spread)
        total += wins[seat]
    for seat in range(players):
        wins[seat] /= total


SCRATCH = max(LINE_COUNT, SEATS)
"""The length of the scratch lists above."""


@cache
def outlook_for(players: int) -> Outlook:
    """What positions lead to for 2, 3 or 4 players, as shipped. It is shared: nobody may change it."""
    text = files("edokko.players").joinpath("outlook.toml").read_text(encoding="utf-8")
    return read_outlook(tomllib.loads(text)[str(players)])


def read_outlook(numbers: Mapping[str, Any]) -> Outlook:
    """The outlook of one number of players as its file has it."""
    found = Outlook()
    found.base, found.spread = numbers["base"], numbers["spread"]
    for feature, name in enumerate(FEATURES):
        for month, weight in enumerate(numbers["weight"][name]):
            found.weight[month][feature] = weight
    return found
