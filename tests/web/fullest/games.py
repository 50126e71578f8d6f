"""Recorded games, and the views that the server would send of their steps."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from edokko.components import load
from edokko.records.record import Record, outcomes_of
from edokko.rules.tables import tables_for
from edokko.table.match import Match
from edokko.table.seats import SeatInfo
from edokko.table.settings import TableInfo, TableSettings
from edokko.table.setup import Setup
from edokko.table.shapes import tables as shapes
from edokko.table.views.components import components_of
from edokko.table.views.running import running_of
from edokko.table.views.table import table_of
from tests.helpers.paths import SAMPLES

HERE = Path(__file__).parent
TABLE = "fullest"
"""The id of the table that shows every step."""
GUEST = "guest-0"
LOG = 40
"""The number of log steps to show with a view."""


@dataclass(frozen=True, order=True)
class Game:
    """One record: the stem of its file and the number of its line, from 1."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"

    @classmethod
    def parse(cls, text: str) -> Game:
        file, line = text.rsplit(":", 1)
        return cls(file, int(line))

    def record(self) -> Record:
        """Read the record."""
        return Record.from_line(_lines(self.file)[self.line - 1])


@cache
def _lines(file: str) -> list[str]:
    folder = HERE if file == "games" else SAMPLES
    return (folder / f"{file}.jsonl").read_text(encoding="utf-8").splitlines()


def games() -> list[Game]:
    """Return all games to pick steps from, in the order of their files."""
    files = ["games", *sorted(path.stem for path in SAMPLES.glob("games-*.jsonl"))]
    return [Game(file, line) for file in files for line in range(1, len(_lines(file)) + 1)]


class Replay:
    """A recorded game, replayed ply by ply.

    Attributes:
        match: the game as on the server.
        steps: the last steps of the log, as the API sends them.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.match = Match(Setup(record.edition, record.rules_version, record.players))
        components = load(record.edition)
        self.match._chance.supply(outcomes_of(components, tables_for(components, record.players), record.chance))
        self.steps: deque[Any] = deque(maxlen=LOG)
        self.match.begin(0, 0.0)
        self._note()

    def _note(self) -> None:
        self.steps.append(self.match.steps[-1][1])

    def __iter__(self) -> Iterator[int]:
        """Play the game, and yield the number of moves before each step, 0 first."""
        yield 0
        for ply, words in enumerate(self.record.moves, 1):
            self.match.play([words], self.match.version, None, None, 0.0)
            self._note()
            yield ply

    def game(self) -> dict[str, Any]:
        """Return the `game` of the view."""
        result: dict[str, Any] = as_json(running_of(self.match))
        return result

    def log(self) -> list[Any]:
        """Return the last steps."""
        result: list[Any] = as_json(list(self.steps))
        return result

    def view(self, seat: int, names: list[str], *, hints: bool = False) -> dict[str, Any]:
        """Return the view of a seat, as the API sends it.

        Args:
            seat: the viewer's seat.
            names: of the seats.
            hints: whether the table gives hints.
        """
        match = self.match
        status = "finished" if match.is_over else "running"
        info = TableInfo(TABLE, GUEST, match.setup, 0.0, 0.0, TableSettings(hints=hints), status)  # type: ignore[arg-type]
        seats = [_seat(number, seat, names[number]) for number in range(self.record.players)]
        you = shapes.You([seat], host=True)
        if status == "running":
            you.may_play = match.seat == seat
            you.may_undo = match.undo_by == seat
        if not you.may_undo:
            you.no_undo = (match.no_undo or "not_yours") if status == "running" else "not_running"
        table = table_of(info, seats, match, {GUEST}, running_of(match))
        result: dict[str, Any] = as_json(shapes.TableView(you, table, None))
        return result


LEVELS = ("skilled:employer", "medium:builder", "easy")


def _seat(number: int, own: int, name: str) -> SeatInfo:
    """Return a seat: the own one, computer players with the longest level, and with four players an absent person."""
    if number == own:
        return SeatInfo(number, "person", name, GUEST, crest=number)
    place = (number - own) % 4
    if place == 2:
        return SeatInfo(number, "person", name, "guest-away", crest=number)
    return SeatInfo(number, "bot", name, level=LEVELS[place % 3], crest=number)


def as_json(value: object) -> Any:
    """Return a shape as the API sends it."""
    return json.loads(msgspec.json.encode(value))


@cache
def box(edition: str, players: int) -> dict[str, Any]:
    """Return all components with their names, as the API sends them."""
    components = load(edition)
    result: dict[str, Any] = as_json(components_of(components, tables_for(components, players)))
    return result
