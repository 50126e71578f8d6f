"""The seats of a series: the same players sit in each seat equally often."""

from __future__ import annotations

_ORDERS: dict[int, list[tuple[int, ...]]] = {
    2: [(0, 1), (1, 0)],
    # Both ways round the table, so that each player sits right after each other one equally often.
    3: [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (2, 1, 0), (1, 0, 2)],
    # A Latin square of Williams: each player also sits right after each other one exactly once.
    4: [(0, 1, 2, 3), (1, 3, 0, 2), (3, 2, 1, 0), (2, 0, 3, 1)],
}


def order_of_game(players: int, game: int) -> tuple[int, ...]:
    """Return the places of the players by seat.

    Args:
        players: 2, 3 or 4.
        game: from 1. In the first game each player sits in the seat of their place.
    """
    orders = _ORDERS[players]
    return orders[(game - 1) % len(orders)]
