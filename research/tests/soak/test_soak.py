"""The soak test must pass on a correct engine, reach rare events, and find a planted bug."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from edokko.components import load
from edokko.native.building import build
from edokko.rules import referee
from edokko.rules.engine import entry
from edokko.rules.engine.registry import rule
from edokko.rules.referee import begin
from edokko.rules.state import IKI, MON, State
from edokko.rules.tables import Tables, tables_for
from edokko.rules.turn import play_income
from edokko.rules.way_of_life import legal_ikizama
from edokko_research.soak import runner
from edokko_research.soak.invariants import violations
from edokko_research.soak.policies import BY_NAME, POLICIES, Policy
from edokko_research.soak.runner import RARE, TWO_PLAYERS, soak


@pytest.mark.parametrize(("players", "edition"), [(4, "2021"), (3, "2021"), (2, "2021"), (4, "2015"), (2, "2015")])
def test_both_engines_agree_under_every_policy(players: int, edition: str) -> None:
    report = soak(len(POLICIES), players, 5, edition=edition)
    assert report.holds, report.disagreements[0]
    assert report.games == len(POLICIES)
    assert report.decisions == sum(report.kinds.values())
    assert {"start", "ikizama", "hire", "move", "done", "visit", "shop fire", "work"} <= set(report.kinds)


def test_the_same_seed_plays_the_same_games() -> None:
    assert soak(3, 2, 1) == soak(3, 2, 1)
    assert soak(3, 2, 1) != soak(3, 2, 2)


def test_the_saver_runs_two_laps_in_one_move() -> None:
    assert soak(60, 4, 1, policies=[BY_NAME["saver"]]).rare["two laps in one move"] > 0


def plant_bug(monkeypatch: pytest.MonkeyPatch, name: str, bug: Callable[..., None]) -> None:
    """Make the plain engine do something extra at the end of a rule."""
    correct = getattr(referee, name)

    def buggy(tables: Any, state: State, *arguments: Any) -> Any:
        result = correct(tables, state, *arguments)
        bug(tables, state, *arguments)
        return result

    monkeypatch.setattr(referee, name, buggy)


def test_a_bug_in_a_move_is_found_with_its_seed_and_ply(monkeypatch: pytest.MonkeyPatch) -> None:
    def one_more(tables: Any, state: State) -> None:
        state.resources[state.seat][MON] += 1

    plant_bug(monkeypatch, "play_income", one_more)
    report = soak(2, 4, 1)
    assert not report.holds
    assert len(report.disagreements) == 2
    disagreement = report.disagreements[0]
    assert (disagreement.move, disagreement.policy) == ("income", POLICIES[0].name)
    assert disagreement.what.startswith("resources: plain")
    assert f"seed {disagreement.seed:#x}" in str(disagreement)
    assert soak(1, 4, 1).disagreements[0] == disagreement


@rule
def too_much_income(tables: Tables, state: State) -> None:
    """A planted bug: the income with one mon too many."""
    play_income(tables, state)
    state.resources[state.seat][MON] += 1


@rule
def too_few_moves(tables: Tables, state: State, legal: list[int]) -> int:
    """A planted bug: the last legal ikizama is missing."""
    return legal_ikizama(tables, state, legal) - 1


@pytest.mark.parametrize(
    ("name", "bug", "found"),
    [("play_income", too_much_income, "resources: plain"), ("legal_ikizama", too_few_moves, "legal moves: plain")],
)
def test_a_bug_in_the_engine_in_c_is_found(
    name: str, bug: Callable[..., object], found: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as planted:
        planted.setattr(referee, name, bug)
        names = ("begin_at", "draw_at", "reveal_at", "play_at", "legal_lists", "legal_masks", "score_all")
        library = build([getattr(entry, name) for name in names], tmp_path, is_checked=True)
    monkeypatch.setattr(runner, "native", library.call)
    assert soak(1, 4, 1).disagreements[0].what.startswith(found)


def test_a_bug_in_a_list_of_legal_moves_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def backwards(tables: Any, state: State, legal: list[int]) -> None:
        legal[0], legal[1] = legal[1], legal[0]

    plant_bug(monkeypatch, "legal_ikizama", backwards)
    assert soak(1, 4, 1).disagreements[0].what.startswith("legal moves: plain")


def test_a_bug_in_the_chance_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def heavier(tables: Any, state: State, outcomes: list[int], weights: list[int]) -> None:
        weights[0] = 50

    plant_bug(monkeypatch, "chance_card", heavier)
    assert "native" in soak(1, 4, 1).disagreements[0].what


def test_a_rule_that_changes_the_original_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    deep_copy = State.copy

    def shallow(state: State) -> State:
        twin = deep_copy(state)
        twin.resources = state.resources
        return twin

    soak(1, 4)
    monkeypatch.setattr(State, "copy", shallow)
    assert "changed the original" in soak(1, 4, 1).disagreements[0].what


@pytest.mark.parametrize(
    ("violate", "words"),
    [
        (lambda state: state.resources[1].__setitem__(IKI, -1), "seat 1 has a negative resource"),
        (lambda state: state.tokens[0].__setitem__(2, -1), "has a negative token count"),
        (lambda state: state.room_owner.__setitem__(slice(0, 5), [0] * 5), "seat 0 has 5 kobun on cards"),
        (lambda state: state.room_card.__setitem__(slice(0, 2), [7, 7]), r"cards in two places: \[7\]"),
        (
            lambda state: state.retired.__setitem__(2, 1 << 7) or state.room_card.__setitem__(3, 7),
            "cards in two places",
        ),
        (lambda state: state.held.__setitem__(0, state.goods), "goods in two places"),
        (lambda state: state.fire.__setitem__(3, 4), "is not sorted by F"),
        (lambda state: state.fire.__setitem__(0, 11), "has F 11"),
        (lambda state: state.room_xp.__setitem__(5, 1), "room 5 is empty"),
        (lambda state: state.row_mon.__setitem__(5, 1), "behind the end of the row"),
        (lambda state: state.fire_order.__setitem__(0, 1), "no order of the seats"),
    ],
)
def test_a_violated_invariant_is_named(violate: Callable[[State], None], words: str) -> None:
    tables = tables_for(load("2021"), 4)
    state = State()
    begin(tables, state)
    assert violations(tables, state) == []
    violate(state)
    with pytest.raises(AssertionError, match=words):
        assert violations(tables, state) == []


def test_a_report_lists_what_no_game_has_covered() -> None:
    report = soak(1, 4)
    missing = report.missing(load("2021"), 4)
    assert "two laps in one move" in missing["rare"]
    assert not set(TWO_PLAYERS) & set(missing["rare"])
    assert set(RARE) >= set(missing["rare"])
    report.tokens.update(["hire_discount", "extra_step", "fire_guard", "joker"])
    assert "tokens" not in report.missing(load("2021"), 4)


def test_a_policy_follows_its_preferences() -> None:
    miser = Policy("miser", prefers=("income",))
    eager = Policy("eager", prefers=("hire",))
    assert soak(3, 4, 1, policies=[miser]).kinds["hire"] < soak(3, 4, 1, policies=[eager]).kinds["hire"]
