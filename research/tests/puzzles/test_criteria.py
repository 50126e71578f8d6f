"""The stock of the package keeps to the criteria by which this project makes puzzles."""

from __future__ import annotations

from collections import Counter

from edokko import Game
from edokko.puzzles import stock
from edokko_research.puzzles import criteria


def test_no_difficulty_has_too_large_a_share() -> None:
    difficulties = Counter(puzzle.difficulty for puzzle in stock().values())
    assert max(difficulties.values()) <= criteria.MOST_OF_A_DIFFICULTY * len(stock()) + 1


def test_every_step_of_a_line_is_clear() -> None:
    for puzzle in stock().values():
        assert len(Game.from_position(puzzle.position, chance="manual").legal_moves) >= criteria.LEAST_MOVES
        gaps = [step.best.win - other.win for step in puzzle.steps for other in step.others]
        # The file has four digits of each value.
        assert all(gap >= criteria.CLEAR - 2e-4 for gap in gaps)
