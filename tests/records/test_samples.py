"""Games of an independent implementation replay without a difference."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from edokko import Game, Record, check, scan
from tests.helpers.paths import SAMPLES

FILES = sorted(SAMPLES.glob("*.jsonl"))


def records(path: Path) -> Iterator[Record]:
    for number, record in scan(path):
        assert isinstance(record, Record), (number, record)
        yield record


def test_all_samples_are_here() -> None:
    names = {
        f"{kind}-{edition}-{n}.jsonl" for kind in ("games", "traced") for edition in (2015, 2021) for n in (2, 3, 4)
    }
    assert {path.name for path in FILES} == names


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_seats_legal_moves_positions_chance_and_results_are_identical(path: Path) -> None:
    checked = 0
    for record in records(path):
        game = check(record)
        copy = game.to_record()
        assert copy.chance == record.chance
        assert copy.moves == record.moves
        assert copy.result == record.result
        assert game.is_over
        checked += 1
    assert checked == (1 if "traced" in path.name else 20)


@pytest.mark.parametrize("path", [path for path in FILES if "traced" in path.name], ids=lambda path: path.stem)
def test_the_traced_samples_include_a_trace(path: Path) -> None:
    for record in records(path):
        assert record.trace is not None
        assert len(record.trace) == len(record.moves) + 1


def test_a_record_rebuilds_the_game_from_its_line() -> None:
    record = next(records(FILES[0]))
    assert Game.from_record(record.to_line()).to_record().to_json()["moves"] == list(record.moves)
