"""Runs whose files were cut, lost, changed or written by another version: one sentence with advice that works."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow.parquet as pq
import pytest

from edokko.lab.data.files import MARK, VERSION, is_whole
from edokko.lab.data.plan import Layout
from edokko.lab.data.run import GamesJob
from edokko.lab.data.run import run as play
from tests.helpers.runs import plan, played, same_rows
from tests.helpers.terminal import edokko

GAMES: dict[str, Any] = {"games": 60, "players": 2, "chunk": 20, "tables": ["games", "seats"], "records": True}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("whole") / "run", **GAMES)


@pytest.fixture
def run(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "run"))


def seats(run: Path) -> Path:
    """Return the file of the second chunk."""
    return sorted(run.glob("seats/*/*/*.parquet"))[1]


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-40])


def overwrite(path: Path) -> None:
    """Damage the description of the columns, and leave the mark at the end."""
    content = path.read_bytes()
    path.write_bytes(content[:-60] + b"\xff" * 20 + content[-40:])


def raise_version(path: Path) -> None:
    table = pq.read_table(path)
    pq.write_table(table.replace_schema_metadata({**table.schema.metadata, VERSION: b"99"}), path)


def drop_column(path: Path) -> None:
    pl.read_parquet(path).drop("win").write_parquet(path)


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (cut, "{file}: not a whole Parquet file; remove it and run the plan again, which plays its games anew"),
        (overwrite, "{file}: not a whole Parquet file; remove it and run the plan again, which plays its games anew"),
        (Path.unlink, "{file} is missing; run the plan again, which plays its games anew"),
        (drop_column, "{file}: the table 'seats' lacks the column 'win'; remove the file, and run the plan again"),
        (
            raise_version,
            "{file}: version 99 of the table 'seats'; this edokko reads version 1. Use the edokko that wrote the run, "
            "or play its plan again in a new folder",
        ),
    ],
)
@pytest.mark.parametrize("command", ["report", "sql", "compare"])
def test_a_damaged_file_is_named_in_a_sentence(
    run: Path, whole: Path, tmp_path: Path, command: str, damage: Callable[[Path], object], sentence: str
) -> None:
    damage(seats(run))
    arguments = {
        "report": (str(run), "-o", str(tmp_path / "page.html")),
        "sql": (str(run), "SELECT avg(win::INT) FROM seats"),
        "compare": (str(whole), str(run)),
    }[command]
    ended = edokko("lab", command, *arguments)
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert ended.stderr == "edokko: " + sentence.format(file=seats(whole)).replace(str(whole), str(run)) + "\n"


@pytest.mark.parametrize("damage", [cut, Path.unlink, lambda path: path.write_bytes(b"")])
def test_the_plan_plays_the_games_of_a_damaged_file_again(
    run: Path, whole: Path, damage: Callable[[Path], object]
) -> None:
    layout = Layout(plan(**GAMES))
    assert GamesJob(layout.plan, run).missing == []
    damage(seats(run))
    assert GamesJob(layout.plan, run).missing == [1]
    assert [report.chunk for report in play(plan(**GAMES), run)] == [1]
    assert same_rows(run, whole)


def test_a_cut_file_of_records_is_written_again(run: Path, whole: Path) -> None:
    path = sorted(run.glob("records/*/*/*.jsonl"))[2]
    cut(path)
    assert [report.chunk for report in play(plan(**GAMES), run)] == [2]
    assert path.read_bytes() == (whole / path.relative_to(run)).read_bytes()


def test_a_file_of_another_kind_is_whole_if_it_is_there(tmp_path: Path) -> None:
    (tmp_path / "samples.npz").write_bytes(b"anything")
    assert is_whole(tmp_path / "samples.npz")
    assert not is_whole(tmp_path / "other.npz")
    (tmp_path / "table.parquet").write_bytes(MARK)
    assert is_whole(tmp_path / "table.parquet")
