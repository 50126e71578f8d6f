"""Simulations of many games: native and multi-threaded if all players are built in, else driven by Python.

Game ``i`` has its own seed, ``game_seed(seed, i)``, and each of its seats has a seed for the player's random choices,
``game_seed(game's seed, seat)``. So game ``i`` does not depend on the number of threads or games, and the seed in its
record reproduces its chance.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from edokko.chance import check_seed
from edokko.components import RULES_VERSION, Components, load
from edokko.game import Game
from edokko.lab.simulation.loop import (
    MOST_DECISIONS,
    NUMBERS_SHAPE,
    SPARE_GAMES,
    GameLength,
    Log,
    play_games,
    play_random_games,
)
from edokko.native.engine import native
from edokko.players import BUILT_IN, check_name, player
from edokko.players.base import drive
from edokko.players.evaluation.weights import Weights, shipped
from edokko.players.evaluation.worth import appraise
from edokko.players.policies.desk import RANDOM
from edokko.records.record import Record, outcomes_of, words_of
from edokko.rules.engine import entry
from edokko.rules.engine.fields import records_of
from edokko.rules.moves import MOST_LEGAL, WORDS
from edokko.rules.scoring import LINE_COUNT, LINES
from edokko.rules.state import SEATS, State
from edokko.rules.tables import Tables, tables_for

CHUNK = 256
"""The number of games in a chunk."""
QUEUED_CHUNKS = 2
"""The maximum number of queued chunks for each thread, which bounds the memory."""

Records = npt.NDArray[np.void]


@dataclass(frozen=True, slots=True)
class Setting:
    """The settings that all games of a simulation share; the seed is from 0 to 2**64 - 1.

    ``logged`` says whether moves and chance are logged, so that records can be written. ``weights`` are the evaluation
    weights of the built-in player at each seat; empty for the shipped ones.
    """

    seats: tuple[str, ...]
    components: Components
    seed: int
    logged: bool = False
    weights: tuple[Weights, ...] = ()

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.seats)

    @property
    def tables(self) -> Tables:
        """The components as tables of the engine."""
        return tables_for(self.components, self.players)

    @property
    def is_built_in(self) -> bool:
        """Whether native code supports all players."""
        return all(name in BUILT_IN for name in self.seats)


@dataclass(frozen=True, slots=True)
class Chunk:
    """Consecutive finished games of a simulation, in order, as arrays of one row a game.

    ``totals`` and ``rankings``, the seats from first to last, are (games, players), and ``lines``, the score sheets,
    (games, players, 8). ``decisions`` counts the decisions of each game, and ``branching`` sums their numbers of legal
    moves. ``logs`` has a :class:`edokko.lab.simulation.loop.Log` for each game; empty without logs.
    """

    setting: Setting
    seeds: npt.NDArray[np.uint64]
    totals: npt.NDArray[np.int16]
    rankings: npt.NDArray[np.int16]
    lines: npt.NDArray[np.int16]
    states: Records
    decisions: npt.NDArray[np.int64]
    branching: npt.NDArray[np.int64]
    logs: Records

    def __post_init__(self) -> None:
        longest = int(self.decisions.max())
        if self.setting.logged and longest > MOST_DECISIONS:
            raise OverflowError(f"a game has {longest} decisions; logs hold {MOST_DECISIONS}")

    def __len__(self) -> int:
        return len(self.seeds)

    def moves(self, index: int) -> list[int]:
        """Return the moves of a game of a logged simulation."""
        log = self._log(index)
        return [int(move) for move in log["moves"][: self.decisions[index]]]

    def chance(self, index: int) -> list[int]:
        """Return the chance outcomes of a game of a logged simulation."""
        log = self._log(index)
        return [int(outcome) for outcome in log["chance"][: log["chance_count"]]]

    def _log(self, index: int) -> Any:
        if not self.setting.logged:
            raise ValueError("moves and chance were not logged: use simulate(..., log=True)")
        return self.logs[index]

    def record(self, index: int) -> Record:
        """Return a game of a logged simulation as a record."""
        setting = self.setting
        return Record(
            edition=setting.components.edition,
            rules_version=RULES_VERSION,
            players=setting.players,
            seats=setting.seats,
            chance=tuple(words_of(setting.components, setting.tables, self.chance(index))),
            moves=tuple(WORDS[move] for move in self.moves(index)),
            result={
                "iki": self.totals[index].tolist(),
                "ranking": self.rankings[index].tolist(),
                "lines": [dict(zip(LINES, sheet, strict=True)) for sheet in self.lines[index].tolist()],
            },
            seed=hex(int(self.seeds[index])),
            components=setting.components.overlay,
        )

    def records(self) -> Iterator[Record]:
        """Yield all games as records, in order."""
        return map(self.record, range(len(self)))


def simulate(
    seats: Sequence[str],
    games: int,
    seed: int = 0,
    *,
    components: Components | None = None,
    threads: int = 1,
    log: bool = False,
    chunk: int = CHUNK,
) -> Iterator[Chunk]:
    """Play games, and yield them in order in chunks.

    Args:
        seats: the players' names, as :func:`edokko.players.player` takes them, one for each seat.
        games: at least 1.
        seed: fixes everything (0 to 2**64 - 1).
        components: ``None`` for the shipped ones of the edition 2021.
        threads: does not change the results. Players that are not built in run in Python, with one thread only.
        log: whether to log moves and chance, so that records can be written.
        chunk: the number of games in a chunk.

    Raises:
        ValueError: an argument is out of range; the message says what is valid.
    """
    setting = Setting(tuple(seats), load("2021") if components is None else components, seed, log)
    _check(setting, games, threads, chunk)
    spans = ((first, min(chunk, games - first)) for first in range(0, games, chunk))
    if setting.is_built_in:
        return _threaded(Engine(setting), spans, threads)
    return (_driven(setting, first, count) for first, count in spans)


def _check(setting: Setting, games: int, threads: int, chunk: int) -> None:
    if setting.players not in (2, 3, 4):
        raise ValueError(f"seats: {list(setting.seats)!r}; IKI is for 2, 3 or 4 players")
    for name, number in (("games", games), ("threads", threads), ("chunk", chunk)):
        if number < 1:
            raise ValueError(f"{name}: {number!r}; at least 1 is needed")
    check_seed(setting.seed)
    others = sorted(set(setting.seats) - set(BUILT_IN))
    for name in others:
        check_name(name)
    if others and threads > 1:
        raise ValueError(f"threads: {threads}; {', '.join(others)} runs in Python, one thread only")


# --- built-in players, native


def _threaded(engine: Engine, spans: Iterable[tuple[int, int]], threads: int) -> Iterator[Chunk]:
    if threads == 1:
        for span in spans:
            yield engine.play(*span)
        return
    with ThreadPoolExecutor(threads) as pool:
        queue: deque[Future[Chunk]] = deque()
        try:
            for span in spans:
                queue.append(pool.submit(engine.play, *span))
                if len(queue) >= QUEUED_CHUNKS * threads:
                    yield queue.popleft().result()
            while queue:
                yield queue.popleft().result()
        finally:
            for future in queue:
                future.cancel()


class Engine:
    """A player of games between built-in players in native code. It is thread-safe."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._tables = setting.tables.to_records()
        self._kinds = np.array([BUILT_IN[name] for name in setting.seats], np.int64)
        self._worths = np.stack(
            [
                records_of(appraise(setting.tables, weights))
                for weights in setting.weights or [shipped()] * setting.players
            ]
        )

    def play(self, first: int, count: int) -> Chunk:
        """Play the games ``first`` to ``first + count - 1`` of the simulation."""
        seeds = _seeds_of(self._setting, first, count)
        return self.play_seeds(seeds, player_seeds_of(seeds, self._setting.players))

    def play_seeds(self, seeds: npt.NDArray[np.uint64], player_seeds: npt.NDArray[np.uint64]) -> Chunk:
        """Play games with the seeds of their chance, and of the players' random choices, an array (games, players)."""
        setting, count = self._setting, len(seeds)
        seat_seeds = np.zeros((count, SEATS, 2), np.int64)
        seat_seeds[:, : setting.players] = _words(player_seeds)
        games = np.zeros(count + SPARE_GAMES, State.dtype)
        lengths = np.zeros(count, GameLength.dtype)
        logs = np.zeros(count if setting.logged else 0, Log.dtype)
        numbers, lists = np.zeros(NUMBERS_SHAPE, np.int64), np.zeros((2, MOST_LEGAL), np.int64)
        arguments = (games, _words(seeds), seat_seeds, lengths, logs, numbers, lists)
        if (self._kinds == RANDOM).all():
            native(play_random_games)(self._tables, *arguments)
        else:
            native(play_games)(self._tables, self._worths, self._kinds, *arguments)
        return self._finish(seeds, games[:count], lengths, logs)

    def _finish(self, seeds: npt.NDArray[np.uint64], games: Records, lengths: Records, logs: Records) -> Chunk:
        """Score finished games."""
        sheets = np.zeros((len(games), SEATS, LINE_COUNT), np.int16)
        totals, rankings = np.zeros((2, len(games), SEATS), np.int16)
        native(entry.sheets_all)(self._tables, games, sheets, totals, rankings, np.zeros(LINE_COUNT, np.int64))
        by_seat = np.s_[:, : self._setting.players]
        return Chunk(
            self._setting,
            seeds,
            totals[by_seat],
            rankings[by_seat],
            sheets[by_seat],
            games,
            lengths["decisions"],
            lengths["branching"],
            logs,
        )


def _seeds_of(setting: Setting, first: int, count: int) -> npt.NDArray[np.uint64]:
    return game_seeds(np.full(count, setting.seed, np.uint64), np.arange(first, first + count, dtype=np.uint64))


def player_seeds_of(seeds: npt.NDArray[np.uint64], players: int) -> npt.NDArray[np.uint64]:
    """Return the seeds of the players' random choices, an array (games, players), from the seed of each game."""
    return game_seeds(seeds[:, None], np.arange(players, dtype=np.uint64))


def game_seeds(seeds: npt.NDArray[np.uint64], indexes: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Vectorise :func:`edokko.batch.game_seed` over arrays."""
    mixed: npt.NDArray[np.uint64] = seeds + (indexes + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


def _words(seeds: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
    """Split each seed into its low and high word, an array (seeds, 2)."""
    return np.stack([seeds & np.uint64(0xFFFFFFFF), seeds >> np.uint64(32)], axis=-1).astype(np.int64)


# --- all other players, driven by Python


def _driven(setting: Setting, first: int, count: int) -> Chunk:
    seeds = _seeds_of(setting, first, count)
    return drive_seeds(setting, seeds, player_seeds_of(seeds, setting.players))


def drive_seeds(setting: Setting, seeds: npt.NDArray[np.uint64], player_seeds: npt.NDArray[np.uint64]) -> Chunk:
    """Play games between any players in Python, with the caller's seeds as in :meth:`Engine.play_seeds`."""
    count, edition = len(seeds), setting.components.edition
    totals, rankings = np.zeros((2, count, setting.players), np.int16)
    decisions, branching = np.zeros((2, count), np.int64)
    lines, states = np.zeros((count, setting.players, LINE_COUNT), np.int16), np.zeros(count, State.dtype)
    logs = np.zeros(count if setting.logged else 0, Log.dtype)
    for index in range(count):
        seated = [player(name, int(seed)) for name, seed in zip(setting.seats, player_seeds[index], strict=True)]
        game = Game(setting.players, edition, int(seeds[index]), setting.components, setting.seats)
        branching[index] = sum(chosen.options for chosen in drive(game, seated))
        sheets = game.score()
        totals[index] = [sheet.total for sheet in sheets]
        rankings[index] = game.ranking
        decisions[index] = game.ply
        lines[index] = [[sheet.lines[line] for line in LINES] for sheet in sheets]
        game.state.write(states, index)
        if setting.logged:
            _write_log(game, logs[index])
    return Chunk(setting, seeds, totals, rankings, lines, states, decisions, branching, logs)


def _write_log(game: Game, log: Any) -> None:
    moves = [move.number for move in game.moves][:MOST_DECISIONS]
    outcomes = outcomes_of(game.components, game.tables, game.to_record().chance)
    log["moves"][: len(moves)] = moves
    log["chance"][: len(outcomes)] = outcomes
    log["chance_count"] = len(outcomes)
