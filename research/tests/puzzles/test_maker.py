"""The choice of puzzles and the ledger of a run. The searches themselves are checked on the shipped stock."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from edokko import Game
from edokko.puzzles import Puzzle, stock
from edokko_research.puzzles import criteria, maker
from edokko_research.puzzles.candidates import Candidate, play
from edokko_research.puzzles.judging import Judge
from edokko_research.puzzles.maker import LEDGER, Choosing, Entry, LedgerError, make

SEED = 1
HEADER_ONLY = 1


def in_games(size: int = 8) -> list[Entry]:
    """Return puzzles of the stock as those of games."""
    puzzles = list(stock().values())
    return [Entry(game, tuple(puzzles[first : first + size])) for game, first in enumerate(range(0, 80, size))]


def test_a_stock_keeps_to_the_shares_of_the_criteria() -> None:
    count = 20
    choosing = Choosing(count)
    for entry in in_games():
        before = len(choosing.chosen)
        choosing.add(entry.puzzles)
        assert len(choosing.chosen) - before <= criteria.MOST_OF_A_GAME
    assert choosing.is_complete
    assert len(choosing.chosen) == count
    difficulties = Counter(puzzle.difficulty for puzzle in choosing.chosen)
    themes = Counter(puzzle.theme for puzzle in choosing.chosen)
    assert max(difficulties.values()) <= criteria.MOST_OF_A_DIFFICULTY * count
    assert max(themes.values()) <= criteria.MOST_OF_A_THEME * count


def test_a_run_goes_on_after_its_ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entries = in_games()
    asked: list[int] = []

    def candidates(number: int, seed: int, analyst: object) -> list[Puzzle]:
        asked.append(number)
        if len(asked) == 3:
            raise KeyboardInterrupt
        return list(entries[number].puzzles)

    class EasyJudge:
        def puzzle(self, candidate: Puzzle) -> Puzzle:
            return candidate

    monkeypatch.setattr(maker, "candidates", candidates)
    monkeypatch.setattr(maker, "Judge", EasyJudge)
    monkeypatch.setattr(maker, "Analyst", lambda **_: None)
    path, whole = tmp_path / "stock.jsonl", tmp_path / "whole.jsonl"
    with pytest.raises(KeyboardInterrupt):
        make(path, 24, SEED, lambda games, found: None)
    ledger = tmp_path / f"stock.jsonl{LEDGER}"
    assert len(ledger.read_text().splitlines()) == HEADER_ONLY + 2
    with ledger.open("a") as file:
        file.write('{"game": 2, "puz')
    with pytest.raises(LedgerError, match="another run"):
        make(path, 24, SEED + 1, lambda games, found: None)
    make(path, 24, SEED, lambda games, found: None)
    assert asked[:4] == [0, 1, 2, 2]
    assert not ledger.exists()
    make(whole, 24, SEED, lambda games, found: None)
    assert path.read_text() == whole.read_text()


def test_a_seed_fixes_the_positions_of_a_game() -> None:
    first, second = ([game.position.to_line() for game in play(2, SEED)] for _ in range(2))
    assert first == second


def test_a_position_without_a_clearly_best_move_is_no_puzzle() -> None:
    start = next(play(2, SEED)).copy()
    assert Judge().puzzle(Candidate(start, "slot")) is None


def test_the_judge_finds_a_puzzle_of_the_stock_again() -> None:
    puzzle = next(each for each in stock().values() if len(each.steps) == 1)
    game = Game.from_position(puzzle.position, chance="manual")
    assert Judge().puzzle(Candidate(game, puzzle.theme)) == puzzle
