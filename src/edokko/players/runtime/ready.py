"""Compilation in the background: players run on the plain engine until the compiled one is ready."""

from __future__ import annotations

import logging
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING

from edokko.players.base import Player, checked_seed
from edokko.players.budget import Budget
from edokko.players.names import Spec, create
from edokko.players.runtime.compiling import compile_all, compile_in_subprocess, is_cached, needs_subprocess
from edokko.rules.engine.backends import COMPILED, PLAIN

if TYPE_CHECKING:
    from edokko.game import Game
    from edokko.move import Move

_ready, _ended = Event(), Event()
_lock = Lock()
_threads: list[Thread] = []


def begin() -> None:
    """Start compiling the players' code in a thread; idempotent. With a full cache it takes about a second."""
    with _lock:
        if not _threads:
            # Not a daemon thread: the interpreter would crash if it exited while the compiler runs.
            _threads.append(Thread(target=_compile, name="compile the players"))
            _threads[0].start()


def is_ready() -> bool:
    """Check whether the compiled players can be used without waiting."""
    return _ready.is_set()


def is_at_work() -> bool:
    """Check whether the compiler is running; a process that exits normally waits for it."""
    return bool(_threads) and not _ended.is_set()


def wait(seconds: float | None = None) -> bool:
    """Start compiling, wait until it succeeds or fails, and return whether it has succeeded."""
    begin()
    _ended.wait(seconds)
    return _ready.is_set()


def load(seconds: float) -> None:
    """Start compiling; if all machine code is cached, also wait until it is loaded, which takes a second or two.

    Args:
        seconds: the timeout of that wait.
    """
    begin()
    if is_cached():
        wait(seconds)


def _compile() -> None:
    try:
        if needs_subprocess():
            compile_in_subprocess()
        compile_all()
        _ready.set()
    except Exception as error:
        # Without a working compiler, players stay on the plain engine.
        logging.getLogger(__name__).warning("nothing can be compiled here: %s", error)
    finally:
        _ended.set()


class ReadyPlayer:
    """A player that runs on the plain engine until the compiled one is ready.

    Args:
        spec: the player to create.
        seed: fixes that player's random choices; ``None`` takes one from the system's generator.
    """

    def __init__(self, spec: Spec, seed: int | None = None) -> None:
        self.name = spec.name
        self._spec = spec
        self._seed = checked_seed(seed)
        self._player: Player | None = None
        self.backend = PLAIN
        """The backend of the last answer."""

    def choose(self, game: Game, budget: Budget | str | None = None) -> Move:
        """Return the player's move, from the compiled engine if it is ready, else from the plain one."""
        begin()
        backend = COMPILED if is_ready() else PLAIN
        if self._player is None or backend is not self.backend:
            self._player = create(self._spec, self._seed, backend)
            self.backend = backend
        return self._player.choose(game, Budget.parse(budget) if isinstance(budget, str) else budget)
