"""The loop of a game between players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import NamedTuple

from edokko.game import Game
from edokko.move import Move
from edokko.players.base import Player


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

    Args:
        game: the game.
        players: the players by seat.

    Yields:
        Each choice, before its move is played.
    """
    while (seat := game.seat) is not None:
        options, began = len(game.legal_moves), perf_counter()
        move = players[seat].choose(game)
        yield Chosen(seat, options, move, perf_counter() - began)
        game.play(move)
