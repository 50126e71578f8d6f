"""Plans: what they accept, how they are cut into chunks, and what they refuse in which words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from edokko.lab.data.plan import Layout, RunPlan, plan_of, read_plan
from edokko.lab.data.plan_form import PlanError

TOML = """
entries = ["greedy", "random"]
games = 100
players = 2
editions = ["2021", "2015"]
seed = 7
tables = ["games", "seats", "decisions"]
chunk = 30

[overlays]
printed = ""
cheap = "cheap.toml"

[decisions]
share = 0.5
evaluator = "20sims"
"""
CHEAP = "[characters.monk]\ncost = 1\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "plan.toml").write_text(TOML)
    (tmp_path / "cheap.toml").write_text(CHEAP)
    return tmp_path / "plan.toml"


def test_a_file_gives_a_plan_with_the_contents_of_its_overlays(path: Path) -> None:
    plan = read_plan(path)
    assert plan.entries == ("greedy", "random")
    assert plan.players == (2,)
    assert plan.overlays == {"printed": None, "cheap": {"characters": {"monk": {"cost": 1}}}}
    costs = [each.components.characters["monk"].cost for each in Layout(plan).conditions]
    assert costs[1] == costs[3] == 1
    assert costs[0] != 1


def test_a_saved_plan_is_the_same_plan(path: Path, tmp_path: Path) -> None:
    plan = read_plan(path)
    (tmp_path / "plan.json").write_bytes(plan.to_json())
    assert read_plan(tmp_path / "plan.json") == plan
    assert read_plan(tmp_path / "plan.json").hash == plan.hash


def test_the_hash_changes_with_everything_that_changes_rows(path: Path) -> None:
    plans = [read_plan(path)]
    path.write_text(TOML.replace("seed = 7", "seed = 8"))
    plans.append(read_plan(path))
    path.write_text(TOML)
    (path.parent / "cheap.toml").write_text(CHEAP.replace("1", "2"))
    plans.append(read_plan(path))
    assert len({plan.hash for plan in plans}) == 3


def test_chunks_cover_every_game_once_in_whole_blocks(path: Path) -> None:
    layout = Layout(read_plan(path))
    games: list[int] = []
    for number in range(layout.chunks):
        chunk = layout.chunk(number)
        condition = layout.conditions[chunk.condition]
        assert chunk.first % condition.block_games == 0
        games += range(condition.first_game + chunk.first, condition.first_game + chunk.first + chunk.games)
    assert games == list(range(layout.games))
    assert layout.games == 4 * 100


@pytest.mark.parametrize(
    ("fields", "games", "block"),
    [
        ({"entries": "greedy"}, 100, 1),
        ({"entries": ["greedy"] * 4}, 100, 1),
        ({"entries": ["greedy", "random", "random", "random"]}, 100, 4),
        ({"entries": ["greedy", "random", "random", "random", "greedy"]}, 100, 4),
        ({"entries": ["greedy", "random", "random"], "players": 3}, 102, 3),
        ({"entries": ["greedy", "random", "random"], "players": 3, "seats": "fixed"}, 100, 1),
    ],
)
def test_games_are_rounded_up_to_whole_rounds(fields: dict[str, Any], games: int, block: int) -> None:
    [condition] = Layout(plan_of({"games": 100, **fields})).conditions
    assert condition.games == games
    assert condition.block_games == block


def test_all_tables_leave_out_decisions_and_need_smaller_chunks() -> None:
    summary, detailed = (plan_of({"entries": "random", "games": 1, "tables": tables}) for tables in (["seats"], "all"))
    assert "decisions" not in detailed.tables
    assert len(detailed.tables) == 13
    assert summary.chunk > detailed.chunk
    assert plan_of({"entries": "planner", "games": 1}).chunk < detailed.chunk


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"entries": "gredy"}, "plan: entries: there is no player 'gredy'"),
        ({"entries": []}, "plan: entries: found 0; 1 to 32 are possible"),
        ({"entries": ["greedy", "random"]}, "plan: entries: found 2; 4 players need at least 4, or one"),
        (
            {"entries": ["greedy"] * 3, "players": [3, 2], "seats": "fixed"},
            "plan: entries: found 3; 2 players on fixed seats need 2, or one",
        ),
        ({"games": 0}, "plan: games: expected `int` >= 1"),
        ({"games": "many"}, "plan: games: expected `int`, got `str`"),
        ({"players": 5}, "plan: players: expected `int` <= 4"),
        ({"players": [4, 4]}, "plan: players: [4, 4]; different numbers from 2 to 4 are expected"),
        ({"editions": "2020"}, "plan: editions: '2020' is unknown; known: 2021, 2015"),
        ({"seats": "any"}, "plan: seats: 'any' is unknown; known: rotate, fixed"),
        ({"seed": 2**64}, "plan: seed: 18446744073709551616; a whole number from 0 to 18446744073709551615"),
        ({"seed": -1}, "plan: seed: expected `int` >= 0"),
        ({"tables": ["game"]}, "plan: tables: 'game' is unknown; known: all, games"),
        ({"tables": ["all", "games"]}, "plan: tables: all, games; 'all' stands alone"),
        ({"tabels": "all"}, "plan: tabels is unknown; did you mean tables?"),
        ({"zzz": 1}, "plan: zzz is unknown; known: entries, games"),
        ({"decisions": {"share": 0.1}}, "plan: decisions: the table is not among the tables"),
        ({"tables": "decisions", "decisions": {"share": 2}}, "plan: decisions.share: expected `float` <= 1.0"),
        ({"tables": "decisions", "decisions": {"shar": 1}}, "plan: decisions.shar is unknown; did you mean share?"),
        ({"tables": "decisions", "decisions": {"evaluator": "x"}}, "plan: decisions.evaluator: 'x' is no budget"),
        ({"tables": "decisions", "decisions": {"evaluator": "1s"}}, "a number of simulations such as '2000sims'"),
        ({"overlays": {"": "x.toml"}}, "plan: overlays: 'x.toml' has no name"),
        ({"games": 10**9, "chunk": 4}, "plan: chunk: 4 games make 250000000 chunks; at most 1000000 are possible"),
    ],
    ids=str,
)
def test_an_invalid_field_is_named_with_what_is_valid(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(PlanError) as error:
        plan_of({"entries": "random", "games": 4, **fields})
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("entries = [", "plan.toml: not TOML"),
        ("games = 3", "plan.toml: object missing required field `entries`"),
        ('entries = "random"\ngames = 3\n[overlays]\ncheap = "none.toml"', "none.toml: cannot be read"),
        ('entries = "random"\ngames = 3\n[overlays]\nbad = "bad.toml"', "bad.toml"),
    ],
)
def test_a_file_with_an_error_is_named(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "plan.toml").write_text(content)
    (tmp_path / "bad.toml").write_text("[characters.nobody]\ncost = 1\n")
    with pytest.raises(PlanError, match=message):
        read_plan(tmp_path / "plan.toml")


def test_a_plan_of_another_version_is_refused(tmp_path: Path) -> None:
    plan = plan_of({"entries": "random", "games": 1})
    (tmp_path / "plan.json").write_bytes(plan.to_json().replace(b'"rules": 1', b'"rules": 0'))
    with pytest.raises(PlanError, match="another version of edokko"):
        read_plan(tmp_path / "plan.json")


def test_a_chunk_beyond_the_last_is_refused() -> None:
    layout = Layout(plan_of({"entries": "random", "games": 100, "chunk": 50}))
    assert layout.chunks == 2
    for number in (-1, 2):
        with pytest.raises(PlanError, match=f"chunk: {number}; the plan has the chunks 0 to 1"):
            layout.chunk(number)


def test_a_plan_is_a_value() -> None:
    plans = [plan_of({"entries": "random", "games": 1}) for _ in range(2)]
    assert plans[0] == plans[1]
    assert isinstance(plans[0], RunPlan)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players": [9]}, "players"),
        ({"entries": ["nobody"]}, "entries: there is no player 'nobody'"),
        ({"editions": ["1999"]}, "editions: '1999' is unknown"),
        ({"seats": "x"}, "seats: 'x' is unknown"),
        ({"tables": ["x"]}, "tables: 'x' is unknown"),
        ({"games": 0}, "games: expected `int` >= 1"),
        ({"chunk": 0}, "the plan has been changed"),
    ],
)
def test_a_saved_plan_that_was_changed_is_a_sentence(tmp_path: Path, change: dict[str, object], message: str) -> None:
    path = tmp_path / "plan.json"
    plan = plan_of({"entries": ["random", "greedy"], "games": 4, "players": 2, "overlays": {"shipped": ""}})
    path.write_bytes(plan.to_json())
    assert read_plan(path) == plan
    path.write_bytes(msgspec.json.encode(msgspec.json.decode(plan.to_json()) | change))
    with pytest.raises(PlanError, match=f"plan.json: .*{message}"):
        read_plan(path)
