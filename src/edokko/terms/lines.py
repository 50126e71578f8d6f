"""A line of play in words: what one seat does after the other, each called by its name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from edokko.move import Move
from edokko.rules.moves import DONE

from .events import Line
from .moves import move_name
from .words import Words

if TYPE_CHECKING:
    from edokko.game import Game


class ToldTo(Words):
    """The same words as they are told to one seat: only what is its own is yours, whoever decides.

    Args:
        words: the language and the names.
        seat: who listens; ``None`` for somebody who does not play.
    """

    def __init__(self, words: Words, seat: int | None) -> None:
        super().__init__(words.catalogue, words.components)
        self.seats = words.seats
        self._listener = seat

    def owned(self, card: str, seat: int | None, you: int | None = None) -> str:
        """Return a card with whose it is."""
        return super().owned(card, seat, self._listener)


def describe_line(words: Words, game: Game, moves: Iterable[Move]) -> Iterator[Line]:
    """Return what follows when some moves are played, a line of text for each stretch of one seat.

    Args:
        words: the language and the names.
        game: where it begins; it is not changed. One with ``chance="manual"`` draws no chance.
        moves: legal moves, one after the other.
    """
    for seat, stretch in groupby(_told(words, game.copy(), moves), lambda one: one[0]):
        yield Line("line", seat, words.text("line-step").join(text for _, text in stretch))


def _told(words: Words, ahead: Game, moves: Iterable[Move]) -> Iterator[tuple[int | None, str]]:
    """Who decides, and what the move is; the end of a turn shows by itself where somebody else goes on."""
    last = None
    for move in moves:
        seat = ahead.seat
        if move.number != DONE or seat != last:
            yield seat, move_name(words, ahead, move)
        ahead.play(move)
        last = seat
