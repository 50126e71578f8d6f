"""Progress where the error output is no terminal: nothing, or a line now and then."""

from __future__ import annotations

import pytest

from edokko.cli import progress
from edokko.cli.progress import Progress
from tests.helpers.terminal import edokko


def test_a_log_file_gets_a_line_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seconds = [0.0, 10.0, 29.0, 31.0, 40.0, 62.0]
    monkeypatch.setattr(progress, "monotonic", lambda: seconds.pop(0))
    with Progress("Games", 5000, logs=True) as bar:
        for done in (1000, 2000, 3000, 4000):
            bar.at(done)
    assert capsys.readouterr().err.splitlines() == ["Games 3,000/5,000"]


def test_other_commands_write_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(progress, "LOG_SECONDS", 0)
    with Progress("Games", 10) as bar:
        bar.at(5)
    assert capsys.readouterr().err == ""


def test_a_run_of_the_lab_writes_how_far_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setattr(progress, "LOG_SECONDS", 0)
    line = ("lab", "run", "--entries", "random", "--games", "30", "--chunk", "10", "--tables", "games")
    ended = edokko(*line, "-o", f"{tmp_path}/run")
    assert ended.exit_code == 0
    lines = [line for line in ended.stderr.splitlines() if not line.startswith("Compiling")]
    assert lines == ["Games 0/30", "Games 10/30", "Games 20/30", "Games 30/30"]
