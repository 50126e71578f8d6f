"""A move as a typed, hashable value, printed as the words of the record format."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache, total_ordering
from typing import Literal

from edokko.rules.moves import MOVES, NUMBERS, WORDS
from edokko.whole import as_integer

_Setup = Literal["start", "place"]
_Turn = Literal["ikizama", "income", "hire", "move", "stay", "step", "shop", "work", "done"]
_Deal = Literal["train", "build", "swap", "with"]
_End = Literal["guard", "burn", "starve", "neutral", "visit"]
MoveKind = Literal[_Setup, _Turn, _Deal, _End]
"""The first word of a move."""


@total_ordering
class Move:
    """One decision of the record format's closed list. Moves sort by number; a move never equals its words.

    Args:
        words: its exact words, e.g. ``"hire monk"``; a move is returned as it is.

    Attributes:
        number: its number in the fixed action space, 0 to 446.
        words: its words, as ``str(move)``.
        kind: the first word, e.g. ``"hire"``.
        arguments: the words after it, e.g. ``("monk",)``.

    Raises:
        ValueError: no move has these words.
    """

    __slots__ = ("arguments", "kind", "number", "words")

    number: int
    words: str
    kind: MoveKind
    arguments: tuple[str, ...]

    def __new__(cls, words: str | Move) -> Move:
        if isinstance(words, Move):
            return words
        if not isinstance(words, str):
            raise ValueError(f"no move reads {words!r}; words such as 'hire monk' are expected")
        number = NUMBERS.get(words)
        if number is None:
            near = get_close_matches(words, WORDS, n=3)
            advice = f"; near it: {', '.join(near)}" if near else ""
            raise ValueError(f"no move reads {words!r}{advice}")
        return cls.of(number)

    @classmethod
    def of(cls, number: int) -> Move:
        """Return the move with this number (0 to 446)."""
        integer = as_integer(number)
        if integer is None or not 0 <= integer < MOVES:
            raise ValueError(f"no move has the number {number!r}; they go from 0 to {MOVES - 1}")
        return _move(integer)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a move is a value: {name} cannot be set")

    def __str__(self) -> str:
        return self.words

    def __repr__(self) -> str:
        return f"Move({self.words!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and other.number == self.number

    def __lt__(self, other: object) -> bool:
        return self.number < other.number if isinstance(other, Move) else NotImplemented

    def __hash__(self) -> int:
        return hash(("move", self.number))

    def __reduce__(self) -> tuple[type[Move], tuple[str]]:
        return Move, (self.words,)


@cache
def _move(number: int) -> Move:
    move = object.__new__(Move)
    kind, *arguments = WORDS[number].split()
    object.__setattr__(move, "number", number)
    object.__setattr__(move, "words", WORDS[number])
    object.__setattr__(move, "kind", kind)
    object.__setattr__(move, "arguments", tuple(arguments))
    return move
