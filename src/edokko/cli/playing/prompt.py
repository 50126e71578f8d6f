"""Parsing of a line at the prompt: a number, the words of a move, or a command."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from edokko.move import Move
from edokko.rules.moves import NUMBERS, WORDS
from edokko.texts import with_ordinary_letters

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
"""The commands and their one-letter forms; empty where a letter would be ambiguous."""
WITH_WORDS = ("why", "card", "cards", "rules")
"""The commands that take an argument."""
_BY_LETTER = {letter: command for command, letter in COMMANDS.items() if letter}
MOST_NEAR = 3
FEWEST_LETTERS = 3
"""The minimum length of a search text; shorter ones match nearly every move."""
_BY_LOWER = {words.lower(): words for words in WORDS}


@dataclass(frozen=True, slots=True)
class ParsedLine:
    """The meaning of a line: a move (legal or not), a command, an empty line, or unknown text."""

    move: Move | None = None
    command: str = ""
    about: str = ""
    """The argument of a command."""
    unknown: str = ""
    near: tuple[str, ...] = ()
    """Choices that are similar to the unknown text."""

    @property
    def is_empty(self) -> bool:
        """Whether the line is empty, with more than one choice."""
        return self == ParsedLine()


def parse(line: str, legal: Sequence[Move]) -> ParsedLine:
    """Parse a typed line; the legal moves are in the order of their numbers on the screen."""
    text = _plain(line)
    if not text:
        return ParsedLine(move=legal[0]) if len(legal) == 1 else ParsedLine()
    if text.isascii() and text.isdigit() and len(text) < 4:
        number = int(text)
        return ParsedLine(move=legal[number - 1]) if 1 <= number <= len(legal) else ParsedLine(unknown=text)
    move = move_of(text)
    if move is not None:
        return ParsedLine(move=move)
    command, about = _command_of(text)
    if command:
        return ParsedLine(command=command, about=about)
    return ParsedLine(unknown=text[:60], near=near(text, [move.words for move in legal]))


def is_command(line: str) -> bool:
    """Check whether a line is a command, independently of the choices."""
    return bool(_command_of(_plain(line))[0])


def _plain(line: str) -> str:
    """Return a line in lower case with single blanks; an input method may type full-width digits and signs."""
    return " ".join(with_ordinary_letters(line).split()).lower()


def _command_of(text: str) -> tuple[str, str]:
    """Split a line into a command and its argument; both are empty if there is no such command."""
    command, _, about = text.partition(" ")
    command = _BY_LETTER.get(command, command)
    return (command, about) if command in COMMANDS and (command in WITH_WORDS or not about) else ("", "")


def move_of(text: str) -> Move | None:
    """Return the move with these words, ignoring case."""
    words = _BY_LOWER.get(text.lower())
    return Move.of(NUMBERS[words]) if words else None


def near(text: str, moves: Sequence[str]) -> tuple[str, ...]:
    """Return at most three similar moves: those that contain every typed word, else those with a similar spelling."""
    if len(text) > 60:
        return ()
    typed = text.lower().split()
    is_telling = len(text) >= FEWEST_LETTERS
    holding = [move for move in moves if is_telling and all(word in move for word in typed)]
    return tuple(holding[:MOST_NEAR] or get_close_matches(text.lower(), moves, n=MOST_NEAR))
