"""Who decides: the players of this package, and the door for others.

A player has a ``name`` and ``choose(game, budget=None)``. :mod:`edokko.players.names` lists what the names of this
package's players can ask for. Another package brings its own under the entry point group ``edokko.players``: each name
leads to something that is called with a seed and, where the name goes on after a colon, with the rest of it.

    [project.entry-points."edokko.players"]
    sage = "my_package:Sage"
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Literal

from edokko.players.base import Player
from edokko.players.budget import Budget
from edokko.players.greedy import GreedyPlayer
from edokko.players.names import KINDS, Spec, levels, make, understand
from edokko.players.planner import PlannerPlayer
from edokko.players.ready import ReadyPlayer
from edokko.players.search.player import SearchPlayer
from edokko.players.uniform import RandomPlayer

__all__ = [
    "BUILT_IN",
    "GREEDY",
    "GROUP",
    "RANDOM",
    "Budget",
    "GreedyPlayer",
    "PlannerPlayer",
    "Player",
    "RandomPlayer",
    "SearchPlayer",
    "check_name",
    "levels",
    "player",
    "player_names",
]

GROUP = "edokko.players"
RANDOM = RandomPlayer.kind
GREEDY = GreedyPlayer.kind
BUILT_IN: dict[str, type[RandomPlayer] | type[GreedyPlayer]] = {"random": RandomPlayer, "greedy": GreedyPlayer}
"""The players that the compiled simulation knows, by name."""
Engine = Literal["compiled", "plain", "ready"]


def player_names() -> list[str]:
    """The names of all players: this package's kinds and levels, then those of other packages, sorted."""
    own = [*KINDS, *levels()]
    return [*own, *sorted(set(_entry_points()) - set(own))]


def check_name(name: str) -> Spec:
    """Read the name of a player without making one.

    Raises:
        ValueError: there is no such player, or it cannot be asked for that; the message says what is possible.
    """
    spec = understand(name)
    if spec.kind not in KINDS and spec.kind not in _entry_points():
        raise ValueError(f"there is no player {spec.kind!r}; players: {', '.join(player_names())}")
    return spec


def player(name: str, seed: int | None = None, engine: Engine = "compiled") -> Player:
    """Make a player.

    Args:
        name: one of :func:`player_names`, with what is asked of it. A name of this package cannot be taken over by
            another.
        seed: fixes what it leaves to chance (0 to 2**64 - 1); ``None`` for the system's generator.
        engine: what players of this package run on: ``"compiled"``, where the first call may compile for a minute,
            ``"plain"``, or ``"ready"``: plain until the compiled engine is there.

    Raises:
        ValueError: there is no player of that name, or the seed is impossible; the message says what would be right.
        TypeError: another package's entry point does not give a player.
    """
    spec = check_name(name)
    if spec.kind in KINDS:
        if engine == "ready" and spec.kind in ("planner", "mcts"):
            return ReadyPlayer(spec, seed)
        return make(spec, seed, is_compiled=engine == "compiled")
    entry = _entry_points()[spec.kind]
    factory: Callable[..., Any] = entry.load()
    made = factory(seed, ":".join(spec.options)) if spec.options else factory(seed)
    if not isinstance(made, Player):
        raise TypeError(
            f"{entry.value} of the entry point {spec.kind!r} gives {made!r}, which has no name and choose()"
        )
    return made


def _entry_points() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}
