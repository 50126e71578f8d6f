"""A table's game, event-sourced from its rows: its position, its recent steps and what may be taken back.

It uses neither the database nor the network. In a replay, chance comes from the rows. For a new move it comes from the
system's generator and is stored in the move's row.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Collection, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from edokko.chance import SystemChance
from edokko.events import Event
from edokko.explain.refusals import Refusal
from edokko.game import Game, IllegalMove
from edokko.move import Move
from edokko.rules.chance import CHANCE_NUMBERS
from edokko.table.chance import RowChance
from edokko.table.clocks import Clock, Times
from edokko.table.rows import DECISIONS, HANDED_OVER, Row
from edokko.table.setup import Setup, begin_game
from edokko.table.steps import Step

NoUndo = Literal["nothing_to_undo", "chance_revealed", "turn_over", "not_yours", "not_running"]
MOST_STEPS = 32
"""Recent steps in memory, for clients that reconnect. A client that missed more gets the position without steps."""


class WrongMove(ValueError):
    """One of the moves of a request cannot be played."""

    def __init__(
        self, place: int, words: str, why: Literal["unknown", "illegal", "too_many"], refusal: Refusal | None = None
    ) -> None:
        self.place = place  # its index in the request, from 0
        self.words = words  # the words of the move
        # ``unknown`` if the words name no move, ``illegal``, or ``too_many`` if chance or another seat comes first.
        self.why = why
        self.refusal = refusal  # why the move is illegal
        super().__init__(f"move {place}: {words[:80]!r} is {why}")


@dataclass(slots=True)
class _Batch:
    """Moves of one request, which are taken back together."""

    row: int
    seat: int
    moves: int = 0


class _Effect(NamedTuple):
    """The game after the decision of a row."""

    seat: int | None
    month: int
    events: list[Event]


@dataclass(slots=True)
class Match:
    """A game that is built by applying rows.

    Moves that can no longer be taken back are dropped from the game's history, so memory does not grow with its length.
    """

    setup: Setup  # the edition, version, number of players and overlay
    clock: Clock | None = None  # the time control; ``None`` without one
    version: int = 0  # the number of rows
    last_time: float = 0.0  # the time of the last row, in seconds since 1970
    # The recent steps, each with the version after it.
    steps: deque[tuple[int, Step]] = field(default_factory=lambda: deque(maxlen=MOST_STEPS))
    seat: int | None = None  # the seat that decides; ``None`` if the game has not begun or is over
    decided: float = 0.0  # the time of the last decision, in seconds since 1970
    times: Times | None = None  # the remaining times; ``None`` before the game begins, and without a clock
    _game: Game | None = None
    _ply: int = 0
    """The ply of the earliest position that an undo can reach."""
    _batches: list[_Batch] = field(default_factory=list)
    _no_undo: NoUndo = "nothing_to_undo"
    _settled_by: int | None = None
    _chance: RowChance = field(default_factory=RowChance)

    # --- state

    @property
    def game(self) -> Game:
        """The game. Raises ``ValueError`` if the game has not begun."""
        if self._game is None:
            raise ValueError("the game has not begun")
        return self._game

    @property
    def has_begun(self) -> bool:
        """Whether the game has begun."""
        return self._game is not None

    @property
    def ply(self) -> int:
        """The number of moves, without those taken back."""
        return self._ply + (self._game.ply if self._game else 0)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._game is not None and self._game.is_over

    @property
    def undo_by(self) -> int | None:
        """The seat that may take back its last batch; ``None`` if no batch can be taken back."""
        return self._batches[-1].seat if self._batches else None

    @property
    def undo_count(self) -> int:
        """The number of moves of that batch."""
        return self._batches[-1].moves if self._batches else 0

    @property
    def no_undo(self) -> NoUndo | None:
        """Why no batch can be taken back; ``None`` if one can."""
        return None if self._batches else self._no_undo

    def no_undo_of(self, seats: Collection[int]) -> NoUndo:
        """Return why the player of some seats can take nothing back; another player's past turn is no reason."""
        is_new = self.seat in seats and self._settled_by not in seats
        return "not_yours" if self._batches else "nothing_to_undo" if is_new else self._no_undo

    # --- changes

    def begin(self, number: int, time: float) -> Row:
        """Begin the game and return the row for it; the time is in seconds since 1970."""
        effect = self._start()
        row = Row(number, "start", chance=self._chance.take(), batch=number, time=time)
        self._note(row, effect)
        return row

    def play(self, moves: Sequence[str], number: int, guest: str | None, request: str | None, time: float) -> list[Row]:
        """Play moves of the seat that decides, all or none, and return the rows for them, the first with ``number``.

        Raises:
            WrongMove: a move is illegal, or follows chance or the end of the seat's decisions; nothing is played.
        """
        seat, before = self.seat, self.game.ply
        decided: list[tuple[Row, _Effect]] = []
        try:
            for place, words in enumerate(moves):
                if self.game.seat != seat or (decided and decided[-1][0].chance):
                    # The player decides the next move only after seeing the outcome of chance.
                    raise WrongMove(place, words, "too_many")
                ply, effect = self.ply, self._try(place, words)
                key = request if place == 0 else None
                row = Row(number + place, "move", ply, seat, words, self._chance.take(), number, guest, key, time)
                decided.append((row, effect))
        except WrongMove:
            while self.game.ply > before:
                self.game.undo()
            raise
        for row, effect in decided:
            self._note(row, effect)
        return [row for row, _ in decided]

    def undo(self, number: int, guest: str | None, request: str | None, time: float) -> Row:
        """Take back the last batch and return the row for it, with ``number``.

        Raises:
            IndexError: there is nothing to take back.
        """
        last = self._batches[-1]
        ply, count = self.ply - last.moves, str(last.moves)
        row = Row(number, "undo", ply, last.seat, count, (), number, guest, request, time)
        self.apply(row)
        return row

    def apply(self, row: Row) -> None:
        """Apply the next row of the store."""
        if row.kind in DECISIONS:
            self._chance.supply(CHANCE_NUMBERS[words] for words in row.chance)
            effect = self._follow(row)
            self._chance.take()
            self._note(row, effect)
        else:
            self._note_other(row)

    # --- the game: what it does at a row

    def _follow(self, row: Row) -> _Effect:
        if row.kind == "start":
            return self._start()
        return self._move(row.text) if row.kind == "move" else self._take_back(int(row.text))

    def _start(self) -> _Effect:
        self._game = begin_game(self.setup, self._chance)
        return self._effect(self._game.last_events)

    def _move(self, words: str) -> _Effect:
        self.game.play(words)
        return self._effect(self.game.last_events)

    def _try(self, place: int, words: str) -> _Effect:
        """Play a move of a request."""
        try:
            return self._move(words)
        except IllegalMove as illegal:
            raise WrongMove(place, words, "illegal" if is_move(words) else "unknown", illegal.refusal) from None

    def _take_back(self, count: int) -> _Effect:
        for _ in range(count):
            self.game.undo()
        return self._effect([])

    def _effect(self, events: list[Event]) -> _Effect:
        return _Effect(self.game.seat, self.game.month, events)

    # --- the match: what follows from a row

    def _note(self, row: Row, effect: _Effect) -> None:
        """Note a decision that the game has followed: its step, the clock, and what may be taken back.

        The game itself may be further than the effect: the later moves of a request are played already.
        """
        self.version, self.last_time = row.row + 1, row.time
        self.decided, self.seat = row.time, effect.seat
        if row.kind == "start":
            self._note_start(effect)
        elif row.kind == "move":
            self._note_move(row, effect)
        else:
            self._note_undo(row, effect)
        if self.times is not None:
            self.times.update(row.time, effect.seat)

    def _note_start(self, effect: _Effect) -> None:
        self._add_step(Step("setup", 0, month=effect.month, events=effect.events))
        if self.clock is not None:
            self.times = Times(self.clock, self.setup.players)

    def _note_move(self, row: Row, effect: _Effect) -> None:
        self._add_step(Step("move", row.ply, row.seat, row.text, effect.month, effect.events))
        if not self._batches or self._batches[-1].row != row.batch:
            assert row.seat is not None
            self._batches.append(_Batch(row.batch, row.seat))
        self._batches[-1].moves += 1
        if row.chance or effect.seat != row.seat:
            self._settled_by = row.seat
            self._settle("chance_revealed" if row.chance else "turn_over")

    def _settle(self, why: NoUndo) -> None:
        """Rule out an undo of all moves so far, and drop them from the game's history."""
        self._ply += self.game.ply
        self._batches.clear()
        self._no_undo = why
        self.game.forget()

    def _note_undo(self, row: Row, effect: _Effect) -> None:
        self._batches.pop()
        self._no_undo = "nothing_to_undo"
        self._add_step(Step("undo", self.ply, row.seat, month=effect.month, undone=int(row.text)))

    def _note_other(self, row: Row) -> None:
        """Note a row that decides nothing in the game."""
        self.version, self.last_time = row.row + 1, row.time
        if row.kind in HANDED_OVER:
            reason: Literal["time"] | None = "time" if row.kind == "time" else None
            self._add_step(Step("seat", self.ply, row.seat, f"bot:{row.text}", reason=reason))

    def _add_step(self, step: Step) -> None:
        self.steps.append((self.version, step))

    # --- results

    def copy_for_search(self) -> Game:
        """Return a copy of the position with a chance source of its own, for another thread."""
        game = self.game
        return Game.from_state(game.components, game.tables, game.state.copy(), chance=SystemChance())

    def copy(self) -> Match:
        """Return an independent copy for further rows. The moves so far cannot be undone in it."""
        copy = replace(self, steps=self.steps.copy(), _batches=[replace(batch) for batch in self._batches])
        copy.times = deepcopy(self.times)
        copy._chance = RowChance()
        if self._game is not None:
            copy._ply = self.ply
            game = self._game
            copy._game = Game.from_state(game.components, game.tables, game.state.copy(), chance=copy._chance)
        return copy

    def steps_since(self, version: int) -> list[Step] | None:
        """Return the steps after a version; ``None`` if some of them are no longer in memory."""
        if self.steps and len(self.steps) == MOST_STEPS and self.steps[0][0] > version + 1:
            return None
        # Search from the end: most clients have missed one or two steps.
        newest = itertools.takewhile(lambda entry: entry[0] > version, reversed(self.steps))
        return [step for _, step in newest][::-1]


def rebuild(setup: Setup, rows: Sequence[Row], clock: Clock | None = None) -> Match:
    """Return the match of all rows. Raises ``ValueError`` if a row is missing."""
    match = Match(setup, clock)
    for row in rows:
        if row.row != match.version:
            raise ValueError(f"row {match.version} is missing")
        match.apply(row)
    return match


def is_move(words: str) -> bool:
    """Return whether words name a move, legal or not."""
    try:
        Move(words)
    except ValueError:
        return False
    return True
