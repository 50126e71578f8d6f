"""A line of play: a game that is played by words from any start, moves and chance alike, and stored nowhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import SystemRandom
from typing import Literal, cast

from edokko.chance import ImpossibleChance
from edokko.components import load
from edokko.events import Event
from edokko.game import Game, IllegalMove
from edokko.records.record import OUTCOME_KINDS, Record, RecordError, outcomes_of
from edokko.rules.chance import CHANCE_NUMBERS, CHANCE_WORDS
from edokko.rules.phases import DRAW_BUILDING, DRAW_CARD
from edokko.rules.setup import offered_buildings
from edokko.table.match import WrongMove, is_move
from edokko.table.rows import Row, effective_rows
from edokko.table.setup import Setup, components_and_tables
from edokko.table.steps import Step

ChanceKind = Literal["buildings", "closed", "reveal", "fire"]
_ENTRY_KINDS = {outcome: cast(ChanceKind, entry) for entry, outcome in OUTCOME_KINDS.items()}
Choose = Callable[[Mapping[str, Fraction]], str]


class WrongChance(ValueError):
    """An entry of a line does not fit the chance of the game."""

    def __init__(self, place: int, words: str, why: Literal["missing", "impossible"], possible: Iterable[str]) -> None:
        self.place = place  # the index of the entry
        self.words = words  # its words
        # ``missing`` if the entry is a move and chance comes first, ``impossible`` if the outcome cannot happen.
        self.why = why
        self.possible = tuple(possible)  # the outcomes that can happen instead
        super().__init__(f"entry {place}: {words[:80]!r}: chance is {why}")


@dataclass(frozen=True, slots=True)
class PendingChance:
    """The chance that a line waits for: the first word of its entry, the ids of the next draw, the draws left."""

    kind: ChanceKind
    among: list[str]
    count: int


class LineOfPlay:
    """A game that the caller plays entry by entry.

    An entry is a move, or chance in the words of a record: ``reveal monk ox_cart``. The outcomes that belong together
    may be one entry or several. The game, with manual chance, is at the start of the line, before which were ``ply``
    moves; ``opening`` is the step of the setup, if the line begins with it.
    """

    def __init__(self, game: Game, ply: int = 0, opening: Step | None = None) -> None:
        self.game = game
        self.entries: list[str] = []  # the entries played
        self._ply = ply
        self._opening = opening
        self._steps: list[Step] = []

    # --- starts

    @classmethod
    def new(cls, setup: Setup) -> LineOfPlay:
        """Begin a new game; its first entries are the chance of the setup."""
        components = load(setup.edition, setup.overlay)
        game = Game(setup.players, setup.edition, components=components, chance="manual")
        return cls(game, opening=Step("setup", 0, month=1, events=game.last_events))

    @classmethod
    def of(cls, setup: Setup) -> LineOfPlay:
        """Begin the game of a table, at its position or with its setup."""
        return cls.new(setup) if setup.start is None else cls(Game.from_position(setup.start, chance="manual"))

    @classmethod
    def from_game(cls, game: Game, ply: int) -> LineOfPlay:
        """Begin at the position of a game after ``ply`` moves; the game stays as it is."""
        return cls(Game.from_state(game.components, game.tables, game.state.copy(), chance="manual"), ply)

    @classmethod
    def from_record(cls, record: Record, ply: int | None = None) -> LineOfPlay:
        """Play all of a record, or ``ply`` moves; its setup, moves and chance are the entries.

        Raises:
            RecordError: the record is invalid.
        """
        setup = Setup(record.edition, record.rules_version, record.players, record.components)  # type: ignore[arg-type]
        try:
            components, tables = components_and_tables(setup)
            outcomes = iter(outcomes_of(components, tables, record.chance))
            line = cls.new(setup)
            line.settle(_next_of(outcomes))
        except ValueError as error:
            raise RecordError(str(error)) from None
        for number, words in enumerate(record.moves[:ply]):
            try:
                line.play(words)
                line.settle(_next_of(outcomes))
            except (WrongMove, WrongChance, ImpossibleChance) as error:
                raise RecordError(str(error), move=number) from None
        return line

    @classmethod
    def from_rows(cls, setup: Setup, rows: Sequence[Row]) -> LineOfPlay:
        """Play the rows of a table, without what was taken back; the setup, moves and chance are the entries."""
        effective = effective_rows(rows)
        outcomes = (CHANCE_NUMBERS[words] for row in effective for words in row.chance)
        line = cls.of(setup)
        line.settle(_next_of(outcomes))
        for row in effective:
            if row.kind == "move":
                line.play(row.text)
                line.settle(_next_of(outcomes))
        return line

    # --- state

    @property
    def ply(self) -> int:
        """The number of moves before the position."""
        return self._ply + self.game.ply

    @property
    def pending(self) -> PendingChance | None:
        """The chance that comes next; ``None`` if a seat decides or the game is over."""
        game = self.game
        if not game.is_chance:
            return None
        outcomes = [words.split(" ") for words in game.chance_outcomes]
        count = 1
        if game.state.phase == DRAW_CARD:
            count = game.state.to_reveal
        elif game.state.phase == DRAW_BUILDING:
            count = game.tables.buildings_drawn - offered_buildings(game.state)
        return PendingChance(_ENTRY_KINDS[outcomes[0][0]], [item for _, item in outcomes], count)

    def steps(self, since: int = 0) -> list[Step]:
        """Return the steps of the entries from an index on: chance after a move is part of the move's step."""
        steps = self._steps[since:]
        if since == 0 and self._opening is not None:
            steps = [self._opening, *steps]
        joined: list[Step] = []
        for step in steps:
            if step.kind == "chance" and joined:
                joined[-1] = replace(joined[-1], month=step.month, events=(*joined[-1].events, *step.events))
            else:
                joined.append(step)
        return joined

    def first_decision(self) -> tuple[Game, list[str]]:
        """Return the game at the first decision of the line, and the entries from there on."""
        game, entries = self.game.copy(), self.entries
        while game.ply:
            game.undo()
        first = next((place for place, words in enumerate(entries) if not is_chance(words)), len(entries))
        return game, entries[first:]

    def copy(self) -> LineOfPlay:
        """Return an independent copy."""
        line = LineOfPlay(self.game.copy(), self._ply, self._opening)
        line.entries, line._steps = self.entries[:], self._steps[:]
        return line

    # --- playing

    def play(self, words: str) -> None:
        """Play an entry. After an error the line must not be used any more.

        Raises:
            WrongMove: the entry is an illegal move, or neither move nor chance.
            WrongChance: the outcome is impossible, or chance comes before the move.
        """
        kind, *items = words.split(" ")
        if kind in OUTCOME_KINDS and items:
            self._reveal(words, [f"{OUTCOME_KINDS[kind]} {item}" for item in items])
        elif self.game.is_chance:
            raise WrongChance(len(self.entries), words, "missing", self.game.chance_outcomes)
        else:
            self._move(words)

    def settle(self, choose: Choose) -> list[str]:
        """Play the chance up to the next decision, chosen by its outcomes' probabilities, and return its entries."""
        first = len(self.entries)
        while (pending := self.pending) is not None:
            outcomes: list[str] = []
            before = len(self.game.last_events)
            for _ in range(pending.count):
                outcomes.append(choose(self.game.chance_outcomes))
                self.game.reveal(outcomes[-1])
            items = [outcome.partition(" ")[2] for outcome in outcomes]
            self._note_chance(" ".join((pending.kind, *items)), before)
        return self.entries[first:]

    def draw(self) -> list[str]:
        """Draw the chance up to the next decision from the system's generator, and return its entries."""
        choices = SystemRandom().choices
        return self.settle(lambda outcomes: choices(list(outcomes), list(map(float, outcomes.values())))[0])

    def _move(self, words: str) -> None:
        game, place, ply, seat = self.game, len(self.entries), self.ply, self.game.seat
        try:
            game.play(words)
        except IllegalMove as illegal:
            raise WrongMove(place, words, "illegal" if is_move(words) else "unknown", illegal.refusal) from None
        self._note(words, Step("move", ply, seat, words, game.month, game.last_events))

    def _reveal(self, words: str, outcomes: Iterable[str]) -> None:
        before = len(self.game.last_events)
        for outcome in outcomes:
            try:
                self.game.reveal(outcome)
            except ImpossibleChance:
                raise WrongChance(len(self.entries), words, "impossible", self.game.chance_outcomes) from None
        self._note_chance(words, before)

    def _note_chance(self, words: str, before: int) -> None:
        events: list[Event] = self.game.last_events[before:]
        self._note(words, Step("chance", self.ply, None, words, self.game.month, events))

    def _note(self, words: str, step: Step) -> None:
        self.entries.append(words)
        self._steps.append(step)


def is_chance(words: str) -> bool:
    """Return whether an entry is chance."""
    return words.partition(" ")[0] in OUTCOME_KINDS


def _next_of(outcomes: Iterator[int]) -> Choose:
    """Return a choice of the next outcome of a record."""

    def choose(possible: Mapping[str, Fraction]) -> str:
        number = next(outcomes, None)
        if number is None:
            raise ImpossibleChance("chance is missing: the game goes on, but no outcome is left")
        return CHANCE_WORDS[number]

    return choose
