"""``edokko-research tune``: its files, resuming, its errors."""

from __future__ import annotations

import shlex
import tomllib
from pathlib import Path

import pytest

from edokko import locks
from edokko.players.evaluation.weights import Weights, shipped
from edokko.players.search import data
from helpers.command import research

TINY = ("--players", "2", "--trials", "4", "--games", "4", "--check", "8", "--seed", "1")


def tune(what: str, *arguments: str, out: Path) -> str:
    """Run the command and return its output."""
    result = research("tune", what, *arguments, "--out", str(out))
    assert result.exit_code == 0, result.output
    return result.stdout


def test_weights_are_written_with_their_run_and_its_data(tmp_path: Path) -> None:
    out = tmp_path / "w.toml"
    output = tune("weights", *TINY, "--fix", "joker=500", "--reach", "1.3", "--workers", "2", out=out)
    assert "4 trials, seed 0x1. On 8 fresh games each:" in output
    assert "the start" in output
    assert {path.name for path in tmp_path.iterdir()} == {"w.toml", "w.csv", "w.study"}
    assert Weights.of(tomllib.loads(out.read_text())).joker == 500
    command = out.read_text().splitlines()[1].removeprefix("# ")
    assert "--seed 0x1 --reach 1.3 --fix joker=500" in command
    assert len((tmp_path / "w.csv").read_text().splitlines()) >= 4 + 1 + 4

    folder = tmp_path / "second"
    folder.mkdir()
    arguments = shlex.split(command)[1:-2]
    assert research(*arguments, "--out", str(folder / "w.toml")).exit_code == 0
    assert (folder / "w.toml").read_text() == out.read_text()
    assert (folder / "w.csv").read_text() == (tmp_path / "w.csv").read_text()


def test_a_resumed_study_keeps_its_seed(tmp_path: Path) -> None:
    study = tmp_path / "study"
    shared = ("--players", "2", "--games", "2", "--check", "4", "--study", str(study))
    tune("weights", *shared, "--trials", "2", "--seed", "0x5", out=tmp_path / "a.toml")
    output = tune("weights", *shared, "--trials", "3", out=tmp_path / "b.toml")
    assert "3 trials, seed 0x5." in output
    first, second = ((tmp_path / name).read_text().splitlines() for name in ("a.csv", "b.csv"))
    assert [line for line in first if line[0].isdigit()] == [line for line in second if line[0].isdigit()][:2]

    other = research(
        "tune", "weights", *shared, "--trials", "3", "--opponents", "random", "--out", str(tmp_path / "c.toml")
    )
    assert other.exit_code == 2
    assert 'this study is about something else: opponents is "greedy" there and "random" here' in other.stderr


def test_search_is_tuned_by_the_names_of_its_constants(tmp_path: Path) -> None:
    out = tmp_path / "s.toml"
    arguments = ("--player", "mcts:2sims", "--fix", "win_share=0.5", "--players", "2", "--trials", "2", "--games", "2")
    tune("search", *arguments, "--check", "2", "--seed", "1", out=out)
    settings = data.changed(tomllib.loads(out.read_text()))
    assert settings.win_share == 0.5
    assert settings.playout == data.settings().playout


def test_an_outlook_is_fitted_and_its_quality_shown(tmp_path: Path) -> None:
    out = tmp_path / "o.toml"
    output = tune("outlook", "--players", "2", "--games", "40", "--seed", "1", out=out)
    assert "log-loss" in output
    assert output.splitlines()[-2].split()[0] == "all"
    table = tomllib.loads(out.read_text())["2"]
    assert (len(table["base"]), len(table["spread"]), len(table["weight"]["evaluation"])) == (14, 14, 14)
    assert (tmp_path / "o.csv").is_file()


def test_a_file_gives_the_starting_weights(tmp_path: Path) -> None:
    begin = tmp_path / "begin.toml"
    begin.write_text("joker = 600\n")
    tune(
        "weights",
        *TINY[:2],
        "--trials",
        "1",
        "--games",
        "2",
        "--check",
        "2",
        "--weights",
        str(begin),
        out=tmp_path / "w.toml",
    )
    assert Weights.of(tomllib.loads((tmp_path / "w.toml").read_text())) == Weights.of({"joker": 600})
    assert shipped().joker != 600


@pytest.mark.parametrize(
    ("what", "arguments", "message"),
    [
        ("weights", ("--player", "random"), "has no numbers to tune"),
        ("weights", ("--player", "mcts:50ms"), "plays by the clock; give it simulations"),
        ("weights", ("--opponents", "gredy"), "there is no player 'gredy'"),
        ("weights", ("--fix", "joker"), "--fix 'joker': expected a name and a number"),
        ("weights", ("--fix", "jokr=1"), "there is no weight 'jokr'"),
        ("weights", ("--fix", "joker=nan"), "joker: nan is not a whole number"),
        ("weights", ("--fix", "joker=inf"), "joker: inf is not a whole number"),
        ("weights", ("--weights", "none.toml"), "none.toml: cannot be read: No such file"),
        ("weights", ("--trials", "0"), "0 is not in the range"),
        ("weights", ("--reach", "1"), "1.0 is not in the range"),
        ("weights", ("--seed", "seven"), "such as 7 or 0x1f2e"),
        ("weights", ("--study", "out.toml"), "out.toml: the study needs a file of its own"),
        ("weights", ("--study", "no/such.study"), "there is no folder no"),
        ("weights", ("--study", "notes.txt"), "notes.txt: this is no study of edokko-research tune"),
        ("search", ("--player", "greedy"), "'greedy' does not search"),
        ("search", ("--fix", "explore=1"), "there is no constant 'explore'"),
        ("search", ("--fix", "exploration=nan"), "exploration: nan is not a number"),
        ("outlook", ("--random", "101"), "101 is not in the range"),
        ("outlook", ("--player", "random"), "'random' is not one of"),
        ("outlook", ("--games", "1"), "too few games"),
        ("outlook", ("--out", "out.txt"), "--out out.txt: expected a name that ends in .toml"),
        ("outlook", ("--out", "there.toml"), "there.toml exists already"),
        ("outlook", ("--out", "beside.toml"), "beside.csv exists already"),
        ("outlook", ("--out", "no/such.toml"), "there is no folder no"),
    ],
)
def test_user_errors_end_with_a_sentence_and_leave_no_files(
    what: str, arguments: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("there.toml", "beside.csv", "notes.txt"):
        Path(name).write_text("precious\n")
    result = research("tune", what, "--out", "out.toml", *arguments)
    assert result.exit_code == 2, result.output
    assert message in result.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"there.toml", "beside.csv", "notes.txt"}
    assert all(path.read_text() == "precious\n" for path in tmp_path.iterdir())


def test_the_output_file_is_required() -> None:
    result = research("tune", "weights")
    assert result.exit_code == 2
    assert "--out" in result.stderr


def test_only_one_process_works_on_a_study(tmp_path: Path) -> None:
    study = tmp_path / "w.study"
    with locks.hold(study):
        result = research("tune", "weights", *TINY, "--out", str(tmp_path / "w.toml"))
    assert result.exit_code == 2
    assert f"Another edokko is writing {study}" in result.stderr
    assert list(tmp_path.iterdir()) == []
