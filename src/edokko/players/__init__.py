"""The computer players of this package, and the plug-in interface for players of other packages.

A player has a ``name`` and ``choose(game, budget=None)``. :mod:`edokko.players.names` lists the options that a name
of this package's players may carry. Other packages register players under the entry point group ``edokko.players``.
Each entry point is a factory. It is called with a seed and, if the name has options after a colon, with their text.

    [project.entry-points."edokko.players"]
    sage = "my_package:Sage"
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from edokko.native.backends import EngineName, backend_of
from edokko.players.base import Player
from edokko.players.budget import Budget
from edokko.players.evaluation.style import styles
from edokko.players.names import KINDS, Spec, create, is_level, levels, listed_kinds, parse_name
from edokko.players.policies.desk import GREEDY, RANDOM
from edokko.players.policies.greedy import GreedyPlayer
from edokko.players.policies.planner import PlannerPlayer
from edokko.players.policies.simple import RandomPlayer
from edokko.players.search.player import SearchPlayer

__all__ = [
    "BUILT_IN",
    "GROUP",
    "Budget",
    "GreedyPlayer",
    "PlannerPlayer",
    "Player",
    "RandomPlayer",
    "SearchPlayer",
    "check_name",
    "is_level",
    "levels",
    "player",
    "player_names",
    "styles",
]

GROUP = "edokko.players"
BUILT_IN = {"random": RANDOM, "greedy": GREEDY}
"""The numbers of the players that simulations in the engine support, by name."""


def player_names() -> list[str]:
    """Return the names of all players: this package's kinds and levels, then those of other packages, sorted.

    The champion is one of them if the package ships a network. Without one it needs a file, ``champion:net=FILE``.
    """
    built_in = [*listed_kinds(), *levels()]
    return [*built_in, *sorted(set(_entry_points()) - {*KINDS, *levels()})]


def check_name(name: str) -> Spec:
    """Parse and validate a player's name without creating the player.

    Raises:
        ValueError: the player is unknown, or an option is invalid; the message lists what is valid.
    """
    spec = parse_name(name)
    if spec.kind not in KINDS and spec.kind not in _entry_points():
        raise ValueError(f"there is no player {spec.kind!r}; players: {', '.join(player_names())}")
    return spec


def player(name: str, seed: int | None = None, engine: EngineName | None = None) -> Player:
    """Create a player.

    Args:
        name: one of :func:`player_names`, with its options. Another package cannot override a name of this package.
        seed: fixes the player's random choices (0 to 2**64 - 1); ``None`` takes one from the system's generator.
        engine: the engine that players of this package run on: ``"native"``, ``"plain"``, or ``None``: native, or
            plain where there is no engine.

    Raises:
        ValueError: the player is unknown, or the seed is out of range; the message lists what is valid.
        TypeError: another package's entry point does not return a player.
    """
    spec = check_name(name)
    if spec.kind in KINDS:
        return create(spec, seed, backend_of(engine))
    entry = _entry_points()[spec.kind]
    factory: Callable[..., Any] = entry.load()
    candidate = factory(seed, ":".join(spec.options)) if spec.options else factory(seed)
    if not isinstance(candidate, Player):
        raise TypeError(
            f"{entry.value} of the entry point {spec.kind!r} returns {candidate!r}, which has no name and choose()"
        )
    return candidate


def _entry_points() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}
