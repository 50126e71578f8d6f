"""``edokko arena``: its output, its files, its errors."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from edokko import locks
from edokko.cli.arena import _digits, _row
from edokko.lab.arena.standings import EntryResult
from tests.helpers.terminal import Running, edokko

ERRS = "policy:temperature=100"
"""A player of random moves in Python: fast, and without compilation."""
SAME = "policy:temperature=100.0"
PAIR = ("--entries", f"{ERRS},{SAME}")
FACTS = {"wins": 1, "seats": 2, "win_share": 0.5, "win_share_interval": (0.1, 0.9), "mean_score": 20, "mean_rank": 1.5}
FACTS |= {"rating": 1500, "rating_interval": None}


def test_json_is_one_object_with_the_promised_keys() -> None:
    result = edokko("arena", *PAIR, "--games", "4", "--seed", "7", "--json")
    assert result.exit_code == 0, result.output
    first = json.loads(result.stdout)
    assert list(first) == ["entries", "games", "blocks", "players", "seed", "mean_winning_score", "seconds"]
    assert [first[key] for key in ("games", "blocks", "players", "seed")] == [4, 2, 2, "0x7"]
    for entry, name in zip(first["entries"], (ERRS, SAME), strict=True):
        assert list(entry) == [
            "name",
            "seats",
            "games",
            "wins",
            "win_share",
            "win_share_interval",
            "mean_score",
            "mean_rank",
            "rating",
            "rating_interval",
            "milliseconds",
        ]
        assert entry["name"] == name
        assert entry["win_share_interval"][0] <= entry["win_share"] <= entry["win_share_interval"][1]
    assert sum(entry["win_share"] for entry in first["entries"]) == pytest.approx(1, abs=1e-5)
    second = json.loads(edokko("arena", *PAIR, "--games", "4", "--seed", "7", "--json").stdout)
    for standings in (first, second):
        standings.pop("seconds")
        for entry in standings["entries"]:
            entry.pop("milliseconds")
    assert second == first


def test_the_table_names_the_players_and_the_random_seed() -> None:
    result = edokko("arena", *PAIR, "--games", "3", COLUMNS="120")
    assert result.exit_code == 0, result.output
    assert "4 games instead of 3: every line-up at every seat takes 2." in result.stderr
    assert "seed" in result.stdout
    assert "0x" in result.stdout
    assert all(name in result.stdout for name in (ERRS, SAME, "95 %", "rating"))
    assert max(map(len, edokko("arena", *PAIR, "--games", "3").stdout.splitlines())) <= 80


def test_the_thinking_times_of_a_table_have_one_format() -> None:
    times = (12.345, 0.00912)
    entries = [SimpleNamespace(name=f"player {place}", milliseconds=time, **FACTS) for place, time in enumerate(times)]
    rows = [_row(cast(EntryResult, entry), _digits(cast(Sequence[EntryResult], entries)))[-1] for entry in entries]
    assert rows == ["12.345", "0.009"]
    assert _digits(cast(Sequence[EntryResult], entries[:1])) == 1


def test_by_default_there_are_as_many_players_as_entries_up_to_four() -> None:
    result = json.loads(edokko("arena", "--entries", ",".join([ERRS] * 5), "--games", "1", "--json").stdout)
    assert (result["players"], result["games"]) == (4, 20)
    (entry,) = result["entries"]
    assert entry["win_share"] == 0.25
    assert entry["rating_interval"] is None


def test_the_answer_about_a_share_is_in_words_and_in_json() -> None:
    command = ("arena", *PAIR, "--games", "4", "--seed", "1", "--settle", "0.5")
    assert f"Not settled by 4 games: the share of {ERRS} may be above or below 50 %." in " ".join(
        edokko(*command).stdout.split()
    )
    assert json.loads(edokko(*command, "--json").stdout)["settle"] == {"share": 0.5, "answer": None}


def test_an_interrupted_arena_resumes(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    command = ("arena", *PAIR, "--games", "6", "--record", str(path), "--json")
    first = json.loads(edokko(*command).stdout)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    result = edokko(*command, "--resume")
    assert result.exit_code == 0, result.output
    second = json.loads(result.stdout)
    assert second["seed"] == first["seed"]
    assert [entry["rating"] for entry in second["entries"]] == [entry["rating"] for entry in first["entries"]]
    assert "6 good games, 0 bad" in edokko("record", "check", str(path)).output


def test_resume_without_a_file_begins_a_new_arena(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    result = edokko("arena", *PAIR, "--games", "2", "--record", str(path), "--resume")
    assert result.exit_code == 0, result.output
    assert len(path.read_text().splitlines()) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--entries", "gredy,random"), "--entries: there is no player 'gredy'; players: random"),
        (("--entries", "mcts:5min,random"), "--entries: player 'mcts:5min': '5min' is no budget"),
        (("--entries", "random"), "--entries names 1 player; a game of 2 needs 2 to 32"),
        (("--entries", "random,greedy", "--players", "3"), "--entries names 2 players; a game of 3 needs 3 to 32"),
        (("--entries", ",".join(["random"] * 33)), "--entries names 33 players; a game of 4 needs 4 to 32"),
        (("--entries", "random,"), "there is no player ''"),
        ((), "The option --entries is required."),
        ((*PAIR, "--games", "0"), "--games: expected a whole number, 1 or more."),
        ((*PAIR, "--workers", "0"), "--workers: expected a whole number from 1 to 256."),
        ((*PAIR, "--settle", "1.5"), "settle: 1.5 cannot be settled"),
        ((*PAIR, "--settle", "x"), "--settle: expected a number."),
        ((*PAIR, "--resume"), "name it with --record FILE"),
        ((*PAIR, "--record", "/no/such/folder/x"), "/no/such/folder/x: there is no folder /no/such/folder"),
        ((*PAIR, "--record", "/tmp"), "/tmp exists already; continue it with --resume"),
        ((*PAIR, "--record", "/tmp", "--resume"), "/tmp exists already"),
        ((*PAIR, "--seed", "seven"), "such as 7 or 0x1f2e"),
    ],
)
def test_user_errors_end_with_a_sentence(arguments: tuple[str, ...], message: str) -> None:
    result = edokko("arena", *arguments)
    assert result.exit_code == 2, result.output
    assert message in result.stderr


def test_a_file_of_anything_else_is_refused_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("precious\n")
    for resume, message in (((), "exists already"), (("--resume",), "line 1: not JSON")):
        result = edokko("arena", *PAIR, "--games", "2", "--record", str(path), *resume)
        assert result.exit_code == 2, result.output
        assert result.stderr.startswith(f"edokko: {path}")
        assert message in result.stderr
    assert path.read_text() == "precious\n"


def test_a_second_arena_cannot_write_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    command = ("arena", *PAIR, "--games", "2", "--record", str(path))
    assert edokko(*command).exit_code == 0
    before = path.read_bytes()
    with locks.hold(path):
        result = edokko(*command[:-3], "4", *command[-2:], "--resume")
    assert result.exit_code == 2
    assert f"Another edokko is writing {path}; wait until it has ended" in result.stderr
    assert path.read_bytes() == before
    assert edokko(*command[:-3], "4", *command[-2:], "--resume").exit_code == 0
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("seconds", [0.0, 0.3, 1.0, None])
def test_ctrl_c_ends_all_workers_quietly(tmp_path: Path, seconds: float | None) -> None:
    """A worker interrupted during its start must not print a traceback, nor one that has played games (``None``)."""
    path = tmp_path / "games.jsonl"
    running = Running("arena", *PAIR, "--games", "100000", "--workers", "2", "--record", str(path))
    for _ in range(600):
        if path.exists() and (seconds is not None or path.stat().st_size):
            break
        time.sleep(0.02)
    time.sleep(seconds or 0)
    code, _, errors = running.interrupt()
    assert code == 130
    assert "Traceback" not in errors
    assert "Process" not in errors
    games = path.read_bytes() if path.exists() else b""
    assert not games or games.endswith(b"}\n")
