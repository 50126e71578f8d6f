"""The setup of a game at a table, and the components that it names."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from edokko.chance import ChanceSource
from edokko.components import Components, load
from edokko.game import Game
from edokko.rules.tables import Tables, tables_for


class Setup(Struct, frozen=True):
    """The edition, version, number of players, overlay and start of a game."""

    edition: str
    rules_version: int
    players: int
    overlay: dict[str, Any] | None = None
    # The position string of the first position, which the rest agrees with; ``None`` for a game that begins with its
    # setup.
    start: str | None = None


def components_and_tables(setup: Setup) -> tuple[Components, Tables]:
    """Return the components of a setup, and the engine's tables for them."""
    components = load(setup.edition, setup.overlay)
    return components, tables_for(components, setup.players)


def begin_game(setup: Setup, chance: ChanceSource) -> Game:
    """Begin the game of a setup, and draw the chance up to its first decision."""
    if setup.start is not None:
        return Game.from_position(setup.start, chance=chance)
    components = load(setup.edition, setup.overlay)
    return Game(setup.players, setup.edition, components=components, chance=chance)
