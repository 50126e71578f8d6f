"""The protocol of the benchmark: fixed deals, rows of any player, and no half row of one that fails."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from edokko.lab import benchmark
from edokko.lab.arena.runner import arena
from edokko.lab.benchmark import Disqualified, evaluate
from tests.helpers.terminal import edokko

SAGE = """
from __future__ import annotations

import time
from dataclasses import dataclass

from beside import NAME


@dataclass
class Settings:
    seconds: float = 60


class Sage:
    name = NAME

    def __init__(self, seed, options=""):
        self.options = options
        if options == "unmade":
            raise KeyError("unmade")
        if options == "leaves":
            raise SystemExit(3)

    def choose(self, game, budget=None):
        if self.options == "none":
            return None
        if self.options == "illegal" and game.ply > 40:
            return self.first
        if self.options == "asleep" and game.ply > 5:
            time.sleep(60)
        if self.options == "deaf" and game.ply > 5:
            try:
                time.sleep(60)
            except TimeoutError:
                time.sleep(0.1)
        if self.options == "print":
            print("thinking")
        if self.options == "exit":
            raise SystemExit(0)
        if self.options == "plays" and game.ply > 40:
            game.play(game.legal_moves[0])
        if self.options == "broken":
            return game.legal_moves[1000]
        self.first = self.__dict__.get("first", game.legal_moves[0])
        return game.legal_moves[0]


def nothing(seed):
    return 3
"""


@pytest.fixture
def sage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(benchmark, "GAMES", {4: 8, 2: 4})
    path = tmp_path / "sage.py"
    path.write_text(SAGE, encoding="utf-8")
    (tmp_path / "beside.py").write_text('NAME = "sage"\n', encoding="utf-8")
    return str(path)


def test_the_games_of_the_protocol_stay_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, a rule, a player or a deal has changed: the protocol needs a new version, its table new rows."""
    monkeypatch.setattr(benchmark, "GAMES", {4: 4, 2: 2})
    assert (
        evaluate("policy", benchmark.OPPONENTS).digest
        == "426332c10743b99ab9d24bf2ece01f5ee33513f561334c6748012488cbe29c82"
    )


def test_rows_are_those_of_the_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "GAMES", {4: 20, 2: 10})
    four, two = evaluate("greedy", ["random"]).rows
    for row, games in ((four, 20), (two, 10)):
        players = row.players
        same = arena(["greedy", *["random"] * (players - 1)], players, games, benchmark.SEED, luck=True)
        assert row.standings.games == games
        assert [entry.wins for entry in row.standings.entries] == [entry.wins for entry in same.entries]
        assert row.standings.entries[0].less_luck == same.entries[0].less_luck


def test_a_player_has_no_row_against_itself(sage: str) -> None:
    assert [row.opponent for row in evaluate("greedy", ["random", "greedy"]).rows] == ["random"] * 2
    assert benchmark.games_of("greedy", ["random", "greedy"]) == 12


@pytest.mark.parametrize("workers", [1, 2])
def test_a_class_in_a_file_is_a_player(sage: str, workers: int) -> None:
    done: list[int] = []
    result = evaluate(f"{sage}:Sage", ["random"], workers=workers, progress=done.append)
    assert [row.standings.games for row in result.rows] == [8, 4]
    assert done == list(range(1, 13))
    assert result.cpu_seconds > 0
    assert result.digest == evaluate(f"{sage}:Sage:first", ["random"]).digest


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("none", r"at move \d+ of the game \(.*\) it plays None, which is illegal; legal: start"),
        ("illegal", r"at move \d+ of the game .* it plays start \w+, which is illegal; legal: "),
        ("exit", "it fails: SystemExit: 0"),
        ("plays", r"it changes the game; it may change game\.copy"),
        ("broken", "it fails: IndexError: tuple index out of range"),
        ("asleep", r"it thinks for more than 0\.05 s"),
        ("deaf", r"it thinks for more than 0\.05 s"),
    ],
)
@pytest.mark.parametrize("workers", [1, 2])
def test_a_player_that_fails_has_no_row(
    sage: str, options: str, message: str, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if workers == 2 and "thinks" in message:
        pytest.skip("the limit of another process is a minute")
    monkeypatch.setattr(benchmark, "LIMIT", 0.05)
    with pytest.raises(Disqualified, match=message):
        evaluate(f"{sage}:Sage:{options}", ["random"], workers=workers)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("{}:Sage:unmade", "does not make one: KeyError: 'unmade'"),
        ("{}:Sage:leaves", "does not make one: SystemExit: 3"),
        ("{}:Fool", "does not make one: AttributeError: module '_player_sage' has no attribute 'Fool'"),
        ("{}:nothing", r"nothing of .*sage\.py returns 3, which has no name and choose"),
        ("nowhere.py:Sage", r"nowhere\.py does not make one: FileNotFoundError: there is no such file"),
        ("policy:net={}", "not a network"),
        ("stranger", "there is no player 'stranger'"),
    ],
)
def test_a_player_that_cannot_be_made_is_named(sage: str, name: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        evaluate(name.format(sage), ["random"])


def test_the_command_prints_a_row_or_a_sentence(sage: str) -> None:
    result = edokko("evaluate", f"{sage}:Sage:print", "--against", "random", "--json")
    shown = json.loads(result.stdout)
    assert shown["protocol"] == "IKI-1"
    assert [(row["opponent"], row["players"], row["games"]) for row in shown["rows"]] == [
        ("random", 4, 8),
        ("random", 2, 4),
    ]
    low, high = shown["rows"][0]["win_share_interval"]
    assert low <= shown["rows"][0]["win_share"] <= high
    assert shown["rows"][0]["less_luck"]["win_share"] < 0.1
    for player, message in (
        ("stranger", "PLAYER: there is no player 'stranger'"),
        (f"{sage}:Sage:none", "plays None, which is illegal"),
        ("random", "--against: there is no player 'someone'"),
        ("greedy", "greedy has no opponent but itself"),
    ):
        against = {"random": "someone", "greedy": "greedy"}.get(player, "random")
        result = edokko("evaluate", player, "--against", against, "--json")
        assert (result.exit_code, result.stdout) == (2, "")
        assert message in result.stderr
        assert "Traceback" not in result.stderr


def test_the_table_fits_into_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "GAMES", {4: 4, 2: 2})
    shown = edokko("evaluate", "greedy", "--against", "random,champion:64sims").stdout
    assert "3 × champion:64sims" in shown
    assert "1 × random" in shown
    assert max(map(len, shown.splitlines())) <= 80
