"""What a player is."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from edokko.chance import LARGEST_SEED, split_seed
from edokko.rules.chance import seed_words

if TYPE_CHECKING:
    from edokko.game import Game
    from edokko.move import Move
    from edokko.players.budget import Budget


@runtime_checkable
class Player(Protocol):
    """Whoever decides for a seat.

    Attributes:
        name: how records and tables call it.
    """

    name: str

    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        """Choose one of ``game.legal_moves`` for the seat that decides.

        Args:
            game: the game, which is not to be changed; ``game.copy()`` may be. It holds nothing hidden.
            budget: how much it may think; ``None`` for its own measure. Players that answer at once need none.
        """
        ...


def stream_of(seed: int | None) -> list[int]:
    """A player's own stream of random numbers, four words (:mod:`edokko.rules.chance`).

    Args:
        seed: 0 to 2**64 - 1; ``None`` for one from the system's generator.

    Raises:
        ValueError: the seed is something else.
    """
    words = [0] * 4
    low, high = split_seed(checked_seed(seed))
    seed_words(words, low, high, MOVES_STREAM)
    return words


def checked_seed(seed: int | None) -> int:
    """A seed, or one from the system's generator.

    Raises:
        ValueError: it is not a whole number from 0 to 2**64 - 1.
    """
    if seed is None:
        return secrets.randbits(64)
    if isinstance(seed, bool) or not 0 <= seed <= LARGEST_SEED:
        raise ValueError(f"seed: {seed!r} is not a whole number from 0 to {LARGEST_SEED}")
    return seed


MOVES_STREAM = 0
"""The number of the stream of moves; the streams of chance begin with a month, so they are other ones."""
