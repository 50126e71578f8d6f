"""Runs: the same rows with any number of workers, after a kill, after Ctrl-C; files get their names when complete."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from edokko.lab.data.files import save_plan, written
from edokko.lab.data.plan import Layout
from edokko.lab.data.plan_form import PlanError
from edokko.lab.data.play import work
from edokko.lab.data.run import GamesJob, run
from tests.helpers.paths import SOURCE
from tests.helpers.runs import plan, played, rows, same_rows

SUMMARY: dict[str, Any] = {"games": 40, "players": 3, "chunk": 8, "tables": ["games", "seats"]}
DETAILED: dict[str, Any] = {"entries": ["greedy", "random"], "games": 24, "players": 2, "chunk": 4, "records": True}


@pytest.fixture(scope="module")
def summary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("lab") / "summary", **SUMMARY)


@pytest.fixture(scope="module")
def detailed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("lab") / "detailed", **DETAILED)


def files(folder: Path) -> dict[str, int]:
    """Return each file of a run with the time of its last change."""
    return {str(path.relative_to(folder)): path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


def command(*arguments: str) -> subprocess.Popen[str]:
    """Start the command in a process group of its own."""
    line = [sys.executable, "-m", "edokko.cli", "lab", *arguments]
    env = os.environ | {"PYTHONPATH": str(SOURCE), "EDOKKO_LANGUAGE": "en"}
    return subprocess.Popen(
        line, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )


def test_threads_give_the_same_rows(summary: Path, tmp_path: Path) -> None:
    assert same_rows(summary, played(tmp_path / "run", workers=2, **SUMMARY))


def test_processes_give_the_same_rows_and_records(detailed: Path, tmp_path: Path) -> None:
    other = played(tmp_path / "run", workers=2, **DETAILED)
    assert same_rows(detailed, other)
    for file in detailed.glob("records/*/*/*.jsonl"):
        assert (other / file.relative_to(detailed)).read_text() == file.read_text()


def test_the_size_of_chunks_changes_no_row(detailed: Path, tmp_path: Path) -> None:
    assert same_rows(detailed, played(tmp_path / "run", **DETAILED | {"chunk": 10}))


def test_a_table_does_not_depend_on_the_others(detailed: Path, tmp_path: Path) -> None:
    alone = played(tmp_path / "run", **DETAILED | {"tables": ["games", "hires"], "records": False})
    for name in ("games", "hires"):
        assert rows(alone, name).equals(rows(detailed, name))


def test_chunks_in_any_order_and_more_than_once_give_the_same_rows(summary: Path, tmp_path: Path) -> None:
    layout = Layout(plan(**SUMMARY))
    save_plan(tmp_path / "run", layout.plan)
    for number in (3, 1, 4, 1, 0, 2):
        report = work(layout, number, tmp_path / "run")
        assert (report.chunk, report.games) == (number, 8)
        assert report.rows == {"seats": 24, "games": 8}
    assert GamesJob(layout.plan, tmp_path / "run").missing == []
    assert same_rows(summary, tmp_path / "run")


def test_a_player_of_python_gives_the_same_rows_as_a_native_one(summary: Path, tmp_path: Path) -> None:
    """The native loop and Python seat the players with the same seeds."""
    driven = played(tmp_path / "run", **SUMMARY | {"entries": ["random", "random", "policy:temperature=100"]})
    native = played(tmp_path / "other", **SUMMARY | {"entries": ["random", "random", "greedy"]})
    assert (
        rows(driven, "games")
        .select("game", "block", "rotation", "seed")
        .equals(rows(native, "games").select("game", "block", "rotation", "seed"))
    )


def test_a_run_goes_on_where_it_was_killed(detailed: Path, tmp_path: Path) -> None:
    """Kill the run in the middle: finished files stay as they are, and no row is missing or twice at the end."""
    folder = tmp_path / "run"
    (tmp_path / "plan.toml").write_text(
        'entries = ["greedy", "random"]\ngames = 24\nplayers = 2\nchunk = 4\nrecords = true\n'
    )
    process = command("run", str(tmp_path / "plan.toml"), "-o", str(folder), "--workers", "2")
    try:
        deadline = time.monotonic() + 240
        while len(list(folder.glob("games/*/*/*.parquet"))) < 2:
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < deadline
            time.sleep(0.01)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    layout = Layout(plan(**DETAILED))
    left = GamesJob(layout.plan, folder).missing
    before = {name: when for name, when in files(folder).items() if name.startswith("games")}
    for name, age in (("old", 7200), ("new", 0)):
        torn = folder / "games" / "edition=2021" / "players=2" / f".{name}.parquet.0.tmp"
        torn.write_bytes(b"torn")
        os.utime(torn, (time.time() - age,) * 2)
    reports = list(run(layout.plan, folder))
    assert [report.chunk for report in reports] == left
    assert len(left) < layout.chunks
    after = files(folder)
    assert all(after[name] == when for name, when in before.items())
    # Another worker may still be writing the new one.
    assert not [name for name in after if "/.old" in name]
    assert [name for name in after if "/.new" in name]
    assert same_rows(detailed, folder)


def test_ctrl_c_ends_a_run_with_a_sentence_and_it_goes_on(summary: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    options = ["--entries", "random", "--games", "2000000", "--tables", "games", "--chunk", "2000"]
    process = command("run", *options, "-o", str(folder), "--workers", "2")
    deadline = time.monotonic() + 240
    while not list(folder.glob("games/*/*/*.parquet")):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert (process.returncode, output) == (130, "")
    assert "Traceback" not in errors
    done = len(list(folder.glob("games/*/*/*.parquet")))
    listed = command("chunks", str(folder / "plan.json"), "-o", str(folder), "--count")
    assert int(listed.communicate(timeout=60)[0]) == 1000 - done


def test_a_file_gets_its_name_when_it_is_complete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    layout = Layout(plan(**SUMMARY))
    save_plan(tmp_path / "run", layout.plan)
    write = pq.write_table

    def torn(table: Any, path: Path, **options: Any) -> None:
        write(table, path, **options)
        path.write_bytes(path.read_bytes()[:100])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pq, "write_table", torn)
    with pytest.raises(OSError, match="No space left"):
        work(layout, 0, tmp_path / "run")
    assert files(tmp_path / "run").keys() == {"plan.json"}
    assert GamesJob(layout.plan, tmp_path / "run").missing == list(range(layout.chunks))


def test_the_bytes_of_a_file_are_on_the_disk_before_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: steps.append("sync"))
    monkeypatch.setattr(os, "replace", lambda old, new: steps.append("name"))
    with written(tmp_path / "file") as temporary:
        temporary.write_text("rows")
    assert steps[:2] == ["sync", "name"]


def test_games_are_written_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A chunk that has its games has everything, so a reader may join any table to them."""
    names: list[str] = []
    replace = os.replace

    def note(old: Path, new: Path) -> None:
        names.append(new.parts[-4])
        replace(old, new)

    monkeypatch.setattr(os, "replace", note)
    played(tmp_path / "run", **DETAILED | {"games": 4})
    assert names[1] == "records"
    assert names[-1] == "games"


@pytest.mark.parametrize("tables", [["games"], "all"])
def test_a_folder_of_another_plan_is_refused(summary: Path, tmp_path: Path, tables: list[str] | str) -> None:
    before = files(summary)
    with pytest.raises(PlanError, match="the folder holds a run of another plan; name another folder"):
        played(summary, **SUMMARY | {"tables": tables})
    assert files(summary) == before
    (tmp_path / "note.txt").write_text("mine")
    with pytest.raises(PlanError, match="the folder is not empty, and holds no run"):
        played(tmp_path, **SUMMARY)


def test_a_finished_run_plays_nothing(summary: Path) -> None:
    before = files(summary)
    assert list(run(plan(**SUMMARY), summary)) == []
    assert files(summary) == before


def test_a_replay_that_ends_elsewhere_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from edokko.lab.simulation import runner

    chance = runner.Chunk.chance
    # The fires of the last month with one come last: another room burns.
    monkeypatch.setattr(
        runner.Chunk, "chance", lambda self, index: [*(outcomes := chance(self, index))[:-1], outcomes[-1] ^ 1]
    )
    with pytest.raises((RuntimeError, KeyError, IndexError)):
        played(tmp_path / "run", **DETAILED)


def test_the_report_of_a_run_is_json(tmp_path: Path) -> None:
    process = command(
        "run", "--entries", "random", "--games", "10", "--tables", "games", "-o", str(tmp_path / "run"), "--json"
    )
    facts = json.loads(process.communicate(timeout=240)[0])
    assert {name: facts[name] for name in ("games", "played", "chunks")} == {"games": 10, "played": 10, "chunks": 1}
