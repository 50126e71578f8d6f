"""What a person types: a number, the words of a move, or one of the letters that ask for something else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from edokko.move import Move
from edokko.rules.moves import NUMBERS, WORDS

COMMANDS = ("u", "b", "l", "s", "q", "?", "w", "h")
MOST_NEAR = 3
FEWEST_LETTERS = 3
"""Fewer letters stand in nearly every move."""
_BY_LOWER = {words.lower(): words for words in WORDS}


@dataclass(frozen=True, slots=True)
class Typed:
    """What was meant: a move that is legal, a move that is not, a command, an empty line, or nothing that is known."""

    move: Move | None = None
    command: str = ""
    about: str = ""
    """What stands after a command."""
    unknown: str = ""
    near: tuple[str, ...] = ()
    """Choices on offer that read nearly like it."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was typed, and there is more than one choice."""
        return self == Typed()


def understand(line: str, legal: Sequence[Move]) -> Typed:
    """Read a line.

    Args:
        line: what was typed.
        legal: the legal moves in the order of their numbers on the screen.
    """
    text = " ".join(line.split()).lower()
    if not text:
        return Typed(move=legal[0]) if len(legal) == 1 else Typed()
    if text.isascii() and text.isdigit() and len(text) < 4:
        number = int(text)
        return Typed(move=legal[number - 1]) if 1 <= number <= len(legal) else Typed(unknown=text)
    move = move_of(text)
    if move is not None:
        return Typed(move=move)
    command, _, about = text.partition(" ")
    if command in COMMANDS and (command == "w" or not about):
        return Typed(command=command, about=about)
    return Typed(unknown=text[:60], near=near(text, [move.words for move in legal]))


def move_of(text: str) -> Move | None:
    """The move that has these words, in capitals or not."""
    words = _BY_LOWER.get(text.lower())
    return Move.of(NUMBERS[words]) if words else None


def near(text: str, moves: Sequence[str]) -> tuple[str, ...]:
    """Moves that hold every typed word, else moves that read nearly like the text; three at most."""
    if len(text) > 60:
        return ()
    typed = text.lower().split()
    is_telling = len(text) >= FEWEST_LETTERS
    holding = [move for move in moves if is_telling and all(word in move for word in typed)]
    return tuple(holding[:MOST_NEAR] or get_close_matches(text.lower(), moves, n=MOST_NEAR))
