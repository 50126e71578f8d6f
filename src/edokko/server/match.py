"""A table's game, rebuilt from its rows: what may be played, what was played, what may be taken back.

It knows neither the database nor the network. Chance comes from the rows while they are replayed, and from the system's
generator when a new move reveals it; what was revealed goes into the move's row.
"""

from __future__ import annotations

import itertools
import secrets
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, cast

import msgspec

from edokko.chance import SystemChance
from edokko.chance_words import words_of
from edokko.components import Components, load
from edokko.events import Event
from edokko.game import Game, IllegalMove
from edokko.move import Move
from edokko.record import Record, result_of
from edokko.rules.chance import CHANCE_WORDS
from edokko.rules.referee import pick
from edokko.rules.refusals import Refusal
from edokko.rules.tables import Tables, tables_for
from edokko.server import shapes
from edokko.server.clocks import Clock, Times

NoUndo = Literal["nothing_to_undo", "chance_revealed", "turn_over", "not_yours", "not_running"]
HANDED_OVER = ("bot", "time")
"""Kinds of rows that let a computer player go on for a seat: somebody has decided it, or the clock has."""
RECENT = 32
"""How many of the last steps are kept for those who missed a few; whoever missed more gets the position alone."""
_ENCODER = msgspec.json.Encoder()
_OUTCOMES = {words: number for number, words in enumerate(CHANCE_WORDS)}


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game is played with."""

    edition: str
    rules_version: int
    players: int
    overlay: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that happened at a table, as the database keeps it (:class:`edokko.server.database.models.Row`)."""

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


class WrongMove(ValueError):
    """One of the moves sent cannot be played.

    Attributes:
        place: which one, from 0.
        words: as they were sent.
        why: the words name no move, it is not legal, or another seat or chance comes before it.
        refusal: why it is not legal.
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
    """Chance from rows, then from the system's generator in the moment it is revealed."""

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
        """What has been revealed since the last time, in the words of a record's single outcomes."""
        words = tuple(CHANCE_WORDS[outcome] for outcome in self.revealed)
        self.revealed.clear()
        return words


@dataclass(slots=True)
class _Batch:
    """Moves that were sent together."""

    row: int
    seat: int
    moves: int = 0


@dataclass(slots=True)
class Match:
    """A game as its rows tell it.

    The game is kept without what nobody can take back any more, so a match is as small after three hundred moves as
    after three.

    Attributes:
        setup: what it is played with.
        version: how many rows it has.
        clock: how long people may think, if there is a bound.
        steps: the last steps as they are sent, each with the version that it led to.
        seat: who decides; ``None`` where nobody does.
        decided: when the last decision was made, in seconds since 1970.
        times: how much time the seats have left, once the game has begun and where there is a clock.
    """

    setup: Setup
    clock: Clock | None = None
    version: int = 0
    steps: deque[tuple[int, shapes.Step]] = field(default_factory=lambda: deque(maxlen=RECENT))
    seat: int | None = None
    decided: float = 0.0
    times: Times | None = None
    _game: Game | None = None
    _ply: int = 0
    """Of the position that the game goes back to at most."""
    _batches: list[_Batch] = field(default_factory=list)
    _no_undo: NoUndo = "nothing_to_undo"
    _chance: RowChance = field(default_factory=RowChance)

    # --- where it stands

    @property
    def game(self) -> Game:
        """The game; only once it has begun."""
        if self._game is None:
            raise ValueError("the game has not begun")
        return self._game

    @property
    def has_begun(self) -> bool:
        """Whether there is a game."""
        return self._game is not None

    @property
    def ply(self) -> int:
        """How many moves have been played and not taken back."""
        return self._ply + (self._game.ply if self._game else 0)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._game is not None and self._game.is_over

    @property
    def undo_by(self) -> int | None:
        """The seat that may take back what it sent last."""
        return self._batches[-1].seat if self._batches else None

    @property
    def undo_count(self) -> int:
        """How many moves that takes back."""
        return self._batches[-1].moves if self._batches else 0

    @property
    def no_undo(self) -> NoUndo | None:
        """Why nobody may take back."""
        return None if self._batches else self._no_undo

    # --- what happens

    def begin(self, row: int, time: float) -> Row:
        """Begin the game and say which row tells it."""
        self._start()
        made = Row(row, "start", chance=self._chance.take(), batch=row, time=time)
        self._begun(made)
        return made

    def play(self, words: Sequence[str], row: int, guest: str | None, request: str | None, time: float) -> list[Row]:
        """Play moves of the seat that decides, all or none, and say which rows tell them.

        Args:
            words: the moves.
            row: the number of the first row.
            guest, request, time: what the rows say besides.

        Raises:
            WrongMove: one of them is not legal, or no longer that seat's; nothing is played.
        """
        game, seat = self.game, self.seat
        played: list[tuple[Row, list[shapes.Event]]] = []
        before = game.ply
        try:
            for place, one in enumerate(words):
                if game.seat != seat or (played and played[-1][0].chance):
                    # What comes after chance is answered when it is known.
                    raise WrongMove(place, one, "too_many")
                ply = self.ply
                self._play_one(place, one)
                key = request if place == 0 else None
                made = Row(row + place, "move", ply, seat, one, self._chance.take(), row, guest, key, time)
                played.append((made, events_of(game)))
        except WrongMove:
            while game.ply > before:
                game.undo()
            self._chance.take()
            raise
        for made, events in played:
            self._moved(made, events)
        if played[-1][0].chance or self.seat != seat:
            self._settle("chance_revealed" if played[-1][0].chance else "turn_over")
        return [made for made, _ in played]

    def _play_one(self, place: int, words: str) -> None:
        try:
            self.game.play(words)
        except IllegalMove as illegal:
            raise WrongMove(place, words, "illegal" if _is_move(words) else "unknown", illegal.refusal) from None

    def undo(self, row: int, guest: str | None, request: str | None, time: float) -> Row:
        """Take back what was sent last, as one, and say which row tells it.

        Raises:
            IndexError: nothing can be taken back.
        """
        last = self._batches[-1]
        made = Row(
            row,
            "undo",
            self.ply - last.moves,
            last.seat,
            str(last.moves),
            batch=row,
            guest=guest,
            request=request,
            time=time,
        )
        self.apply(made)
        return made

    def apply(self, row: Row) -> None:
        """Let a row of the database happen.

        Args:
            row: the next one.
        """
        if row.kind == "start":
            self._chance.supplied.extend(_OUTCOMES[words] for words in row.chance)
            self._start()
            self._chance.take()
            self._begun(row)
        elif row.kind == "move":
            self._chance.supplied.extend(_OUTCOMES[words] for words in row.chance)
            self.game.play(row.text)
            self._chance.take()
            self._moved(row, events_of(self.game))
            if row.chance or self.seat != row.seat:
                self._settle("chance_revealed" if row.chance else "turn_over")
        elif row.kind == "undo":
            self._undone(row)
        else:
            if row.kind in HANDED_OVER:
                reason: Literal["time"] | None = "time" if row.kind == "time" else None
                step = shapes.Step("seat", self.ply, row.seat, f"bot:{row.text}", reason=reason)
                self._note(row.row + 1, step)
            self.version = row.row + 1

    def _start(self) -> None:
        components = load(self.setup.edition, self.setup.overlay)
        self._game = Game(self.setup.players, self.setup.edition, components=components, chance=self._chance)

    def _begun(self, row: Row) -> None:
        self.version = row.row + 1
        self._note(self.version, shapes.Step("setup", 0, month=1, events=events_of(self.game)))
        if self.clock is not None:
            self.times = Times(self.clock, self.setup.players)
        self._timed(row)

    def _moved(self, row: Row, events: list[shapes.Event]) -> None:
        """A move has been played on the game: note what it brought about, and that it can be taken back."""
        self.version = row.row + 1
        step = shapes.Step("move", row.ply, row.seat, row.text, self.game.month, events)
        self._note(self.version, step)
        if not self._batches or self._batches[-1].row != row.batch:
            assert row.seat is not None
            self._batches.append(_Batch(row.batch, row.seat))
        self._batches[-1].moves += 1
        self._timed(row)

    def _note(self, version: int, step: shapes.Step) -> None:
        """Keep a step for those who will be told of it."""
        # As it is sent, for it is sent to many; the encoder takes it as it is.
        self.steps.append((version, cast(shapes.Step, msgspec.Raw(_ENCODER.encode(step)))))

    def _timed(self, row: Row) -> None:
        """Something has been decided: the clock goes on for whoever decides now."""
        self.decided, self.seat = row.time, self.game.seat
        if self.times is not None:
            self.times.note(row.time, self.seat)

    def _settle(self, why: NoUndo) -> None:
        """From here on nothing before can be taken back, and the game forgets it."""
        self._ply += self.game.ply
        self._batches.clear()
        self._no_undo = why
        self.game.forget()

    def _undone(self, row: Row) -> None:
        self.version = row.row + 1
        count = int(row.text)
        for _ in range(count):
            self.game.undo()
        self._batches.pop()
        self._no_undo = "nothing_to_undo"
        step = shapes.Step("undo", self.ply, row.seat, month=self.game.month, undone=count)
        self._note(self.version, step)
        self._timed(row)

    # --- for others

    def for_a_player(self) -> Game:
        """The position as a game of its own, with chance of its own, for whoever thinks about it in another thread."""
        game = self.game
        return Game.from_state(game.components, game.tables, game.state.copy(), chance=SystemChance())

    def since(self, version: int) -> list[shapes.Step] | None:
        """The steps after a version; ``None`` where some of them are forgotten."""
        if self.steps and len(self.steps) == RECENT and self.steps[0][0] > version + 1:
            return None
        # From the last one on: it is one or two that somebody has not seen.
        newest = itertools.takewhile(lambda one: one[0] > version, reversed(self.steps))
        return [step for _, step in newest][::-1]


def events_of(game: Game) -> list[shapes.Event]:
    """What the last move of a game and the chance after it brought about; the setup before any move."""
    return list(map(_event, game.last_events))


@lru_cache(maxsize=20_000)
def _event(event: Event) -> shapes.Event:
    """An event as it is sent. The same ones come again and again."""
    return shapes.Event(**event.to_json())


def rebuild(setup: Setup, rows: Sequence[Row]) -> Match:
    """A match from all its rows."""
    match = Match(setup)
    for row in rows:
        match.apply(row)
    return match


def at_ply(setup: Setup, rows: Sequence[Row], ply: int) -> Match:
    """A match as it was after so many moves, those taken back left out."""
    match = Match(setup)
    for row in standing(rows):
        if row.kind == "move" and match.ply >= ply:
            break
        match.apply(row)
    return match


def standing(rows: Sequence[Row]) -> list[Row]:
    """The rows without the moves that were taken back and the rows that took them back."""
    kept: list[Row] = []
    for row in rows:
        if row.kind != "undo":
            kept.append(row)
            continue
        left = int(row.text)
        while left:
            for place in range(len(kept) - 1, -1, -1):
                if kept[place].kind == "move":
                    del kept[place]
                    left -= 1
                    break
    return kept


def record_of(setup: Setup, names: Sequence[str], rows: Sequence[Row], match: Match) -> Record:
    """The game as a record (``docs/record.md``).

    Args:
        setup: what it is played with.
        names: of the seats.
        rows: all rows of the table.
        match: the game that they tell.
    """
    kept = standing(rows)
    begun = next((row for row in kept if row.kind == "start"), None)
    started = begun.time if begun else 0.0
    components, tables = parts(setup)
    outcomes = [_OUTCOMES[words] for row in kept for words in row.chance]
    moves = [row for row in kept if row.kind == "move"]
    extra: dict[str, Any] = {"times": [round(max(0.0, row.time - started), 3) for row in moves]}
    log = list(_handed_over(kept))
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


def _handed_over(kept: Sequence[Row]) -> Iterator[dict[str, Any]]:
    """When computer players went on for seats: after how many of the moves that stand."""
    ply = 0
    for row in kept:
        ply += row.kind == "move"
        if row.kind in HANDED_OVER:
            yield {"ply": ply, "seat": row.seat, "name": row.text}


def parts(setup: Setup) -> tuple[Components, Tables]:
    """The components of a setup, and the engine's tables of them."""
    components = load(setup.edition, setup.overlay)
    return components, tables_for(components, setup.players)


def _is_move(words: str) -> bool:
    try:
        Move(words)
    except ValueError:
        return False
    return True
