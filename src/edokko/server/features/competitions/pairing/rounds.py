"""The tables of a round: by a plan in which all pairs meet about equally often, or by the scores (Swiss)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import permutations

from edokko.server.features.competitions.pairing import exact
from edokko.server.features.competitions.pairing.annealing import anneal
from edokko.server.features.competitions.pairing.meetings import Matrix, Round, SeatedEntrants

REPEAT = 10**7
"""The weight of a meeting in a Swiss round: more than all differences of scores together."""


def plan_rounds(sizes: Sequence[int], count: int, met: Matrix, seed: str) -> list[Round]:
    """Return ``count`` rounds in which all pairs meet as equally often as possible, past meetings included."""
    return anneal(sum(sizes), sizes, count, met, None, 1, seed)


def swiss_round(sizes: Sequence[int], scores: Sequence[float], met: Matrix, seed: str, filler: int | None) -> Round:
    """Return the tables of a round in which players with like scores meet.

    Fewest pairs meet again; among those ways to sit, the squares of the differences of scores are smallest. For at most
    :data:`exact.MOST` players both are proven, for more they are the result of a search. The seed decides among equally
    good ways. The score of the filler, a computer player, does not matter.
    """
    players = len(scores)
    spread = [[_difference(scores, one, other, filler) for other in range(players)] for one in range(players)]
    if players > exact.MOST:
        return anneal(players, sizes, 1, met, spread, REPEAT, seed)[0]
    order = _shuffled(players, seed)
    costs = [[2 * REPEAT * met[one][other] + spread[one][other] for other in order] for one in order]
    return [[order[place] for place in table] for table in exact.best_round(players, sizes, costs)]


def in_balanced_seats(table: Sequence[int], sat: Matrix) -> SeatedEntrants:
    """Return the players of a table by seat, so that each sits in each seat about equally often, as ``sat`` counts."""

    def worth(order: Iterable[int]) -> int:
        # Squares, so that a second time in a seat weighs more than a first one.
        return sum((sat[player][seat] + 1) ** 2 - sat[player][seat] ** 2 for seat, player in enumerate(order))

    return list(min(permutations(table), key=worth))


def _difference(scores: Sequence[float], one: int, other: int, filler: int | None) -> int:
    if filler in (one, other):
        return 0
    # Points are multiples of a twelfth: halves by place, shared by two, three or four.
    return round(12 * abs(scores[one] - scores[other])) ** 2


def _shuffled(players: int, seed: str) -> list[int]:
    order = list(range(players))
    random.Random(seed).shuffle(order)
    return order
