"""The benchmark that makes targets from games that finish a position: it adds games, trains and plays a duel."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import anchored
from edokko.players.champion import read_network

pytest.importorskip("torch")
QUICK = ("--simulations", "4", "--finished", "2", "--finishing", "2", "--epochs", "1")


def run(monkeypatch: pytest.MonkeyPatch, *words: object) -> int:
    monkeypatch.setattr(sys, "argv", ["anchored.py", *map(str, words)])
    return anchored.main()


def positions(line: str) -> int:
    count, _, rest = line.partition(" positions, trained in ")
    assert rest.endswith(" s on cpu")
    return int(count)


def test_games_a_training_and_a_duel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # The time is over after the first chunks of both threads, of 48 positions each; the second call adds others.
    data, first, second = tmp_path / "data", tmp_path / "first.npz", tmp_path / "second.npz"
    quick = (*QUICK, "--workers", 2, "--minutes", 0.001)
    assert run(monkeypatch, data, "-o", first, *quick, "--games", 4) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("games for ")
    rows = positions(lines[1])
    assert rows >= 96
    assert rows % 48 == 0
    assert "network" in lines[2]
    assert "start 4.8" in lines[2]
    assert [line.partition(" against 3 mcts:300sims, 4 games")[0] for line in lines[3:]] == [
        "champion:300sims",
        f"champion:300sims:net={first}",
    ]
    about = read_network(first).about
    assert about["anchor"] == 0.7
    assert run(monkeypatch, data, "-o", second, *quick, "--games", 0) == 0
    assert positions(capsys.readouterr().out.splitlines()[1]) > rows
    assert read_network(second).about["data"] != about["data"]


def test_wrong_options_are_refused_before_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data, output = tmp_path / "data", tmp_path / "net.npz"
    wrong = {
        "lost/net.npz": (data, "-o", tmp_path / "lost" / "net.npz"),
        "lost: there is no such folder": (data, tmp_path / "lost", "-o", output),
        "--games: -1": (data, "-o", output, "--games", -1),
        "--epochs: 0": (data, "-o", output, "--epochs", 0),
        "ends in .npz": (data, "-o", tmp_path / "net.txt"),
        "multiple of 2": (data, "-o", output, "--finished", 3),
        "--anchor: 2": (data, "-o", output, "--anchor", 2),
        "--device nowhere": (data, "-o", output, "--device", "nowhere"),
        "simulations": (data, "-o", output, "--simulations", -1),
    }
    for problem, words in wrong.items():
        with pytest.raises(SystemExit) as end:
            run(monkeypatch, *words, "--minutes", 0.001)
        assert end.value.code == 2
        assert problem in capsys.readouterr().err.splitlines()[-1]
    assert not data.exists()
