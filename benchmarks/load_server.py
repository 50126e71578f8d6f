"""The servers of the load test, each a process, whose processor time and memory are read from outside."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol

import psutil

HERE = Path(__file__).parent
MEGABYTE = 1024 * 1024


class Process(Protocol):
    """A running command: a ``subprocess.Popen``, or another object with these parts of it."""

    @property
    def pid(self) -> int: ...

    @property
    def stdout(self) -> IO[str] | None: ...

    def wait(self, timeout: float | None = None) -> int: ...

    def terminate(self) -> None: ...

    def kill(self) -> None: ...


Start = Callable[[Sequence[str], Mapping[str, str]], Process]
"""A function that starts ``edokko`` with arguments and environment variables, and gives its output as text."""


def start_python(arguments: Sequence[str], environment: Mapping[str, str]) -> Process:
    """Start ``edokko`` in a new Python."""
    line = [sys.executable, "-m", "edokko.cli", *arguments]
    return subprocess.Popen(line, env=environment, stdout=subprocess.PIPE, text=True)


@dataclass(slots=True)
class Server:
    """A running server.

    Attributes:
        process: the process.
        address: the URL, ``http://...``.
    """

    process: Process
    address: str

    @property
    def seconds(self) -> float:
        """Processor time since its start, in seconds."""
        times = psutil.Process(self.process.pid).cpu_times()
        return float(times.user + times.system)

    @property
    def megabytes(self) -> float:
        """Resident memory, in megabytes."""
        return float(psutil.Process(self.process.pid).memory_info().rss / MEGABYTE)

    def stop(self) -> None:
        """Stop it with SIGTERM, as an operator does."""
        self.process.terminate()
        try:
            self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise RuntimeError("a server did not stop within 30 seconds after SIGTERM") from None
        finally:
            if self.process.stdout is not None:
                self.process.stdout.close()


def table_server(database: str, start: Start = start_python, /, **settings: str) -> Server:
    """Start ``edokko serve`` on a database.

    Args:
        database: the address.
        start: starts the process.
        settings: environment variables.
    """
    # All clients of the load test have one address, so raise or disable its limits.
    raised = ("SOCKETS", "GUEST_TABLES", "BOT_TABLES", "BOT_ONLY_TABLES")
    disabled = ("RATE", "CONNECTIONS", "ADDRESS_GUESTS", "ADDRESS_TABLES")
    unbounded = {f"EDOKKO_{name}": "0" for name in disabled} | {f"EDOKKO_{name}": "1000000" for name in raised}
    environment = {**os.environ, "EDOKKO_DATABASE": database, "PYTHONUNBUFFERED": "1", **unbounded, **settings}
    process = start(["serve", "--port", "0", "--no-browser", "--language", "en"], environment)
    assert process.stdout is not None
    for line in process.stdout:
        match = re.search(r"http://\S+", line)
        if match:
            return Server(process, match[0].rstrip("/"))
    raise RuntimeError(f"the server did not start: exit code {process.wait()}")


def echo_server(size: int, database: str) -> Server:
    """Start an echo server on a database.

    Args:
        size: bytes of a view.
        database: the address.
    """
    port = _free_port()
    process = subprocess.Popen([sys.executable, str(HERE / "load_echo.py"), str(port), str(size), database], text=True)
    for _ in range(600):
        with socket.socket() as trial:
            if trial.connect_ex(("127.0.0.1", port)) == 0:
                return Server(process, f"http://127.0.0.1:{port}")
        time.sleep(0.05)
    process.kill()
    raise RuntimeError("the echo server did not start")


PLAYERS = """
import psutil
from edokko import Game
from edokko.players import player
from edokko.players.names import levels
from edokko.server.app import application, running
def rss(): return psutil.Process().memory_info().rss
before = rss()
for level in levels():
    player(level, 1, engine="native").choose(Game(3, seed=1))
print((rss() - before) / 1024 / 1024)
"""


def player_megabytes() -> float:
    """Return the memory that the computer players add to a server process, in megabytes."""
    process = subprocess.run([sys.executable, "-c", PLAYERS], capture_output=True, text=True, check=True)
    return float(process.stdout)


def total_seconds(servers: Sequence[Server]) -> float:
    """Return the processor time of all servers, in seconds."""
    return sum(server.seconds for server in servers)


def _free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port: int = trial.getsockname()[1]
        return port
