"""The outlook: a value model that predicts final scores and win chances, and the utilities that a search maximises.

The evaluation only compares moves. The outlook predicts how the game ends, and was fitted to played games. For each
number of players and month, a linear model of a seat's features gives its expected final score; a softmax over these
scores gives the win chances. It was fitted at the beginning of months, where salaries are paid, fires are out and no
turn is half done. The search therefore plays its leaves out to the beginning of a month.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Any

from edokko.players.evaluation.seat import TOKEN_KINDS, evaluate, harmony, in_retirement, on_the_board
from edokko.players.evaluation.worth import ONE_IKI, Worths, lap_worth, period_of
from edokko.rules.engine.exponential import exponential
from edokko.rules.engine.fields import Cells, Fields, fields
from edokko.rules.engine.registry import rule
from edokko.rules.referee import is_over
from edokko.rules.resources import free_kobun, own_characters
from edokko.rules.scoring import LINE_COUNT, best_counts, buildings_value, fish_value, pouches_value, rank, score
from edokko.rules.state import IKI, KOBAN, MON, NEW_YEAR, RICE, SANDALS, SEATS, WOOD, State
from edokko.rules.tables import Tables
from edokko.rules.types import different_types

_FEATURES = """
    evaluation iki mon rice sandals wood koban firefighting fire_place salaries retired_salaries harmony hunger square
    lap free_kobun characters tokens fish pouches buildings types
"""
FEATURES = tuple(_FEATURES.split())
"""The features of a seat: counts, or amounts in IKI, so that a weight reads as IKI of the final score per unit."""
EVALUATION, IKI_TRACK, MON_IN_HAND, RICE_IN_HAND, SANDALS_IN_HAND, WOOD_IN_HAND, KOBAN_IN_HAND = range(7)
FIREFIGHTING, FIRE_PLACE, SALARIES, RETIRED_SALARIES, HARMONY, HUNGER, SQUARE, LAP, FREE_KOBUN = range(7, 16)
CHARACTERS_ON_BOARD, TOKENS_HELD, FISH_LINE, POUCHES_LINE, BUILDINGS_LINE, TYPES_HELD = range(16, 22)
FEATURE_COUNT = len(FEATURES)

BySeat = Annotated[list[float], Cells("f8", (SEATS,))]
ByMonth = Annotated[list[float], Cells("f8", (NEW_YEAR + 1,))]
ByFeature = Annotated[list[list[float]], Cells("f8", (NEW_YEAR + 1, FEATURE_COUNT))]
MARGIN = 50.0
"""The lead over the others' mean, in IKI, at which the margin part of the utility reaches 1."""


@fields
class Outlook(Fields):
    """The parameters of the value model for one number of players."""

    base: ByMonth
    """The intercept by month: the expected final score, in IKI, with all features 0."""
    weight: ByFeature
    """The IKI that one unit of each feature adds to it, by month."""
    spread: ByMonth
    """The temperature of the softmax by month: a lead of so many IKI makes a win e times as likely."""


@fields
class Prediction(Fields):
    """The predicted end of a game, by seat, and the scratch that its computation overwrites."""

    finals: BySeat
    """The expected final scores, in IKI."""
    wins: BySeat
    """The win chances; they sum to 1."""
    utilities: BySeat
    """The utilities, 0 to 1."""
    features: Annotated[list[float], Cells("f8", (FEATURE_COUNT,))]
    totals: Annotated[list[int], Cells("i8", (SEATS,))]
    ranking: Annotated[list[int], Cells("i8", (SEATS,))]
    lines: Annotated[list[int], Cells("i8", (LINE_COUNT,))]


@rule
def predict(
    tables: Tables, worths: list[Worths], outlook: Outlook, state: State, win_share: float, prediction: Prediction
) -> None:
    """Predict every seat's final score, win chance and utility.

    Args:
        worths: the worths of every period.
        win_share: the share of the win chance in the utility; the rest is the margin.
    """
    if is_over(state):
        final_scores(tables, state, prediction)
    else:
        expect_finals(tables, worths, outlook, state, prediction)
        win_chances(tables.players, prediction.finals, outlook.spread[state.month], prediction.wins)
    write_utilities(tables.players, win_share, prediction)


@rule
def expect_finals(tables: Tables, worths: list[Worths], outlook: Outlook, state: State, prediction: Prediction) -> None:
    """Write the expected final scores of a position that is not over to ``prediction.finals``."""
    for seat in range(tables.players):
        observe(tables, worths, state, seat, prediction.features)
        prediction.finals[seat] = expected_final(outlook, state.month, prediction.features)


@rule
def write_utilities(players: int, win_share: float, prediction: Prediction) -> None:
    """Write the utilities that follow from the final scores and the win chances of a prediction."""
    sum_of_all = 0.0
    for seat in range(players):
        sum_of_all += prediction.finals[seat]
    for seat in range(players):
        others = (sum_of_all - prediction.finals[seat]) / (players - 1)
        margin = min(max((prediction.finals[seat] - others) / MARGIN, -1.0), 1.0)
        prediction.utilities[seat] = win_share * prediction.wins[seat] + (1.0 - win_share) * (0.5 + 0.5 * margin)


@rule
def expected_final(outlook: Outlook, month: int, features: list[float]) -> float:
    """Return a seat's expected final score, in IKI."""
    expected = outlook.base[month]
    for feature in range(FEATURE_COUNT):
        expected += outlook.weight[month][feature] * features[feature]
    return expected


@rule
def final_scores(tables: Tables, state: State, prediction: Prediction) -> None:
    """Write the scores and the winner of a finished game."""
    for seat in range(tables.players):
        prediction.totals[seat] = score(tables, state, seat, prediction.lines)
        prediction.finals[seat] = float(prediction.totals[seat])
        prediction.wins[seat] = 0.0
    rank(tables, state, prediction.totals, prediction.ranking)
    prediction.wins[prediction.ranking[0]] = 1.0


@rule
def win_chances(players: int, finals: list[float], spread: float, wins: list[float]) -> None:
    """Write the win chances: a softmax over the expected final scores."""
    best = finals[0]
    for seat in range(1, players):
        best = max(best, finals[seat])
    total = 0.0
    for seat in range(players):
        wins[seat] = exponential((finals[seat] - best) / spread)
        total += wins[seat]
    for seat in range(players):
        wins[seat] /= total


@cache
def outlook_for(players: int) -> Outlook:
    """Return the shipped outlook for 2, 3 or 4 players. It is shared, so callers must not change it."""
    text = files("edokko.players.evaluation").joinpath("outlook.toml").read_text(encoding="utf-8")
    return read_outlook(tomllib.loads(text)[str(players)])


def read_outlook(numbers: Mapping[str, Any]) -> Outlook:
    """Convert the table of one number of players, as its TOML file has it, to an outlook."""
    outlook = Outlook()
    outlook.base, outlook.spread = numbers["base"], numbers["spread"]
    for feature, name in enumerate(FEATURES):
        for month, weight in enumerate(numbers["weight"][name]):
            outlook.weight[month][feature] = weight
    return outlook


@rule
def observe(tables: Tables, worths: list[Worths], state: State, seat: int, features: list[float]) -> None:
    """Write a seat's features.

    Args:
        worths: the worths of every period (:func:`edokko.players.evaluation.worth.appraise`).
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
