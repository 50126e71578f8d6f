"""Who decides: the built-in players, and the door for others.

A player has a ``name`` and ``choose(game)``. A package brings its own under the entry point group
``edokko.players``: each name leads to something that is called with a seed and returns a player.

    [project.entry-points."edokko.players"]
    sage = "my_package:Sage"
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from edokko.players.base import Player
from edokko.players.greedy import GreedyPlayer
from edokko.players.uniform import RandomPlayer

__all__ = ["BUILT_IN", "GREEDY", "GROUP", "RANDOM", "GreedyPlayer", "Player", "RandomPlayer", "player", "player_names"]

GROUP = "edokko.players"
RANDOM = RandomPlayer.kind
GREEDY = GreedyPlayer.kind
BUILT_IN: dict[str, type[RandomPlayer] | type[GreedyPlayer]] = {"random": RandomPlayer, "greedy": GreedyPlayer}
"""The players that the compiled simulation knows, by name."""


def player_names() -> list[str]:
    """The names of all players: the built-in ones, then those of other packages, sorted."""
    return [*BUILT_IN, *sorted(set(_entry_points()) - set(BUILT_IN))]


def player(name: str, seed: int | None = None) -> Player:
    """Make a player.

    Args:
        name: one of :func:`player_names`. A built-in name cannot be taken over by another package.
        seed: fixes what it leaves to chance (0 to 2**64 - 1); ``None`` for the system's generator.

    Raises:
        ValueError: there is no player of that name; the message lists those that exist.
        TypeError: another package's entry point does not give a player.
    """
    if name in BUILT_IN:
        return BUILT_IN[name](seed)
    entry = _entry_points().get(name)
    if entry is None:
        raise ValueError(f"there is no player {name!r}; players: {', '.join(player_names())}")
    factory: Callable[[int | None], Any] = entry.load()
    made = factory(seed)
    if not isinstance(made, Player):
        raise TypeError(f"{entry.value} of the entry point {name!r} gives {made!r}, which has no name and choose()")
    return made


def _entry_points() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}
