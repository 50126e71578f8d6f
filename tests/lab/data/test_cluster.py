"""A run on a Ray cluster of two nodes, one of which is lost in the middle."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.helpers.paths import SOURCE
from tests.helpers.runs import played, same_rows

pytest.importorskip("ray", reason="Ray is not installed: pip install 'edokko[ray]'")

STORE = 80 * 2**20
"""About the smallest object store that Ray accepts: tasks return numbers, never rows."""
PATIENCE = 120
ENVIRONMENT = os.environ | {"PYTHONPATH": str(SOURCE), "EDOKKO_LANGUAGE": "en", "RAY_AUTH_MODE": "disabled"}
"""Without tokens, which Ray would keep in the user's home folder."""
PLAN: dict[str, Any] = {"entries": ["greedy", "random"], "games": 600, "players": 2, "chunk": 10}
"""So many chunks that the cluster has noticed the loss of a node long before the last one."""


def wait_until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def has_started(folder: Path, name: str) -> bool:
    return "Ray runtime started" in (folder / f"{name}.log").read_text()


def start(folder: Path, name: str, *options: str) -> subprocess.Popen[str]:
    """Start a node in a process group of its own."""
    line = [str(Path(sys.executable).with_name("ray")), "start", "--block", "--disable-usage-stats", *options]
    line += ["--node-ip-address=127.0.0.1", "--num-cpus=1", f"--object-store-memory={STORE}"]
    with (folder / f"{name}.log").open("w") as log:
        return subprocess.Popen(line, env=ENVIRONMENT, stdout=log, stderr=log, text=True, start_new_session=True)


def kill(process: subprocess.Popen[str]) -> None:
    """Kill a process and all that it has started, at once."""
    family = [*psutil.Process(process.pid).children(recursive=True), psutil.Process(process.pid)]
    for member in family:
        member.suspend()
    for member in family:
        member.kill()
    process.wait()


# A fixture of the module keeps its tests in one process: Ray's address "auto" finds any cluster on the machine.
@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A cluster of two nodes: its address, and the node that may be killed."""
    tmp_path = tmp_path_factory.mktemp("nodes")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    # Ray's sockets lie in this folder, and their paths must be short.
    folder = Path("/tmp") / f"ray-{os.getpid()}"
    running = [start(tmp_path, "head", "--head", f"--port={port}", f"--temp-dir={folder}", "--include-dashboard=false")]
    try:
        wait_until(lambda: has_started(tmp_path, "head"))
        running.append(start(tmp_path, "other", f"--address=127.0.0.1:{port}"))
        wait_until(lambda: has_started(tmp_path, "other"))
        yield f"127.0.0.1:{port}", running[1]
    finally:
        for process in running:
            if process.poll() is None:
                kill(process)


def plays(process: subprocess.Popen[str]) -> bool:
    """Check whether a node plays a chunk."""
    workers = psutil.Process(process.pid).children(recursive=True)
    return any("ray::_work" in " ".join(worker.cmdline()) for worker in workers if worker.is_running())


def test_no_cluster_is_a_sentence(tmp_path: Path) -> None:
    """It comes before the test that starts a cluster."""
    line = [
        sys.executable,
        "-m",
        "edokko.cli",
        "lab",
        "run",
        "--entries",
        "random",
        "--games",
        "4",
        "--tables",
        "games",
    ]
    result = subprocess.run(
        [*line, "--ray", "auto", "-o", str(tmp_path / "run")],
        env=ENVIRONMENT | {"RAY_TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert result.returncode == 2
    assert result.stderr.startswith("edokko: no Ray cluster at auto: ")
    assert "Traceback" not in result.stderr


def test_a_lost_node_loses_no_game(nodes: tuple[str, subprocess.Popen[str]], tmp_path: Path) -> None:
    address, other = nodes
    folder = tmp_path / "run"
    options = ["--entries", "greedy,random", "--games", "600", "--players", "2", "--chunk", "10", "--ray", address]
    run = subprocess.Popen(
        [sys.executable, "-m", "edokko.cli", "lab", "run", *options, "-o", str(folder)],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        wait_until(lambda: plays(other) and list(folder.glob("games/*/*/*.parquet")))
        kill(other)
        done = len(list(folder.glob("games/*/*/*.parquet")))
        output, errors = run.communicate(timeout=PATIENCE)
    finally:
        if run.poll() is None:
            run.send_signal(signal.SIGKILL)
            run.wait()
    assert run.returncode == 0, errors
    # Ray says on the standard output too that it plays the lost chunk again.
    assert output.splitlines()[-1].startswith("Played 600 of 600 games")
    assert done < 30
    assert same_rows(folder, played(tmp_path / "local", **PLAN))
