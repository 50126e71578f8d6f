"""The finished games of an arena, and the decision whether to stop.

Only rounds count that have no unfinished round before them. So the result does not depend on the order in which games
finish. The sequential test gets one observation for each round, in order.
"""

from __future__ import annotations

from collections import Counter

from edokko.lab.arena.matches import MatchResult
from edokko.lab.arena.question import Answer, SequentialTest
from edokko.lab.arena.schedule import ArenaGame, Schedule


class Ledger:
    """The finished games of an arena.

    With ``settle``, the arena is over as soon as the first entry's share of wins is known to be above or below it.

    Raises:
        ValueError: the first entry's share cannot lie on both sides of ``settle``.
    """

    def __init__(self, plan: Schedule, settle: float | None = None) -> None:
        self._plan = plan
        self._games: dict[tuple[int, int], MatchResult] = {}
        self._in_round: Counter[int] = Counter()
        self._round = 0
        """The first unfinished round."""
        self._test = None if settle is None else sequential_test(plan, settle)

    @property
    def count(self) -> int:
        """The number of finished games."""
        return len(self._games)

    @property
    def answer(self) -> Answer | None:
        """The answer of the sequential test, once it is settled."""
        return None if self._test is None else self._test.answer

    @property
    def is_enough(self) -> bool:
        """Whether the test is settled or all games are finished."""
        return self.answer is not None or self._round == self._plan.rounds

    def add(self, result: MatchResult) -> None:
        """Add a finished game; ignore it if it is not planned or already in the ledger."""
        match = result.match
        key = match.block, match.rotation
        if match.block >= self._plan.blocks or key in self._games:
            return
        self._games[key] = result
        self._in_round[match.block // len(self._plan.line_ups)] += 1
        while not self.is_enough and self._in_round[self._round] == self._plan.round_games:
            if self._test is not None:
                self._test.add(self._win_share(self._round))
            self._round += 1

    def missing(self) -> list[ArenaGame]:
        """Return the games that still have to be played."""
        if self.is_enough:
            return []
        return [match for match in self._plan.matches() if (match.block, match.rotation) not in self._games]

    def counted(self) -> list[MatchResult]:
        """Return the games of the rounds that count."""
        return [game for round_ in range(self._round) for game in self._games_of(round_)]

    def _games_of(self, round_: int) -> list[MatchResult]:
        size = len(self._plan.line_ups)
        blocks = range(round_ * size, (round_ + 1) * size)
        return [self._games[block, rotation] for block in blocks for rotation in range(self._plan.players)]

    def _win_share(self, round_: int) -> float:
        """Return the share of its games that the first entry won in a round."""
        name = self._plan.entries[0]
        games = [game for game in self._games_of(round_) if name in game.match.seats]
        return sum(game.match.seats[game.ranking[0]] == name for game in games) / len(games)


def sequential_test(plan: Schedule, settle: float) -> SequentialTest:
    """Create the test; it works on the share of games won, so convert ``settle``, which is a share per seat held.

    Raises:
        ValueError: the first entry's share cannot lie on both sides of ``settle``.
    """
    name = plan.entries[0]
    held = [sum(plan.entries[entry] == name for entry in line_up) for line_up in plan.line_ups]
    most = sum(map(bool, held)) / sum(held)
    if len(plan.names) == 1:
        raise ValueError(f"settle: {name} plays only itself, so there is nothing to settle")
    if not 0 < settle < most:
        raise ValueError(
            f"settle: {settle!r} cannot be settled; the share of wins of {name} is from 0 to {most:.4g}, and a number "
            "between them is expected"
        )
    return SequentialTest(settle / most)
