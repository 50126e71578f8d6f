"""Arenas: fair counts, results that do not depend on workers, and files that can be resumed."""

from __future__ import annotations

import doctest
import errno
import json
import os
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from edokko.components import load
from edokko.lab.arena.file import ArenaFile, ForeignFile, seed_in
from edokko.lab.arena.matches import Conditions, MatchResult, _play_driven, play
from edokko.lab.arena.runner import arena
from edokko.lab.arena.schedule import schedule
from edokko.lab.arena.standings import Standings, standings
from edokko.lab.simulation.runner import simulate
from edokko.players import Player, player
from edokko.records.file import RecordWriter, read
from edokko.records.record import check

ERRS = "policy:temperature=100"
"""A player of random moves in Python: fast, and without compilation."""
SAME = "policy:temperature=100.0"
ALIKE = "policy:temperature=1e2"


def timeless(result: Standings) -> Standings:
    """Remove the clock times from a result."""
    entries = tuple(replace(entry, milliseconds=None) for entry in result.entries)
    return replace(result, seconds=0.0, entries=entries)


def plain(name: str, seed: int) -> Player:
    return player(name, seed, engine="plain")


# --- counts


@pytest.mark.parametrize("players", [2, 3, 4])
def test_identical_players_win_their_chance_share(players: int) -> None:
    result = arena([ERRS] * players, players, 2 * players, 1)
    (entry,) = result.entries
    assert entry.win_share == pytest.approx(1 / players)
    assert entry.win_share_interval == pytest.approx((1 / players, 1 / players))
    assert (entry.seats, entry.games, entry.wins) == (2 * players * players, 2 * players, 2 * players)
    assert entry.mean_rank == (players + 1) / 2
    assert (entry.rating, entry.rating_interval) == (1500, None)


def test_equal_entries_are_pooled_and_shares_are_per_seat() -> None:
    result = arena([ERRS, SAME, ERRS], 3, 12, 1)
    pair, single = result.entries
    assert (pair.name, single.name) == (ERRS, SAME)
    assert (pair.seats, single.seats) == (24, 12)
    assert (result.games, result.blocks, result.players, result.seed) == (12, 4, 3, 1)
    assert pair.wins + single.wins == 12
    assert pair.win_share * 2 + single.win_share == pytest.approx(1)
    assert pair.win_share == pair.wins / 24
    assert pair.mean_rank * 2 + single.mean_rank == pytest.approx(6)
    assert pair.rating + single.rating == pytest.approx(3000)
    low, high = pair.win_share_interval
    assert 0 <= low < pair.win_share < high <= 0.5


def test_sums_are_those_of_the_games() -> None:
    plan = schedule([ERRS, SAME], 2, 4, 1)
    scores = [(50, 40), (30, 60), (70, 20), (10, 15)]
    games = [
        MatchResult(match, iki, (0, 1) if iki[0] > iki[1] else (1, 0), (0.5, 0.25), (10, 5))
        for match, iki in zip(plan.matches(), scores, strict=True)
    ]
    result = standings(plan, games)
    first, second = result.entries
    # The entries swap seats in the second game of each block.
    assert [match.seats[0] for match in plan.matches()] == [ERRS, SAME, ERRS, SAME]
    assert (first.wins, second.wins) == (4, 0)
    assert first.mean_score == (50 + 60 + 70 + 15) / 4
    assert second.mean_rank == 2
    assert result.mean_winning_score == first.mean_score
    assert first.milliseconds == pytest.approx(50)
    assert first.rating > second.rating
    assert first.rating_interval is None, "the second entry never won, so the difference is unknown"


def test_more_entries_than_players_play_a_round_robin() -> None:
    result = arena([ERRS, SAME, ALIKE], 2, 1, 1)
    assert (result.games, result.blocks) == (6, 3)
    assert [(entry.seats, entry.games) for entry in result.entries] == [(4, 4)] * 3


def test_thinking_time_is_measured_in_games_driven_by_python() -> None:
    result = arena([ERRS, SAME], 2, 2, 1)
    assert all(entry.milliseconds is not None and 0 < entry.milliseconds < 100 for entry in result.entries)


# --- how games are played


def test_native_games_are_those_that_python_would_play() -> None:
    plan = schedule(["greedy", "random", "random"], 3, 3, 5)
    conditions = Conditions(load("2021"), is_recorded=True, make=plain)
    native = {result.match: result for result in play(conditions, list(plan.matches()))}
    assert len(native) == 3
    for match in list(plan.matches())[:2]:
        driven = _play_driven(conditions, match)
        assert sum(driven.decisions) > 50
        assert replace(driven, seconds=(), decisions=()) == native[match]


def test_a_native_arena_has_no_thinking_times(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    result = arena(["random", "random", "greedy"], 3, 30, 2, record=path, workers=2)
    assert [entry.milliseconds for entry in result.entries] == [None, None]
    assert result.entries[1].win_share > 0.8
    assert timeless(arena(["random", "random", "greedy"], 3, 30, 2, record=path, resume=True)) == timeless(result)
    assert sum(1 for record in read(path) if check(record).is_over) == 30


def test_workers_do_not_change_the_result(tmp_path: Path) -> None:
    single = arena([ERRS, SAME, ALIKE], 3, 12, 4, record=tmp_path / "one.jsonl")
    parallel = arena([ERRS, SAME, ALIKE], 3, 12, 4, record=tmp_path / "two.jsonl", workers=2)
    assert timeless(single) == timeless(parallel)
    games = [sorted(record.moves for record in read(tmp_path / name)) for name in ("one.jsonl", "two.jsonl")]
    assert games[0] == games[1]


# --- the file


def test_every_game_is_a_record_that_identifies_its_match(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    arena([ERRS, SAME], 2, 4, 6, record=path)
    plan = schedule([ERRS, SAME], 2, 4, 6)
    records = list(read(path))
    assert len(records) == 4
    for record, match in zip(records, plan.matches(), strict=True):
        assert check(record).is_over
        assert record.seats == match.seats
        assert record.seed == hex(match.seed)
        place = record.extra["arena"]
        assert (place["block"], place["rotation"], place["seed"]) == (match.block, match.rotation, "0x6")
        assert place["entries"] == [ERRS, SAME]
        assert len(place["seconds"]) == len(place["decisions"]) == 2


@pytest.mark.parametrize("share", [0.0, 0.3, 0.5, 0.999, 1.0])
def test_an_interrupted_arena_resumes_to_the_same_result(tmp_path: Path, share: float) -> None:
    """The file is truncated to a share of its bytes."""
    path = tmp_path / "games.jsonl"
    uninterrupted = arena([ERRS, SAME, ALIKE], 3, 9, 8, record=path)
    data = path.read_bytes()
    rest = data[: int(len(data) * share)]
    path.write_bytes(rest)
    counts: list[int] = []
    result = arena([ERRS, SAME, ALIKE], 3, 9, 8, record=path, resume=True, progress=lambda done: counts.append(done))
    assert timeless(result) == timeless(uninterrupted)
    assert len({(record.extra["arena"]["block"], record.extra["arena"]["rotation"]) for record in read(path)}) == 9
    assert counts[0] == rest.count(b"\n")
    assert counts[-1] == 9


def test_a_last_line_without_its_line_end_is_completed(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    arena([ERRS, SAME], 2, 4, 8, record=path)
    data = path.read_bytes()
    path.write_bytes(data[:-1])
    arena([ERRS, SAME], 2, 4, 8, record=path, resume=True)
    assert path.read_bytes() == data


def test_resuming_plays_missing_games_of_a_block_and_additional_games(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    arena([ERRS, SAME], 2, 6, 8, record=path)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text(lines[0] + lines[3] + lines[4])
    longer = arena([ERRS, SAME], 2, 8, record=path, resume=True)
    assert longer.seed == 8, "the seed of the file"
    assert timeless(longer) == timeless(arena([ERRS, SAME], 2, 8, 8))
    assert len(path.read_text().splitlines()) == 8
    fewer = arena([ERRS, SAME], 2, 4, 8, record=path, resume=True)
    assert timeless(fewer) == timeless(arena([ERRS, SAME], 2, 4, 8))
    assert len(path.read_text().splitlines()) == 8, "no game is lost"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"entries": [SAME, ERRS]}, "line 1: belongs to another arena: entries is"),
        ({"seed": 9}, "line 1: belongs to another arena: seed is '0x8', here '0x9'"),
        ({"edition": "2015"}, "line 1: belongs to another arena: edition is '2021', here '2015'"),
        ({"components": load("2021", {"characters": {"monk": {"cost": 5}}})}, "other components"),
        ({"entries": [ERRS, SAME, SAME], "players": 3}, "belongs to another arena"),
    ],
)
def test_the_file_of_another_arena_is_refused_unchanged(
    tmp_path: Path, settings: dict[str, object], message: str
) -> None:
    path = tmp_path / "games.jsonl"
    arena([ERRS, SAME], 2, 2, 8, record=path)
    before = path.read_bytes()
    arguments = {"entries": [ERRS, SAME], "players": 2, "games": 2, "seed": 8} | settings
    with pytest.raises(ForeignFile, match=message):
        arena(record=path, resume=True, **arguments)  # type: ignore[arg-type]
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", ["precious", "precious\n", '{"format": "edokko/2"}\n', '[]\n{"format": "edokko/1"'])
def test_a_file_of_anything_else_is_refused_unchanged(tmp_path: Path, content: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(content)
    for seed in (1, None):
        with pytest.raises(ForeignFile, match="line 1: "):
            arena([ERRS, SAME], 2, 2, seed, record=path, resume=True)
    assert path.read_text() == content


def test_records_of_other_commands_and_invalid_ones_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    (chunk,) = simulate(["random", "random"], 1, log=True)
    with RecordWriter(path) as writer:
        writer.write(chunk.record(0))
    with pytest.raises(ForeignFile, match="line 1: is no finished game of an arena"):
        arena([ERRS, SAME], 2, 2, 1, record=path, resume=True)
    with pytest.raises(ForeignFile, match="line 1: is no game of an arena"):
        seed_in(path)
    path.unlink()
    arena([ERRS, SAME], 2, 2, 1, record=path)
    good = [json.loads(line) for line in path.read_text().splitlines()]
    for change, message in (
        ({"block": -1}, "block -1"),
        ({"rotation": 2}, "rotation 2"),
        ({"block": True}, "block True"),
        ({"version": "0.0"}, "version is '0.0', here"),
        ({"rotation": 1}, "seats is"),
        ({"seconds": ["1", 2]}, "invalid times"),
    ):
        first = good[0] | {"arena": good[0]["arena"] | change}
        path.write_text(json.dumps(first) + "\n" + json.dumps(good[1]) + "\n")
        with pytest.raises(ForeignFile, match=message):
            arena([ERRS, SAME], 2, 2, 1, record=path, resume=True)
    path.write_text(json.dumps(good[0] | {"result": good[0]["result"] | {"ranking": [0, 0]}}) + "\n")
    with pytest.raises(ForeignFile, match="an invalid result"):
        arena([ERRS, SAME], 2, 2, 1, record=path, resume=True)


def test_an_existing_file_is_not_changed_without_resume(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("precious")
    with pytest.raises(FileExistsError, match="resume"):
        arena([ERRS, SAME], 2, 2, 1, record=path)
    with pytest.raises(ForeignFile, match="not compressed"):
        arena([ERRS, SAME], 2, 2, 1, record=tmp_path / "games.jsonl.gz")
    assert path.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_leaves_no_empty_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def write(self: ArenaFile, result: MatchResult) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(ArenaFile, "write", write)
    path = tmp_path / "games.jsonl"
    with pytest.raises(OSError, match="No space left"):
        arena([ERRS, SAME], 2, 2, 1, record=path)
    assert not path.exists()


# --- settling a share


def test_an_arena_stops_when_the_share_is_settled(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    result = arena(["greedy", "random", "random", "random"], 4, 4000, 3, settle=0.6, record=path)
    assert result.answer == "above"
    assert result.games < 100
    same_games = arena(["greedy", "random", "random", "random"], 4, result.games, 3)
    assert timeless(replace(result, answer=None)) == timeless(same_games), "only the games before the answer count"
    resumed = arena(["greedy", "random", "random", "random"], 4, 4000, 3, settle=0.6, record=path, resume=True)
    assert timeless(resumed) == timeless(result)


def test_without_an_answer_the_arena_plays_all_games() -> None:
    result = arena([ERRS, SAME], 2, 12, 3, settle=0.5)
    assert (result.answer, result.games) == (None, 12)


def test_a_round_robin_stops_only_after_complete_rounds() -> None:
    result = arena(["greedy", "random", "random"], 2, 3000, 3, settle=0.5)
    assert result.answer == "above"
    assert result.blocks % 3 == 0


@pytest.mark.parametrize(
    ("entries", "settle", "message"),
    [
        ([ERRS, SAME, SAME], 1.0, "share of wins of policy:temperature=100 is from 0 to 1, "),
        ([ERRS, ERRS, SAME], 0.6, "is from 0 to 0.5, "),
        ([ERRS, SAME, SAME], float("nan"), "cannot be settled"),
        ([ERRS, ERRS, ERRS], 0.2, "plays only itself"),
    ],
)
def test_a_share_that_cannot_be_settled_is_refused(entries: list[str], settle: float, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        arena(entries, 3, 3, 1, settle=settle)


@pytest.mark.parametrize(
    ("settings", "message"), [({"workers": 0}, "workers: 0"), ({"resume": True}, "no file to resume from")]
)
def test_invalid_arguments_are_refused(settings: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        arena([ERRS, SAME], 2, 2, 1, **settings)  # type: ignore[arg-type]


def test_the_example_of_the_module_runs() -> None:
    result = doctest.testmod(import_module("edokko.lab.arena.runner"))
    assert (result.attempted, result.failed) == (3, 0)
