"""The replay of a logged game on the plain engine, whose events fill the detailed tables.

A :class:`Book` collects the rows of one or more tables. It sees every move before it is played, and every event in
order; the scene holds what the events say only over time: the month, the turn, since when a card is on show.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from edokko.components.ids import CARD_IDS, GOOD_IDS
from edokko.rules import referee
from edokko.rules.events import (
    BUILDING_OFFERED,
    EVENT_KINDS,
    FIRE_ROSE,
    GAINED,
    GOOD_BOUGHT,
    MONTH_BEGAN,
    REVEALED,
    SEASON_BEGAN,
    TURN_BEGAN,
)
from edokko.rules.moves import DONE
from edokko.rules.phases import DEALS
from edokko.rules.state import ABSENT, BUILDINGS, FIRE, FIRST_BUILDING, SEATS, START_CARDS, State
from edokko.rules.tables import Tables

EventNumbers: TypeAlias = tuple[int, int, int, int, int, int, int]
"""``(kind, seat, subject, room, amount, reason, detail)``, see :mod:`edokko.rules.events`."""
RunRow: TypeAlias = tuple[Any, ...]

FIRST_GOOD = FIRST_BUILDING + BUILDINGS
"""The code of the first good: characters, buildings and goods share one numbering, *codes*."""
IDS = (*CARD_IDS, *GOOD_IDS)
"""The id of each code."""


class ReplayState:
    """Where a replay stands: the game's number in the run, and the live state.

    Within an event's handler that is the state at the end of its move. The month is 0 before month 1. ``turn`` is the
    place of the turn in its month, from 0, or -1 before the first; ``seat`` is -1 between turns. ``shown`` says by code
    since which month each card or good is or was on show; 0 before month 1.
    """

    __slots__ = ("fire", "game", "month", "seat", "shown", "state", "tables", "turn")

    def __init__(self, game: int, tables: Tables, state: State) -> None:
        self.game = game
        self.tables = tables
        self.state = state
        self.month = 0
        self.turn = self.seat = ABSENT
        self.fire = [0] * SEATS
        self.shown = dict.fromkeys(range(START_CARDS), 0)
        self._show(FIRST_BUILDING, state.offer, 0)
        self._show(FIRST_GOOD, state.goods, 0)

    def age(self, code: int) -> int:
        """Return for how many months a card or good has been on show."""
        return self.month - max(1, self.shown[code]) if self.month else 0

    def observe(self, event: EventNumbers) -> EventNumbers | None:
        """Follow an event, and return it as books see it.

        A rise on the fire track becomes a gain of the resource ``fire``, as far as the marker moved; ``None`` if it
        did not.
        """
        kind, seat, subject, _, _, reason, detail = event
        if kind == FIRE_ROSE:
            steps = subject - self.fire[seat]
            self.fire[seat] = subject
            return (GAINED, seat, FIRE, ABSENT, steps, reason, detail) if steps else None
        if kind == MONTH_BEGAN:
            self.month, self.turn, self.seat = subject, ABSENT, ABSENT
        elif kind == TURN_BEGAN:
            self.turn, self.seat = self.turn + 1, seat
        elif kind == REVEALED:
            self.shown[subject] = self.month
        elif kind == BUILDING_OFFERED:
            self.shown[FIRST_BUILDING + subject] = 0
        elif kind == SEASON_BEGAN:
            self._show(FIRST_GOOD, self.tables.season_goods[subject], self.month + 1)
        elif kind == GOOD_BOUGHT:
            self._uncover(subject)
        return event

    def _show(self, first: int, numbers: int, month: int) -> None:
        """Put a set of buildings or goods (bit = number) on show."""
        for number in range(numbers.bit_length()):
            if numbers >> number & 1:
                self.shown[first + number] = month

    def _uncover(self, good: int) -> None:
        """Put the good under a bought one on show, if it came from a stack."""
        for stack in (self.tables.pipe_stack, self.tables.pouch_stack):
            for bought, below in pairwise(stack):
                if bought == good and below >= 0:
                    self.shown[FIRST_GOOD + below] = self.month


class Book:
    """A collector of rows. Subclasses name their tables, and follow an event by a method such as ``on_month_began``."""

    tables: tuple[str, ...]
    """The names of the tables that it fills."""

    def __init__(self) -> None:
        self.rows: dict[str, list[RunRow]] = {name: [] for name in self.tables}
        """The rows by table, in any order."""

    def start(self, scene: ReplayState) -> None:
        """Begin a game, before its first event."""

    def before(self, scene: ReplayState, move: int) -> None:
        """See a move before it is played."""

    def end(self, scene: ReplayState) -> None:
        """End a game, after its last event."""


class TurnBook(Book):
    """A collector that follows turns and their deals."""

    def before(self, scene: ReplayState, move: int) -> None:
        """Close the deal before a new one or the end of the turn."""
        if scene.state.phase != DEALS:
            return
        self.close_deal(scene)
        if move == DONE:
            self.close_turn(scene)
        else:
            self.open_deal(scene, move)

    def open_deal(self, scene: ReplayState, move: int) -> None:
        """Begin a deal with its first move."""

    def close_deal(self, scene: ReplayState) -> None:
        """End the deal, if one is open."""

    def close_turn(self, scene: ReplayState) -> None:
        """End the turn; the state is that of the turn's last decision."""


class Replay:
    """Replays games of one number of players and fills books."""

    def __init__(self, tables: Tables, books: Sequence[Book]) -> None:
        self._tables = tables
        self._books = books
        names = [f"on_{kind.name}" for kind in EVENT_KINDS]
        self._handlers = [[getattr(book, name) for book in books if hasattr(book, name)] for name in names]
        """The methods of the books by kind of event."""

    def play(self, game: int, moves: Iterable[int], chance: Sequence[int]) -> State:
        """Replay a game, by its number in the run, with the numbers of its moves and chance; return its final state."""
        state = State()
        state.events = []
        referee.begin(self._tables, state)
        scene = ReplayState(game, self._tables, state)
        for book in self._books:
            book.start(scene)
        outcomes = iter(chance)
        self._settle(scene, outcomes)
        for move in moves:
            for book in self._books:
                book.before(scene, move)
            referee.play(self._tables, state, move)
            self._settle(scene, outcomes)
        for book in self._books:
            book.end(scene)
        return state

    def _settle(self, scene: ReplayState, outcomes: Iterable[int]) -> None:
        """Apply the chance up to the next decision or the end, and hand the events to the books."""
        state, following = scene.state, iter(outcomes)
        while referee.is_chance(state):
            referee.reveal(self._tables, state, next(following))
        events: list[Any] = state.events or []
        for raw in events:
            event = scene.observe(raw)
            for handler in self._handlers[event[0]] if event else ():
                handler(scene, event)
        events.clear()
