"""Compiling what the players need, in a process of its own: beside the compiler every other thread of a process waits.

That process leaves the machine code where every process finds it (:mod:`edokko.rules.compiled`).
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from threading import Thread

from edokko.players.budget import Budget
from edokko.players.planner import PlannerPlayer
from edokko.players.search.player import SearchPlayer

DONE = "players.done"
"""The file that says, beside the machine code, that all of it is there."""
PROCESS = f"from {__name__} import as_process; as_process()"


def compile_all() -> None:
    """Compile what the players need, or load what was compiled before."""
    from edokko.game import Game

    game = Game(2, seed=1)
    PlannerPlayer(1, is_compiled=True).choose(game)
    SearchPlayer(1, Budget(simulations=1), is_compiled=True, nodes=1 << 10).search(game)
    done = _done()
    if done is not None:
        done.touch()


def is_done() -> bool:
    """Whether all of it was compiled before, so that it is loaded in a second or two."""
    done = _done()
    return done is not None and done.exists()


def is_wanted() -> bool:
    """Whether another process would spare this one the compiler: machine code can be kept, and some is missing."""
    return _done() is not None and not is_done()


def compile_aside() -> None:
    """Have it compiled in another process, and wait. Where that fails it is as it was: somebody has to compile it."""
    if not sys.executable:
        return
    nothing = subprocess.DEVNULL
    with subprocess.Popen(
        [sys.executable, "-c", PROCESS], stdin=subprocess.PIPE, stdout=nothing, stderr=nothing
    ) as process:
        process.wait()


def as_process() -> None:
    """What that other process does. It ends with the one that began it, which holds the other end of its input."""
    Thread(target=_end_with_input, daemon=True).start()
    compile_all()


def _end_with_input() -> None:
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


def _done() -> Path | None:
    # Whoever never asks for speed does without the compiler.
    from edokko.rules.compiled import cache_folder

    folder = cache_folder()
    return folder / DONE if folder else None
