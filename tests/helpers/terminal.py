"""Helpers that run the command: in this process, in a subprocess that Ctrl-C stops, or in a pseudo-terminal."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from unittest.mock import patch

import pexpect
from click.testing import CliRunner, Result

from edokko.cli import build_application
from tests.helpers.paths import SOURCE

PROMPT = "Choice (? for help): "
MORE = "Enter: continue. Anything else skips to the question. "
"""The prompt of a paged text."""
COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def edokko(*arguments: str, typed: str = "", data: Path | None = None, **environment: str) -> Result:
    """Run the command in this process; its input is not a terminal."""
    env = {"EDOKKO_LANGUAGE": "en", "EDOKKO_COMPONENTS": None, "XDG_DATA_HOME": str(data) if data else None}
    env |= environment
    # The application reads its language from the environment before it runs.
    rest = {name: value for name, value in os.environ.items() if name not in env}
    with patch.dict(os.environ, rest | {name: value for name, value in env.items() if value is not None}, clear=True):
        command = build_application(arguments)
    return CliRunner(env=env).invoke(command, list(arguments), input=typed, prog_name="edokko")


class Running:
    """The command in a subprocess."""

    def __init__(self, *arguments: str) -> None:
        env = os.environ | {"PYTHONPATH": str(SOURCE), "EDOKKO_LANGUAGE": "en"}
        command = [sys.executable, "-m", "edokko.cli", *arguments]
        self.process = subprocess.Popen(
            command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        )

    def interrupt(self) -> tuple[int, str, str]:
        """Send Ctrl-C to the process group; return the exit code, the output and the error output."""
        os.killpg(self.process.pid, signal.SIGINT)
        output, errors = self.process.communicate(timeout=120)
        return self.process.returncode, output, errors


class Terminal:
    """The command in a pseudo-terminal."""

    def __init__(self, *arguments: str, data: Path, columns: int = 80, lines: int = 50, **environment: str) -> None:
        env = os.environ | {
            "PYTHONPATH": str(SOURCE),
            "XDG_DATA_HOME": str(data),
            "TERM": "xterm-256color",
            "EDOKKO_LANGUAGE": "en",
            "COLUMNS": str(columns),
            "LINES": str(lines),
        }
        for name in ("EDOKKO_COMPONENTS", "NO_COLOR"):
            env.pop(name, None)
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "edokko.cli", *arguments],
            env=env | environment,
            dimensions=(lines, columns),
            encoding="utf-8",
            timeout=30,
        )
        self.text = ""
        self.ended = False

    def screen(self) -> str:
        """Read up to the next prompt or the end, past paged texts; return the text without colours.

        ``raw`` has the text with colours.
        """
        self.raw = ""
        self.pages: list[str] = []
        while (match := self.child.expect_exact([PROMPT, pexpect.EOF, MORE])) == 2:
            self.raw += self.child.before
            self.pages.append(self.child.before)
            self.child.sendline("")
        self.raw += self.child.before
        self.pages.append(self.child.before)
        self.ended = match == 1
        self.text = COLOURS.sub("", self.raw).replace("\r\n", "\n")
        return self.text

    def type(self, line: str) -> str:
        """Type a line and return the next screen. The command must still be running.

        The terminal of a command that has ended takes some thousand characters, then the writer waits for ever.
        """
        assert not self.ended, f"the command has ended:\n{self.text[-2000:]}"
        self.child.sendline(line)
        return self.screen()

    @property
    def choices(self) -> list[int]:
        """The numbers of the choices on the screen."""
        return [int(number) for number in re.findall(r"^ {1,3}(\d+) \S", self.text, re.MULTILINE)]

    def play_on(self, decisions: int | None, random: Random) -> int:
        """Make random choices, a number of times or to the end; return how many."""
        count = 0
        choices = self.choices
        while not self.ended and count != decisions:
            self.type(str(random.choice(choices)))
            choices = self.choices or choices
            count += 1
        return count

    def exit_code(self) -> int:
        """Wait for the end of the command and return its exit code."""
        self.child.expect(pexpect.EOF)
        self.child.close()
        return int(self.child.exitstatus if self.child.exitstatus is not None else -self.child.signalstatus)


def saved_games(data: Path) -> list[Path]:
    return sorted((data / "edokko" / "games").glob("*.json"))
