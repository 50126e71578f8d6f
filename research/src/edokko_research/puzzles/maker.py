"""Make a stock of puzzles from game after game. A run can be stopped and resumed at any time.

A file beside the stock, the ledger, gets a line for each game with all its puzzles. The choice among them is a function
of the ledger alone, so a seed and a count fix the stock, however often a run was stopped.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from edokko import __version__
from edokko.components import RULES_VERSION
from edokko.game import Game
from edokko.players.analysis.position import Analyst
from edokko.puzzles import Puzzle, to_line
from edokko_research.puzzles import criteria
from edokko_research.puzzles.candidates import candidates
from edokko_research.puzzles.judging import Judge

LEDGER = ".games"
"""The suffix of the ledger, after the name of the stock."""


class LedgerError(ValueError):
    """A ledger of another run, or a damaged one."""


class Entry(msgspec.Struct, frozen=True):
    """A game of the ledger, and its puzzles."""

    game: int
    puzzles: tuple[Puzzle, ...]


class _Header(msgspec.Struct, frozen=True):
    """The first line of a ledger: what fixes the puzzles of each game."""

    seed: int
    rules_version: int
    version: str


@dataclass(slots=True)
class Choosing:
    """The choice of puzzles, game by game, within the shares of the criteria.

    Args:
        count: the number of puzzles that are wanted.
    """

    count: int
    chosen: list[Puzzle] = field(default_factory=list)
    _kinds: Counter[str] = field(default_factory=Counter)

    @property
    def is_complete(self) -> bool:
        """Whether there are enough puzzles."""
        return len(self.chosen) >= self.count

    def add(self, puzzles: Iterable[Puzzle]) -> None:
        """Choose among the puzzles of a game: long lines first, then difficult ones, and one a month."""
        months: set[int] = set()
        order = sorted(puzzles, key=lambda puzzle: (-_decisions(puzzle), -puzzle.difficulty, puzzle.id))
        for puzzle in order:
            month = Game.from_position(puzzle.position, chance="manual").month
            kinds = self._limits(puzzle)
            is_allowed = all(self._kinds[kind] < limit * self.count for kind, limit in kinds.items())
            if self.is_complete or len(months) == criteria.MOST_OF_A_GAME:
                return
            if is_allowed and month not in months:
                months.add(month)
                self._kinds.update(kinds.keys())
                self.chosen.append(puzzle)

    @staticmethod
    def _limits(puzzle: Puzzle) -> dict[str, float]:
        """Return the kinds that a puzzle belongs to, with their largest shares."""
        kinds = {
            f"difficulty {puzzle.difficulty}": criteria.MOST_OF_A_DIFFICULTY,
            f"theme {puzzle.theme}": criteria.MOST_OF_A_THEME,
        }
        return kinds | ({"one move": criteria.MOST_OF_ONE_MOVE} if _decisions(puzzle) == 1 else {})


def _decisions(puzzle: Puzzle) -> int:
    """Return the number of moves of a line that were not the only legal ones."""
    return sum(bool(step.others) for step in puzzle.steps)


def make(path: Path, count: int, seed: int, progress: Callable[[int, int], None]) -> list[Puzzle]:
    """Make a stock, or go on with it.

    Args:
        path: of the stock, which is written when it is complete; the ledger, beside it, is removed then.
        count: the number of puzzles.
        seed: fixes the games and, with the count, the stock.
        progress: a callback that receives the numbers of games and of puzzles so far.

    Raises:
        LedgerError: the ledger beside the path belongs to another run.
    """
    ledger = path.with_name(path.name + LEDGER)
    choosing = Choosing(count)
    for entry in _entries(ledger, seed):
        choosing.add(entry.puzzles)
        progress(entry.game + 1, len(choosing.chosen))
        if choosing.is_complete:
            break
    temporary = path.with_name(path.name + ".new")
    temporary.write_text("".join(to_line(puzzle) + "\n" for puzzle in choosing.chosen), encoding="utf-8")
    os.replace(temporary, path)
    ledger.unlink()
    return choosing.chosen


def _entries(ledger: Path, seed: int) -> Iterator[Entry]:
    """Yield the games of the ledger, then further ones, which are added to it."""
    header = _Header(seed, RULES_VERSION, __version__)
    games = 0
    if ledger.exists():
        for entry in _read(ledger, header):
            yield entry
            games += 1
    else:
        _append(ledger, header)
    screen, judge = Analyst(player="mcts"), Judge()
    while True:
        judged = (judge.puzzle(candidate) for candidate in candidates(games, seed, screen))
        entry = Entry(games, tuple(puzzle for puzzle in judged if puzzle is not None))
        _append(ledger, entry)
        yield entry
        games += 1


def _read(ledger: Path, header: _Header) -> list[Entry]:
    """Read a ledger, and cut off a last line that was not written completely."""
    data = ledger.read_bytes()
    complete = data[: data.rfind(b"\n") + 1]
    lines = complete.splitlines()
    try:
        if not lines or msgspec.json.decode(lines[0], type=_Header) != header:
            expected = json.dumps(msgspec.to_builtins(header))
            raise LedgerError(f"{ledger} belongs to another run; its first line should be {expected}")
        entries = [msgspec.json.decode(line, type=Entry) for line in lines[1:]]
    except msgspec.MsgspecError as error:
        raise LedgerError(f"{ledger} is damaged: {error}") from None
    if len(complete) < len(data):
        os.truncate(ledger, len(complete))
    return entries


def _append(ledger: Path, entry: _Header | Entry) -> None:
    with ledger.open("ab") as file:
        file.write(msgspec.json.encode(entry) + b"\n")
        file.flush()
        os.fsync(file.fileno())
