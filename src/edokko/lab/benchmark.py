"""The protocol IKI-1: a player against fixed opponents at four and two seats, on fixed deals, in all rotations.

Every row has the same seed, so players that are compared met the same rows of cards and the same fires. Results less
luck are those of :mod:`edokko.lab.arena.less_luck`. A change of the opponents, of the deals or of the rules' reading is
a new version of the protocol.
"""

from __future__ import annotations

import hashlib
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, redirect_stdout
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from threading import current_thread, main_thread
from time import perf_counter
from typing import Any

from edokko import extras
from edokko.components import load
from edokko.game import Game
from edokko.lab.arena.matches import Conditions, play
from edokko.lab.arena.runner import NEEDS
from edokko.lab.arena.schedule import Schedule
from edokko.lab.arena.standings import Standings, standings
from edokko.move import Move
from edokko.players import Player, check_name, player
from edokko.players.budget import Budget
from edokko.players.champion.luck import LuckMeter

PROTOCOL = "IKI-1"
EDITION = "2021"
OPPONENTS = ("random", "greedy", "planner", "champion:64sims")
GAMES = {4: 400, 2: 200}
"""The games of a row, by the number of players: a hundred deals, each with the player in every seat."""
SEED = 1868
"""The seed of the deals of every row."""
LIMIT = 60.0
"""The seconds that a decision may take."""
SUFFIX = ".py:"


class Disqualified(ValueError):
    """The player cannot be evaluated: it fails, takes too long or plays an illegal move. The message says where."""


@dataclass(frozen=True, slots=True)
class Row:
    """The result against one opponent in all other seats: the player's is the first entry of the standings."""

    opponent: str
    players: int
    standings: Standings


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The rows of a player; ``digest`` is a SHA-256 of the scores and rankings of all games."""

    player: str
    rows: tuple[Row, ...]
    digest: str
    cpu_seconds: float
    seconds: float


def evaluate(
    name: str,
    opponents: Sequence[str] = OPPONENTS,
    *,
    workers: int = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> Evaluation:
    """Play the protocol.

    Args:
        name: a player that :func:`edokko.players.check_name` accepts, or ``FILE.py:NAME`` or ``FILE.py:NAME:OPTIONS``
            for a class or function in a file, which is called like the entry points of other packages.
        opponents: those to play; against itself a player has no row.
        workers: the number of games played in parallel; more than 1 uses worker processes.
        progress: a callback that receives the number of finished games.

    Raises:
        ValueError: the player or an opponent is unknown or cannot be made.
        Disqualified: it fails in a game.
        edokko.extras.MissingExtra: a required package is not installed.
    """
    for package in NEEDS:
        extras.lab(package)
    for each in opponents:
        check_name(each)
    if not games_of(name, opponents):
        raise ValueError(f"{name} has no opponent but itself; possible: {', '.join(OPPONENTS)}, or any other player")
    make(name, 0)
    began, cpu = perf_counter(), _cpu_seconds()
    digest, done, rows = hashlib.sha256(), 0, []
    meter = LuckMeter()
    conditions = Conditions(load(EDITION), True, partial(_seated, name))
    for opponent in opponents:
        for players, games in GAMES.items() if opponent != name else ():
            start = perf_counter()
            plan = Schedule((name, *[opponent] * (players - 1)), players, games // players, SEED)
            results = []
            with closing(play(conditions, list(plan.matches()), workers)) as played:
                for result in played:
                    assert result.record is not None
                    luck = meter.measure(result.record, result.match.seed)
                    results.append(replace(result, luck=luck, record=None))
                    done += 1
                    progress(done)
            for game in sorted(results, key=lambda result: (result.match.block, result.match.rotation)):
                digest.update(f"{opponent} {game.match.block} {game.iki} {game.ranking}\n".encode())
            rows.append(Row(opponent, players, standings(plan, results, perf_counter() - start)))
    return Evaluation(name, tuple(rows), digest.hexdigest(), _cpu_seconds() - cpu, perf_counter() - began)


def games_of(name: str, opponents: Sequence[str]) -> int:
    """Return the number of games that an evaluation plays."""
    return sum(GAMES.values()) * sum(opponent != name for opponent in opponents)


def make(name: str, seed: int) -> Player:
    """Create a player by its name, or from a file of Python.

    Raises:
        ValueError: there is no such player, or it cannot be made; the message says why.
    """
    if SUFFIX not in name:
        return player(name, seed)
    path, _, rest = name.partition(SUFFIX)
    attribute, _, options = rest.partition(":")
    file = Path(f"{path}.py")
    try:
        with redirect_stdout(sys.stderr):
            made: object = getattr(_module(file), attribute)(seed, *[options] if options else [])
    except (Exception, SystemExit) as error:
        raise ValueError(f"player {name!r}: {file} does not make one: {_told(error)}") from error
    if not isinstance(made, Player):
        raise ValueError(f"player {name!r}: {attribute} of {file} returns {made!r}, which has no name and choose()")
    return made


@cache
def _module(file: Path) -> Any:
    """Import a file under a name that no package has; it may import the files beside it."""
    spec = spec_from_file_location(f"_player_{file.stem}", file)
    if spec is None or spec.loader is None or not file.is_file():
        raise FileNotFoundError("there is no such file")
    module = sys.modules[spec.name] = module_from_spec(spec)
    sys.path.append(str(file.parent.resolve()))
    spec.loader.exec_module(module)
    return module


def _seated(candidate: str, name: str, seed: int) -> Player:
    return _Watched(make(name, seed), name) if name == candidate else player(name, seed)


class _Watched:
    """The player that is evaluated, with checks of what it does."""

    def __init__(self, inner: Player, name: str) -> None:
        self.name = name
        self._inner = inner

    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        began, before = perf_counter(), game.state.copy()
        try:
            with _interrupted_after(LIMIT), redirect_stdout(sys.stderr):
                move: object = self._inner.choose(game)
        except TimeoutError:
            raise self._disqualified(game, f"thinks for more than {LIMIT:g} s") from None
        except (Exception, SystemExit) as error:
            raise self._disqualified(game, f"fails: {_told(error)}") from error
        if perf_counter() - began > LIMIT:
            raise self._disqualified(game, f"thinks for more than {LIMIT:g} s")
        if game.state != before:
            raise self._disqualified(game, "changes the game; it may change game.copy()")
        if not isinstance(move, Move) or move not in game.legal_moves:
            legal = ", ".join(map(str, game.legal_moves))
            raise self._disqualified(game, f"plays {move!s}, which is illegal; legal: {legal}")
        return move

    def _disqualified(self, game: Game, what: str) -> Disqualified:
        return Disqualified(f"player {self.name!r}: at move {game.ply + 1} of the game {game.seats} it {what}")


@contextmanager
def _interrupted_after(seconds: float) -> Iterator[None]:
    """Raise ``TimeoutError`` in a block that takes too long, where the system can interrupt it."""
    if not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        yield
        return

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _cpu_seconds() -> float:
    """Return the CPU time of this process and of the worker processes that have ended."""
    return sum(os.times()[:4])
