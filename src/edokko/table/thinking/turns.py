"""The turns of computer players. No state of one is stored: a table tells whether a computer player has to move."""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, NamedTuple

from edokko.game import Game
from edokko.players import Budget, Player, check_name, player
from edokko.table.commands import playing
from edokko.table.venue import Venue
from edokko.table.views.live_table import LiveTable

LONGEST = 3_000.0
"""Time limit, in milliseconds, of a search that is limited by simulations: on a busy machine it would take long."""
_thread_local = threading.local()
Run = Callable[[Callable[[], Any]], Awaitable[Any]]
"""Runs a search, in a thread where there are threads."""


class Turn(NamedTuple):
    """The turn of a computer player at a position; ``game`` is ``None`` if ``move`` is the only legal one."""

    level: str
    ply: int
    version: int
    move: str
    game: Game | None


def turn_of(live_table: LiveTable) -> Turn | None:
    """Return the turn of the computer player that has to move; ``None`` if none has. Hold the table's lock."""
    level = deciding_level(live_table)
    if level is None:
        return None
    match = live_table.match
    legal = match.game.legal_moves
    game = match.copy_for_search() if len(legal) > 1 else None
    return Turn(level, match.ply, live_table.version, str(legal[0]), game)


async def play_turn(venue: Venue, table: str, turn: Turn, run: Run, stopping: threading.Event) -> None:
    """Choose a move and play it, unless ``stopping`` is set; the version makes sure that it is played once.

    Raises:
        ApiProblem: another process has moved first, or the table has changed.
    """
    move = turn.move
    if turn.game is not None:
        move = await run(partial(_choose, turn.level, turn.game, stopping))
        if stopping.is_set():
            return
    await playing.play(venue, table, None, turn.ply, [move], version=turn.version)


def deciding_level(live_table: LiveTable) -> str | None:
    """Return the level of the computer player that has to move; ``None`` if none has."""
    seat = live_table.match.seat if live_table.info.status == "running" else None
    if seat is None or live_table.seats[seat].kind != "bot":
        return None
    return live_table.seats[seat].level


def _choose(level: str, game: Game, stop: threading.Event) -> str:
    own = check_name(level).budget
    budget = Budget(own.milliseconds or LONGEST, own.simulations, stop) if own else None
    try:
        return str(_player(level).choose(game, budget))
    except Exception as error:
        # Context for the log, which must not contain ids of tables.
        error.add_note(f"{level} at a table of {game.players}, edition {game.edition}, move {game.ply}")
        raise


def _player(level: str) -> Player:
    """Return this thread's player of a level; players are not thread-safe."""
    players: dict[str, Player] | None = getattr(_thread_local, "players", None)
    if players is None:
        players = _thread_local.players = {}
    if level not in players:
        players[level] = player(level)
    return players[level]
