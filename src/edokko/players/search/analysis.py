"""What a search finds out about a position, as values: the best moves, what they lead to, and the expected line.

Every number is a mean over simulations: a move's expected final scores and win chances over those that begin with
it, and the position's own are those of its best move, because that is the one to be played. The search is a fresh one
each time and chance in it is its own, so a position, a seed and a number of simulations fix the analysis.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from time import perf_counter
from typing import TYPE_CHECKING, Any

from edokko.chance import split_seed
from edokko.game import Game
from edokko.move import Move
from edokko.players.base import checked_seed
from edokko.players.budget import Budget
from edokko.players.outlook import outlook_for
from edokko.players.search import data
from edokko.players.search.player import run
from edokko.players.search.searcher import Found, Searcher, best
from edokko.players.weights import shipped

if TYPE_CHECKING:
    from edokko.players import Engine

DEFAULT = Budget(milliseconds=1000)
TOP = 5
"""How many moves an analysis tells of, where nothing else is said."""
FEWEST = 2
"""The first simulation only unfolds the legal moves, the second one plays one of them."""


@dataclass(frozen=True, slots=True)
class MoveAnalysis:
    """What is expected of one move.

    Attributes:
        move: the move.
        visits: how many simulations began with it.
        share: their share of all simulations that began with any move.
        finals: the expected final scores, in IKI, by seat.
        wins: the chances to win, by seat; they sum to one.
        line: the main line, which begins with the move and ends before anything that chance has a hand in.
    """

    move: Move
    visits: int
    share: float
    finals: tuple[float, ...]
    wins: tuple[float, ...]
    line: tuple[Move, ...]

    def to_json(self) -> dict[str, Any]:
        """The same as JSON values."""
        return {
            "move": self.move.words,
            "visits": self.visits,
            "share": round(self.share, 4),
            "finals": _rounded(self.finals, 2),
            "wins": _rounded(self.wins, 4),
            "line": [move.words for move in self.line],
        }


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is expected of a position.

    Attributes:
        seat: who decides; ``None`` where the game is over, and then the numbers are its result.
        moves: the best moves, the most visited one first. Moves that no simulation tried are left out.
        finals: the expected final scores, in IKI, by seat: those of the best move.
        wins: the chances to win, by seat: those of the best move.
        simulations: how many were run.
        engine: ``"compiled"`` or ``"plain"``: what they ran on.
        game: the position, as a game that stops where chance decides; it is not to be changed.
    """

    seat: int | None
    moves: tuple[MoveAnalysis, ...]
    finals: tuple[float, ...]
    wins: tuple[float, ...]
    simulations: int
    engine: str
    game: Game = field(repr=False, compare=False)

    @property
    def best(self) -> MoveAnalysis:
        """The best move.

        Raises:
            ValueError: the game is over.
        """
        if not self.moves:
            raise ValueError("the game is over, there is nothing to decide")
        return self.moves[0]

    def to_json(self) -> dict[str, Any]:
        """The same as JSON values, moves in the words of records."""
        return {
            "seat": self.seat,
            "month": self.game.month,
            "finals": _rounded(self.finals, 2),
            "wins": _rounded(self.wins, 4),
            "simulations": self.simulations,
            "engine": self.engine,
            "moves": [one.to_json() for one in self.moves],
        }

    # The analysis is printed in plain words as a game is: only these two methods look ahead to the board.

    def __str__(self) -> str:
        from edokko.board.advice import advice_text

        return advice_text(self)

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


def analyse(
    game: Game,
    budget: Budget | str | None = None,
    *,
    top: int = TOP,
    seed: int | None = 0,
    engine: Engine = "compiled",
) -> Analysis:
    """Search a position and say what it holds.

    Args:
        game: where a seat decides, or a game that is over. It is not changed, and none of its chance is drawn.
        budget: how much to search, also as text, such as ``"2s"`` or ``"5000sims"``; ``None`` for a second.
        top: how many moves to tell of.
        seed: fixes the search (0 to 2**64 - 1); ``None`` for the system's generator.
        engine: ``"compiled"``, which compiles for a minute once, ``"plain"``, or ``"ready"``: plain until the
            compiled one is there.

    Raises:
        ValueError: chance decides now, or an argument is impossible; the message says what would be right.
    """
    bound = Budget.of(budget, DEFAULT)
    if top < 1:
        raise ValueError(f"top: {top!r}; at least 1 is needed")
    return Analyst(seed, is_compiled=_is_compiled(engine)).analyse(game, bound, top)


def _is_compiled(engine: Engine) -> bool:
    if engine != "ready":
        return engine == "compiled"
    from edokko.players import ready

    ready.begin()
    return ready.is_ready()


class Analyst:
    """Analyses one position after the other with the same search, whose memory is reserved once.

    Args:
        seed: fixes the search; ``None`` for the system's generator.
        is_compiled: whether it runs compiled or plain.
    """

    def __init__(self, seed: int | None = 0, *, is_compiled: bool = True) -> None:
        self._searcher = Searcher(data.settings(), shipped(), split_seed(checked_seed(seed)), is_compiled=is_compiled)
        self._engine = "compiled" if is_compiled else "plain"

    def analyse(self, game: Game, budget: Budget, top: int = TOP) -> Analysis:
        """What a position holds; see :func:`analyse`."""
        if game.is_over:
            return self._result(game)
        return self._analysis(game, self._search(game, budget), top)

    def judge(self, game: Game, move: Move, budget: Budget) -> tuple[Analysis, MoveAnalysis]:
        """What a position holds, and what is expected of one legal move of it, which may be a bad one.

        A search spends little on bad moves, and a mean over few simulations is worth little. So it goes on with
        simulations that all begin with this move, until it has as many of them as the best one: then both have been
        looked at equally deeply. The position's chance comes from the search in both, never from the game's future.

        Args:
            game: where a seat decides.
            move: one of its legal moves.
            budget: of the search for the best move; the other takes the same again at most.
        """
        found = self._search(game, budget)
        analysis = self._analysis(game, found, TOP)
        place = game.legal_moves.numbers.index(move.number)
        missing = best(found).fresh - found[place].fresh
        if missing > 0:
            self._searcher.only(move)
            run(self._searcher, Budget(simulations=missing, stop=budget.stop), perf_counter())
            found[place] = self._searcher.found(game)[place]
        return analysis, self._told(analysis.game, found[place], found)

    def _search(self, game: Game, budget: Budget) -> list[Found]:
        if game.seat is None:
            possible = ", ".join(game.chance_outcomes)
            raise ValueError(f"nobody decides in this game now: chance does; reveal one of: {possible}")
        if budget.simulations is not None and budget.simulations < FEWEST:
            budget = Budget(budget.milliseconds, FEWEST, budget.stop)
        began = perf_counter()
        self._searcher.begin(game, outlook_for(game.players), fresh=True)
        run(self._searcher, budget, began)
        return self._searcher.found(game)

    def _analysis(self, game: Game, found: Sequence[Found], top: int) -> Analysis:
        position = _standing(game)
        order = sorted(found, key=lambda one: (one.visits, one.utility), reverse=True)
        moves = tuple(self._told(position, one, found) for one in order[:top] if one.visits)
        simulations = self._searcher.simulations
        return Analysis(game.seat, moves, moves[0].finals, moves[0].wins, simulations, self._engine, position)

    def _told(self, position: Game, found: Found, among: Sequence[Found]) -> MoveAnalysis:
        return MoveAnalysis(
            found.move,
            found.visits,
            found.visits / sum(one.visits for one in among),
            tuple(one / found.fresh for one in found.finals),
            tuple(one / found.fresh for one in found.wins),
            tuple(_foreseeable(position, self._searcher.line(found.move))),
        )

    def _result(self, game: Game) -> Analysis:
        finals = tuple(float(sheet.total) for sheet in game.score())
        wins = tuple(float(seat == game.ranking[0]) for seat in range(game.players))
        return Analysis(None, (), finals, wins, 0, self._engine, _standing(game))


def _standing(game: Game) -> Game:
    """A game that stands where another one does, and stops where chance decides: the other's chance is not drawn."""
    return Game.from_state(game.components, game.tables, game.state.copy(), seats=game.seats, chance="manual")


def _foreseeable(position: Game, line: Iterable[Move]) -> Iterable[Move]:
    """A line up to the first chance: in open loop what stands behind it fits some outcomes only."""
    ahead = position.copy()
    for move in line:
        if move not in ahead.legal_moves:
            return
        yield move
        ahead.play(move)


def _rounded(numbers: Iterable[float], digits: int) -> list[float]:
    return [round(number, digits) for number in numbers]
