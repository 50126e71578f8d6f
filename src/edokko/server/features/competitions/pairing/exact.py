"""The best tables of one round by an exhaustive search, for few players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from edokko.server.features.competitions.pairing.meetings import Matrix, Round

MOST = 12
"""Players up to whom the search is fast: at most 15,400 ways to sit."""


def best_round(players: int, sizes: Sequence[int], costs: Matrix) -> Round:
    """Return the tables of a round with the lowest sum of the costs, none negative, over all pairs that meet."""
    best: tuple[float, Round] = (float("inf"), [])

    def search(rest: list[int], left: Counter[int], tables: Round, cost: int) -> None:
        nonlocal best
        if cost >= best[0]:
            return
        if not rest:
            best = cost, tables
            return
        for table, price in _tables_with(rest[0], rest[1:], left, costs):
            search([player for player in rest if player not in table], left - Counter([len(table)]),
                   [*tables, table], cost + price)  # fmt: skip

    search(list(range(players)), Counter(sizes), [], 0)
    return best[1]


def _tables_with(
    first: int, others: Sequence[int], left: Counter[int], costs: Matrix
) -> Iterator[tuple[list[int], int]]:
    """Yield the tables that a player may sit at with others, and the cost of each."""
    for size in left:
        for mates in combinations(others, size - 1):
            table = [first, *mates]
            yield table, sum(costs[player][other] for player, other in combinations(table, 2))
