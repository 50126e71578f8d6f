"""Moments of random games where tables begin. They are found in this process, without an HTTP request for each move."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import msgspec

from edokko import Game
from edokko.rules.phases import KINDS_BY_PHASE
from edokko.table.views.moves import legal_of, unavailable_of
from edokko.table.views.position import position_of, turn_of

Condition = Callable[[dict[str, Any]], bool]
"""A condition on the `table` of the API's view."""
TRIES = 20
"""The number of games in which a condition is looked for."""

PARTS: dict[str, Callable[[Game], object]] = {
    "position": position_of,
    "turn": turn_of,
    "asked": lambda game: list(KINDS_BY_PHASE.get(game.state.phase, ())),
    "moves": legal_of,
    "unavailable": unavailable_of,
}
"""The parts of the API's `game` that depend on the position alone."""


class GameView(Mapping[str, Any]):
    """The parts of the API's `game` as JSON values. Each is made when it is read: most conditions read only one."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._values: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._values:
            self._values[name] = msgspec.to_builtins(PARTS[name](self._game))
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(PARTS)

    def __len__(self) -> int:
        return len(PARTS)


def api_view(game: Game) -> dict[str, Any]:
    """Return the part of the API's view that the page makes words of, as JSON values."""
    return dict(GameView(game))


class Moment(NamedTuple):
    """A moment of a game."""

    start: str
    """The position string after the last chance before the moment."""
    moves: tuple[str, ...]
    """The moves since: they lead a table that begins at `start` to the moment."""


@cache
def late_position(players: int, month: int, edition: str = "2021", seed: int = 1) -> str:
    """Return the position string of the first decision of a month in a random game; month 13 is New Year."""
    game, choice = Game(players, edition, seed=seed), random.Random(seed)
    while game.month < month:
        game.play(choice.choice(game.legal_moves))
    return game.position.to_line()


@cache
def moment_where(condition: Condition, players: int = 4, month: int = 1) -> Moment:
    """Return a moment that meets a condition, which many games never meet.

    Args:
        condition: on the view's `table`.
        players: the number of seats.
        month: a month before which the condition never holds.
    """
    for seed in range(TRIES):
        game, choice = Game(players, seed=seed), random.Random(seed)
        settled = 0
        while not game.is_over:
            if game.month >= month and condition(_table_of(game)):
                return _moment_of(game, settled)
            outcomes = game.chance_count
            game.play(choice.choice(game.legal_moves))
            if game.chance_count > outcomes:
                settled = game.ply
    raise AssertionError("no game comes to such a moment")


def _table_of(game: Game) -> dict[str, Any]:
    return {"status": "running", "ply": game.ply, "seat": game.seat, "game": GameView(game)}


def _moment_of(game: Game, settled: int) -> Moment:
    """Return the current moment of a game.

    Args:
        game: the game; the moves since the last chance are taken back.
        settled: the ply after the last chance.
    """
    moves = tuple(move.words for move in game.moves[settled:])
    while game.ply > settled:
        game.undo()
    return Moment(game.position.to_line(), moves)
