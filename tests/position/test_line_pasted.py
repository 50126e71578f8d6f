"""Position strings that a mail, a chat, a narrow window or an address has changed on the way."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest

from edokko import Game, Position
from edokko.position import PositionError, is_line
from tests.helpers.terminal import edokko

CHANGES: dict[str, Callable[[str], str]] = {
    "line breaks": lambda line: "\n  " + line.replace(" ", "\r\n") + "\n",
    "two blanks": lambda line: line.replace(" ", "  "),
    "no-break spaces": lambda line: line.replace(" ", "\u00a0"),
    "tabs": lambda line: line.replace(" ", "\t"),
    "quotes": lambda line: f'"{line}"',
    "typographic quotes": lambda line: f"„{line}“",
    "a byte order mark": lambda line: "\ufeff" + line,
    "pluses": lambda line: line.replace(" ", "+"),
    "underscores": lambda line: line.replace(" ", "_", 12),
    "a form": quote_plus,
    "an address": quote,
    "only blanks quoted": lambda line: line.replace(" ", "%20"),
}


def positions() -> list[Position]:
    """Positions with and without an overlay, mon on cards and an unfinished turn."""
    found = []
    for components in (None, {"setup": {"mon": 9}}):
        game = Game(2, seed=3, components=components)
        for _ in range(60):
            found.append(game.position)
            game.play(game.legal_moves[0])
    return found


@pytest.mark.parametrize("change", CHANGES)
def test_a_pasted_string_is_the_same_position(change: str) -> None:
    lines = [position.to_line() for position in positions()]
    assert any("+" in line for line in lines)
    for line in lines:
        changed = CHANGES[change](line)
        assert changed != line
        assert is_line(changed)
        assert Position.from_line(changed).to_line() == line


def test_a_broken_overlay_is_joined_again() -> None:
    line = positions()[-1].to_line()
    assert "overlay=" in line
    assert Position.from_line(line[:-20] + "\n" + line[-20:]).to_line() == line


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda line: line.rpartition(" ")[0], "found 12 fields, expected 13"),
        (lambda line: line + " and so on", "expected overlay=... or nothing after the turn"),
        (lambda line: line.replace(" ", "|"), "expected edokko1 at its beginning"),
    ],
)
def test_what_was_lost_on_the_way_is_named(change: Callable[[str], str], words: str) -> None:
    with pytest.raises(PositionError) as refused:
        Position.from_line(change(positions()[0].to_line()))
    assert words in str(refused.value)


def test_the_command_line_takes_a_pasted_string() -> None:
    line = positions()[0].to_line()
    for change in ("quotes", "pluses", "no-break spaces"):
        result = edokko("hint", "--position", CHANGES[change](line), "--budget", "1sims")
        assert result.exit_code == 0, result.output
