"""The features of a seat at the beginning of a month, the input of the outlook.

Each feature is a count or an amount in IKI, so that a weight reads as IKI of the final score per unit.
"""

from __future__ import annotations

from edokko.players.evaluation.seat import TOKEN_KINDS, evaluate, harmony, in_retirement, on_the_board
from edokko.players.evaluation.worth import ONE_IKI, Worths, lap_worth, period_of
from edokko.rules.engine.registry import rule
from edokko.rules.resources import free_kobun, own_characters
from edokko.rules.scoring import best_counts, buildings_value, fish_value, pouches_value
from edokko.rules.state import IKI, KOBAN, MON, RICE, SANDALS, WOOD, State
from edokko.rules.tables import Tables
from edokko.rules.types import different_types

FEATURES = (
    "evaluation",
    "iki",
    "mon",
    "rice",
    "sandals",
    "wood",
    "koban",
    "firefighting",
    "fire_place",
    "salaries",
    "retired_salaries",
    "harmony",
    "hunger",
    "square",
    "lap",
    "free_kobun",
    "characters",
    "tokens",
    "fish",
    "pouches",
    "buildings",
    "types",
)
(
    EVALUATION,
    IKI_TRACK,
    MON_IN_HAND,
    RICE_IN_HAND,
    SANDALS_IN_HAND,
    WOOD_IN_HAND,
    KOBAN_IN_HAND,
    FIREFIGHTING,
    FIRE_PLACE,
    SALARIES,
    RETIRED_SALARIES,
    HARMONY,
    HUNGER,
    SQUARE,
    LAP,
    FREE_KOBUN,
    CHARACTERS_ON_BOARD,
    TOKENS_HELD,
    FISH_LINE,
    POUCHES_LINE,
    BUILDINGS_LINE,
    TYPES_HELD,
) = range(len(FEATURES))
FEATURE_COUNT = len(FEATURES)


@rule
def observe(tables: Tables, worths: list[Worths], state: State, seat: int, features: list[float]) -> None:
    """Write a seat's features.

    Args:
        worths: the worths of every period (:func:`edokko.players.evaluation.appraisal.appraise`).
        features: output, in the order of ``FEATURES``.
    """
    now = worths[period_of(state)]
    counts = best_counts(tables, state, seat)
    has = state.resources[seat]
    features[EVALUATION] = evaluate(tables, worths, state, seat) / ONE_IKI
    features[IKI_TRACK] = has[IKI]
    features[MON_IN_HAND] = has[MON]
    features[RICE_IN_HAND] = has[RICE]
    features[SANDALS_IN_HAND] = has[SANDALS]
    features[WOOD_IN_HAND] = has[WOOD]
    features[KOBAN_IN_HAND] = has[KOBAN]
    features[FIREFIGHTING] = state.fire[seat]
    features[FIRE_PLACE] = fire_place(state, seat)
    features[SALARIES] = on_the_board(tables, now, state, seat) / ONE_IKI
    features[RETIRED_SALARIES] = in_retirement(now, state, seat) / ONE_IKI
    features[HARMONY] = harmony(tables, state, seat)
    features[HUNGER] = max(own_characters(state, seat) - has[RICE], 0)
    features[SQUARE] = state.square[seat]
    features[LAP] = lap_worth(now, state, seat) / ONE_IKI
    features[FREE_KOBUN] = free_kobun(tables, state, seat)
    features[CHARACTERS_ON_BOARD] = own_characters(state, seat)
    features[TOKENS_HELD] = tokens_held(state, seat)
    features[FISH_LINE] = fish_value(tables, state, seat)
    features[POUCHES_LINE] = pouches_value(tables, state, seat, counts)
    features[BUILDINGS_LINE] = buildings_value(tables, state, seat, counts)
    features[TYPES_HELD] = different_types(counts)


@rule
def fire_place(state: State, seat: int) -> int:
    """Count the seats that choose before this one."""
    place = 0
    while state.fire_order[place] != seat:
        place += 1
    return place


@rule
def tokens_held(state: State, seat: int) -> int:
    """Count the tokens of a seat, of all kinds."""
    count = 0
    for token in range(TOKEN_KINDS):
        count += state.tokens[seat][token]
    return count
