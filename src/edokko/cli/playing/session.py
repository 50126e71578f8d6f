"""A session: one game at the terminal, from its first decision to its score sheet."""

from __future__ import annotations

import shlex
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NoReturn

from edokko.board.screen import QUIET
from edokko.cli.language import current
from edokko.cli.options import HUMAN, SeatChoice
from edokko.cli.playing import saves
from edokko.cli.playing.looking import look_up
from edokko.cli.playing.prompt import ParsedLine, is_command, move_of, near, parse
from edokko.cli.playing.table import Screen, Skipped
from edokko.cli.playing.undo import possible_undo
from edokko.cli.progress import busy
from edokko.components.model import TYPES
from edokko.events import Event
from edokko.game import Game
from edokko.move import Move
from edokko.players import Budget, Player, SearchPlayer, player
from edokko.records.record import Record
from edokko.rules.moves import DONE, WORDS
from edokko.words import LogLine, SeatWords, Words, clean, describe_events, describe_refusal, move_details, move_name

HINT = Budget(milliseconds=1500)
"""The budget of a hint."""


class Stop(Exception):
    """The person quits; the game is saved."""


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The options of a session: whether to ask also for decisions with one legal move, and whether to give hints.

    ``pause`` comes after a computer player's turn on a terminal, in seconds.
    """

    ask_forced: bool = False
    pause: float = 0.0
    hints: bool = False


class Session:
    """A game, new or resumed, between people at this terminal and computer players.

    ``path`` is the file of the saved game, and ``record`` that of the finished record; ``None`` for the default that
    belongs to ``path``. ``origin`` is the record of a resumed game.
    """

    def __init__(
        self,
        game: Game,
        seats: Sequence[SeatChoice],
        seed: int | None,
        path: Path,
        record: Path | None,
        options: PlayOptions,
        origin: Record | None = None,
    ) -> None:
        self.game = game
        self.seats = tuple(seats)
        self.seed = seed
        self.path = path
        self.record = record
        self.options = options
        self.origin = origin
        self.words = Words(current(), game.components, game.seats)
        self.screen = Screen(self.words)
        self._players = {number: _player(seat.kind, number, seed) for number, seat in enumerate(seats)}
        self._people = [seat for seat, automatic in self._players.items() if automatic is None]
        # Several people read the same log, so it names each of them.
        self._log_words = SeatWords(self.words, self._people[0] if len(self._people) == 1 else None)
        self._seen = [_beginning_of_month(game)] * len(self.seats)
        """The number of events that each seat has read."""
        self._last_reader: int | None = None
        self._own_ply = -1
        """The ply after a person's own move; then the board need not be printed again."""
        self._has_board = False
        self._row_month = [-1] * len(self.seats)
        """The month in which each seat has last seen the row, on a small screen."""

    def run(self) -> None:
        """Play to the end, or until the person stops. Raises ``Stop`` if the person quits; the game is saved."""
        self.save()
        while not self.game.is_over:
            seat = self.game.seat
            assert seat is not None
            automatic = self._players[seat]
            if automatic is None:
                self._ask(seat)
            else:
                self._play(self._automatic_move(automatic, seat))
                # A short pause after the turn, so that a person can follow.
                if self.screen.console.is_terminal and self.options.pause and self.game.seat != seat:
                    time.sleep(self.options.pause)
        self._finish()

    def _automatic_move(self, automatic: Player, seat: int) -> Move:
        """Return a computer player's move, with a spinner while it searches."""
        if len(self.game.legal_moves) == 1 or not isinstance(automatic, SearchPlayer):
            return automatic.choose(self.game)
        with busy(self.words.text("play-thinking", seat=self.words.seat(seat))):
            return automatic.choose(self.game)

    def save(self) -> None:
        """Save the game in its current position."""
        saves.save(self.path, self.game, self.seats, self.seed, self.origin)

    def _play(self, move: Move) -> None:
        self.game.play(move)
        # A finished game is not saved but recorded, so that every saved game can be resumed.
        if not self.game.is_over:
            self.save()

    # --- a person decides

    def _ask(self, seat: int) -> None:
        legal = self._legal()
        if len(legal) == 1 and legal[0].number != DONE and not self.options.ask_forced:
            self._print_news(seat)
            self.screen.say("play-forced", "italic", move=move_name(self.words, self.game, legal[0]))
            self._play_own(legal[0])
            return
        self._show(seat, legal)
        while not self._answer(seat, legal):
            pass

    def _legal(self) -> list[Move]:
        """Return the choices in the order of the screen: ``done`` comes last."""
        return sorted(self.game.legal_moves, key=lambda move: move.number == DONE)

    def _show(self, seat: int, legal: Sequence[Move]) -> None:
        """Print the news and the decision; on a small screen, also the row before the first decision of a month."""
        is_small = self.screen.is_small(self.game, legal)
        try:
            self._print_news(seat, is_small)
            if is_small and self.game.month != self._row_month[seat] and legal[0].kind == "ikizama":
                self._row_month[seat] = self.game.month
                self.screen.print()
                self.screen.row(self.game)
        except Skipped:
            pass
        except EOFError:
            self._stop()
        self._show_decision(legal, is_small, with_board=self.game.ply != self._own_ply or not self._has_board)

    def _show_decision(self, legal: Sequence[Move], is_small: bool, *, with_board: bool) -> None:
        """Print the decision, on a small screen with the parts of the board that fit, else with the board if wanted."""
        try:
            if is_small:
                self.screen.page(self.game, legal)
                return
            if with_board:
                self.screen.board(self.game)
                self._has_board = True
            self.screen.print()
            self.screen.rule(self.game)
            self.screen.warnings(self.game)
            self.screen.choices(self.game, legal)
        except Skipped:
            self.screen.choices(self.game, legal)
        except EOFError:
            self._stop()

    def _stop(self) -> NoReturn:
        """Stop the session at the end of the input."""
        self.screen.print()
        raise Stop from None

    def _print_news(self, seat: int, is_small: bool = False) -> None:
        events = self.game.events
        news = events[self._seen[seat] :]
        self._seen[seat] = len(events)
        if self._last_reader is not None and self._last_reader != seat and len(self._people) > 1:
            self.screen.print()
            self.screen.say("play-your-turn", "bold reverse", seat=self.words.seat(seat))
        if news and is_small and self.game.ply == self._own_ply:
            self.screen.print(self.words.text("list-events").join(line.text for line in self._lines(news)), QUIET)
        elif news:
            self.screen.print()
            self.screen.log(self._lines(news))
        self._last_reader = seat

    def _lines(self, events: Sequence[Event]) -> list[LogLine]:
        return list(describe_events(events, self._log_words))

    def _answer(self, seat: int, legal: Sequence[Move]) -> bool:
        """Read and run a line; return whether the game has advanced."""
        typed = parse(self._read(), legal)
        if typed.move is not None:
            is_legal = typed.move in legal
            (self._play_own if is_legal else self._why_not)(typed.move)
            return is_legal
        if typed.command:
            try:
                return self._command(typed, seat, legal)
            except Skipped:
                return False
            except EOFError:
                self._stop()
        if typed.near:
            self.screen.say("play-near", typed=clean(typed.unknown), near=self.words.commas(typed.near))
        elif not typed.is_empty:
            self.screen.say("play-not-understood", typed=clean(typed.unknown), count=len(legal))
        elif self.screen.is_small(self.game, legal):
            self._show_decision(legal, is_small=True, with_board=False)
        else:
            self.screen.choices(self.game, legal)
        return False

    def _read(self) -> str:
        ahead, self.screen.typed_ahead = self.screen.typed_ahead, ""
        if is_command(ahead):
            self.screen.print(ahead, QUIET)
            return ahead
        try:
            return self.screen.read(self.words.text("play-prompt") + " ")
        except EOFError:
            self._stop()

    def _play_own(self, move: Move) -> None:
        seat = self.game.seat
        self._play(move)
        if self.game.seat == seat:
            self._own_ply = self.game.ply

    def _command(self, typed: ParsedLine, seat: int, legal: Sequence[Move]) -> bool:
        if typed.command == "undo":
            return self._undo(seat)
        if typed.command == "quit":
            raise Stop
        if typed.command == "why":
            self._why(typed.about, legal)
        elif typed.command == "hint":
            self._hint(legal)
        elif typed.command == "board":
            self.screen.board(self.game)
            self.screen.choices(self.game, legal)
        elif typed.command == "log":
            self.screen.log(self._lines(self.game.events))
        elif typed.command == "scores":
            self.screen.say("play-scores-now", "bold")
            self.screen.scores(self.game)
        elif typed.command == "help":
            names = (self.words.type(kind) for kind in TYPES)
            types = (self.words.text("play-type", short=self.words.short_type(name), name=name) for name in names)
            self.screen.say("play-help", types=self.words.commas(types))
        else:
            look_up(self.screen, self.game, typed.command, typed.about)
        return False

    def _undo(self, seat: int) -> bool:
        undo = possible_undo(self.game)
        if not undo.moves:
            name = {"seat": self.words.seat(undo.mover)} if undo.mover is not None else {}
            self.screen.say(undo.reason, **name)
            return False
        for _ in range(undo.moves):
            move = self.game.undo()
        self.save()
        self._own_ply = self.game.ply
        self._seen = [min(seen, len(self.game.events)) for seen in self._seen]
        self.screen.say("undo-done", "italic", move=move_name(self.words, self.game, move))
        return True

    def _why(self, about: str, legal: Sequence[Move]) -> None:
        move = move_of(about)
        if move is not None:
            self._why_not(move)
        elif similar := near(about, [other.words for other in legal]) or near(about, WORDS):
            self.screen.say("play-why-near", typed=clean(about[:60]), near=self.words.commas(similar))
        else:
            if about:
                self.screen.say("play-why-unknown", typed=clean(about[:60]))
            self.screen.say("play-why-what")

    def _why_not(self, move: Move) -> None:
        """Print why a move is illegal; for a legal move, print its effects."""
        name = move_name(self.words, self.game, move)
        refusal = self.game.why_not(move)
        if refusal is not None:
            reason = describe_refusal(refusal, self.words.catalogue, self.game)
            later = self.game.why_not_later(move)
            if later is None:
                self.screen.say("play-refused-free", move=name, reason=reason)
            elif later == refusal:
                self.screen.say("play-refused", move=name, reason=reason)
            else:
                obstacle = describe_refusal(later, self.words.catalogue, self.game)
                self.screen.say("play-refused-later", move=name, reason=reason, obstacle=obstacle)
            return
        details = move_details(self.words, self.game, move)
        number = self._legal().index(move) + 1
        self.screen.say("play-legal", move=name, number=number, details=details or self.words.text("play-no-cost"))

    def _hint(self, legal: Sequence[Move]) -> None:
        """Print the best moves with the numbers of the choices."""
        if not self.options.hints:
            self.screen.say("play-hints-off")
            return
        with busy(self.words.text("hint-thinking")):
            analysis = self.game.analyse(HINT, top=3)
        self.screen.print()
        numbers = {move: number for number, move in enumerate(legal, 1)}
        self.screen.advice(analysis, numbers)

    # --- the end

    def _finish(self) -> None:
        seen = max((self._seen[seat] for seat in self._people), default=0)
        with suppress(Skipped, EOFError):
            self.screen.print()
            self.screen.log(self._lines(self.game.events[seen:]))
            self.screen.board(self.game)
        self.screen.print()
        self.screen.scores(self.game)
        self._show_ranking()
        record = saves.record_of(self.game, self.origin)
        seed = None if self.seed is None else hex(self.seed)
        target = saves.finish(self.path, self.record, replace(record, seed=seed))
        self.screen.say_path("play-recorded", target)
        self.screen.print()
        self.screen.say_path("play-review", f"edokko review {shlex.quote(str(target))}")
        self.screen.say("play-again", file="edokko play")

    def _show_ranking(self) -> None:
        """Print the winner, its lead, and the places of the other people at this terminal."""
        winner, second, *_ = ranking = self.game.ranking
        totals = [sheet.total for sheet in self.game.score()]
        self.screen.print()
        self.screen.say("play-winner", "bold", seat=self.words.seat(winner), iki=totals[winner])
        if winner in self._people:
            self.screen.say("play-ahead", second=self.words.seat(second), iki=totals[winner] - totals[second])
        for place, seat in enumerate(ranking[1:], 2):
            if seat in self._people:
                name, behind = self.words.seat(seat), totals[winner] - totals[seat]
                self.screen.say("play-place", seat=name, place=place, players=len(ranking), iki=behind)


def _beginning_of_month(game: Game) -> int:
    """Return the index of the event that began the current month, so that a resumed game does not repeat older news."""
    events = game.events
    return next((place for place in reversed(range(len(events))) if events[place].kind == "month_began"), 0)


def _player(kind: str, seat: int, seed: int | None) -> Player | None:
    if kind == HUMAN:
        return None
    return player(kind, None if seed is None else (seed + seat + 1) & (1 << 64) - 1)
