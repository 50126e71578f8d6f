"""The games of an arena that are finished, and whether they are enough.

What counts are the rounds finished without one missing before them. So it makes no difference in which order games
come, and a question is asked after each round, in their order.
"""

from __future__ import annotations

from collections import Counter

from edokko.lab.matches import Played
from edokko.lab.question import Answer, Question
from edokko.lab.schedule import Match, Schedule


class Ledger:
    """Finished games.

    Args:
        plan: all games.
        settle: the share of wins of the first entry that is asked about; ``None`` where nothing is.

    Raises:
        ValueError: no share of that entry's can lie on both sides.
    """

    def __init__(self, plan: Schedule, settle: float | None = None) -> None:
        self._plan = plan
        self._games: dict[tuple[int, int], Played] = {}
        self._in_round: Counter[int] = Counter()
        self._round = 0
        """The first round that is not finished."""
        self._question = None if settle is None else _question(plan, settle)

    @property
    def count(self) -> int:
        """How many of the planned games are finished."""
        return len(self._games)

    @property
    def answer(self) -> Answer | None:
        """The answer to what was asked, once it is settled."""
        return None if self._question is None else self._question.answer

    @property
    def is_enough(self) -> bool:
        """Whether the question is settled or all games are played."""
        return self.answer is not None or self._round == self._plan.rounds

    def add(self, played: Played) -> None:
        """Take a game; one that was not planned, or that is there already, counts for nothing."""
        match = played.match
        key = match.block, match.rotation
        if match.block >= self._plan.blocks or key in self._games:
            return
        self._games[key] = played
        self._in_round[match.block // len(self._plan.line_ups)] += 1
        while not self.is_enough and self._in_round[self._round] == self._plan.round_games:
            if self._question is not None:
                self._question.add(self._won(self._round))
            self._round += 1

    def missing(self) -> list[Match]:
        """The games that have to be played."""
        if self.is_enough:
            return []
        return [match for match in self._plan.matches() if (match.block, match.rotation) not in self._games]

    def counted(self) -> list[Played]:
        """The games of the rounds that count."""
        return [game for round_ in range(self._round) for game in self._of(round_)]

    def _of(self, round_: int) -> list[Played]:
        size = len(self._plan.line_ups)
        blocks = range(round_ * size, (round_ + 1) * size)
        return [self._games[block, rotation] for block in blocks for rotation in range(self._plan.players)]

    def _won(self, round_: int) -> float:
        """The part of its games that the first entry has won in a round."""
        name = self._plan.entries[0]
        games = [game for game in self._of(round_) if name in game.match.seats]
        return sum(game.match.seats[game.ranking[0]] == name for game in games) / len(games)


def _question(plan: Schedule, settle: float) -> Question:
    """A share a seat as a share of the games in which the first entry sits."""
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
    return Question(settle / most)
