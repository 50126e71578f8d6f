"""The arena: matches between named players, balanced so that luck and seats cancel out, and their standings.

>>> from edokko.lab.arena.runner import arena
>>> result = arena(["greedy", "random", "random", "random"], players=4, games=200, seed=1)
>>> [entry.name for entry in result.entries]
['greedy', 'random']
"""

from __future__ import annotations

import errno
import secrets
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter

from edokko import extras
from edokko.components import Components, load
from edokko.lab.arena.file import Arena, ArenaFile, seed_in
from edokko.lab.arena.ledger import Ledger
from edokko.lab.arena.matches import Conditions, MakePlayer, MatchResult, play
from edokko.lab.arena.schedule import schedule
from edokko.lab.arena.standings import Standings, standings
from edokko.players import player
from edokko.players.champion.luck import LuckMeter
from edokko.records.record import check

NEEDS = ("choix", "scipy")
"""The packages of the extra ``arena``: ratings and intervals need them."""


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
    luck: bool = False,
    progress: Callable[[int], None] | None = None,
    make: MakePlayer = player,
) -> Standings:
    """Play an arena.

    Games come in blocks: one seed with all seat rotations (:mod:`edokko.lab.arena.schedule`). Shares of wins are per
    seat held, with intervals over blocks (:mod:`edokko.lab.intervals`). Ratings are a Plackett-Luce fit to all games
    (:mod:`edokko.lab.arena.ratings`). The result depends on the seed but not on the number of workers, unless a
    player's budget is time.

    Args:
        entries: the players' names, at least one for each seat; a name may occur more than once. With more entries
            than seats, every subset of them plays equally often.
        players: 2, 3 or 4.
        games: the minimum number of games, rounded up so that every line-up plays the same number of blocks.
        seed: fixes everything (0 to 2**64 - 1); ``None`` takes the seed of the file to resume, else a random one.
        edition: ``"2021"`` or ``"2015"``; ignored if components are given.
        components: loaded components; ``None`` for the shipped ones.
        workers: the number of games played in parallel; more than 1 uses worker processes.
        record: a file to which each finished game is appended at once, as a record.
        resume: whether to resume from that file if it exists.
        settle: a share of wins: stop as soon as the first entry's share is known to be above or below it, with at most
            5 wrong answers in 100 arenas (:mod:`edokko.lab.arena.question`).
        luck: whether to measure the luck of each game, for results less luck (:mod:`edokko.lab.arena.less_luck`).
        progress: a callback that receives the number of finished games.
        make: the factory of players from name and seed; native games do not use it. With several workers it must be
            a module-level function.

    Raises:
        ValueError: an argument is invalid, or the file belongs to another arena; the message says what is valid.
        FileExistsError: the file exists, but ``resume`` is false.
        edokko.locks.InUse: another process writes the file.
        edokko.extras.MissingExtra: a required package is not installed.
        OSError: the file cannot be read or written.
    """
    for package in NEEDS:
        extras.lab(package)
    path = None if record is None else Path(record)
    if resume and path is None:
        raise ValueError("resume: there is no file to resume from; name one with record")
    if path is not None and path.exists() and not resume:
        raise FileExistsError(errno.EEXIST, "it exists already; resume goes on with it", str(path))
    if workers < 1:
        raise ValueError(f"workers: {workers!r}; at least 1 is needed")
    seed = seed_in(path) if seed is None and path is not None else seed
    plan = schedule(entries, players, games, secrets.randbits(64) if seed is None else seed)
    ledger = Ledger(plan, settle)
    is_recorded = path is not None or luck
    conditions = Conditions(load(edition) if components is None else components, is_recorded, make)
    keep = _with_luck(LuckMeter()) if luck else partial(replace, record=None)
    with ExitStack() as stack:
        played = Arena(plan, conditions.components)
        file = stack.enter_context(ArenaFile(path, played, _checked(keep) if luck else keep)) if path else None
        for result in file.games if file else ():
            ledger.add(result)
        report = progress or (lambda done: None)
        report(ledger.count)
        missing = ledger.missing()
        began = perf_counter()
        for result in stack.enter_context(closing(play(conditions, missing, workers))):
            if file:
                file.write(result)
            ledger.add(keep(result))
            report(ledger.count)
            if ledger.is_enough:
                break
        return standings(plan, ledger.counted(), perf_counter() - began, ledger.answer)


def _with_luck(meter: LuckMeter) -> Callable[[MatchResult], MatchResult]:
    """Return a function that measures the luck of a game and drops its record."""

    def keep(result: MatchResult) -> MatchResult:
        assert result.record is not None
        return replace(result, luck=meter.measure(result.record, result.match.seed), record=None)

    return keep


def _checked(keep: Callable[[MatchResult], MatchResult]) -> Callable[[MatchResult], MatchResult]:
    """Return the function for games of a file, whose records may have been changed."""

    def keep_checked(result: MatchResult) -> MatchResult:
        assert result.record is not None
        check(result.record)
        return keep(result)

    return keep_checked
