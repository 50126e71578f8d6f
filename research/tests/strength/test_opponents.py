"""The benchmarks that play against the champion: with shuffled networks, and with players made to exploit it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import exploiters
import shuffled
from edokko.components import load
from edokko.game import Game, Score
from edokko.move import Move
from edokko.native.backends import PLAIN
from edokko.players import PlannerPlayer, player
from edokko.players.champion.stored import shipped_network
from edokko.players.policies.planner import ENDS, expected_lead, list_ends
from edokko.rules.phases import MOVE


@pytest.mark.parametrize(("part", "kept"), [("value", "policy"), ("policy", "layers"), ("both", None)])
def test_a_shuffled_network_has_the_same_weights_in_another_order(part: str, kept: str | None) -> None:
    network = shipped_network()
    other = shuffled.shuffled(network, part, 1)
    for name in ("layers", "policy"):
        for layer, array in getattr(network, name).items():
            changed = getattr(other, name)[layer]
            assert (np.shape(changed), np.asarray(changed).dtype) == (array.shape, np.asarray(array).dtype)
            assert np.array_equal(np.sort(changed, axis=None), np.sort(array, axis=None))
            assert np.array_equal(changed, array) is (name == kept)


def test_shuffled_networks_lose(capsys: pytest.CaptureFixture[str]) -> None:
    assert shuffled.main(["--budget", "40sims", "--games", "4"]) == 0
    rows = [line.split(" | ") for line in capsys.readouterr().out.splitlines()[1:]]
    assert [row[0] for row in rows] == list(shuffled.PARTS)
    own, others = (float(score) for score in rows[-1][-1].split(" : "))
    assert own < others - 10


def test_exploiters_play_legal_moves_to_the_end() -> None:
    for style in set(exploiters.STYLES) - {"blocks"}:
        exploiter, other = exploiters.seated(style, None, "planner", 3), exploiters.seated(style, None, "random", 3)
        game = Game(3, seed=5)
        while game.seat is not None:
            game.play((exploiter if game.seat == 0 else other).choose(game))
        assert game.is_over


def test_a_believer_gathers_what_it_loves() -> None:
    gathered = {}
    for style in ("planner", "only fishes", "only builds"):
        sheets: list[Score] = []
        for seed in range(4):
            believer = exploiters.STYLES[style](seed)
            game = Game(2, seed=seed)
            while game.seat is not None:
                game.play(believer.choose(game))
            sheets += game.score()
        gathered[style] = [sum(sheet.lines[line] for sheet in sheets) for line in ("fish", "buildings")]
    plain, fisher, builder = gathered.values()
    assert fisher[0] > plain[0]
    assert builder[1] > plain[1]


def test_the_blocker_leaves_less_to_the_strongest_opponent() -> None:
    """Plain, because nothing else needs the machine code of its two entry points."""
    leads = []
    for seed in range(8):
        game, mover = Game(3, seed=seed), player("greedy", 1)
        while game.state.phase != MOVE:
            game.play(mover.choose(game))
        choices = [each(1, backend=PLAIN).choose(game) for each in (PlannerPlayer, exploiters.Blocker)]
        leads.append([strongest_lead(game, move) for move in choices])
    assert all(blocking <= planned for planned, blocking in leads)
    assert any(blocking < planned for planned, blocking in leads)


def strongest_lead(game: Game, move: Move) -> float:
    """Return the greatest lead that an opponent of the deciding seat expects at the end of a line with a move."""
    probe = PlannerPlayer(1, backend=PLAIN)
    desk, plan = probe.desk_for(game)
    ends = [end for end in range(list_ends(desk, plan)) if plan.moves[end] == move.number]
    opponents = [seat for seat in range(game.players) if seat != game.seat]
    return min(max(expected_lead(desk, plan, ENDS + end, seat) for seat in opponents) for end in ends)


def test_beliefs_change_scores_only() -> None:
    components = load("2021")
    fish, buildings = exploiters.more_fish(components), exploiters.more_buildings(components)
    assert load("2021", fish).scoring.fish == (0, 15, 30, 50, 75)
    assert load("2021", buildings).buildings["inn"].score == 60
    assert set(fish) == {"scoring"}
    assert {key for scores in buildings["buildings"].values() for key in scores} == {"score", "score_per"}


@pytest.mark.parametrize(
    ("command", "words", "problem"),
    [
        (shuffled.main, ["--budget", "soon"], "--budget: player 'champion:soon'"),
        (shuffled.main, ["--games", "0"], "--games: 0"),
        (exploiters.main, ["--against", "unknown"], "there is no player 'unknown'"),
        (exploiters.main, ["--workers", "0"], "--workers: 0"),
    ],
)
def test_wrong_options_are_refused(
    command: object, words: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert callable(command)
    with pytest.raises(SystemExit) as end:
        command(words)
    assert end.value.code == 2
    assert problem in capsys.readouterr().err


def test_a_missing_file_of_weights_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        exploiters.main(["--weights", str(tmp_path / "none.toml")])
    assert end.value.code == 2
    assert "none.toml" in capsys.readouterr().err


def test_exploiters_are_played(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploiters, "STYLES", {"planner": PlannerPlayer})
    assert exploiters.main(["--against", "champion:8sims", "--games", "4"]) == 0
    (row,) = capsys.readouterr().out.splitlines()[1:]
    assert row.startswith("planner | 4 | ")
