"""The engine in C plays as the plain rules do: states, events, golden games, choices and searches."""

from __future__ import annotations

import ctypes
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from edokko.components import load
from edokko.native.backends import NATIVE, PLAIN
from edokko.native.building import build, entry_points
from edokko.native.program import Program
from edokko.players.policies.greedy import GreedyPlayer
from edokko.players.policies.planner import PlannerPlayer
from edokko.rules import referee
from edokko.rules.chance import MOST_OUTCOMES
from edokko.rules.engine import entry
from edokko.rules.engine.registry import rule
from edokko.rules.moves import MOST_LEGAL
from edokko.rules.state import MON, State
from edokko.rules.tables import Tables, tables_for
from tests.native import golden
from tests.native.strict import compile_strictly

GOLDEN = json.loads(golden.FILE.read_text(encoding="utf-8"))
GAMES = 3
MOST_EVENTS = 4096


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of libraries."""
    return tmp_path_factory.mktemp("engine")


@pytest.mark.parametrize("edition", ["2015", "2021"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_step_gives_the_state_and_the_events_of_the_plain_rules(folder: Path, edition: str, players: int) -> None:
    functions: list[Callable[..., Any]] = [entry.begin_at, entry.play_at, entry.reveal_at]
    functions += [entry.legal_lists, entry.chance_outcomes_at]
    library = build(functions, folder, "-DEDOKKO_EVENTS", is_checked=True)
    lend = library.function("lend_events")
    events = np.zeros((MOST_EVENTS, 7), np.int32)
    tables = tables_for(load(edition), players)
    records, chance = tables.to_records(), random.Random(players)
    legal, counts = np.zeros((1, MOST_LEGAL), np.int16), np.zeros(1, np.int16)
    outcomes, weights = np.zeros((2, MOST_OUTCOMES), np.int64)
    seen = 0
    for _ in range(GAMES):
        state, games = State(), np.zeros(1, State.dtype)
        state.events = []
        lend(ctypes.c_void_p(events.ctypes.data), ctypes.c_int64(MOST_EVENTS))
        referee.begin(tables, state)
        library.call(entry.begin_at)(records, games, 0)
        while True:
            count = lend(ctypes.c_void_p(events.ctypes.data), ctypes.c_int64(MOST_EVENTS))
            assert [tuple(event) for event in events[:count].tolist()] == state.events
            assert State.read(games, 0) == state
            seen += count
            state.events.clear()
            if referee.is_over(state):
                break
            if referee.is_chance(state):
                plain_outcomes, plain_weights = [0] * MOST_OUTCOMES, [0] * MOST_OUTCOMES
                number = referee.chance_outcomes(tables, state, plain_outcomes, plain_weights)
                assert library.call(entry.chance_outcomes_at)(records, games, 0, outcomes, weights) == number
                assert outcomes[:number].tolist() == plain_outcomes[:number]
                assert weights[:number].tolist() == plain_weights[:number]
                outcome = chance.choice(plain_outcomes[:number])
                referee.reveal(tables, state, outcome)
                library.call(entry.reveal_at)(records, games, 0, outcome)
            else:
                moves = [0] * MOST_LEGAL
                number = referee.legal_moves(tables, state, moves)
                library.call(entry.legal_lists)(records, games, legal, counts)
                assert legal[0, : counts[0]].tolist() == moves[:number]
                move = chance.choice(moves[:number])
                referee.play(tables, state, move)
                library.call(entry.play_at)(records, games, 0, move)
    assert seen > 300 * GAMES


@pytest.mark.parametrize(("edition", "players"), golden.TABLES)
def test_random_games_are_the_golden_ones(edition: str, players: int) -> None:
    assert golden.random_games(edition, players) == GOLDEN["games"][f"{edition} {players}"]


def test_greedy_chooses_the_golden_moves() -> None:
    assert golden.choices(GreedyPlayer(3, backend=NATIVE), golden.CHOICES, 11) == GOLDEN["greedy"]


def test_the_planner_chooses_the_golden_moves() -> None:
    assert golden.choices(PlannerPlayer(3, backend=NATIVE), golden.CHOICES, 12) == GOLDEN["planner"]


@pytest.mark.parametrize("kind", ["mcts", "champion"])
def test_searches_are_the_golden_ones(kind: str) -> None:
    for found, expected in zip(golden.searches(kind, NATIVE), GOLDEN["searches"][kind], strict=True):
        assert found["moves"] == expected["moves"]
        assert found["visits"] == expected["visits"]
        assert found["finals"] == pytest.approx(expected["finals"], abs=1e-5)


def test_the_plain_twin_repeats_some_golden_searches() -> None:
    found = golden.searches("mcts", PLAIN, 3)
    assert [search["visits"] for search in found] == [search["visits"] for search in GOLDEN["searches"]["mcts"][:3]]


@rule
def spend_beyond(tables: list[Tables], games: list[State], index: int) -> int:
    """A planted bug: the seat after the last one pays, which is still inside the state."""
    seat = tables[0].players + 2
    games[index].resources[seat][MON] -= 1
    return games[index].resources[0][MON]


def test_a_planted_overrun_inside_a_state_is_found(folder: Path) -> None:
    library = build([spend_beyond], folder, is_checked=True)
    tables, games = tables_for(load("2021"), 2).to_records(), np.zeros(1, State.dtype)
    with pytest.raises(IndexError, match=r"test_engine\.py:\d+: index 4 of 4$"):
        library.call(spend_beyond)(tables, games, 0)


def test_the_c_file_of_the_package_has_no_warning(tmp_path: Path) -> None:
    compile_strictly(Program(entry_points()).source(), tmp_path)


def test_every_function_stands_below_the_first_line_of_its_rule() -> None:
    source = Program([entry.play_at]).source()
    assert "/* Play a legal move and the automatic steps after it" in source
    definitions = [line for line in source.splitlines() if line.startswith("static ") and line.endswith("{")]
    assert len(definitions) > 90
    for line in definitions:
        before = source[: source.index(line)].splitlines()[-1]
        assert before.startswith("/* "), line
