"""Playing the matches of an arena: compiled where compiled code knows all players, else driven by Python."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import islice
from time import perf_counter

import numpy as np

from edokko.components import Components
from edokko.game import Game
from edokko.lab.schedule import Match
from edokko.lab.simulation import Engine, MakePlayer, Setting
from edokko.lab.workers import shared_out
from edokko.players import BUILT_IN, Budget, Player, check_name, player
from edokko.players.names import KINDS
from edokko.record import Record

CHUNK = 1024
"""Compiled games that are played together."""
REHEARSALS = 8


@dataclass(frozen=True, slots=True)
class Played:
    """A finished match.

    Attributes:
        match: which one.
        iki: every seat's score.
        ranking: the seats from first to last.
        seconds: how long each seat has thought where it had a choice; none where that was not measured.
        decisions: how often it had one.
        record: the game; ``None`` where none was asked for.
    """

    match: Match
    iki: tuple[int, ...]
    ranking: tuple[int, ...]
    seconds: tuple[float, ...] = ()
    decisions: tuple[int, ...] = ()
    record: Record | None = None


def compiled_player(name: str, seed: int) -> Player:
    """A player of an arena, on the compiled engine where it is one of this package."""
    return player(name, seed, engine="compiled")


@dataclass(frozen=True, slots=True)
class Conditions:
    """How matches are played.

    Attributes:
        components: what is played with.
        is_recorded: whether there is a record of each game.
        make: makes the players from name and seed, except where the whole game is compiled.
    """

    components: Components
    is_recorded: bool = False
    make: MakePlayer = compiled_player


def prepare(conditions: Conditions, matches: Sequence[Match]) -> None:
    """Compile what matches need, so that neither their time nor anybody's thinking has the compiler's in it.

    It is done here before processes are started: they find the machine code instead of making it, each for itself.
    """
    native, others = _told_apart(matches)
    for seats in {match.seats for match in native}:
        Engine(Setting(seats, conditions.components, 0, conditions.is_recorded)).prepare()
    _prepare_players(conditions, _cast_of(others))


def play(conditions: Conditions, matches: Sequence[Match], workers: int = 1) -> Generator[Played, None, None]:
    """Play matches.

    Args:
        conditions: how.
        matches: which ones.
        workers: how many are played side by side. With one they are played in this process.

    Yields:
        The finished ones, in any order.
    """
    native, others = _told_apart(matches)
    yield from _compiled(conditions, native, workers)
    if workers == 1:
        yield from map(partial(_play_driven, conditions), others)
    else:
        begin = partial(_prepare_players, conditions, _cast_of(others))
        yield from shared_out(begin, partial(_play_driven, conditions), others, workers)


def _told_apart(matches: Sequence[Match]) -> tuple[list[Match], list[Match]]:
    """Those whose players compiled code knows, and the others."""
    native = [match for match in matches if set(match.seats) <= set(BUILT_IN)]
    return native, [match for match in matches if not set(match.seats) <= set(BUILT_IN)]


# --- whole games compiled


def _compiled(conditions: Conditions, matches: Sequence[Match], workers: int) -> Iterator[Played]:
    left = iter(matches)
    with ThreadPoolExecutor(workers) as pool:
        while chunk := list(islice(left, CHUNK)):
            tables = defaultdict(list)
            for match in chunk:
                tables[match.seats].append(match)
            for played in pool.map(partial(_play_compiled, conditions), tables.values()):
                yield from played


def _play_compiled(conditions: Conditions, matches: list[Match]) -> list[Played]:
    """Play matches in which everybody sits alike."""
    setting = Setting(matches[0].seats, conditions.components, 0, conditions.is_recorded)
    seeds = np.array([match.seed for match in matches], np.uint64)
    chunk = Engine(setting).play_seeds(seeds, np.array([match.player_seeds for match in matches], np.uint64))
    return [
        Played(
            match,
            tuple(chunk.totals[index].tolist()),
            tuple(chunk.rankings[index].tolist()),
            record=chunk.record(index) if conditions.is_recorded else None,
        )
        for index, match in enumerate(matches)
    ]


# --- driven by Python


def _cast_of(matches: Sequence[Match]) -> tuple[tuple[str, int], ...]:
    """Each player that takes part, and at how large a table."""
    return tuple(dict.fromkeys((name, len(match.seats)) for match in matches for name in match.seats))


def _prepare_players(conditions: Conditions, cast: tuple[tuple[str, int], ...]) -> None:
    """Let this package's players decide; more than once, because some decide by chance without thinking."""
    for name, players in cast:
        if check_name(name).kind not in KINDS:
            continue
        game = Game(players, conditions.components.edition, 0, conditions.components)
        made = conditions.make(name, 0)
        for _ in range(REHEARSALS):
            made.choose(game, Budget(simulations=1))


def _play_driven(conditions: Conditions, match: Match) -> Played:
    seated = [conditions.make(name, seed) for name, seed in zip(match.seats, match.player_seeds, strict=True)]
    game = Game(len(seated), conditions.components.edition, match.seed, conditions.components, match.seats)
    seconds, decisions = [0.0] * len(seated), [0] * len(seated)
    while game.seat is not None:
        seat, is_choice = game.seat, len(game.legal_moves) > 1
        began = perf_counter()
        move = seated[seat].choose(game)
        if is_choice:
            seconds[seat] += perf_counter() - began
            decisions[seat] += 1
        game.play(move)
    return Played(
        match,
        tuple(sheet.total for sheet in game.score()),
        game.ranking,
        tuple(seconds),
        tuple(decisions),
        game.to_record() if conditions.is_recorded else None,
    )
