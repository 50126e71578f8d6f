"""The servers under load: each a process of its own, whose processor time and memory are read from outside."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

HERE = Path(__file__).parent
MEGABYTE = 1024 * 1024


@dataclass(slots=True)
class Server:
    """A running server.

    Attributes:
        process: its process.
        address: where it answers, ``http://...``.
    """

    process: subprocess.Popen[str]
    address: str

    @property
    def seconds(self) -> float:
        """Processor time that it has taken so far."""
        times = psutil.Process(self.process.pid).cpu_times()
        return times.user + times.system

    @property
    def megabytes(self) -> float:
        """Memory that it holds now."""
        return psutil.Process(self.process.pid).memory_info().rss / MEGABYTE

    def stop(self) -> None:
        """End it as an operator does."""
        self.process.terminate()
        try:
            self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise RuntimeError("a server did not stop within 30 seconds of being asked to") from None
        finally:
            if self.process.stdout is not None:
                self.process.stdout.close()


def table_server(database: str, **settings: str) -> Server:
    """``edokko serve`` on a database.

    Args:
        database: its address.
        settings: variables of its environment.
    """
    # All people of the load come from one address.
    counted = ("SOCKETS", "GUEST_TABLES", "BOT_TABLES", "BOT_ONLY_TABLES")
    switched_off = ("RATE", "CONNECTIONS", "ADDRESS_GUESTS", "ADDRESS_TABLES")
    unbounded = {f"EDOKKO_{name}": "0" for name in switched_off} | {f"EDOKKO_{name}": "1000000" for name in counted}
    environment = {**os.environ, "EDOKKO_DATABASE": database, "PYTHONUNBUFFERED": "1", **unbounded, **settings}
    process = subprocess.Popen(
        [sys.executable, "-m", "edokko.cli", "serve", "--port", "0", "--no-browser", "--language", "en"],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    for line in process.stdout:
        found = re.search(r"http://\S+", line)
        if found:
            return Server(process, found[0].rstrip("/"))
    raise RuntimeError(f"the server did not start: exit code {process.wait()}")


def echo_server(size: int, database: str) -> Server:
    """The same libraries and database without a game.

    Args:
        size: bytes of a view.
        database: its address.
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


COMPILED = """
import psutil
from edokko import Game
from edokko.players import player
from edokko.players.names import levels
from edokko.server import application, running
def held(): return psutil.Process().memory_info().rss
before = held()
for level in levels():
    player(level, 1, engine="compiled").choose(Game(3, seed=1))
print((held() - before) / 1024 / 1024)
"""


def compiled_megabytes() -> float:
    """What Numba, LLVM and the compiled players add to a process of the server in which they think."""
    for _ in range(2):
        # The first time it may have to be compiled, which takes memory of its own.
        ended = subprocess.run([sys.executable, "-c", COMPILED], capture_output=True, text=True, check=True)
    return float(ended.stdout)


def total_seconds(servers: Sequence[Server]) -> float:
    """Processor time of all servers together."""
    return sum(one.seconds for one in servers)


def _free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port: int = trial.getsockname()[1]
        return port
