"""The output files of a tuning run: the players can read the TOML, and the CSV is complete."""

from __future__ import annotations

import csv
import tomllib
from pathlib import Path

import numpy as np
import pytest

import edokko.players
from edokko.players.evaluation.outlook import FEATURE_COUNT, read_outlook
from edokko.players.evaluation.weights import Weights, shipped
from edokko.players.search import data
from edokko_research.tune import write
from edokko_research.tune.contest import Table
from edokko_research.tune.outlook_fit import MONTHS, Fit, Quality
from edokko_research.tune.plan import SEARCH, Plan
from edokko_research.tune.space import space_of_constants
from edokko_research.tune.study import Study
from helpers.tuning import TUNED, Formula, plan

MOST_BYTES = 200_000


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    parameters = {number.name: number.high for number in plan().space.numbers}
    text = write.parameters_text(["Found.", "edokko tune"], plan(), parameters)
    assert text.startswith("# Found.\n# edokko tune\n\nmon_late = ")
    path = tmp_path / "w.toml"
    write.write_text(path, text)
    assert write.read_weights(path) == Weights.of(plan().space.all(parameters))
    assert list(tomllib.loads(text)) == list(Weights.cells)
    assert list(tmp_path.iterdir()) == [path]


def test_constants_are_read_as_they_were_written() -> None:
    space = space_of_constants(data.settings(), {"win_share": 0.5})
    search_plan = Plan(SEARCH, Table("mcts:9sims", "greedy", 2), space, 8, 1, dict(shipped().items()))
    text = write.parameters_text([], search_plan, {number.name: number.low for number in space.numbers})
    settings = data.changed(tomllib.loads(text))
    assert settings.win_share == 0.5
    assert settings.exploration == pytest.approx(data.settings().exploration / 2.5, rel=1e-3)


def test_an_outlook_is_read_as_it_was_written() -> None:
    random = np.random.default_rng(1)
    weight = random.uniform(-9, 9, (MONTHS, FEATURE_COUNT))
    fit = Fit(random.uniform(-9, 99, MONTHS), weight, random.uniform(1, 9, MONTHS), ())
    (players, table), *rest = tomllib.loads(write.outlook_text(["Read off."], 3, fit)).items()
    assert (players, rest) == ("3", [])
    records = read_outlook(table).to_records()
    assert records["base"][0] == pytest.approx(fit.base, abs=0.006)
    assert records["weight"][0] == pytest.approx(fit.weight, abs=0.0006)
    assert records["spread"][0] == pytest.approx(fit.spread, abs=0.006)


def test_the_csv_of_a_study_holds_every_trial(tmp_path: Path) -> None:
    study = Study(tmp_path / "a.study", plan())
    study.run(Formula(), 5)
    comment, *lines = write.study_csv(["edokko tune"], plan().space, study.trials).splitlines()
    rows = list(csv.DictReader(lines))
    assert comment == "# edokko tune"
    assert [row["trial"] for row in rows] == list("01234")
    assert {name: int(rows[0][name]) for name in TUNED} == {name: getattr(shipped(), name) for name in TUNED}
    assert [float(row["value"]) for row in rows] == pytest.approx([trial.value for trial in study.trials], abs=1e-3)


def test_the_columns_of_a_study_have_distinct_names() -> None:
    """The search has a constant `win_share`, and a trial a share of wins."""
    for space in (plan().space, space_of_constants(data.settings(), {})):
        names = write.study_csv([], space, []).splitlines()[0].split(",")
        assert len(set(names)) == len(names), names
    folder = Path(edokko.players.__file__).parent / "tuning"
    for path in folder.glob("*.csv"):
        names = next(line for line in path.read_text(encoding="utf-8").splitlines() if line[0] != "#").split(",")
        assert len(set(names)) == len(names), path.name


def test_the_csv_of_an_outlook_has_a_row_a_month_and_one_for_all() -> None:
    quality = [Quality(1, 10, 12.0, 1.3, 1.4), Quality(None, 10, 12.0, 1.3, 1.4)]
    rows = list(csv.DictReader(write.quality_csv([], quality).splitlines()))
    assert [row["month"] for row in rows] == ["1", "all"]
    assert rows[0]["log_loss"] == "1.3000"


@pytest.mark.parametrize("text", ["joker = -1", "jokr = 1", "joker =", "joker = 0.5"])
def test_a_file_without_weights_is_refused_by_name(tmp_path: Path, text: str) -> None:
    path = tmp_path / "w.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"w\.toml: "):
        write.read_weights(path)


def test_a_failed_write_leaves_no_temporary_file(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(OSError, match=r"folder\.toml"):
        write.write_text(tmp_path / "folder.toml", "text")
    assert [path.name for path in tmp_path.iterdir()] == ["folder.toml"]


def test_the_data_of_the_shipped_numbers_is_small_text() -> None:
    folder = Path(edokko.players.__file__).parent / "tuning"
    assert (folder / "README.md").is_file()
    for path in folder.iterdir():
        assert path.stat().st_size < MOST_BYTES, path.name
        path.read_text(encoding="utf-8")


def test_weights_may_come_from_windows(tmp_path: Path) -> None:
    name, number = next(iter(shipped().items()))
    path = tmp_path / "weights.toml"
    path.write_bytes(b"\xef\xbb\xbf" + f"{name} = {number + 1}\r\n".encode())
    assert dict(write.read_weights(path).items())[name] == number + 1
