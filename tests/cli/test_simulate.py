"""``edokko simulate``: Ctrl-C keeps finished games, and only one process writes a file of records."""

from __future__ import annotations

import gzip
import json
import signal
import time
from pathlib import Path

import pytest

from edokko import check, locks, read
from edokko.cli import interrupts
from edokko.records.file import RecordWriter
from tests.helpers.terminal import Running, edokko

QUICK = "policy:temperature=100"
"""A player of random moves in Python: fast, and its games can be interrupted one by one."""
MANY = ("simulate", "--games", "100000", "--seats", f"{QUICK},{QUICK}")


def wait_for_growth(folder: Path, size: int) -> None:
    """Wait until a partial file in a folder has at least ``size`` bytes."""
    for _ in range(1200):
        if any(path.stat().st_size >= size for path in folder.glob("*.partial")):
            return
        time.sleep(0.1)
    raise AssertionError("nothing was written")


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("games.jsonl", ()),
        ("games.jsonl.gz", ()),
        ("games.jsonl", ("--trace",)),
        ("games.jsonl.gz", ("--json",)),
    ],
)
def test_ctrl_c_keeps_the_finished_games(tmp_path: Path, name: str, settings: tuple[str, ...]) -> None:
    path = tmp_path / name
    running = Running(*MANY, "--record", str(path), *settings)
    wait_for_growth(tmp_path, 2_000 if name.endswith(".gz") else 20_000)
    code, output, errors = running.interrupt()
    assert code == 130
    games = [check(record) for record in read(path)]
    assert games
    assert all(game.is_over for game in games)
    if settings == ("--json",):
        summary = json.loads(output)
        assert (summary["games"], summary["asked"]) == (len(games), 100000)
    else:
        assert output.splitlines()[0].split() == ["games", str(len(games))]
    assert errors == f"Stopped after {len(games)} of 100000 games. The finished ones are in {path}\n"
    assert list(tmp_path.iterdir()) == [path]


def test_ctrl_c_without_a_file_prints_the_summary_so_far() -> None:
    # A busy machine starts late; then Python has not begun or no game is finished, and the test waits longer.
    for seconds in (1, 3, 9, 27):
        running = Running(*MANY)
        time.sleep(seconds)
        code, output, errors = running.interrupt()
        if output.startswith("games"):
            break
    assert code == 130
    count = int(output.splitlines()[0].split(maxsplit=1)[1].replace(" ", ""))
    assert count > 0
    assert errors == f"Stopped after {count} of 100000 games.\n"


def test_ctrl_c_before_the_first_game_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*seats: object, **settings: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("edokko.lab.simulation.runner.simulate", stopped)
    result = edokko("simulate", "--games", "2", "--record", str(tmp_path / "games.jsonl"))
    assert (result.exit_code, result.output) == (130, "\nStopped.\n")
    assert list(tmp_path.iterdir()) == []


def test_threads_stop_too_and_the_file_has_only_complete_games(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    running = Running("simulate", "--games", "1000000", "--threads", "2", "--record", str(path))
    wait_for_growth(tmp_path, 2_000_000)
    code, output, errors = running.interrupt()
    assert code == 130
    with path.open() as file:
        count = sum(1 for line in file if line.endswith("}\n"))
    assert count % 256 == 0
    assert errors == f"Stopped after {count} of 1000000 games. The finished ones are in {path}\n"
    assert output.splitlines()[0].split(maxsplit=1)[1].replace(" ", "") == str(count)


def test_a_second_simulation_cannot_write_the_same_file(tmp_path: Path) -> None:
    """Before the lock, both played, and the later one overwrote the earlier one's file."""
    path = tmp_path / "games.jsonl"
    with RecordWriter(path):
        result = edokko("simulate", "--games", "2", "--seats", f"{QUICK},{QUICK}", "--record", str(path))
    assert result.exit_code == 2
    assert result.stderr == (
        f"edokko: Another edokko is writing {path}; wait until it has ended, or choose another file.\n"
    )


def test_a_file_created_while_waiting_for_the_lock_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.jsonl"
    hold = locks.hold

    def late(target: Path) -> locks.Lock:
        path.write_text("mine\n")
        return hold(target)

    monkeypatch.setattr(locks, "hold", late)
    result = edokko("simulate", "--games", "2", "--seats", f"{QUICK},{QUICK}", "--record", str(path))
    assert result.exit_code == 2
    assert "exists already" in result.stderr
    assert path.read_text() == "mine\n"


def test_ctrl_c_is_deferred(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    # Restore the flag for later tests.
    monkeypatch.setattr(interrupts, "_was_interrupted", False)
    # A shell lets its background processes ignore Ctrl-C, and the tests may be one of them.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    request.addfinalizer(lambda: signal.signal(signal.SIGINT, before))
    done = []

    def write() -> None:
        with interrupts.deferred() as handler:
            signal.raise_signal(signal.SIGINT)
            done.append("written")
            with handler.allowed():
                done.append("never")

    with pytest.raises(KeyboardInterrupt):
        write()
    assert done == ["written"]
    with pytest.raises(KeyboardInterrupt), interrupts.deferred() as handler, handler.allowed():
        signal.raise_signal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_a_compressed_file_is_complete_after_ctrl_c(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl.gz"
    running = Running(*MANY, "--record", str(path))
    wait_for_growth(tmp_path, 5_000)
    assert running.interrupt()[0] == 130
    assert gzip.decompress(path.read_bytes()).endswith(b"}\n")
