"""The command ``edokko`` in a process forked from one that has imported the server.

A new Python process needs a second to import the server and another one to load the machine code, and the tests start
more than a hundred. The tests of the command's own start run ``python -m edokko.cli``.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import NamedTemporaryFile

from edokko.cli import main

_FORKSERVER = get_context("forkserver")
_FORKSERVER.set_forkserver_preload(["tests.helpers.preloaded"])


class ForkedCommand:
    """A running command, with those methods of ``subprocess.Popen`` that the tests use.

    Args:
        arguments: the arguments after ``edokko``.
        environment: the environment variables.
        log: a file to which the error output is appended; by default, it goes to that of the tests.
        prepare: a function of a module, called in the process before the command begins.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        log: Path | None = None,
        prepare: Callable[[], None] | None = None,
    ) -> None:
        reader, writer = Pipe(duplex=False)
        given = (list(arguments), dict(environment), writer, log, prepare)
        # A daemon ends with the tests, even if a test forgets it.
        self._process = _FORKSERVER.Process(target=_run, args=given, daemon=True)
        self._process.start()
        writer.close()
        self.stdout = os.fdopen(os.dup(reader.fileno()), encoding="utf-8")
        reader.close()
        self.pid = int(self._process.pid or 0)

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("edokko", timeout or 0)
        self.stdout.close()
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def completed(
    arguments: Sequence[str], environment: Mapping[str, str], timeout: float = 60
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, as ``subprocess.run`` does."""
    with NamedTemporaryFile(prefix="edokko-errors-") as errors:
        process = ForkedCommand(arguments, environment, Path(errors.name))
        output = process.stdout.read()
        code = process.wait(timeout)
        return subprocess.CompletedProcess(["edokko", *arguments], code, output, errors.read().decode())


def _run(
    arguments: list[str],
    environment: dict[str, str],
    output: Connection,
    log: Path | None,
    prepare: Callable[[], None] | None,
) -> None:
    """Run the command in the forked process."""
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(output.fileno(), 1)
    output.close()
    if log:
        with log.open("ab") as errors:
            os.dup2(errors.fileno(), 2)
    # The inherited objects remember the files of the forking process.
    sys.stdout = os.fdopen(1, "w", buffering=1, encoding="utf-8", closefd=False)
    sys.stderr = os.fdopen(2, "w", buffering=1, encoding="utf-8", errors="backslashreplace", closefd=False)
    if prepare:
        prepare()
    main(arguments)
