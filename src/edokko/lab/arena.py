"""Matches between named players, balanced so that luck and seats cancel out, and what they show.

>>> from edokko.lab.arena import arena
>>> result = arena(["greedy", "random", "random", "random"], players=4, games=200, seed=1)
>>> [entry.name for entry in result.entries]
['greedy', 'random']
"""

from __future__ import annotations

import errno
import secrets
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from time import perf_counter

from edokko import extras
from edokko.components import Components, load
from edokko.lab.arena_file import Arena, ArenaFile, seed_in
from edokko.lab.ledger import Ledger
from edokko.lab.matches import Conditions, compiled_player, play, prepare
from edokko.lab.schedule import schedule
from edokko.lab.simulation import MakePlayer, Progress
from edokko.lab.standings import Standings, standings

NEEDS = ("choix", "scipy")
"""The packages of the extra ``lab`` that ratings and intervals need."""


def arena(
    entries: Sequence[str],
    players: int,
    games: int,
    seed: int | None = None,
    *,
    edition: str = "2021",
    components: Components | None = None,
    workers: int = 1,
    record: str | Path | None = None,
    resume: bool = False,
    settle: float | None = None,
    progress: Progress | None = None,
    make: MakePlayer = compiled_player,
) -> Standings:
    """Let players play each other.

    Games come in blocks: one seed with all seat rotations (:mod:`edokko.lab.schedule`). Shares of wins are per seat
    held, with intervals over blocks (:mod:`edokko.lab.intervals`); ratings are a Plackett-Luce fit to all games
    (:mod:`edokko.lab.ratings`). The result depends on the seed and not on the workers, unless players think by the
    clock.

    Args:
        entries: the players' names, as many as play or more; one may be named several times. With more, every subset
            plays every other one as often.
        players: 2, 3 or 4.
        games: how many at least; rounded up so that every line-up plays the same number of blocks.
        seed: fixes everything (0 to 2**64 - 1); ``None`` for that of the file where there is one, else a new one.
        edition: ``"2021"`` or ``"2015"``; not looked at where components are given.
        components: loaded components; ``None`` for the shipped ones.
        workers: how many games are played side by side, in processes of their own where it is more than one.
        record: a file to which each finished game is appended at once, as a record.
        resume: whether to go on from that file, if it is there.
        settle: a share of wins: stop as soon as it is settled, with at most 5 wrong answers in 100 arenas, whether the
            first entry's own is above or below it (:mod:`edokko.lab.question`).
        progress: is told how many games are finished.
        make: makes the players from name and seed, except where a whole game is compiled. With several workers it has
            to be a function of a module.

    Raises:
        ValueError: something above is impossible, or the file belongs to another arena; the message says what would be
            right.
        FileExistsError: the file is there, and it was not to be resumed.
        edokko.locks.InUse: another arena writes the file.
        edokko.extras.MissingExtra: a package that it needs is not installed.
        OSError: it cannot be read or written.
    """
    for package in NEEDS:
        extras.lab(package)
    path = None if record is None else Path(record)
    if resume and path is None:
        raise ValueError("resume: there is no file to go on from; name one with record")
    if path is not None and path.exists() and not resume:
        raise FileExistsError(errno.EEXIST, "it exists already; resume goes on with it", str(path))
    if workers < 1:
        raise ValueError(f"workers: {workers!r}; at least 1 is needed")
    seed = seed_in(path) if seed is None and path is not None else seed
    plan = schedule(entries, players, games, secrets.randbits(64) if seed is None else seed)
    ledger = Ledger(plan, settle)
    conditions = Conditions(load(edition) if components is None else components, path is not None, make)
    with ExitStack() as stack:
        file = stack.enter_context(ArenaFile(path, Arena(plan, conditions.components))) if path else None
        for played in file.found if file else ():
            ledger.add(played)
        tell = progress or (lambda done: None)
        tell(ledger.count)
        missing = ledger.missing()
        prepare(conditions, missing)
        began = perf_counter()
        for played in stack.enter_context(closing(play(conditions, missing, workers))):
            if file:
                file.write(played)
            ledger.add(played)
            tell(ledger.count)
            if ledger.is_enough:
                break
        return standings(plan, ledger.counted(), perf_counter() - began, ledger.answer)
