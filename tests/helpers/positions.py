"""Random games for the tests of positions: states, positions by stage, and an assertion for refusals."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import pytest

from edokko.components import load
from edokko.position import Position, PositionError, position_of, state_of
from edokko.rules import referee
from edokko.rules.chance import MOST_OUTCOMES
from edokko.rules.moves import DONE, MOST_LEGAL
from edokko.rules.state import State
from edokko.rules.tables import Tables, tables_for

GAMES = [(edition, players) for edition in ("2021", "2015") for players in (2, 3, 4)]
Where = Callable[[dict[str, Any]], bool]


def legal_moves(tables: Tables, state: State) -> list[int]:
    legal = [0] * MOST_LEGAL
    return legal[: referee.legal_moves(tables, state, legal)]


def chance_outcomes(tables: Tables, state: State) -> tuple[list[int], list[int]]:
    outcomes, weights = [0] * MOST_OUTCOMES, [0] * MOST_OUTCOMES
    count = referee.chance_outcomes(tables, state, outcomes, weights)
    return outcomes[:count], weights[:count]


def random_step(tables: Tables, state: State, rng: random.Random) -> None:
    """Take one random step, of chance or of a player who usually prefers other moves to ``done``."""
    if referee.is_chance(state):
        outcomes, weights = chance_outcomes(tables, state)
        referee.reveal(tables, state, rng.choices(outcomes, weights)[0])
        return
    legal = legal_moves(tables, state)
    busy = [move for move in legal if move != DONE] or legal
    referee.play(tables, state, rng.choice(busy if rng.random() < 0.7 else legal))


def stops(tables: Tables, rng: random.Random, state: State | None = None) -> Iterator[State]:
    """Yield every state of a random game that waits for a player or for chance, and the last state."""
    if state is None:
        state = State()
        referee.begin(tables, state)
    yield state
    while not referee.is_over(state):
        random_step(tables, state, rng)
        yield state


def read(plain: dict[str, Any]) -> State:
    position = Position.from_json(plain)
    components = load(position.edition, position.components)
    return state_of(components, tables_for(components, len(position.players)), position)


def assert_refused(plain: dict[str, Any], place: str, words: str) -> None:
    with pytest.raises(PositionError) as refusal:
        read(plain)
    assert refusal.value.place == place
    assert str(refusal.value).startswith(f"{place}: ")
    assert words in str(refusal.value)


@lru_cache(maxsize=256)
def game_stops(edition: str, players: int, seed: int) -> tuple[str, ...]:
    components = load(edition)
    tables = tables_for(components, players)
    rng = random.Random(seed)
    return tuple(json.dumps(position_of(components, tables, state).to_json()) for state in stops(tables, rng))


def at(
    stage: str, players: int = 3, edition: str = "2021", month: int | None = None, where: Where | None = None
) -> dict[str, Any]:
    """Return the JSON of a position of a random game in a stage."""
    for seed in range(80):
        for text in game_stops(edition, players, seed):
            if f'"stage": "{stage}"' not in text:
                continue
            plain: dict[str, Any] = json.loads(text)
            if month in (None, plain["month"]) and (where is None or where(plain)):
                return plain
    raise AssertionError(f"no random game comes to {stage}")
