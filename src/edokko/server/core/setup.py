"""The setup of a game at a table, and the components that it names."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from edokko.components import Components, load
from edokko.rules.tables import Tables, tables_for


class Setup(Struct, frozen=True):
    """The edition, version, number of players and overlay of a game."""

    edition: str
    rules_version: int
    players: int
    overlay: dict[str, Any] | None = None


def components_and_tables(setup: Setup) -> tuple[Components, Tables]:
    """Return the components of a setup, and the engine's tables for them."""
    components = load(setup.edition, setup.overlay)
    return components, tables_for(components, setup.players)
