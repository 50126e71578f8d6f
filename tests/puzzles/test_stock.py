"""The stock of the package: every puzzle can be played, and one move of each step is better than all others."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

from edokko import Game
from edokko.puzzles import DIFFICULTIES, THEMES, id_of, puzzle_of_the_day, read_lines, stock, to_line

LEAST = 200
LARGEST = 300_000
"""The size of the file in bytes: it travels in the package."""


def test_there_are_enough_puzzles_of_every_difficulty() -> None:
    puzzles = list(stock().values())
    assert len(puzzles) >= LEAST
    difficulties = Counter(puzzle.difficulty for puzzle in puzzles)
    assert set(difficulties) == set(range(1, DIFFICULTIES + 1))
    assert sum(len(to_line(puzzle)) for puzzle in puzzles) < LARGEST


def test_every_line_can_be_played_and_beats_all_other_moves() -> None:
    for puzzle in stock().values():
        assert puzzle.id == id_of(puzzle.position)
        assert puzzle.theme in THEMES
        game = Game.from_position(puzzle.position, chance="manual")
        assert game.seat == puzzle.seat
        for step in puzzle.steps:
            assert game.seat == puzzle.seat
            assert all(other.move in game.legal_moves for other in step.others)
            assert bool(step.others) == (len(game.legal_moves) > 1)
            assert all(step.best.win > other.win for other in step.others)
            game.play(step.best.move)


def test_a_puzzle_is_the_same_after_it_was_written_and_read() -> None:
    puzzle = next(iter(stock().values()))
    assert read_lines([to_line(puzzle), ""]) == {puzzle.id: puzzle}


def test_every_puzzle_has_its_day_before_one_comes_again() -> None:
    first = date(2026, 1, 1)
    days = [puzzle_of_the_day(first + timedelta(days=day)).id for day in range(len(stock()))]
    assert len(set(days)) == len(days)
