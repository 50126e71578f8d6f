"""Games between computer players, and the positions of them that may become puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from edokko.game import Game
from edokko.players import Player, player
from edokko.players.analysis.position import Analyst
from edokko.players.base import drive
from edokko.players.budget import Budget
from edokko.rules.phases import STAGES
from edokko_research.puzzles import criteria


@dataclass(frozen=True, slots=True)
class Candidate:
    """A position in which one move seems to be clearly best.

    Attributes:
        game: the position, without history and chance.
        theme: what the decision is about.
    """

    game: Game
    theme: str


def play(number: int, seed: int) -> Iterator[Game]:
    """Play one game, and yield it before each decision of a stage with which a puzzle may begin.

    Args:
        number: of the game; it fixes the seats, and with the seed everything else.
        seed: of the whole run.
    """
    count = criteria.PLAYERS[number % len(criteria.PLAYERS)]
    game = Game(players=count, edition=criteria.EDITION, seed=seed + number)
    names = (criteria.SEATS[(seat + number) % len(criteria.SEATS)] for seat in range(count))
    seats: list[Player] = [player(name, seed + number) for name in names]
    for _ in drive(game, seats):
        if STAGES[game.state.phase] in criteria.STAGES:
            yield game


def candidates(number: int, seed: int, analyst: Analyst) -> Iterator[Candidate]:
    """Yield the positions of a game that the cheap searches let through."""
    for game in play(number, seed):
        if len(game.legal_moves) >= criteria.LEAST_MOVES:
            position = Game.from_position(game.position, chance="manual")
            if _is_promising(position, analyst):
                yield Candidate(position, criteria.STAGES[STAGES[position.state.phase]])


def _is_promising(game: Game, analyst: Analyst) -> bool:
    """Check that two moves seem natural, that a short search prefers one, and that the game is open."""
    look = analyst.analyse(game, Budget(simulations=criteria.LOOK))
    if sum(move.share >= criteria.NATURAL for move in look.moves) < 2:
        return False
    screen = analyst.analyse(game, Budget(simulations=criteria.SCREEN))
    is_open = criteria.LEAST_WIN <= screen.wins[game.seat or 0] <= criteria.MOST_WIN
    return is_open and screen.best.share >= criteria.SCREEN_SHARE
