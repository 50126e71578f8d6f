"""The tables of games and seats as columns, computed from the arrays of finished games without a loop over games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from edokko.components.model import GOODS, TYPES
from edokko.lab.data.files import dictionary, from_columns
from edokko.lab.data.schema import TABLES
from edokko.rules.moves import KIND_GOODS, good_number
from edokko.rules.scoring import LINES
from edokko.rules.state import CHARACTERS, FISH, PIPE, POUCH
from edokko.rules.tables import Tables

Array = npt.NDArray[Any]

GOOD_KINDS = {"fish": FISH, "pipes": PIPE, "pouches": POUCH}
KIND_BITS = {
    name: sum(1 << good_number(kind, index) for index in range(KIND_GOODS)) for name, kind in GOOD_KINDS.items()
}
"""The set of all goods of a kind (bit = good)."""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Finished games of one condition, as arrays with one row per game.

    ``seatings`` has the different seatings, each the players by seat, and ``seating`` the index of each game's.
    ``totals`` and ``rankings``, the seats from first to last, are (games, players), and ``lines``, the score sheets,
    (games, players, 8). ``branching`` is the sum of the numbers of legal moves.
    """

    tables: Tables
    overlay: str
    games: Array
    blocks: Array
    rotations: Array
    seeds: Array
    seatings: Sequence[tuple[str, ...]]
    seating: Array
    totals: Array
    rankings: Array
    lines: Array
    states: Array
    decisions: Array
    branching: Array


def games_table(outcomes: Outcomes) -> Any:
    """Return the table of games."""
    ranked = np.take_along_axis(outcomes.totals, outcomes.rankings.astype(np.int64), axis=1)
    columns = {
        "game": outcomes.games,
        "block": outcomes.blocks,
        "rotation": outcomes.rotations,
        "seed": outcomes.seeds,
        "overlay": dictionary(np.zeros(len(outcomes.games)), [outcomes.overlay]),
        "seating": dictionary(outcomes.seating, [",".join(names) for names in outcomes.seatings]),
        "decisions": outcomes.decisions,
        "branching": outcomes.branching,
        "winner": outcomes.rankings[:, 0],
        "score": ranked[:, 0],
        "margin": ranked[:, 0] - ranked[:, 1],
    }
    return from_columns(TABLES["games"], columns)


def seats_table(outcomes: Outcomes) -> Any:
    """Return the table of seats."""
    players = outcomes.totals.shape[1]
    places = np.argsort(outcomes.rankings, axis=1)
    columns: dict[str, Array] = {
        "game": np.repeat(outcomes.games, players),
        "seat": np.tile(np.arange(players, dtype=np.int8), len(outcomes.games)),
        "score": outcomes.totals.ravel(),
        "place": (places + 1).ravel(),
        "win": (places == 0).ravel(),
        "margin": (outcomes.totals - _best_other(outcomes)).ravel(),
    }
    columns |= {f"points_{line}": outcomes.lines[:, :, place].ravel() for place, line in enumerate(LINES)}
    columns |= {name: amounts.ravel() for name, amounts in _holdings(outcomes, players).items()}
    return from_columns(TABLES["seats"], columns | {"entry": _entries(outcomes)})


def _entries(outcomes: Outcomes) -> Any:
    """Return the player of each seat."""
    names = sorted({name for seating in outcomes.seatings for name in seating})
    codes = np.array([[names.index(name) for name in seating] for seating in outcomes.seatings], np.int16)
    return dictionary(codes[outcomes.seating].ravel(), names)


def _best_other(outcomes: Outcomes) -> Array:
    """Return the best score of another seat, by seat."""
    totals, first, second = outcomes.totals, outcomes.rankings[:, :1], outcomes.rankings[:, 1:2]
    scores = [np.take_along_axis(totals, seats.astype(np.int64), axis=1) for seats in (first, second)]
    return np.where(np.arange(totals.shape[1]) == first, scores[1], scores[0])


def _holdings(outcomes: Outcomes, players: int) -> dict[str, Array]:
    """Return what each seat holds at the end, arrays (games, players)."""
    states = outcomes.states
    by_seat = np.s_[:, :players]
    held, retired = states["held"][by_seat], states["retired"][by_seat]
    is_own = states["room_owner"][:, None, :] == np.arange(players)[:, None]
    is_character = states["room_card"] < CHARACTERS
    characters = is_own & is_character[:, None, :]
    amounts = states["resources"][by_seat]
    resources: dict[str, Array] = {name: amounts[:, :, place] for place, name in enumerate(GOODS[:-1])}
    return {
        **resources,
        "fire": states["fire"][by_seat],
        "fire_place": np.argsort(states["fire_order"][by_seat], axis=1) + 1,
        "characters": characters.sum(axis=2),
        "retired": np.bitwise_count(retired),
        "buildings": (is_own & ~is_character[:, None, :]).sum(axis=2),
        **{name: np.bitwise_count(held & bits) for name, bits in KIND_BITS.items()},
        **_types(outcomes.tables, states["room_card"], characters, retired),
    }


def _types(tables: Tables, room_card: Array, characters: Array, retired: Array) -> dict[str, Array]:
    """Return the number of characters of each type, on the board and retired."""
    types = np.array(tables.type)
    # An empty room has the card -1, but no owner, so its type does not count.
    type_of_room = types[np.where(room_card < CHARACTERS, room_card, 0)]
    counts = {}
    for kind, name in enumerate(TYPES):
        cards = sum(1 << card for card in range(CHARACTERS) if types[card] == kind)
        on_board = (characters & (type_of_room == kind)[:, None, :]).sum(axis=2)
        counts[f"type_{name}"] = on_board + np.bitwise_count(retired & cards)
    return counts
