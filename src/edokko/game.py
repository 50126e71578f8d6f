"""A game of IKI as callers use it: seats, legal moves, play, undo, position, events, score, record.

>>> from edokko import Game
>>> game = Game(players=3, seed=7)
>>> game.seat
2
>>> print(*game.legal_moves, sep=", ")
start boiled_egg_peddler, start cotton_peddler, start eyeglass_peddler, start salt_peddler
>>> game.play("start salt_peddler")
>>> game.undo()
Move('start salt_peddler')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from edokko.chance import ChanceBuffers, ChanceSource, ImpossibleChance, SeededChance, SystemChance, check_seed
from edokko.components import Components, load, read_overlay
from edokko.components.problems import short_repr
from edokko.events import Event, decode
from edokko.explain.previews import Preview, preview
from edokko.explain.refusals import Refusal, later_refusal, refusal
from edokko.move import Move
from edokko.position import Position, position_of, state_of
from edokko.rules import referee
from edokko.rules.chance import CHANCE_NUMBERS, CHANCE_WORDS
from edokko.rules.moves import NUMBERS
from edokko.rules.scoring import LINE_COUNT, LINES, rank, score
from edokko.rules.state import State
from edokko.rules.tables import Tables, tables_for
from edokko.whole import as_integer

if TYPE_CHECKING:
    from edokko.native.backends import EngineName
    from edokko.players.analysis.position import Analysis
    from edokko.players.budget import Budget
    from edokko.records.record import Record

OverlayValues = Mapping[str, object]

MAX_WORDS = 80
"""The most characters of a move that a message quotes; every legal move is shorter."""


class IllegalMove(ValueError):
    """A move that cannot be played now.

    Attributes:
        words: the refused words in full; the message truncates them.
        refusal: the reason; ``None`` if the words name no move.
        legal: the words of all legal moves.
    """

    def __init__(self, words: str, why: Refusal | None, legal: Sequence[str]) -> None:
        self.words = words
        self.refusal = why
        self.legal = tuple(legal)
        reason = f" ({why})" if why else ""
        allowed = ", ".join(self.legal) or "none, no seat decides"
        quoted = words if len(words) <= MAX_WORDS else words[: MAX_WORDS - 1] + "…"
        super().__init__(f"{quoted!r} is not legal{reason}; legal: {allowed}")


@dataclass(frozen=True, slots=True)
class Score:
    """One seat's score sheet.

    Attributes:
        seat: the seat.
        lines: ``track, types, fish, pouches, buildings, koban, wood, mon``, each in IKI.
        total: their sum.
    """

    seat: int
    lines: Mapping[str, int]
    total: int


class LegalMoves(Sequence[Move]):
    """The legal moves of a decision: a sequence with a fast membership test, ``"hire monk" in moves``."""

    __slots__ = ("_numbers",)

    def __init__(self, numbers: Sequence[int]) -> None:
        self._numbers = tuple(numbers)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The moves' numbers in the action space."""
        return self._numbers

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[Move]:
        return map(Move.of, self._numbers)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return LegalMoves(self._numbers[index])
        return Move.of(self._numbers[index])

    def __contains__(self, move: object) -> bool:
        if isinstance(move, Move):
            return move.number in self._numbers
        return isinstance(move, str) and NUMBERS.get(move) in self._numbers

    def __eq__(self, other: object) -> bool:
        """Check whether these are the same moves, in the same order; a list of moves may be equal too."""
        if isinstance(other, list):
            return list(self) == other
        return self._numbers == other._numbers if isinstance(other, LegalMoves) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._numbers)

    def __repr__(self) -> str:
        return f"<LegalMoves: {', '.join(map(str, self))}>"


@dataclass(frozen=True, slots=True)
class _HistoryEntry:
    """The data to undo a move: the state before it, and the lengths of the outcome and event lists."""

    before: State
    move: Move
    outcomes: int
    events: int


class Game:
    """A game of IKI.

    Args:
        players: 2, 3 or 4.
        edition: ``"2021"`` or ``"2015"``.
        seed: determines all chance (0 to 2**64 - 1); without it chance comes from the system's generator when it is
            revealed.
        components: an overlay (a mapping or the path of a TOML file), or loaded components; ``None`` for the
            shipped tables.
        seats: the players' names; ``None`` names them by their seats.
        chance: another source of chance, or ``"manual"``: then the game stops at each chance step
            until the caller uses :meth:`reveal`.

    Raises:
        ValueError: an argument is invalid; the message says what is expected.
    """

    def __init__(
        self,
        players: int = 4,
        edition: str = "2021",
        seed: int | None = None,
        components: Components | OverlayValues | str | Path | None = None,
        seats: Sequence[str] | None = None,
        chance: ChanceSource | Literal["manual"] | None = None,
    ) -> None:
        self._components = resolve_components(components, edition)
        self._tables = tables_for(self._components, players)
        self._seats = _seat_names(seats, self._tables.players)
        self._source = _source(seed, chance)
        self._seed = None if seed is None else check_seed(seed)
        self._start(State())
        referee.begin(self._tables, self._state)
        self._settle()

    def _start(self, state: State) -> None:
        self._events: list[tuple[int, ...]] = []
        self._state = state
        self._state.events = self._events
        self._scratch = ChanceBuffers()
        self._history: list[_HistoryEntry] = []
        self._outcomes: list[int] = []
        self._legal: LegalMoves | None = None
        self._from_setup = True
        # The seed of a replayed game, as its record states it.
        self._recorded_seed: str | None = None

    @classmethod
    def from_position(
        cls,
        position: Position | Mapping[str, Any] | str,
        seed: int | None = None,
        seats: Sequence[str] | None = None,
        chance: ChanceSource | Literal["manual"] | None = None,
    ) -> Game:
        """Continue a game from a position, also in mid-turn.

        Args:
            position: a position, its JSON form, or its position string.
            seed, seats, chance: as for a new game. The seed of the original game gives the same further chance.

        Raises:
            PositionError: the position is impossible; the message says why.
        """
        if isinstance(position, str):
            position = Position.from_line(position)
        elif not isinstance(position, Position):
            position = Position.from_json(position)
        components = load(position.edition, position.components)
        tables = tables_for(components, len(position.players))
        return cls.from_state(components, tables, state_of(components, tables, position), seed, seats, chance)

    @classmethod
    def from_state(
        cls,
        components: Components,
        tables: Tables,
        state: State,
        seed: int | None = None,
        seats: Sequence[str] | None = None,
        chance: ChanceSource | Literal["manual"] | None = None,
    ) -> Game:
        """Continue a game from a state of the engine, which is not checked and which the game takes over."""
        game = cls.__new__(cls)
        game._components = components
        game._tables = tables
        game._seats = _seat_names(seats, tables.players)
        game._source = _source(seed, chance)
        game._seed = None if seed is None else check_seed(seed)
        game._start(state)
        game._from_setup = False
        game._settle()
        return game

    # --- setup

    @property
    def components(self) -> Components:
        """The game's components, overlay applied."""
        return self._components

    @property
    def tables(self) -> Tables:
        """The components as the engine's tables."""
        return self._tables

    @property
    def state(self) -> State:
        """The engine's live state; callers must not change it."""
        return self._state

    @property
    def edition(self) -> str:
        """``"2021"`` or ``"2015"``."""
        return self._components.edition

    @property
    def players(self) -> int:
        """The number of players."""
        return self._tables.players

    @property
    def seats(self) -> tuple[str, ...]:
        """The players' names."""
        return self._seats

    @property
    def seed(self) -> int | None:
        """The seed, ``None`` without one."""
        return self._seed

    # --- progress

    @property
    def seat(self) -> int | None:
        """The deciding seat; ``None`` when the game is over or waits for chance."""
        return self._state.seat if referee.is_decision(self._state) else None

    @property
    def month(self) -> int:
        """1 to 12; 13 is New Year."""
        return self._state.month

    @property
    def ply(self) -> int:
        """The number of moves played."""
        return len(self._history)

    @property
    def chance_count(self) -> int:
        """The number of chance outcomes revealed since the game began."""
        return len(self._outcomes)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played."""
        return tuple(entry.move for entry in self._history)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return referee.is_over(self._state)

    @property
    def is_chance(self) -> bool:
        """Whether the game waits for chance; this happens only with ``chance="manual"``."""
        return referee.is_chance(self._state)

    @property
    def position(self) -> Position:
        """The complete state, typed and printable; it converts to and from JSON."""
        return position_of(self._components, self._tables, self._state)

    @property
    def events(self) -> list[Event]:
        """All events of the game, in order."""
        return [decode(raw) for raw in self._events]

    @property
    def last_events(self) -> list[Event]:
        """The events of the last move and of the chance after it; before any move, those of the setup."""
        first = self._history[-1].events if self._history else 0
        return [decode(raw) for raw in self._events[first:]]

    # --- deciding

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves; none if no seat decides."""
        if self._legal is None:
            count = referee.legal_moves(self._tables, self._state, self._scratch.legal)
            self._legal = LegalMoves(self._scratch.legal[:count])
        return self._legal

    def play(self, move: Move | str) -> None:
        """Play a move, and draw the chance that follows.

        Args:
            move: a move or its words.

        Raises:
            IllegalMove: the move is illegal; the message gives the reason and lists the legal moves.
            ImpossibleChance: the supplied chance is impossible. The move has not been played.
        """
        move = self._legal_move(move)
        self._history.append(_HistoryEntry(self._state, move, len(self._outcomes), len(self._events)))
        self._use_copy_of(self._state)
        try:
            referee.play(self._tables, self._state, move.number)
            self._settle()
        except BaseException:
            self.undo()
            raise

    def _legal_move(self, move: Move | str) -> Move:
        if isinstance(move, str) and move in NUMBERS:
            move = Move(move)
        if isinstance(move, Move) and move in self.legal_moves:
            return move
        why = self.why_not(move) if isinstance(move, Move) else None
        raise IllegalMove(str(move), why, [legal.words for legal in self.legal_moves])

    def undo(self) -> Move:
        """Undo the last move, and the chance after it.

        Returns:
            The move. Playing on from here draws the same chance again.

        Raises:
            IndexError: no move has been played.
        """
        if not self._history:
            raise IndexError("there is no move to take back")
        entry = self._history.pop()
        del self._events[entry.events :]
        del self._outcomes[entry.outcomes :]
        self._use_copy_of(entry.before)
        return entry.move

    def _use_copy_of(self, state: State) -> None:
        """Continue on a copy of a state: copies of the game share the history's states, so these never change."""
        self._state = state.copy()
        self._state.events = self._events
        self._legal = None

    def forget(self) -> None:
        """Drop the history to save memory: the game continues as one that begins here.

        The moves so far cannot be undone, and the game has no record.
        """
        self._events = self._state.events = []
        self._history, self._outcomes = [], []
        self._from_setup = False

    def copy(self) -> Game:
        """Return an independent copy, with the moves played so far; it draws the same chance."""
        clone = Game.__new__(Game)
        clone.__dict__.update(self.__dict__)
        clone._scratch = ChanceBuffers()
        clone._history = self._history[:]
        clone._outcomes = self._outcomes[:]
        clone._events = self._events[:]
        clone._use_copy_of(self._state)
        return clone

    def __eq__(self, other: object) -> bool:
        """Check whether these games have the same position, which includes edition, overlay and players.

        The moves played so far, the names and the source of chance may differ.
        """
        return self.position == other.position if isinstance(other, Game) else NotImplemented

    __hash__ = None  # type: ignore[assignment] # a game changes as it is played

    def why_not(self, move: Move | str) -> Refusal | None:
        """Return why a move is illegal now; ``None`` if it is legal.

        Raises:
            ValueError: the words name no move.
        """
        return refusal(self._tables, self._state, Move(move).number)

    def why_not_later(self, move: Move | str) -> Refusal | None:
        """Return what would still make a move illegal if its kind were due now, such as too little money.

        Returns:
            ``None`` if there is no other obstacle. The result of :meth:`why_not` if the move is illegal for another
            reason than its time, or cannot be predicted.

        Raises:
            ValueError: the words name no move.
        """
        return later_refusal(self._tables, self._state, Move(move).number)

    def preview(self, move: Move | str) -> Preview:
        """Return what a legal move costs and yields, without playing it or drawing chance.

        Raises:
            IllegalMove: the move is illegal.
        """
        return preview(self._tables, self._state, self._legal_move(move).number)

    def perft(self, depth: int) -> int:
        """Count the sequences of ``depth`` decisions from here; a game that ends earlier adds nothing.

        The game's own source draws the chance between decisions; only decisions are counted.

        Args:
            depth: the number of decisions, 0 or more.

        Raises:
            ValueError: the depth is invalid, or the game stops at chance (``chance="manual"``).
        """
        steps = as_integer(depth)
        if steps is None or steps < 0:
            raise ValueError(f"depth: {depth!r}; a whole number from 0 is expected")
        if self._source is None:
            raise ValueError("a game with chance='manual' stops at chance, so its decisions cannot be counted")
        return _perft(self.copy(), steps)

    # --- chance

    @property
    def chance_outcomes(self) -> dict[str, Fraction]:
        """The possible chance outcomes and their probabilities; empty unless :attr:`is_chance`."""
        scratch = self._scratch
        count = referee.chance_outcomes(self._tables, self._state, scratch.outcomes, scratch.weights)
        total = sum(scratch.weights[:count])
        pairs = zip(scratch.outcomes[:count], scratch.weights[:count], strict=True)
        return {CHANCE_WORDS[outcome]: Fraction(weight, total) for outcome, weight in pairs}

    def reveal(self, words: str) -> None:
        """Apply a chance outcome, in a game with ``chance="manual"``.

        Args:
            words: one of :attr:`chance_outcomes`, e.g. ``"reveal monk"``.

        Raises:
            ImpossibleChance: the outcome is impossible now; the message lists the possible ones.
        """
        if words not in self.chance_outcomes:
            raise ImpossibleChance(self._impossible_outcome(words))
        self._apply_outcome(CHANCE_NUMBERS[words])

    def _settle(self) -> None:
        """Draw and apply chance outcomes up to the next decision or the end of the game."""
        if self._source is None:
            return
        scratch = self._scratch
        while referee.is_chance(self._state):
            count = referee.chance_outcomes(self._tables, self._state, scratch.outcomes, scratch.weights)
            possible = scratch.outcomes[:count]
            stream = referee.chance_stream(self._tables, self._state)
            outcome = self._source.draw(stream, possible, scratch.weights[:count])
            if outcome not in possible:
                raise ImpossibleChance(self._impossible_outcome(CHANCE_WORDS[outcome]))
            self._apply_outcome(outcome)

    def _apply_outcome(self, outcome: int) -> None:
        referee.reveal(self._tables, self._state, outcome)
        self._outcomes.append(outcome)
        self._legal = None

    def _impossible_outcome(self, words: str) -> str:
        possible = ", ".join(self.chance_outcomes) or "nothing: chance does not decide"
        return f"{words!r} cannot happen in month {self.month}; possible: {possible}"

    # --- the end

    def score(self) -> tuple[Score, ...]:
        """Return every seat's score sheet, by seat, as if the game ended now."""
        lines = [0] * LINE_COUNT
        sheets = []
        for seat in range(self.players):
            total = score(self._tables, self._state, seat, lines)
            sheets.append(Score(seat, dict(zip(LINES, lines, strict=True)), total))
        return tuple(sheets)

    @property
    def ranking(self) -> tuple[int, ...]:
        """The seats from first to last, as if the game ended now."""
        ranking = [0] * self.players
        rank(self._tables, self._state, [sheet.total for sheet in self.score()], ranking)
        return tuple(ranking)

    @property
    def winner(self) -> int | None:
        """The winning seat; ``None`` until the game is over. There is always one winner (RULES 8)."""
        return self.ranking[0] if self.is_over else None

    # --- advice

    def analyse(
        self,
        budget: Budget | str | None = None,
        *,
        top: int = 5,
        seed: int | None = 0,
        engine: EngineName | None = None,
    ) -> Analysis:
        """Return the best moves with their expected final scores and win chances, and the main line.

        Args:
            budget, top, seed, engine: as for :func:`edokko.players.analysis.position.analyse`.

        Raises:
            ValueError: chance decides now, or an argument is invalid.
        """
        # Players import the game, not the other way round. This convenience method is the exception, so it imports
        # them only when it is called.
        from edokko.players.analysis.position import analyse

        return analyse(self, budget, top=top, seed=seed, engine=engine)

    # --- records

    def to_record(self) -> Record:
        """Return the game as a record; it includes the seed only when the game is over.

        Raises:
            ValueError: the game began from a position, so its moves alone do not rebuild it; or it waits for chance,
                while a record ends at a decision or at the end of the game.
        """
        from edokko.records.record import record_of

        if not self._from_setup:
            raise ValueError("a game that began from a position has no record: its moves do not rebuild it")
        if self.is_chance:
            possible = ", ".join(self.chance_outcomes)
            raise ValueError(f"chance has not decided yet; before there is a record, reveal one of: {possible}")
        seed = self._recorded_seed if self._seed is None else hex(self._seed)
        return record_of(self, self._outcomes, seed)

    @classmethod
    def from_record(cls, record: Record | Mapping[str, Any] | str) -> Game:
        """Replay a record.

        Args:
            record: a record, its JSON form, or its line of text.

        Returns:
            The game after the last move. Further chance comes from the system's generator.

        Raises:
            RecordError: the record is invalid; the message names the move or the chance.
        """
        from edokko.records.record import as_record, replay

        return replay(as_record(record))

    # --- display

    def __str__(self) -> str:
        from edokko.board import board_text

        return f"{board_text(self)}\n{self.position.to_line()}"

    def _repr_svg_(self) -> str:
        from edokko.board import board_svg

        return board_svg(self)

    def __repr__(self) -> str:
        where = "over" if self.is_over else f"month {self.month}, seat {self.seat}"
        return f"<Game: {self.players} players, edition {self.edition}, {where}, {self.ply} moves>"


def resolve_components(components: Components | OverlayValues | str | Path | None, edition: str) -> Components:
    """Return the components for the ``components`` argument of a game or a batch.

    Raises:
        ValueError: the argument has a wrong type, is an invalid overlay, or is of another edition.
    """
    if isinstance(components, Components):
        if components.edition != edition:
            raise ValueError(f"components are of edition {components.edition}, the game of edition {edition}")
        return components
    if isinstance(components, str | Path):
        components = read_overlay(components)
    if not isinstance(components, Mapping | None):
        raise ValueError(
            f"components: {short_repr(components)}; "
            "the path of a TOML file, its tables, or loaded components are expected"
        )
    return load(edition, components)


def _perft(game: Game, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return len(game.legal_moves)
    total = 0
    for move in game.legal_moves:
        game.play(move)
        total += _perft(game, depth - 1)
        game.undo()
    return total


def _seat_names(seats: Sequence[str] | None, players: int) -> tuple[str, ...]:
    if isinstance(seats, str) or not isinstance(seats, Sequence | None):
        raise ValueError(f"seats: {seats!r}; a list of {players} names is expected")
    names = tuple(seats) if seats is not None else tuple(f"seat {seat}" for seat in range(players))
    if len(names) != players or not all(isinstance(name, str) for name in names):
        raise ValueError(f"seats: {list(names)!r}; {players} names are needed")
    try:
        "".join(names).encode()
    except UnicodeEncodeError:
        raise ValueError(f"seats: {list(names)!r}; a name contains a lone surrogate and cannot be written") from None
    return names


def _source(seed: int | None, chance: ChanceSource | Literal["manual"] | None) -> ChanceSource | None:
    if chance is None:
        return SystemChance() if seed is None else SeededChance(seed)
    if seed is not None:
        raise ValueError("seed and chance are both given; chance comes from one of them")
    if chance == "manual":
        return None
    if not callable(getattr(chance, "draw", None)):
        raise ValueError(f"chance: {chance!r}; 'manual' or a source with a method draw is expected")
    return chance
