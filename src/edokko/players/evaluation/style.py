"""The styles of computer players: what a character likes beside winning.

A player with a style counts what it likes as IKI, in its search or in the choice of its next move.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated

from edokko.rules.engine.fields import Cells, Fields, fields
from edokko.rules.engine.registry import rule
from edokko.rules.resources import own_characters
from edokko.rules.scoring import fish_value
from edokko.rules.state import FIRST_BUILDING, KOBAN, ROOMS, WOOD, State
from edokko.rules.tables import Tables

Iki = Annotated[float, Cells("f8")]


@fields
class Style(Fields):
    """What a player likes, in IKI; all 0 for a player that only wants to win."""

    building: Iki
    """For each of its buildings."""
    stock: Iki
    """For each of its wood and koban."""
    fish: Iki
    """For each IKI of its fish."""
    character: Iki
    """For each of its characters, retired or not."""
    fire: Iki
    """For each step of firefighting."""


@rule
def liking(tables: Tables, state: State, seat: int, style: Style) -> float:
    """Return how much a seat with a style likes what it has, the card in its hand included, in IKI."""
    liked = style.fire * state.fire[seat] + style.fish * fish_value(tables, state, seat)
    characters = own_characters(state, seat)
    retired = state.retired[seat]
    while retired:
        characters += 1
        retired &= retired - 1
    buildings = 0
    for room in range(ROOMS):
        buildings += state.room_owner[room] == seat and state.room_card[room] >= FIRST_BUILDING
    if state.seat == seat and state.pending >= FIRST_BUILDING:
        buildings += 1
    elif state.seat == seat and state.pending >= 0:
        characters += 1
    stock = state.resources[seat][WOOD] + state.resources[seat][KOBAN]
    return liked + style.character * characters + style.building * buildings + style.stock * stock


@cache
def styles() -> Mapping[str, Style]:
    """Return the styles by name. They are shared: callers must not change them."""
    text = files("edokko.players.evaluation").joinpath("styles.toml").read_text(encoding="utf-8")
    named = {}
    for name, likes in tomllib.loads(text).items():
        named[name] = style = Style()
        for what, iki in likes.items():
            setattr(style, what, float(iki))
    return named
