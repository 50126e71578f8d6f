"""Playing the matches of an arena: in native code if all players are built in, else driven by Python."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import islice

import numpy as np

from edokko.components import Components
from edokko.game import Game
from edokko.lab.arena.schedule import ArenaGame
from edokko.lab.simulation.runner import Engine, Setting
from edokko.lab.workers import map_in_processes
from edokko.players import BUILT_IN, Player, player
from edokko.players.base import drive
from edokko.players.champion.luck import Luck
from edokko.records.record import Record

CHUNK = 1024
"""The number of native games in a batch."""

MakePlayer = Callable[[str, int], Player]
"""A factory of players from name and seed."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a finished match: the scores by seat, and the ranking, the seats from first to last.

    ``seconds`` is the thinking time by seat, in decisions with a choice, and ``decisions`` is their number; both are
    empty if they were not measured. ``record`` and ``luck`` are ``None`` unless they were asked for.
    """

    match: ArenaGame
    iki: tuple[int, ...]
    ranking: tuple[int, ...]
    seconds: tuple[float, ...] = ()
    decisions: tuple[int, ...] = ()
    record: Record | None = None
    luck: Luck | None = None


@dataclass(frozen=True, slots=True)
class Conditions:
    """The conditions of all matches; ``make`` makes players from name and seed, and native games do not use it.

    ``is_recorded`` says whether each result gets a record of its game.
    """

    components: Components
    is_recorded: bool = False
    make: MakePlayer = player


def play(conditions: Conditions, matches: Sequence[ArenaGame], workers: int = 1) -> Generator[MatchResult, None, None]:
    """Play matches, ``workers`` of them in parallel, and yield the results in any order. One worker is this process."""
    native: list[ArenaGame] = []
    others: list[ArenaGame] = []
    for match in matches:
        (native if set(match.seats) <= set(BUILT_IN) else others).append(match)
    yield from _play_all_native(conditions, native, workers)
    if workers == 1:
        yield from map(partial(_play_driven, conditions), others)
    else:
        yield from map_in_processes(partial(_play_driven, conditions), others, workers)


# --- whole games native


def _play_all_native(conditions: Conditions, matches: Sequence[ArenaGame], workers: int) -> Iterator[MatchResult]:
    queue = iter(matches)
    with ThreadPoolExecutor(workers) as pool:
        while chunk := list(islice(queue, CHUNK)):
            by_seats = defaultdict(list)
            for match in chunk:
                by_seats[match.seats].append(match)
            for results in pool.map(partial(_play_native, conditions), by_seats.values()):
                yield from results


def _play_native(conditions: Conditions, matches: list[ArenaGame]) -> list[MatchResult]:
    """Play matches with the same players at the same seats."""
    setting = Setting(matches[0].seats, conditions.components, 0, conditions.is_recorded)
    seeds = np.array([match.seed for match in matches], np.uint64)
    chunk = Engine(setting).play_seeds(seeds, np.array([match.player_seeds for match in matches], np.uint64))
    return [
        MatchResult(
            match,
            tuple(chunk.totals[index].tolist()),
            tuple(chunk.rankings[index].tolist()),
            record=chunk.record(index) if conditions.is_recorded else None,
        )
        for index, match in enumerate(matches)
    ]


# --- driven by Python


def _play_driven(conditions: Conditions, match: ArenaGame) -> MatchResult:
    seated = [conditions.make(name, seed) for name, seed in zip(match.seats, match.player_seeds, strict=True)]
    game = Game(len(seated), conditions.components.edition, match.seed, conditions.components, match.seats)
    seconds, decisions = [0.0] * len(seated), [0] * len(seated)
    for chosen in drive(game, seated):
        if chosen.options > 1:
            seconds[chosen.seat] += chosen.seconds
            decisions[chosen.seat] += 1
    return MatchResult(
        match,
        tuple(sheet.total for sheet in game.score()),
        game.ranking,
        tuple(seconds),
        tuple(decisions),
        game.to_record() if conditions.is_recorded else None,
    )
