"""The interface that every player implements, and the random streams of players."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import NamedTuple, Protocol, runtime_checkable

from edokko.chance import check_seed, split_seed
from edokko.game import Game
from edokko.move import Move
from edokko.players.budget import Budget
from edokko.rules.chance import seed_words


@runtime_checkable
class Player(Protocol):
    """A player that decides for a seat.

    Attributes:
        name: the name that records and tables show.
    """

    name: str

    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        """Choose one of ``game.legal_moves`` for the seat that decides.

        Args:
            game: the game. The player must not change it; it may change ``game.copy()``. A game hides nothing.
            budget: the thinking budget; ``None`` for the player's default. Players that answer at once ignore it.
        """
        ...


def stream_of(seed: int | None) -> list[int]:
    """Return a player's own stream of random numbers, four words (:mod:`edokko.rules.chance`).

    Args:
        seed: 0 to 2**64 - 1; ``None`` takes one from the system's generator.

    Raises:
        ValueError: the seed is out of range.
    """
    words = [0] * 4
    low, high = split_seed(checked_seed(seed))
    seed_words(words, low, high, MOVES_STREAM)
    return words


def checked_seed(seed: int | None) -> int:
    """Return the seed after a range check; for ``None``, draw one from the system's generator.

    Raises:
        ValueError: the seed is not a whole number from 0 to 2**64 - 1.
    """
    return secrets.randbits(64) if seed is None else check_seed(seed)


MOVES_STREAM = 0
"""The stream number of moves. The number of a chance stream contains its month, from 1, so it is never 0."""


class Chosen(NamedTuple):
    """A move that a player has chosen."""

    seat: int
    options: int
    """The number of legal moves."""
    move: Move
    seconds: float
    """How long the player thought."""


def drive(game: Game, players: Sequence[Player]) -> Iterator[Chosen]:
    """Play a game up to its end, or up to a chance step that it leaves to its caller.

    Yields:
        Each choice, before its move is played.
    """
    while (seat := game.seat) is not None:
        options, began = len(game.legal_moves), perf_counter()
        move = players[seat].choose(game)
        yield Chosen(seat, options, move, perf_counter() - began)
        game.play(move)
