"""Nobody waits for the compiler: it works in a process of its own, and until it is done players run plain."""

from __future__ import annotations

import logging
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING

from edokko.players.base import Player, checked_seed
from edokko.players.budget import Budget
from edokko.players.compiling import compile_all, compile_aside, is_done, is_wanted
from edokko.players.names import Spec, make

if TYPE_CHECKING:
    from edokko.game import Game
    from edokko.move import Move

_ready, _ended = Event(), Event()
_lock = Lock()
_threads: list[Thread] = []


def begin() -> None:
    """Start compiling what the players need, if nobody has yet. It takes a second where it was done before."""
    with _lock:
        if not _threads:
            # No daemon: an interpreter that ends while the compiler is at work would crash.
            _threads.append(Thread(target=_compile, name="compile the players"))
            _threads[0].start()


def is_ready() -> bool:
    """Whether the compiled players can be used without waiting."""
    return _ready.is_set()


def is_at_work() -> bool:
    """Whether the compiler is at work; a process that ends by itself waits for it."""
    return bool(_threads) and not _ended.is_set()


def wait(seconds: float | None = None) -> bool:
    """Wait until they can, or until it is known that they cannot; say whether they can."""
    begin()
    _ended.wait(seconds)
    return _ready.is_set()


def load(seconds: float) -> None:
    """Begin; where all was compiled before, wait until it is loaded, which takes a second or two.

    Args:
        seconds: how long to wait at most.
    """
    begin()
    if is_done():
        wait(seconds)


def _compile() -> None:
    try:
        if is_wanted():
            compile_aside()
        compile_all()
        _ready.set()
    except Exception as error:
        # Whatever is wrong with the compiler here, the plain engine goes on playing.
        logging.getLogger(__name__).warning("nothing can be compiled here: %s", error)
    finally:
        _ended.set()


class ReadyPlayer:
    """A player that runs compiled as soon as that is possible, and plain until then.

    Args:
        spec: whom it stands for.
        seed: fixes what that player leaves to chance; ``None`` for the system's generator.
    """

    def __init__(self, spec: Spec, seed: int | None = None) -> None:
        self.name = spec.name
        self._spec = spec
        self._seed = checked_seed(seed)
        self._player: Player | None = None
        self.is_plain = False
        """Whether the last answer came from the plain engine."""
        self._was_ready = False

    def choose(self, game: Game, budget: Budget | str | None = None) -> Move:
        """The player's move, from whichever engine is at hand."""
        begin()
        now = is_ready()
        if self._player is None or now != self._was_ready:
            self._player, self._was_ready = make(self._spec, self._seed, is_compiled=now), now
        self.is_plain = not now
        return self._player.choose(game, Budget.parse(budget) if isinstance(budget, str) else budget)
