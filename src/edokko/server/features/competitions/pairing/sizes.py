"""The sizes of the tables of a round."""

from __future__ import annotations

from typing import Literal

Size = Literal[3, 4]
FEWEST = 2
"""Players below which no round is paired."""


def fillers(players: int) -> int:
    """Return the number of computer players that a round needs: one for two and for five players, else none."""
    return 1 if players in (2, 5) else 0


def table_sizes(players: int, preferred: Size) -> list[int]:
    """Return the sizes of the tables of a round, the larger ones first.

    Tables have three or four seats, as many as possible of the preferred size.

    Args:
        players: computer players of :func:`fillers` included.
        preferred: the size that the organiser has chosen.

    Raises:
        ValueError: the players do not fit tables of three and four.
    """
    fours = players % 3 if preferred == 3 else (players - 3 * (-players % 4)) // 4
    threes = (players - 4 * fours) // 3
    if players < 3 or fours < 0 or threes < 0 or 4 * fours + 3 * threes != players:
        raise ValueError(f"{players} players do not fit tables of three and four")
    return [4] * fours + [3] * threes
