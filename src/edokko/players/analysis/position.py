"""The analysis of a position by the champion's search: the best moves, their expected results, and their main lines.

Every number is a mean over simulations. A move's expected final scores and win chances are means over the simulations
that begin with it. Those of the position are those of its best move, since that move is the one to play. Each analysis
starts a new tree and samples its own chance, so a position, a seed and a number of simulations fix the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from time import perf_counter
from typing import Any, Literal

from edokko.chance import split_seed
from edokko.game import Game
from edokko.move import Move
from edokko.native.backends import Backend, EngineName, backend_of
from edokko.players.base import checked_seed
from edokko.players.budget import Budget
from edokko.players.champion.player import JudgedSearcher, champion_settings
from edokko.players.champion.stored import shipped_network
from edokko.players.evaluation.outlook import outlook_for
from edokko.players.evaluation.weights import shipped
from edokko.players.search import data
from edokko.players.search.player import MoveStatistics, Searcher, best, run

DEFAULT = Budget(milliseconds=1000)
TOP = 5
"""The default number of moves in an analysis."""
FEWEST = 2
"""The minimum number of simulations: the first one only expands the root, the second one tries a move."""


@dataclass(frozen=True, slots=True)
class MoveAnalysis:
    """The analysis of one move.

    Attributes:
        move: the move.
        visits: the number of simulations that began with it.
        share: their share of the visits of all moves.
        finals: the expected final scores, in IKI, by seat.
        wins: the win chances by seat; they sum to 1.
        line: the principal variation. It begins with the move and ends before the first chance step.
    """

    move: Move
    visits: int
    share: float
    finals: tuple[float, ...]
    wins: tuple[float, ...]
    line: tuple[Move, ...]

    def to_json(self) -> dict[str, Any]:
        """Convert to JSON values."""
        return {
            "move": self.move.words,
            "visits": self.visits,
            "share": round(self.share, 4),
            "finals": rounded(self.finals, 2),
            "wins": rounded(self.wins, 4),
            "line": [move.words for move in self.line],
        }


@dataclass(frozen=True, slots=True)
class Analysis:
    """The analysis of a position.

    Attributes:
        seat: the deciding seat; ``None`` if the game is over, and then the numbers are its result.
        moves: the best moves, the most visited first, without unvisited moves; equal purchases are one.
        finals: the expected final scores of the best move, in IKI, by seat.
        wins: the win chances of the best move, by seat.
        simulations: the number of simulations.
        engine: ``"native"`` or ``"plain"``.
        game: the position, as a game that stops at chance steps. Callers must not change it.
    """

    seat: int | None
    moves: tuple[MoveAnalysis, ...]
    finals: tuple[float, ...]
    wins: tuple[float, ...]
    simulations: int
    engine: EngineName
    game: Game = field(repr=False, compare=False)

    @property
    def best(self) -> MoveAnalysis:
        """The analysis of the best move.

        Raises:
            ValueError: the game is over.
        """
        if not self.moves:
            raise ValueError("the game is over, there is nothing to decide")
        return self.moves[0]

    def to_json(self) -> dict[str, Any]:
        """Convert to JSON values, with moves in the words of records."""
        return {
            "seat": self.seat,
            "month": self.game.month,
            "finals": rounded(self.finals, 2),
            "wins": rounded(self.wins, 4),
            "simulations": self.simulations,
            "engine": self.engine,
            "moves": [move.to_json() for move in self.moves],
        }

    def __str__(self) -> str:
        from edokko.players.analysis.text import advice_text

        return advice_text(self)

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


def analyse(
    game: Game,
    budget: Budget | str | None = None,
    *,
    top: int = TOP,
    seed: int | None = 0,
    engine: EngineName | None = None,
) -> Analysis:
    """Analyse a position by search.

    Args:
        game: a game in which a seat decides, or that is over. It is not changed, and its chance is not drawn.
        budget: the budget of the search, also as text, such as ``"2s"`` or ``"5000sims"``; ``None`` for one second.
        top: the maximum number of moves in the analysis.
        seed: fixes the search (0 to 2**64 - 1); ``None`` takes one from the system's generator.
        engine: ``"native"``, ``"plain"``, or ``None``: native, or plain where there is no engine.

    Raises:
        ValueError: the next step is chance, or an argument is invalid; the message says what is valid.
    """
    bound = Budget.of(budget, DEFAULT)
    if top < 1:
        raise ValueError(f"top: {top!r}; at least 1 is needed")
    return Analyst(seed, backend=backend_of(engine)).analyse(game, bound, top)


class Analyst:
    """An analyser of many positions, which reserves the memory of its search once.

    Args:
        seed: fixes the search; ``None`` takes one from the system's generator.
        backend: how it runs, ``PLAIN`` or ``NATIVE``; ``None`` for native, or plain without an engine.
        player: whose search: ``"champion"``, the strongest one, or ``"mcts"``, whose numbers change rarely.
    """

    def __init__(
        self, seed: int | None = 0, *, backend: Backend | None = None, player: Literal["champion", "mcts"] = "champion"
    ) -> None:
        words = split_seed(checked_seed(seed))
        backend = backend or backend_of()
        self._searcher = (
            Searcher(data.settings(), shipped(), words, backend=backend)
            if player == "mcts"
            else JudgedSearcher(shipped_network(), champion_settings(), shipped(), words, backend=backend)
        )
        self.engine: EngineName = backend.name

    def analyse(self, game: Game, budget: Budget, top: int = TOP) -> Analysis:
        """Analyse a position; see :func:`analyse`."""
        if game.is_over:
            return self._result(game)
        return self._analysis(game, self._search(game, budget), top)

    def judge(self, game: Game, move: Move, budget: Budget, top: int = TOP) -> tuple[Analysis, MoveAnalysis]:
        """Analyse a position and one of its legal moves, which may be a bad one.

        A search visits bad moves rarely, and a mean over few simulations is unreliable. So the search continues with
        simulations that all begin with this move, until it has as many visits as the best one. Then both moves are
        searched equally deeply. Chance is sampled by the search for both, never taken from the game's future.

        Args:
            budget: the budget of the search for the best move; the other move takes at most the same again.
        """
        statistics = self._search(game, budget)
        analysis = self._analysis(game, statistics, top)
        if _purchase(game, move) == _purchase(game, analysis.best.move):
            played = replace(analysis.best, move=move, line=(move, *analysis.best.line[1:]))
            return replace(analysis, moves=(played, *analysis.moves[1:])), played
        index = game.legal_moves.numbers.index(move.number)
        missing = best(statistics).new_visits - statistics[index].new_visits
        if missing > 0:
            self._searcher.restrict_to(move)
            run(self._searcher, Budget(simulations=missing, stop=budget.stop), perf_counter())
            statistics[index] = self._searcher.statistics(game)[index]
        return analysis, self._move_analysis(analysis.game, statistics[index], statistics)

    def improve(self, game: Game, budget: Budget, slice_: Budget, top: int = TOP) -> Iterator[Analysis]:
        """Analyse a position, and yield the result again and again while it improves.

        Args:
            game: a game in which a seat decides, or that is over.
            budget: of the whole search: a number of simulations, and a stop event.
            slice_: of the search between two results.
        """
        if game.is_over:
            yield self._result(game)
            return
        assert budget.simulations is not None, "the caller limits the simulations"
        self._searcher.begin(game, outlook_for(game.players), fresh=True)
        while (left := budget.simulations - self._searcher.simulations) > 0:
            bound = left if slice_.simulations is None else min(left, slice_.simulations)
            run(self._searcher, Budget(slice_.milliseconds, bound, budget.stop), perf_counter())
            if budget.stop is not None and budget.stop.is_set():
                return
            yield self._analysis(game, self._searcher.statistics(game), top)

    def compare(self, game: Game, moves: Sequence[Move], budget: Budget) -> tuple[MoveAnalysis, ...]:
        """Analyse some legal moves of a position equally deeply.

        Args:
            budget: of each move: all its simulations begin with that move.
        """
        position = _copy_without_chance(game)
        values = []
        for move in moves:
            index = game.legal_moves.numbers.index(move.number)
            self._searcher.begin(game, outlook_for(game.players), fresh=True)
            # The first simulation only expands the root.
            self._searcher.run(1)
            self._searcher.restrict_to(move)
            run(self._searcher, budget, perf_counter())
            statistics = self._searcher.statistics(game)
            values.append(self._move_analysis(position, statistics[index], statistics))
        return tuple(values)

    def _search(self, game: Game, budget: Budget) -> list[MoveStatistics]:
        if game.seat is None:
            possible = ", ".join(game.chance_outcomes)
            raise ValueError(f"no seat decides in this game now: chance does; reveal one of: {possible}")
        if budget.simulations is not None and budget.simulations < FEWEST:
            budget = Budget(budget.milliseconds, FEWEST, budget.stop)
        began = perf_counter()
        self._searcher.begin(game, outlook_for(game.players), fresh=True)
        run(self._searcher, budget, began)
        return self._searcher.statistics(game)

    def _analysis(self, game: Game, statistics: Sequence[MoveStatistics], top: int) -> Analysis:
        position = _copy_without_chance(game)
        order = sorted(_by_purchase(game, statistics), key=lambda move: (move.visits, move.utility), reverse=True)
        moves = tuple(self._move_analysis(position, move, statistics) for move in order[:top] if move.visits)
        simulations = self._searcher.simulations
        return Analysis(game.seat, moves, moves[0].finals, moves[0].wins, simulations, self.engine, position)

    def _move_analysis(
        self, position: Game, move: MoveStatistics, statistics: Sequence[MoveStatistics]
    ) -> MoveAnalysis:
        return MoveAnalysis(
            move.move,
            move.visits,
            move.visits / sum(other.visits for other in statistics),
            tuple(total / move.new_visits for total in move.finals),
            tuple(total / move.new_visits for total in move.wins),
            tuple(_until_chance(position, self._searcher.principal_variation(move.move))),
        )

    def _result(self, game: Game) -> Analysis:
        finals = tuple(float(sheet.total) for sheet in game.score())
        wins = tuple(float(seat == game.ranking[0]) for seat in range(game.players))
        return Analysis(None, (), finals, wins, 0, self.engine, _copy_without_chance(game))


def _purchase(game: Game, move: Move) -> tuple[str, ...]:
    """Return a key of what a move does: goods that differ in nothing but their number, such as two pipes, are equal."""
    goods = game.components.goods
    return tuple(str(replace(goods[word], id="")) if word in goods else word for word in move.words.split())


def _by_purchase(game: Game, statistics: Iterable[MoveStatistics]) -> Iterable[MoveStatistics]:
    """Add up the moves that do the same, under the most visited of them."""
    groups: dict[tuple[str, ...], MoveStatistics] = {}
    for move in sorted(statistics, key=lambda move: move.visits, reverse=True):
        key = _purchase(game, move.move)
        groups[key] = groups[key] + move if key in groups else move
    return groups.values()


def _copy_without_chance(game: Game) -> Game:
    """Copy a game's position to a game that stops at chance steps, so that the original's chance is never drawn."""
    return Game.from_state(game.components, game.tables, game.state.copy(), seats=game.seats, chance="manual")


def _until_chance(position: Game, line: Iterable[Move]) -> Iterable[Move]:
    """Cut a line off at the first chance step: in open loop, later moves fit only some outcomes."""
    ahead = position.copy()
    for move in line:
        if move not in ahead.legal_moves:
            return
        yield move
        ahead.play(move)


def rounded(numbers: Iterable[float], digits: int) -> list[float]:
    """Return numbers, rounded."""
    return [round(number, digits) for number in numbers]
