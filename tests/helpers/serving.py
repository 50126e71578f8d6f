"""`edokko serve` in its own process and at a fixed port, so that a test can kill and restart it."""

from __future__ import annotations

import os
import socket
import subprocess
import time
import urllib.request
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from edokko.puzzles import puzzle_of_the_day
from edokko.server.features.puzzles import operations
from tests.helpers.database import copy_template
from tests.helpers.forking import ForkedCommand

DAY = date(2026, 11, 28)
"""A day whose puzzle asks for a boat; those of other days ask for a hire or a walk."""
START_TIMEOUT = 120.0
"""How long the server may take to answer, in seconds."""


def _with_one_puzzle() -> None:
    """Make every day that of the same puzzle, so that a test sees the same lobby on every day."""
    vars(operations)["puzzle_of_the_day"] = lambda day: puzzle_of_the_day(DAY)


@dataclass
class Server:
    """A table server with its own data folder."""

    folder: Path
    port: int = 0
    process: ForkedCommand | None = None
    settings: dict[str, str] = field(default_factory=dict)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        return self.folder / "server.log"

    def start(self) -> None:
        if not self.port:
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                self.port = free.getsockname()[1]
        database = f"sqlite+aiosqlite:///{self.folder / 'tables.sqlite'}"
        copy_template(database)
        environment = os.environ | {
            "EDOKKO_DATABASE": database,
            "EDOKKO_BOT_PAUSE_MS": "0",
            "EDOKKO_AWAY": "2",
            "EDOKKO_GUEST_TABLES": "1000",
            "EDOKKO_BOT_TABLES": "1000",
            "EDOKKO_RATE": "0",
            "EDOKKO_CONNECTIONS": "0",
            "EDOKKO_ADDRESS_GUESTS": "0",
            "EDOKKO_ADDRESS_TABLES": "0",
            "EDOKKO_REVIEW": "10",
        }
        environment |= self.settings
        words = ("serve", "--no-browser", "--port", str(self.port))
        self.process = ForkedCommand(words, environment, self.log, _with_one_puzzle)
        end = time.monotonic() + START_TIMEOUT
        while not self._answers():
            code = self.process.poll()
            if code is not None or time.monotonic() > end:
                raise RuntimeError(f"the server does not start (exit code {code}):\n{self.log.read_text()}")
            time.sleep(0.1)

    def _answers(self) -> bool:
        try:
            urllib.request.urlopen(f"{self.address}/healthz", timeout=5).close()
        except OSError:
            return False
        return True

    def kill(self) -> None:
        """Kill the process, so that it writes nothing more."""
        if self.process:
            self.process.kill()
            self.process.wait(30)
            self.process = None

    def stop(self) -> None:
        if self.process:
            self.process.terminate()
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.kill()
            self.process = None
