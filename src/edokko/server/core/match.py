"""A table's game, event-sourced from its rows: its position, its recent steps and what may be taken back.

It uses neither the database nor the network. In a replay, chance comes from the rows. For a new move it comes from the
system's generator and is stored in the move's row.
"""

from __future__ import annotations

import itertools
import secrets
from collections import deque
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from edokko.chance import SystemChance
from edokko.components import Components, load
from edokko.events import Event
from edokko.explain.refusals import Refusal
from edokko.game import Game, IllegalMove
from edokko.move import Move
from edokko.records.chance import words_of
from edokko.records.record import Record, result_of
from edokko.rules.chance import CHANCE_WORDS
from edokko.rules.referee import pick
from edokko.rules.tables import Tables, tables_for
from edokko.server.core.clocks import Clock, Times

NoUndo = Literal["nothing_to_undo", "chance_revealed", "turn_over", "not_yours", "not_running"]
HANDED_OVER = ("bot", "time")
"""Kinds of rows that hand a seat to a computer player: by a request, or because its time ran out."""
MOST_STEPS = 32
"""Recent steps in memory, for clients that reconnect. A client that missed more gets the position without steps."""
_OUTCOMES = {words: number for number, words in enumerate(CHANCE_WORDS)}


@dataclass(frozen=True, slots=True)
class Setup:
    """The edition, version, number of players and overlay of a game."""

    edition: str
    rules_version: int
    players: int
    overlay: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """An event at a table, as the database stores it (:class:`edokko.server.store.models.Row` has the columns)."""

    row: int
    kind: str
    ply: int = 0
    seat: int | None = None
    text: str = ""
    chance: tuple[str, ...] = ()
    batch: int = 0
    guest: str | None = None
    request: str | None = None
    time: float = 0.0


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Step:
    """An entry of the log with its events.

    Attributes:
        kind: the setup, a move, an undo, or a seat handed to a computer player.
        ply: the ply before the step; for ``undo`` the ply after it.
        seat: the seat of the move, of the undo, or the seat handed over.
        move: the words of the move; for ``seat`` the new player: ``bot:<level>``.
        month: the month of the step.
        events: of a move and of the chance after it; of the setup.
        undone: for ``undo``: the number of moves that were taken back.
        reason: for ``seat``: ``time`` after a timeout; ``None`` on a player's request.
    """

    kind: Literal["setup", "move", "undo", "seat"]
    ply: int
    seat: int | None = None
    move: str | None = None
    month: int = 0
    events: Sequence[Event] = ()
    undone: int = 0
    reason: Literal["time"] | None = None


class WrongMove(ValueError):
    """One of the moves of a request cannot be played.

    Attributes:
        place: its index in the request, from 0.
        words: the words of the move.
        why: ``unknown`` if the words name no move, ``illegal``, or ``too_many`` if chance or another seat comes first.
        refusal: why the move is illegal.
    """

    def __init__(
        self, place: int, words: str, why: Literal["unknown", "illegal", "too_many"], refusal: Refusal | None = None
    ) -> None:
        self.place = place
        self.words = words
        self.why = why
        self.refusal = refusal
        super().__init__(f"move {place}: {words[:80]!r} is {why}")


class RowChance:
    """A source of chance: supplied outcomes first, then the system's generator. It collects all outcomes."""

    def __init__(self) -> None:
        self.supplied: deque[int] = deque()
        self.revealed: list[int] = []

    def draw(self, stream: int, outcomes: Sequence[int], weights: Sequence[int]) -> int:
        if self.supplied:
            outcome = self.supplied.popleft()
        else:
            outcome = pick(list(outcomes), list(weights), len(outcomes), secrets.randbelow(sum(weights)))
        self.revealed.append(outcome)
        return outcome

    def take(self) -> tuple[str, ...]:
        """Return and clear the outcomes since the last call, in the words of a record's single outcomes."""
        words = tuple(CHANCE_WORDS[outcome] for outcome in self.revealed)
        self.revealed.clear()
        return words


@dataclass(slots=True)
class _Batch:
    """Moves of one request, which are taken back together."""

    row: int
    seat: int
    moves: int = 0


@dataclass(slots=True)
class Match:
    """A game that is built by applying rows.

    Moves that can no longer be taken back are dropped from the game's history, so memory does not grow with its length.

    Attributes:
        setup: the edition, version, number of players and overlay.
        version: the number of rows.
        clock: the time control; ``None`` without one.
        steps: the recent steps, each with the version after it.
        seat: the seat that decides; ``None`` if the game has not begun or is over.
        decided: the time of the last decision, in seconds since 1970.
        times: the remaining times; ``None`` before the game begins, and without a clock.
    """

    setup: Setup
    clock: Clock | None = None
    version: int = 0
    steps: deque[tuple[int, Step]] = field(default_factory=lambda: deque(maxlen=MOST_STEPS))
    seat: int | None = None
    decided: float = 0.0
    times: Times | None = None
    _game: Game | None = None
    _ply: int = 0
    """The ply of the earliest position that an undo can reach."""
    _batches: list[_Batch] = field(default_factory=list)
    _no_undo: NoUndo = "nothing_to_undo"
    _chance: RowChance = field(default_factory=RowChance)

    # --- state

    @property
    def game(self) -> Game:
        """The game.

        Raises:
            ValueError: the game has not begun.
        """
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

    # --- changes

    def begin(self, number: int, time: float) -> Row:
        """Begin the game and return the row for it.

        Args:
            number: of the row.
            time: in seconds since 1970.
        """
        self._start()
        row = Row(number, "start", chance=self._chance.take(), batch=number, time=time)
        self._after_start(row)
        return row

    def play(self, moves: Sequence[str], number: int, guest: str | None, request: str | None, time: float) -> list[Row]:
        """Play moves of the seat that decides, all or none, and return the rows for them.

        Args:
            moves: the words of the moves.
            number: of the first row.
            guest, request, time: further columns of the rows.

        Raises:
            WrongMove: a move is illegal, or follows chance or the end of the seat's decisions; nothing is played.
        """
        game, seat = self.game, self.seat
        steps: list[tuple[Row, list[Event]]] = []
        before = game.ply
        try:
            for place, words in enumerate(moves):
                if game.seat != seat or (steps and steps[-1][0].chance):
                    # The player decides the next move only after seeing the outcome of chance.
                    raise WrongMove(place, words, "too_many")
                ply = self.ply
                self._play_move(place, words)
                key = request if place == 0 else None
                row = Row(number + place, "move", ply, seat, words, self._chance.take(), number, guest, key, time)
                steps.append((row, list(game.last_events)))
        except WrongMove:
            while game.ply > before:
                game.undo()
            self._chance.take()
            raise
        for row, events in steps:
            self._after_move(row, events)
        if steps[-1][0].chance or self.seat != seat:
            self._settle("chance_revealed" if steps[-1][0].chance else "turn_over")
        return [row for row, _ in steps]

    def _play_move(self, place: int, words: str) -> None:
        try:
            self.game.play(words)
        except IllegalMove as illegal:
            raise WrongMove(place, words, "illegal" if _is_move(words) else "unknown", illegal.refusal) from None

    def undo(self, number: int, guest: str | None, request: str | None, time: float) -> Row:
        """Take back the last batch and return the row for it.

        Args:
            number: of the row.
            guest, request, time: further columns of the row.

        Raises:
            IndexError: there is nothing to take back.
        """
        last = self._batches[-1]
        row = Row(
            number,
            "undo",
            self.ply - last.moves,
            last.seat,
            str(last.moves),
            batch=number,
            guest=guest,
            request=request,
            time=time,
        )
        self.apply(row)
        return row

    def apply(self, row: Row) -> None:
        """Apply the next row of the database."""
        if row.kind == "start":
            self._chance.supplied.extend(_OUTCOMES[words] for words in row.chance)
            self._start()
            self._chance.take()
            self._after_start(row)
        elif row.kind == "move":
            self._chance.supplied.extend(_OUTCOMES[words] for words in row.chance)
            self.game.play(row.text)
            self._chance.take()
            self._after_move(row, list(self.game.last_events))
            if row.chance or self.seat != row.seat:
                self._settle("chance_revealed" if row.chance else "turn_over")
        elif row.kind == "undo":
            self._apply_undo(row)
        else:
            if row.kind in HANDED_OVER:
                reason: Literal["time"] | None = "time" if row.kind == "time" else None
                self._add_step(row.row + 1, Step("seat", self.ply, row.seat, f"bot:{row.text}", reason=reason))
            self.version = row.row + 1

    def _start(self) -> None:
        components = load(self.setup.edition, self.setup.overlay)
        self._game = Game(self.setup.players, self.setup.edition, components=components, chance=self._chance)

    def _after_start(self, row: Row) -> None:
        self.version = row.row + 1
        self._add_step(self.version, Step("setup", 0, month=1, events=list(self.game.last_events)))
        if self.clock is not None:
            self.times = Times(self.clock, self.setup.players)
        self._update_clock(row)

    def _after_move(self, row: Row, events: Sequence[Event]) -> None:
        """Add the step of a move that the game has played, and count it for an undo."""
        self.version = row.row + 1
        step = Step("move", row.ply, row.seat, row.text, self.game.month, events)
        self._add_step(self.version, step)
        if not self._batches or self._batches[-1].row != row.batch:
            assert row.seat is not None
            self._batches.append(_Batch(row.batch, row.seat))
        self._batches[-1].moves += 1
        self._update_clock(row)

    def _add_step(self, version: int, step: Step) -> None:
        self.steps.append((version, step))

    def _update_clock(self, row: Row) -> None:
        """After a decision, run the clock of the seat that decides next."""
        self.decided, self.seat = row.time, self.game.seat
        if self.times is not None:
            self.times.update(row.time, self.seat)

    def _settle(self, why: NoUndo) -> None:
        """Rule out an undo of all moves so far, and drop them from the game's history."""
        self._ply += self.game.ply
        self._batches.clear()
        self._no_undo = why
        self.game.forget()

    def _apply_undo(self, row: Row) -> None:
        self.version = row.row + 1
        count = int(row.text)
        for _ in range(count):
            self.game.undo()
        self._batches.pop()
        self._no_undo = "nothing_to_undo"
        step = Step("undo", self.ply, row.seat, month=self.game.month, undone=count)
        self._add_step(self.version, step)
        self._update_clock(row)

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


def rebuild(setup: Setup, rows: Sequence[Row]) -> Match:
    """Return the match of all rows."""
    match = Match(setup)
    for row in rows:
        match.apply(row)
    return match


def effective_rows(rows: Sequence[Row]) -> list[Row]:
    """Return the rows without undos and the moves that they took back."""
    effective: list[Row] = []
    for row in rows:
        if row.kind != "undo":
            effective.append(row)
            continue
        remaining = int(row.text)
        while remaining:
            for place in range(len(effective) - 1, -1, -1):
                if effective[place].kind == "move":
                    del effective[place]
                    remaining -= 1
                    break
    return effective


def record_of(setup: Setup, names: Sequence[str], rows: Sequence[Row], match: Match) -> Record:
    """Return the game as a record (``docs/record.md``).

    Args:
        setup: of the game.
        names: of the seats.
        rows: all rows of the table.
        match: the match of these rows.
    """
    effective = effective_rows(rows)
    start = next((row for row in effective if row.kind == "start"), None)
    start_time = start.time if start else 0.0
    components, tables = components_and_tables(setup)
    outcomes = [_OUTCOMES[words] for row in effective for words in row.chance]
    moves = [row for row in effective if row.kind == "move"]
    extra: dict[str, Any] = {"times": [round(max(0.0, row.time - start_time), 3) for row in moves]}
    log = list(_handovers(effective))
    if log:
        extra["players_log"] = log
    return Record(
        edition=setup.edition,
        rules_version=setup.rules_version,
        players=setup.players,
        seats=tuple(names),
        chance=tuple(words_of(components, tables, outcomes)),
        moves=tuple(row.text for row in moves),
        result=result_of(match.game) if match.is_over else None,
        components=components.overlay,
        extra=extra,
    )


def _handovers(effective: Sequence[Row]) -> Iterator[dict[str, Any]]:
    """Return the handovers of seats to computer players, each with the ply at which it happened."""
    ply = 0
    for row in effective:
        ply += row.kind == "move"
        if row.kind in HANDED_OVER:
            yield {"ply": ply, "seat": row.seat, "name": row.text}


def components_and_tables(setup: Setup) -> tuple[Components, Tables]:
    """Return the components of a setup, and the engine's tables for them."""
    components = load(setup.edition, setup.overlay)
    return components, tables_for(components, setup.players)


def _is_move(words: str) -> bool:
    try:
        Move(words)
    except ValueError:
        return False
    return True
