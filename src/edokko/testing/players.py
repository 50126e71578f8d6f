"""The compliance test of players: what docs/build/write-a-player.md asks of them, tried out on whole games.

A player is checked in every edition and number of players given:

1. **Whole games.** It plays all seats, one player object a seat. Every answer is a legal :class:`~edokko.move.Move`,
   and the game that it was given has not changed.
2. **Every phase.** It answers in a position of each kind of decision, also in the middle of a game that it has not seen
   begin.
3. **The same seed, the same moves.** A second player with the same seed answers alike.
4. **No look into the future.** It answers alike where chance will bring something else later.
5. **Overlays.** It plays with components that are not the shipped ones.
6. **Budgets.** It keeps a bound on its time, and returns soon if it is told to stop.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.resources import files
from itertools import product
from threading import Event
from time import monotonic
from typing import Any

from edokko.components import EDITIONS
from edokko.game import Game
from edokko.move import Move
from edokko.players import Budget, Player, player
from edokko.rules.phases import STAGES


class NonCompliance(AssertionError):
    """A player or an environment breaks its contract; the message says how, and where."""


def positions_by_phase(players: int, edition: str) -> Mapping[str, str]:
    """Return a position string for each possible phase, by phase.

    Args:
        players: 2, 3 or 4.
        edition: ``"2021"`` or ``"2015"``.
    """
    return _positions()[f"{edition} {players}"]


@cache
def _positions() -> Mapping[str, Mapping[str, str]]:
    """Read the file that tests/testing/make_positions.py writes."""
    text = files("edokko.testing").joinpath("positions.json").read_text(encoding="utf-8")
    return json.loads(text)  # type: ignore[no-any-return]


Factory = Callable[[int | None], Player]

OVERLAY: Mapping[str, Any] = {"setup": {"mon": 12}, "characters": {"monk": {"cost": 9}}}
"""An overlay that changes what a player sees from the beginning."""
SEATS = (2, 3, 4)
TRIES = 3
"""How often a player may try to keep a budget: a busy machine can delay any process."""
THINKING = Budget(milliseconds=100)
GRACE = 1.0
"""Seconds that an answer may take beyond its budget."""


@dataclass
class PlayerReport:
    """What a check has seen.

    Attributes:
        name: the player's name.
        games: the number of whole games.
        decisions: the number of its answers.
        phases: the phases in which it has answered.
        slowest: the longest time of an answer with ``budget``, in seconds.
    """

    name: str
    games: int = 0
    decisions: int = 0
    phases: set[str] = field(default_factory=set)
    slowest: float = 0.0

    def __str__(self) -> str:
        return (
            f"{self.name}: {self.decisions} legal answers in {self.games} games and {len(self.phases)} phases, "
            f"the slowest in {self.slowest:.2f} s"
        )


def check_player(
    make: Factory | str,
    *,
    editions: Iterable[str] = EDITIONS,
    players: Iterable[int] = SEATS,
    seed: int = 1,
    budget: Budget | None = None,
    is_deterministic: bool = True,
) -> PlayerReport:
    """Check a player against its contract.

    Args:
        make: called with a seed, returns a player: its class, or the name of a player of this or another package.
        editions, players: the kinds of game to play.
        seed: determines the games and the players.
        budget: the budget of every answer but those of the budget's own check; ``None`` for the player's default.
            Searches need a small number of simulations, because what fits into a time differs from run to run.
        is_deterministic: whether the same seed has to give the same moves. Switch it off only for players that cannot.

    Raises:
        NonCompliance: the player breaks the contract; the message says how and where.
    """
    factory: Factory = partial(player, make) if isinstance(make, str) else make
    first = _create(factory, seed)
    check = _Check(factory, budget, is_deterministic, PlayerReport(first.name))
    check.random_seed()
    for edition, count in product(editions, players):
        check.whole_game(Game(count, edition, seed))
        check.phases(edition, count, seed)
    check.whole_game(Game(2, "2021", seed, OVERLAY))
    check.budgets(Game(4, seed=seed))
    return check.report


def _create(factory: Factory, seed: int | None) -> Player:
    try:
        candidate: object = factory(seed)
    except Exception as error:
        told = "without a seed" if seed is None else f"with the seed {seed}"
        raise NonCompliance(f"the player cannot be created {told}: {type(error).__name__}: {error}") from error
    if not isinstance(candidate, Player):
        raise NonCompliance(f"{factory!r} returns {candidate!r}, which has no name and choose()")
    name: object = candidate.name
    if not isinstance(name, str) or not name:
        raise NonCompliance(f"the player's name is {name!r}; text is expected")
    return candidate


@dataclass
class _Check:
    """The check of one player, and what it has seen so far."""

    factory: Factory
    budget: Budget | None
    is_deterministic: bool
    report: PlayerReport

    def random_seed(self) -> None:
        """Check that the player also plays without a seed."""
        self.answer(_create(self.factory, None), Game(2, seed=1))

    def whole_game(self, game: Game) -> None:
        """Let the player play all seats of a game, with a twin that has to answer alike."""
        pairs = [(_create(self.factory, seat), _create(self.factory, seat)) for seat in range(game.players)]
        while (seat := game.seat) is not None:
            own, twin = pairs[seat]
            move = self.answer(own, game)
            if self.is_deterministic:
                self.compare(move, self.answer(twin, game), game, "a second player with the same seed answers")
            if self.is_deterministic and _chance_may_follow(game):
                self.futures(game.position.to_line(), seat)
            game.play(move)
        self.report.games += 1

    def phases(self, edition: str, players: int, seed: int) -> None:
        """Ask new players in a position of each phase."""
        for phase, line in positions_by_phase(players, edition).items():
            self.answer(_create(self.factory, seed), Game.from_position(line, seed=seed))
            self.report.phases.add(phase)
            if self.is_deterministic:
                self.futures(line, seed)

    def futures(self, line: str, seed: int) -> None:
        """Ask new players with the same seed in one position with two different futures."""
        game, other = (Game.from_position(line, seed=future) for future in (1, 2))
        move, second = (self.answer(_create(self.factory, seed), asked) for asked in (game, other))
        told = "with other chance in the future, which a player cannot know, it answers"
        self.compare(move, second, game, told)

    def answer(self, asked: Player, game: Game, budget: Budget | None = None) -> Move:
        """Return a player's move after all checks of a single answer."""
        before, legal = _facts(game), game.legal_moves
        try:
            move: object = asked.choose(game, budget or self.budget)
        except Exception as error:
            raise NonCompliance(f"{asked.name} raises {type(error).__name__}: {error}{_where(game)}") from error
        if _facts(game) != before:
            raise NonCompliance(f"{asked.name} has changed the game; a player plays on game.copy(){_where(game)}")
        if not isinstance(move, Move):
            raise NonCompliance(f"{asked.name} returns {move!r}, which is no Move of game.legal_moves{_where(game)}")
        if move not in legal:
            words = ", ".join(map(str, legal))
            raise NonCompliance(f"{asked.name} plays {str(move)!r}, which is illegal; legal: {words}{_where(game)}")
        self.report.decisions += 1
        return move

    def compare(self, move: Move, other: Move, game: Game, told: str) -> None:
        """Refuse two different answers."""
        if move != other:
            name = self.report.name
            raise NonCompliance(f"{name} answers {str(move)!r}, but {told} {str(other)!r}{_where(game)}")

    def budgets(self, game: Game) -> None:
        """Check a bound on the time, and a stop that has come before the question."""
        asked = _create(self.factory, 1)
        self.answer(asked, game, THINKING)  # the first answer may load files
        stopped = Budget(milliseconds=60_000, stop=Event())
        assert stopped.stop is not None
        stopped.stop.set()
        for budget, told in ((THINKING, "its budget of 100 ms"), (stopped, "the event that stops it")):
            seconds = min(self.seconds(asked, game, budget) for _ in range(TRIES))
            self.report.slowest = max(self.report.slowest, seconds)
            if seconds > (THINKING.milliseconds or 0) / 1000 + GRACE:
                taken = f"takes {seconds:.1f} s in the best of {TRIES} tries"
                raise NonCompliance(f"{asked.name} {taken} and does not keep {told}{_where(game)}")

    def seconds(self, asked: Player, game: Game, budget: Budget) -> float:
        """Return the time of one answer."""
        began = monotonic()
        self.answer(asked, game, budget)
        return monotonic() - began


def _chance_may_follow(game: Game) -> bool:
    """Check whether chance follows one of the legal moves: a player that looks at the future profits there."""
    ahead = Game.from_state(game.components, game.tables, game.state.copy(), chance="manual")
    for move in game.legal_moves:
        ahead.play(move)
        if ahead.is_chance:
            return True
        ahead.undo()
    return False


def _facts(game: Game) -> tuple[object, ...]:
    """Return what a player must leave as it is."""
    return game.state.copy(), game.moves, game.chance_count, game.legal_moves


def _where(game: Game) -> str:
    """Return the end of a message: the position, so that the failure can be repeated."""
    return f" ({STAGES[game.state.phase]}; Game.from_position({game.position.to_line()!r}))"
