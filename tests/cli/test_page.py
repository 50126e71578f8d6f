"""The outputs in docs/play/terminal.md and docs/study/commands.md are those of the commands."""

from __future__ import annotations

import doctest
import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.helpers.paths import DOCS
from tests.helpers.terminal import edokko

SHOWN = re.compile(r"^\$ edokko (.*)\n((?:(?!\$ |```).*\n)+)", re.MULTILINE)
"""A command with its output, up to the next command or the end of the block."""
NOT_RUN = ("arena", "bench", "evaluate", "lab", "play", "hint", "review")
"""Commands that are not compared: their output differs each time, they take too long, or it changes with every constant
of the search."""
STOPPED = "^C\n"
"""The beginning of the output of an interrupted command."""
CLOCK = re.compile(
    r"""^(seconds|games\ a\ second|decisions\ a\ second)\s.*$
    |   "(seconds|games_per_second|decisions_per_second)":\ [\d.]+""",
    re.MULTILINE | re.VERBOSE,
)


def shown_commands() -> list[tuple[str, str]]:
    pages = (DOCS / "play/terminal.md", DOCS / "study/commands.md")
    return [shown for page in pages for shown in SHOWN.findall(page.read_text(encoding="utf-8"))]


def without_times(output: str) -> str:
    # A column is as wide as its widest value, which may be a speed.
    lines = (re.sub(" {2,}", "  ", line.rstrip()) for line in output.splitlines())
    return CLOCK.sub(lambda match: match[1] or match[2], "\n".join(lines)) + "\n"


def write_mixed(games: Path, mixed: Path) -> None:
    """Write two games, the second of which has an illegal move."""
    good, bad = games.read_text().splitlines()[:2]
    record = json.loads(bad)
    record["moves"][27] = "done"
    mixed.write_text(f"{good}\n{json.dumps(record)}\n")


def test_every_output_on_the_pages_is_that_of_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(DOCS / "examples" / "my-copy.toml", tmp_path)
    checked = []
    for command, output in shown_commands():
        arguments = shlex.split(command)
        if arguments[0] in NOT_RUN or output.startswith(STOPPED):
            continue
        actual = without_times(edokko(*arguments).stdout)
        expected = without_times(output)
        assert doctest.OutputChecker().check_output(expected, actual, doctest.ELLIPSIS), f"$ edokko {command}\n{actual}"
        checked.append(arguments[0])
        if command.endswith("--record games.jsonl"):
            write_mixed(tmp_path / "games.jsonl", tmp_path / "mixed.jsonl")
    assert checked == ["simulate"] * 2 + ["record"] * 2 + ["components"] * 4


def test_the_comparison_ignores_only_times() -> None:
    assert without_times("seconds    1.40\nbest    3\n") == without_times("seconds    9.99 \nbest    3")
    assert without_times('{"seconds": 1.5, "best": 3}') == without_times('{"seconds": 2, "best": 3}')
    assert without_times("decisions a second   148 463\nbest     3") == without_times(
        "decisions a second  99 463\nbest    3"
    )
    assert without_times("best    3") != without_times("best    4")
    assert without_times('{"seconds": 1.5, "best": 3}') != without_times('{"seconds": 1.5, "best": 4}')
