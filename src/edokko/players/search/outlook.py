"""From evaluations to what a search maximises: expected final scores, win chances, utilities.

An evaluation looks at what a seat has; how much more it will make of the months to come, and how sure that is,
has been read off games: per number of players, month and stage of the turn a straight line from the evaluation to
the final score, and the temperature of a softmax over the expected scores that gives the chances to win.
"""

from __future__ import annotations

from math import exp
from typing import Annotated

from edokko.players.evaluation import evaluate
from edokko.players.search.settings import Settings
from edokko.players.worth import ONE_IKI, Worths
from edokko.rules.fields import Cells, Fields, fields
from edokko.rules.referee import is_over
from edokko.rules.registry import rule
from edokko.rules.scoring import LINE_COUNT, rank, score
from edokko.rules.state import (
    DRAW_BUILDING,
    DRAW_CARD,
    DRAW_TILE,
    EXTRA_STEP_CHOICE,
    INCOME_OR_HIRE,
    NEW_YEAR,
    PLACE_HIRED,
    SEATS,
    SWAP_SECOND,
    WAY_OF_LIFE,
    State,
)
from edokko.rules.tables import Tables
from edokko.rules.way_of_life import slot_of

NOT_CHOSEN, TURN_TO_COME, HIRING, MOVING, DEALING, TURN_DONE = range(6)
"""Where a seat's month stands: a turn to come is worth something, and how much the evaluation knows of it varies."""
STAGES = 6
ByStage = Annotated[list[list[float]], Cells("f8", (NEW_YEAR + 1, STAGES))]
ByMonth = Annotated[list[float], Cells("f8", (NEW_YEAR + 1,))]
MARGIN = 50.0
"""The lead over the others' mean, in IKI, that counts as a whole one."""


@fields
class Outlook(Fields):
    """How evaluations turn into final scores, for one number of players."""

    __slots__ = ("base", "slope", "spread")

    base: ByStage
    """The expected final score, in IKI, of who has nothing, by month and stage."""
    slope: ByMonth
    """What one IKI of evaluation adds to it, by month."""
    spread: ByMonth
    """The difference of expected scores, in IKI, that makes a win e times as likely."""


@rule
def look_ahead(
    tables: Tables,
    worths: list[Worths],
    settings: Settings,
    outlook: Outlook,
    state: State,
    finals: list[float],
    wins: list[float],
    utilities: list[float],
    totals: list[int],
    order: list[int],
) -> None:
    """What every seat may expect of a position.

    Args:
        finals: where the expected final scores go, in IKI, by seat.
        wins: where the chances to win go; they sum to one.
        utilities: where the utilities go, 0 to 1.
        totals, order: scratch, ``LINE_COUNT`` long.
    """
    if is_over(state):
        final_scores(tables, state, finals, wins, totals, order)
    else:
        month = state.month
        for seat in range(tables.players):
            finals[seat] = expected_final(tables, worths, outlook, state, seat)
        win_chances(tables.players, finals, outlook.spread[month], wins)
    sum_of_all = 0.0
    for seat in range(tables.players):
        sum_of_all += finals[seat]
    for seat in range(tables.players):
        others = (sum_of_all - finals[seat]) / (tables.players - 1)
        margin = min(max((finals[seat] - others) / MARGIN, -1.0), 1.0)
        utilities[seat] = settings.win_share * wins[seat] + (1.0 - settings.win_share) * (0.5 + 0.5 * margin)


@rule
def expected_final(tables: Tables, worths: list[Worths], outlook: Outlook, state: State, seat: int) -> float:
    """The final score to expect of a seat, in IKI."""
    month = state.month
    worth = evaluate(tables, worths, state, seat) / ONE_IKI
    return outlook.base[month][stage_of(state, seat)] + outlook.slope[month] * worth


@rule
def stage_of(state: State, seat: int) -> int:
    """Where a seat's month stands."""
    phase = state.phase
    if state.seat == seat and INCOME_OR_HIRE <= phase <= SWAP_SECOND:
        if phase <= PLACE_HIRED:
            return HIRING
        if phase <= EXTRA_STEP_CHOICE:
            return MOVING
        return DEALING
    if slot_of(state, seat) >= 0:
        return TURN_TO_COME
    if phase <= WAY_OF_LIFE or phase in (DRAW_TILE, DRAW_CARD, DRAW_BUILDING):
        return NOT_CHOSEN
    return TURN_DONE


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
