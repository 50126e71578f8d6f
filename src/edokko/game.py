"""A game of IKI as a person uses it: seats, legal moves, play, undo, position, events, score, record.

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

from edokko.chance import ChanceSource, ImpossibleChance, Scratch, SeededChance, SystemChance
from edokko.components import Components, load, read_overlay
from edokko.components.problems import found
from edokko.events import Event, decode
from edokko.move import Move
from edokko.position import Position, position_of, state_of
from edokko.rules import referee
from edokko.rules.chance import CHANCE_WORDS
from edokko.rules.moves import NUMBERS
from edokko.rules.previews import Preview, preview
from edokko.rules.refusals import Refusal, later_refusal, refusal
from edokko.rules.scoring import LINE_COUNT, LINES, rank, score
from edokko.rules.state import State
from edokko.rules.tables import Tables, tables_for
from edokko.whole import whole

if TYPE_CHECKING:
    from edokko.players import Engine
    from edokko.players.budget import Budget
    from edokko.players.search.analysis import Analysis
    from edokko.record import Record

Overlay = Mapping[str, object]

LONGEST_WORDS = 80
"""Characters of a move that a message repeats; no move is as long."""


class IllegalMove(ValueError):
    """A move that cannot be played now.

    Attributes:
        words: what was asked for, whole; the message has its beginning.
        refusal: why not, as the referee says it; ``None`` where the words name no move at all.
        legal: the words of all legal moves.
    """

    def __init__(self, words: str, why: Refusal | None, legal: Sequence[str]) -> None:
        self.words = words
        self.refusal = why
        self.legal = tuple(legal)
        reason = f" ({why})" if why else ""
        allowed = ", ".join(self.legal) or "none, nobody decides"
        shown = words if len(words) <= LONGEST_WORDS else words[: LONGEST_WORDS - 1] + "…"
        super().__init__(f"{shown!r} is not legal{reason}; legal: {allowed}")


@dataclass(frozen=True, slots=True)
class Score:
    """One seat's score sheet.

    Attributes:
        seat: whose it is.
        lines: ``track, types, fish, pouches, buildings, koban, wood, mon``, each in IKI.
        total: their sum.
    """

    seat: int
    lines: Mapping[str, int]
    total: int


class LegalMoves(Sequence[Move]):
    """The legal moves of a decision: iterable, indexed, and quick to ask ``"hire monk" in moves``."""

    __slots__ = ("_numbers",)

    def __init__(self, numbers: Sequence[int]) -> None:
        self._numbers = tuple(numbers)

    @property
    def numbers(self) -> tuple[int, ...]:
        """Their numbers in the action space."""
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
        """Whether these are the same moves, in the same order."""
        return self._numbers == other._numbers if isinstance(other, LegalMoves) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._numbers)

    def __repr__(self) -> str:
        return f"<LegalMoves: {', '.join(map(str, self))}>"


@dataclass(frozen=True, slots=True)
class _Played:
    """What is needed to take a move back."""

    before: State
    move: Move
    outcomes: int
    events: int


class Game:
    """A game of IKI.

    Args:
        players: 2, 3 or 4.
        edition: ``"2021"`` or ``"2015"``.
        seed: fixes all chance (0 to 2**64 - 1); without it chance comes from the system's generator when it is
            revealed.
        components: an overlay (a mapping or the path of a TOML file), or components already loaded; ``None`` for the
            shipped tables.
        seats: the players' names; ``None`` names them by their seats.
        chance: another source of chance, or ``"manual"``: then the game stops at each chance step
            until :meth:`reveal` is called.

    Raises:
        ValueError: something above is impossible; the message says what would be right.
    """

    def __init__(
        self,
        players: int = 4,
        edition: str = "2021",
        seed: int | None = None,
        components: Components | Overlay | str | Path | None = None,
        seats: Sequence[str] | None = None,
        chance: ChanceSource | Literal["manual"] | None = None,
    ) -> None:
        self._components = loaded(components, edition)
        self._tables = tables_for(self._components, players)
        self._seats = _seat_names(seats, self._tables.players)
        self._source = _source(seed, chance)
        self._seed = seed
        self._start(State())
        referee.begin(self._tables, self._state)
        self._settle()

    def _start(self, state: State) -> None:
        self._events: list[tuple[int, ...]] = []
        self._state = state
        self._state.events = self._events
        self._scratch = Scratch()
        self._history: list[_Played] = []
        self._outcomes: list[int] = []
        self._legal: LegalMoves | None = None
        self._from_setup = True
        # Where a replayed game's chance came from, as its record says it.
        self._recorded_seed: str | None = None

    @classmethod
    def from_position(
        cls,
        position: Position | Mapping[str, Any] | str,
        seed: int | None = None,
        seats: Sequence[str] | None = None,
        chance: ChanceSource | Literal["manual"] | None = None,
    ) -> Game:
        """Go on from a position, in mid-turn too.

        Args:
            position: a position, its JSON form, or its position string.
            seed, seats, chance: as for a new game. The same seed that dealt the position deals what follows.

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
        """Go on from a state of the engine, which is trusted and becomes the game's own."""
        game = cls.__new__(cls)
        game._components = components
        game._tables = tables
        game._seats = _seat_names(seats, tables.players)
        game._source = _source(seed, chance)
        game._seed = seed
        game._start(state)
        game._from_setup = False
        game._settle()
        return game

    # --- what it is

    @property
    def components(self) -> Components:
        """The components it is played with, overlay applied."""
        return self._components

    @property
    def tables(self) -> Tables:
        """The components as the engine reads them."""
        return self._tables

    @property
    def state(self) -> State:
        """The engine's state: the live object, not to be changed."""
        return self._state

    @property
    def edition(self) -> str:
        """``"2021"`` or ``"2015"``."""
        return self._components.edition

    @property
    def players(self) -> int:
        """How many play."""
        return self._tables.players

    @property
    def seats(self) -> tuple[str, ...]:
        """The players' names."""
        return self._seats

    @property
    def seed(self) -> int | None:
        """The seed, where there is one."""
        return self._seed

    # --- where it stands

    @property
    def seat(self) -> int | None:
        """Who decides; ``None`` when the game is over or waits for chance."""
        return self._state.seat if referee.is_decision(self._state) else None

    @property
    def month(self) -> int:
        """1 to 12; 13 is New Year."""
        return self._state.month

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self._history)

    @property
    def chance_count(self) -> int:
        """How many chance outcomes have been revealed since it began."""
        return len(self._outcomes)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played."""
        return tuple(played.move for played in self._history)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return referee.is_over(self._state)

    @property
    def is_chance(self) -> bool:
        """Whether it waits for chance, which only a game with ``chance="manual"`` does."""
        return referee.is_chance(self._state)

    @property
    def position(self) -> Position:
        """The whole state, typed and printable; it goes through JSON and back."""
        return position_of(self._components, self._tables, self._state)

    @property
    def events(self) -> list[Event]:
        """Everything that has happened, in order."""
        return [decode(raw) for raw in self._events]

    @property
    def last_events(self) -> list[Event]:
        """What the last move and the chance after it brought about; before any move, the setup."""
        first = self._history[-1].events if self._history else 0
        return [decode(raw) for raw in self._events[first:]]

    # --- deciding

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves, none where nobody decides."""
        if self._legal is None:
            count = referee.legal_moves(self._tables, self._state, self._scratch.legal)
            self._legal = LegalMoves(self._scratch.legal[:count])
        return self._legal

    def play(self, move: Move | str) -> None:
        """Play a move, and draw the chance that follows.

        Args:
            move: a move or its words.

        Raises:
            IllegalMove: it is not legal; the message gives the reason and lists what is.
            ImpossibleChance: the chance supplied does not fit. The move has not been played.
        """
        move = self._legal_move(move)
        self._history.append(_Played(self._state, move, len(self._outcomes), len(self._events)))
        self._go_on_from(self._state)
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
        raise IllegalMove(str(move), why, [one.words for one in self.legal_moves])

    def undo(self) -> Move:
        """Take the last move back, and the chance after it.

        Returns:
            The move. The same chance follows if the game goes on from here again.

        Raises:
            IndexError: no move has been played.
        """
        if not self._history:
            raise IndexError("there is no move to take back")
        played = self._history.pop()
        del self._events[played.events :]
        del self._outcomes[played.outcomes :]
        self._go_on_from(played.before)
        return played.move

    def _go_on_from(self, state: State) -> None:
        """Work on a copy: states in the history are shared with copies of the game and never change."""
        self._state = state.copy()
        self._state.events = self._events
        self._legal = None

    def forget(self) -> None:
        """Forget the moves so far: the game goes on as one that begins here, which takes less memory.

        They cannot be taken back any more, and there is no record of them.
        """
        self._events = self._state.events = []
        self._history, self._outcomes = [], []
        self._from_setup = False

    def copy(self) -> Game:
        """An independent copy, with the moves played so far; it draws the same chance."""
        twin = Game.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin._scratch = Scratch()
        twin._history = self._history[:]
        twin._outcomes = self._outcomes[:]
        twin._events = self._events[:]
        twin._go_on_from(self._state)
        return twin

    def why_not(self, move: Move | str) -> Refusal | None:
        """Why a move is not legal now; ``None`` if it is.

        Raises:
            ValueError: the words name no move.
        """
        return refusal(self._tables, self._state, Move(move).number)

    def why_not_later(self, move: Move | str) -> Refusal | None:
        """What would still refuse a move if its kind were asked now, such as too little money.

        Returns:
            ``None`` if nothing would. Where a move is refused for another reason than the time, or cannot be foreseen,
            this is the answer of :meth:`why_not`.

        Raises:
            ValueError: the words name no move.
        """
        return later_refusal(self._tables, self._state, Move(move).number)

    def preview(self, move: Move | str) -> Preview:
        """What a legal move costs and yields. Nothing is played, no chance is drawn.

        Raises:
            IllegalMove: it is not legal.
        """
        return preview(self._tables, self._state, self._legal_move(move).number)

    def perft(self, depth: int) -> int:
        """Count the different sequences of so many decisions from here; a game that ends earlier adds nothing.

        Chance between two decisions is what the game's own source of chance brings, and is not counted.

        Args:
            depth: how many decisions, 0 or more.

        Raises:
            ValueError: the depth is something else, or the game stops at chance (``chance="manual"``).
        """
        steps = whole(depth)
        if steps is None or steps < 0:
            raise ValueError(f"depth: {depth!r}; a whole number from 0 is expected")
        if self._source is None:
            raise ValueError("a game with chance='manual' stops at chance, so its decisions cannot be counted")
        return _perft(self.copy(), steps)

    # --- chance

    @property
    def chance_outcomes(self) -> dict[str, Fraction]:
        """What chance may bring now, and how likely; empty unless :attr:`is_chance`."""
        scratch = self._scratch
        count = referee.chance_outcomes(self._tables, self._state, scratch.outcomes, scratch.weights)
        total = sum(scratch.weights[:count])
        pairs = zip(scratch.outcomes[:count], scratch.weights[:count], strict=True)
        return {CHANCE_WORDS[outcome]: Fraction(weight, total) for outcome, weight in pairs}

    def reveal(self, words: str) -> None:
        """Let a chance outcome happen, in a game with ``chance="manual"``.

        Args:
            words: one of :attr:`chance_outcomes`, e.g. ``"reveal monk"``.

        Raises:
            ImpossibleChance: it cannot happen now; the message lists what can.
        """
        if words not in self.chance_outcomes:
            raise ImpossibleChance(self._cannot_happen(words))
        self._happen(CHANCE_WORDS.index(words))

    def _settle(self) -> None:
        """Draw all chance up to the next decision or the end."""
        if self._source is None:
            return
        scratch = self._scratch
        while referee.is_chance(self._state):
            count = referee.chance_outcomes(self._tables, self._state, scratch.outcomes, scratch.weights)
            possible = scratch.outcomes[:count]
            stream = referee.chance_stream(self._tables, self._state)
            outcome = self._source.draw(stream, possible, scratch.weights[:count])
            if outcome not in possible:
                raise ImpossibleChance(self._cannot_happen(CHANCE_WORDS[outcome]))
            self._happen(outcome)

    def _happen(self, outcome: int) -> None:
        referee.reveal(self._tables, self._state, outcome)
        self._outcomes.append(outcome)
        self._legal = None

    def _cannot_happen(self, words: str) -> str:
        possible = ", ".join(self.chance_outcomes) or "nothing: chance does not decide"
        return f"{words!r} cannot happen in month {self.month}; possible: {possible}"

    # --- the end

    def score(self) -> tuple[Score, ...]:
        """Every seat's score sheet if the game ended now, by seat."""
        lines = [0] * LINE_COUNT
        sheets = []
        for seat in range(self.players):
            total = score(self._tables, self._state, seat, lines)
            sheets.append(Score(seat, dict(zip(LINES, lines, strict=True)), total))
        return tuple(sheets)

    @property
    def ranking(self) -> tuple[int, ...]:
        """The seats from first to last if the game ended now."""
        ranking = [0] * self.players
        rank(self._tables, self._state, [sheet.total for sheet in self.score()], ranking)
        return tuple(ranking)

    # --- advice

    def analyse(
        self,
        budget: Budget | str | None = None,
        *,
        top: int = 5,
        seed: int | None = 0,
        engine: Engine = "compiled",
    ) -> Analysis:
        """The best moves with their expected final scores and win chances, and the main line.

        Args:
            budget, top, seed, engine: as for :func:`edokko.players.search.analysis.analyse`.

        Raises:
            ValueError: chance decides now, or an argument is impossible.
        """
        # The players stand above the game. This one method reaches up to them, when it is called, because whoever has
        # a game at hand looks for its analysis here.
        from edokko.players.search.analysis import analyse

        return analyse(self, budget, top=top, seed=seed, engine=engine)

    # --- records

    def to_record(self) -> Record:
        """The game as a record; its seed is in it only when the game is over.

        Raises:
            ValueError: the game began from a position, so its moves alone do not rebuild it; or it waits for chance,
                and a record's games wait for a player.
        """
        from edokko.record import record_of

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
            The game after the last move. If it goes on, chance comes from the system's generator.

        Raises:
            RecordError: the record is impossible; the message names the move or the chance.
        """
        from edokko.record import as_record, replay

        return replay(as_record(record))

    # --- for people

    def __str__(self) -> str:
        from edokko.board import board_text

        return f"{board_text(self)}\n{self.position.to_line()}"

    def _repr_svg_(self) -> str:
        from edokko.board import board_svg

        return board_svg(self)

    def __repr__(self) -> str:
        where = "over" if self.is_over else f"month {self.month}, seat {self.seat}"
        return f"<Game: {self.players} players, edition {self.edition}, {where}, {self.ply} moves>"


def loaded(components: Components | Overlay | str | Path | None, edition: str) -> Components:
    """The components that an argument of a game or a batch means.

    Raises:
        ValueError: they are none, cannot be used, or are of another edition.
    """
    if isinstance(components, Components):
        if components.edition != edition:
            raise ValueError(f"components are of edition {components.edition}, the game of edition {edition}")
        return components
    if isinstance(components, str | Path):
        components = read_overlay(components)
    if not isinstance(components, Mapping | None):
        raise ValueError(
            f"components: {found(components)}; the path of a TOML file, its tables, or loaded components are expected"
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
        raise ValueError(f"seats: {list(names)!r}; one holds half a character and cannot be written") from None
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
