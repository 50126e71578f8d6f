"""What a person types: a number, the words of a move, or a command that asks for something else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from edokko.move import Move
from edokko.rules.moves import NUMBERS, WORDS

COMMANDS = {
    "undo": "u",
    "board": "b",
    "log": "l",
    "scores": "s",
    "quit": "q",
    "help": "?",
    "why": "w",
    "hint": "h",
    "row": "r",
    "offers": "o",
    "players": "p",
    "card": "c",
    "cards": "",
    "rules": "",
}
"""The commands, and the letter that is enough; none where a letter would be mistaken."""
WITH_WORDS = ("why", "card", "cards", "rules")
"""Commands that more words may follow."""
_BY_LETTER = {letter: command for command, letter in COMMANDS.items() if letter}
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
    command, about = _command_of(text)
    if command:
        return Typed(command=command, about=about)
    return Typed(unknown=text[:60], near=near(text, [move.words for move in legal]))


def is_command(line: str) -> bool:
    """Tell whether a line is a command, whatever there is to choose."""
    return bool(_command_of(" ".join(line.split()).lower())[0])


def _command_of(text: str) -> tuple[str, str]:
    """The command and the words after it; nothing where there is no such command."""
    command, _, about = text.partition(" ")
    command = _BY_LETTER.get(command, command)
    return (command, about) if command in COMMANDS and (command in WITH_WORDS or not about) else ("", "")


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
