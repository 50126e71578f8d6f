"""A line of play in words: the moves of consecutive seats, each seat called by its name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from edokko.game import Game
from edokko.move import Move
from edokko.rules.moves import DONE

from .events import LogLine
from .moves import move_name
from .words import Words


class SeatWords(Words):
    """Words addressed to one seat: only this seat's cards are "yours", no matter which seat decides.

    Args:
        words: the language and the names.
        seat: the seat of the reader; ``None`` for a reader who does not play.
    """

    def __init__(self, words: Words, seat: int | None) -> None:
        super().__init__(words.catalogue, words.components)
        self.seats = words.seats
        self.reader = seat

    def owned(self, card: str, seat: int | None, you: int | None = None) -> str:
        """Return a card with its owner, from the reader's point of view."""
        return super().owned(card, seat, self.reader)


def describe_line(words: Words, game: Game, moves: Iterable[Move]) -> Iterator[LogLine]:
    """Yield a line of text for each run of consecutive moves by one seat.

    Args:
        words: the language and the names.
        game: the start of the line; it is not changed. A game with ``chance="manual"`` draws no chance.
        moves: a sequence of moves, each legal after the previous ones.
    """
    for seat, run in groupby(_seats_and_names(words, game.copy(), moves), lambda pair: pair[0]):
        yield LogLine("line", seat, words.text("line-step").join(text for _, text in run))


def _seats_and_names(words: Words, ahead: Game, moves: Iterable[Move]) -> Iterator[tuple[int | None, str]]:
    """Yield each move's seat and name; omit ``done`` after other moves of the seat, since the next seat implies it."""
    last = None
    for move in moves:
        seat = ahead.seat
        if move.number != DONE or seat != last:
            yield seat, move_name(words, ahead, move)
        ahead.play(move)
        last = seat
