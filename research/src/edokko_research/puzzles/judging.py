"""The deep search of a position: the line in which every move is clearly best, and how hard it is to find."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from edokko.game import Game
from edokko.move import Move
from edokko.players import player
from edokko.players.analysis.position import Analyst, MoveAnalysis
from edokko.players.budget import Budget
from edokko.puzzles import Choice, Puzzle, PuzzleStep, id_of
from edokko_research.puzzles import criteria
from edokko_research.puzzles.candidates import Candidate

SEEDS = (1, 2, 3)
"""The seeds of the deep searches and of the last one. A lucky draw of one search does not make a puzzle."""


@dataclass(frozen=True, slots=True)
class _Verdict:
    """A decision with a clearly best move, and the standard error of the difference to the next one."""

    step: PuzzleStep
    error: float


@dataclass(frozen=True, slots=True)
class _Total:
    """The mean values of a move over several searches, for the seat that decides.

    Attributes:
        lead: the expected lead over the best opponent, in IKI.
    """

    move: Move
    visits: int
    win: float
    iki: float
    lead: float

    @property
    def variance(self) -> float:
        """An upper bound of the variance of :attr:`win`; a simulation counts the win chance where it ends."""
        return self.win * (1 - self.win) / self.visits

    def choice(self) -> Choice:
        return Choice(self.move.words, round(self.win, 4), round(self.iki, 2))


class Judge:
    """The searches that decide whether a position is a puzzle. It reserves their memory once."""

    def __init__(self) -> None:
        # Puzzles are judged by the players of the rungs, so that the same run finds the same puzzles again.
        first, second, last = (Analyst(seed, player="mcts") for seed in SEEDS)
        self._pair = (first, second)
        self._last = last

    def puzzle(self, candidate: Candidate) -> Puzzle | None:
        """Return the puzzle of a position; ``None`` if no move is clearly best, or two lines are as good."""
        game = candidate.game
        verdicts = self._line(game)
        if not verdicts:
            return None
        position = game.position.to_line()
        steps = tuple(verdict.step for verdict in verdicts)
        return Puzzle(
            id_of(position),
            position,
            game.seat or 0,
            1 + sum(not _finds(name, game, steps) for name in criteria.RUNGS),
            candidate.theme,
            steps,
            round(max(verdict.error for verdict in verdicts), 4),
        )

    def _line(self, game: Game) -> list[_Verdict]:
        """Follow the clearly best moves of one seat to a decision that has none, to chance or to another seat."""
        verdicts: list[_Verdict] = []
        ahead = game.copy()
        while ahead.seat == game.seat and len(verdicts) < criteria.LONGEST:
            verdict = self._verdict(ahead)
            if verdict is None:
                break
            verdicts.append(verdict)
            ahead.play(verdict.step.best.move)
        while verdicts and not verdicts[-1].step.others:
            verdicts.pop()
        return verdicts

    def _verdict(self, game: Game) -> _Verdict | None:
        """Return the clearly best move of a decision; ``None`` if there is none."""
        if len(game.legal_moves) == 1:
            only = self._pair[0].analyse(game, Budget(simulations=criteria.EACH)).best
            return _Verdict(PuzzleStep(_total([only], game.seat or 0).choice()), 0.0)
        compared: list[Move] = []
        totals: list[_Total] = []
        searches: list[tuple[MoveAnalysis, ...]] = []
        for analyst in self._pair:
            if not compared:
                tree = analyst.analyse(game, Budget(simulations=criteria.TREE), criteria.COMPARED)
                compared = [move.move for move in tree.moves]
            searches.append(analyst.compare(game, compared, Budget(simulations=criteria.EACH)))
            totals = [_total(values, game.seat or 0) for values in zip(*searches, strict=True)]
            error = _error(totals)
            # The first search alone has twice the variance: let it pass if the difference may still be clear.
            if totals[0].win - max(total.win for total in totals[1:]) < criteria.CLEAR - error:
                return None
        best, *others = totals
        others.sort(key=lambda total: -total.win)
        difference = best.win - others[0].win
        is_clear = difference >= max(criteria.CLEAR, criteria.ERRORS * error)
        if not is_clear or best.lead <= max(total.lead for total in others):
            return None
        if self._last.analyse(game, Budget(simulations=criteria.CONFIRM)).best.move != best.move:
            return None
        return _Verdict(PuzzleStep(best.choice(), tuple(total.choice() for total in others)), error)


def _total(values: Sequence[MoveAnalysis], seat: int) -> _Total:
    """Return the means of one move over several searches with equally many simulations."""
    count = len(values)
    finals = [sum(scores) / count for scores in zip(*(value.finals for value in values), strict=True)]
    win = sum(value.wins[seat] for value in values) / count
    lead = finals[seat] - max(final for other, final in enumerate(finals) if other != seat)
    return _Total(values[0].move, count * criteria.EACH, win, finals[seat], lead)


def _error(totals: Sequence[_Total]) -> float:
    """Return the standard error of the difference between the first move and the best of the others."""
    second = max(totals[1:], key=lambda total: total.win)
    return sqrt(totals[0].variance + second.variance)


def _finds(name: str, game: Game, steps: Sequence[PuzzleStep]) -> bool:
    """Check whether a player plays a line."""
    solver = player(name, 0)
    ahead = game.copy()
    for step in steps:
        if solver.choose(ahead).words != step.best.move:
            return False
        ahead.play(step.best.move)
    return True
