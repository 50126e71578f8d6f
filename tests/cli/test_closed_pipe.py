"""Every command that prints ends with 141 if the reader of its output has gone, as ``head`` does."""

from __future__ import annotations

import ast
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import click
import pytest

from edokko.cli import build_application
from tests.helpers.paths import SAMPLES, SOURCE
from tests.helpers.terminal import edokko

GAME = str(SAMPLES / "games-2021-2.jsonl")
TRACED = str(SAMPLES / "traced-2021-2.jsonl")
QUERY = "SELECT count(*) FROM games"
PRINTING = {
    "arena": ("--entries", "random,random", "--games", "2", "--players", "2"),
    "components check": ("OVERLAY",),
    "components list": (),
    "hint": (GAME, "--ply", "1", "--budget", "2sims"),
    "lab chunks": ("PLAN",),
    "lab compare": ("RUN", "RUN"),
    "lab report": ("RUN", "-o", "NEW"),
    "lab run": ("PLAN", "-o", "NEW"),
    "lab sql": ("RUN", QUERY),
    "lab work": ("PLAN", "--chunk", "0", "-o", "NEW"),
    "play": ("--seats", "random,random", "--seed", "1", "--pause", "0"),
    "record check": (GAME,),
    "record show": (GAME,),
    "review": (GAME, "--budget", "2sims", "--brief"),
    "simulate": ("--seats", "random,random", "--games", "2"),
}
"""The arguments with which commands print a few lines; a word in capitals is a file of the folder."""
OTHERS = {
    "admin backup", "admin ban", "admin check", "admin close", "admin delete", "admin players", "admin reports",
    "admin restore", "admin tables", "admin unban", "bench", "build-site", "evaluate", "serve", "worker",
}  # fmt: skip
"""Commands that need long work or a database before they print: here they print their help."""


def commands(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the commands that have no subcommands."""
    if not isinstance(command, click.Group):
        yield " ".join(path)
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        subcommand = command.get_command(context, name)
        assert subcommand is not None
        yield from commands(subcommand, (*path, name))


def test_every_command_is_among_these() -> None:
    assert sorted(commands(build_application([]))) == sorted([*PRINTING, *OTHERS])


def run_into_closed_pipe(arguments: list[str], data: Path, is_stderr: bool = False) -> int | str | None:
    """Run a command in this process with an output whose reader has gone; return the exit code."""
    reading, writing = os.pipe()
    os.close(reading)
    output = io.TextIOWrapper(open(writing, "wb", closefd=False), encoding="utf-8")  # noqa: SIM115 its buffer may fail
    errors = output if is_stderr else io.StringIO()
    environment = {"XDG_DATA_HOME": str(data), "EDOKKO_LANGUAGE": "en"}
    try:
        with (
            patch.dict(os.environ, environment),
            patch.object(sys, "stdout", output),
            patch.object(sys, "stderr", errors),
            pytest.raises(SystemExit) as ended,
        ):
            build_application(arguments).main(arguments, prog_name="edokko")
    finally:
        output.detach().detach()  # without a flush
        os.close(writing)
    return ended.value.code


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an overlay, a plan, its run, and a database."""
    folder = tmp_path_factory.mktemp("pipe")
    (folder / "OVERLAY").write_text("[setup]\nmon = 9\n")
    (folder / "PLAN").write_text('entries = "random"\ngames = 2\nplayers = [2]\n')
    assert edokko("lab", "run", str(folder / "PLAN"), "-o", str(folder / "RUN")).exit_code == 0
    return folder


@pytest.mark.parametrize("command", sorted([*PRINTING, *OTHERS]))
def test_a_closed_pipe_ends_a_command_with_141(command: str, folder: Path, tmp_path: Path) -> None:
    words = PRINTING.get(command, ("--help",))
    paths = {"NEW": tmp_path / "new.html", **{name: folder / name for name in ("OVERLAY", "PLAN", "RUN")}}
    arguments = [*command.split(), *(str(paths[word]) if word in paths else word for word in words)]
    assert run_into_closed_pipe(arguments, tmp_path) == 141


def test_only_one_class_of_console_is_used() -> None:
    found = []
    for path in (SOURCE / "edokko" / "cli").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module in ("rich", "rich.console"):
                found += [path.name for name in node.names if name.name in ("Console", "print", "get_console")]
    assert found == ["console.py"]


def test_a_width_of_0_is_unknown() -> None:
    shown = edokko("record", "show", GAME, COLUMNS="0")
    assert shown.exit_code == 0
    assert len(shown.stdout) > 1000
    assert edokko("record", "show", GAME, COLUMNS="000", LINES="0").stdout == shown.stdout
