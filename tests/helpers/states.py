"""States of the rules laid out by hand and by random play, without a game around them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from edokko.components import load
from edokko.components.ids import BUILDING_IDS, CARD_IDS, CHARACTER_IDS
from edokko.rules import referee
from edokko.rules.chance import MOST_OUTCOMES
from edokko.rules.moves import MOST_LEGAL, NUMBERS, ROOM_IDS
from edokko.rules.phases import DEALS, OVER
from edokko.rules.state import RESOURCE_COUNT, State
from edokko.rules.tables import Tables, tables_for

COMPONENTS = {edition: load(edition) for edition in ("2021", "2015")}
TABLES = [(edition, players) for edition in COMPONENTS for players in (2, 3, 4)]


def settle(tables: Tables, state: State, seed: int) -> None:
    referee.settle(tables, state, [seed, 1], [0] * 4, [0] * MOST_OUTCOMES, [0] * MOST_OUTCOMES)


def new_game(tables: Tables, seed: int) -> State:
    state = State()
    referee.begin(tables, state)
    settle(tables, state, seed)
    return state


def legal_of(tables: Tables, state: State) -> list[int]:
    legal = [0] * MOST_LEGAL
    return legal[: referee.legal_moves(tables, state, legal)]


@cache
def random_game(edition: str, players: int, seed: int) -> tuple[State, ...]:
    """Return the states of all decisions of a random game. Tests share them, so they must not change them.

    With an odd seed the seats begin with many resources.
    """
    tables = tables_for(COMPONENTS[edition], players)
    return tuple(state.copy() for state in _walk(tables, seed))


def _walk(tables: Tables, seed: int) -> Iterator[State]:
    """Yield the state of a random game, which changes, at every decision."""
    generator = random.Random(seed)
    state = new_game(tables, seed)
    if seed % 2:
        for seat in range(tables.players):
            state.resources[seat] = [generator.randrange(20) for _ in range(RESOURCE_COUNT)]
    while state.phase != OVER:
        yield state
        referee.play(tables, state, generator.choice(legal_of(tables, state)))
        settle(tables, state, seed)


def way_of_life(players: int = 3, edition: str = "2021") -> tuple[Tables, State]:
    """Return month 1 at the way of life: the last seat's start character in A1, the previous seat's in B1, ..."""
    tables = tables_for(COMPONENTS[edition], players)
    state = new_game(tables, 7)
    for card, room in zip(CHARACTER_IDS[:players], ("A1", "B1", "C1", "D1"), strict=False):
        play(tables, state, f"start {card}", f"place {room}")
    return tables, state


def play(tables: Tables, state: State, *words: str) -> None:
    for move in words:
        assert NUMBERS[move] in legal_of(tables, state), move
        referee.play(tables, state, NUMBERS[move])
        settle(tables, state, 7)


def dealing(square: int, players: int = 3, edition: str = "2021", **resources: int) -> tuple[Tables, State]:
    """Return seat 0 doing business on a square, with exactly the given resources."""
    tables, state = way_of_life(players, edition)
    state.seat = 0
    state.phase = DEALS
    state.square[0] = square
    state.resources[0] = [resources.get(name, 0) for name in ("mon", "rice", "sandals", "wood", "koban", "iki")]
    state.offer = (1 << len(BUILDING_IDS)) - 1
    return tables, state


def put(state: State, room: str, card: str, owner: int, xp: int = 0) -> None:
    state.room_card[ROOM_IDS.index(room)] = CARD_IDS.index(card)
    state.room_owner[ROOM_IDS.index(room)] = owner
    state.room_xp[ROOM_IDS.index(room)] = xp
