"""The history of an event for the pairing: how often each pair of players has met."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Matrix = list[list[int]]
SeatedEntrants = list[int]
"""The players of a table, by seat."""
Round = list[SeatedEntrants]


def meetings_in(players: int, rounds: Iterable[Sequence[Sequence[int]]]) -> Matrix:
    """Return how often each pair of players has met."""
    met = [[0] * players for _ in range(players)]
    for tables in rounds:
        for table in tables:
            for player in table:
                for other in table:
                    met[player][other] += player != other
    return met
