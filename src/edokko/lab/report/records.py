"""The tables of recorded games, so that a report can be about people's games."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from edokko.game import Game
from edokko.lab.data.files import from_rows, write_table
from edokko.lab.data.outcomes import Outcomes, games_table, seats_table
from edokko.lab.data.play import BOOKS
from edokko.lab.data.replay import Book, Replay, ReplayState
from edokko.lab.data.schema import TABLES
from edokko.records.file import read
from edokko.records.record import Record, check, outcomes_of
from edokko.rules import referee
from edokko.rules.moves import MOST_LEGAL, NUMBERS
from edokko.rules.scoring import LINES
from edokko.rules.tables import tables_for

FILE = "records.parquet"
Condition = tuple[str, int, str]
"""Edition, number of players, and the overlay as JSON; empty for the shipped numbers."""


class NoGames(ValueError):
    """A file of records holds no finished game."""


@dataclass(frozen=True, slots=True)
class _Played:
    """A finished game: its record, the game it replays to, and the numbers of game and block."""

    record: Record
    game: Game
    number: int
    block: int


class _Choices(Book):
    """Counts the legal moves of a game."""

    tables = ()

    def __init__(self) -> None:
        super().__init__()
        self.count = 0
        self._legal = [0] * MOST_LEGAL

    def start(self, scene: ReplayState) -> None:
        self.count = 0

    def before(self, scene: ReplayState, move: int) -> None:
        self.count += referee.legal_moves(scene.tables, scene.state, self._legal)


def write_tables(path: Path, folder: Path) -> int:
    """Write the tables of the finished games of a file of records, without decisions; return the number of the others.

    Games with the same seed share a block, because they share their chance.

    Raises:
        edokko.records.record.RecordError: a record is invalid; the message gives its line.
        NoGames: no game is finished.
    """
    unfinished, conditions = 0, defaultdict[Condition, list[_Played]](list)
    blocks: dict[str, int] = {}
    for number, record in enumerate(read(path)):
        if record.result is None:
            unfinished += 1
            continue
        block = blocks.setdefault(record.seed or f"game {number}", len(blocks))
        overlay = json.dumps(record.components, sort_keys=True) if record.components else ""
        conditions[record.edition, record.players, overlay].append(_Played(record, check(record), number, block))
    if not conditions:
        raise NoGames(f"{path} holds no finished game")
    for place, (condition, games) in enumerate(conditions.items()):
        _write(folder, condition, games, place)
    return unfinished


def _write(folder: Path, condition: Condition, games: list[_Played], place: int) -> None:
    edition, players, overlay = condition
    components = games[0].game.components
    tables = tables_for(components, players)
    choices, books = _Choices(), [book() for book in BOOKS]
    replay, states, branching = Replay(tables, [choices, *books]), [], []
    for played in games:
        chance = outcomes_of(components, tables, played.record.chance)
        final = replay.play(played.number, [NUMBERS[move] for move in played.record.moves], chance)
        states.append(final.to_records()[0])
        branching.append(choices.count)
    outcomes = _outcomes(tables, f"overlay {place}" if overlay else "", games, np.array(states), np.array(branching))
    rows = {name: each for book in books for name, each in book.rows.items()}
    made = {"games": games_table(outcomes), "seats": seats_table(outcomes)}
    made |= {name: from_rows(TABLES[name], each) for name, each in rows.items()}
    for name, table in made.items():
        write_table(folder / name / f"edition={edition}" / f"players={players}" / f"{place}-{FILE}", table)


def _outcomes(tables: Any, overlay: str, games: list[_Played], states: Any, branching: Any) -> Outcomes:
    results: list[Any] = [played.record.result for played in games]
    seatings = sorted({played.record.seats for played in games})
    lines = [[[sheet[line] for line in LINES] for sheet in result["lines"]] for result in results]
    return Outcomes(
        tables=tables,
        overlay=overlay,
        games=np.array([played.number for played in games]),
        blocks=np.array([played.block for played in games]),
        rotations=np.zeros(len(games), np.int64),
        seeds=np.array([played.block for played in games], np.uint64),
        seatings=seatings,
        seating=np.array([seatings.index(played.record.seats) for played in games]),
        totals=np.array([result["iki"] for result in results]),
        rankings=np.array([result["ranking"] for result in results]),
        lines=np.array(lines),
        states=states,
        decisions=np.array([len(played.record.moves) for played in games]),
        branching=branching,
    )
