"""What the screen shows: board, log, choices, scores. All of it plain text, never markup: names cannot colour it."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.segment import Segment, Segments
from rich.style import Style
from rich.table import Table
from rich.text import Text

from edokko.board import compact
from edokko.board.advice import advice
from edokko.board.screen import QUIET, SEAT_STYLES, board
from edokko.board.view import MARKS, title, view_of, warnings
from edokko.cli.playing.pages import WARNING, page
from edokko.game import Game
from edokko.move import Move
from edokko.players.search.analysis import Analysis
from edokko.rules.scoring import LINES
from edokko.terms import Line, Words, move_details, move_name, question

NARROWEST, BROADEST = 60, 140
LEAST_LINES = 10
MOST_ABOVE = 4
"""Lines of news that may stand above a decision on its own screen."""
HEADINGS = ("month_began", "payday_began", "fire_broke_out", "game_ended")
TURNS = (
    "turn_began",
    "slot_taken",
    "revealed",
    "slot_closed",
    "season_began",
    "mon_on_card",
    "building_offered",
)
"""Kinds of lines that stand further left than the others."""


class Skipped(Exception):
    """The reader does not want to see the rest of a text."""


class Screen:
    """A terminal, or whatever the output goes to.

    Where a person reads and types at a terminal, no line scrolls away unread: a text that is longer than the screen
    waits for Enter.
    """

    def __init__(self, words: Words) -> None:
        self.words = words
        self.console = Console(highlight=False, markup=False, emoji=False, soft_wrap=False)
        self._used = 0
        self.typed_ahead = ""
        """What was typed instead of Enter while a text waited."""

    @property
    def width(self) -> int:
        """The columns in use; a terminal may be resized at any time."""
        return max(NARROWEST, min(BROADEST, self.console.width))

    @property
    def lines(self) -> int | None:
        """The lines for text above the prompt; ``None`` where no person reads and types at a terminal."""
        if not (self.console.is_terminal and sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()):
            return None
        return max(LEAST_LINES, shutil.get_terminal_size((80, 24)).lines - 1)

    @property
    def is_terminal(self) -> bool:
        """Whether the output goes to a terminal."""
        return self.console.is_terminal

    def read(self, prompt: str) -> str:
        """Ask for a line.

        Raises:
            EOFError: the input has ended.
        """
        line = input(prompt)
        self._used = 0
        return line

    def _pause(self) -> None:
        """Wait until the reader goes on.

        Raises:
            EOFError: the input has ended.
            Skipped: anything but Enter was typed.
        """
        typed = self.read(self.words.text("play-more") + " ").strip()
        if typed:
            self.typed_ahead = typed
            raise Skipped

    def show(self, part: RenderableType, *, together: bool = False) -> None:
        """Print something.

        Args:
            part: what to print.
            together: whether it begins on a screen of its own where it does not fit below what stands there.

        Raises:
            EOFError: the input has ended.
            Skipped: the reader does not want to see the rest.
        """
        lines = self.lines
        if lines is None:
            self.console.print(part, width=self.width)
            return
        shown = self.console.render_lines(part, self.console.options.update(width=self.width), pad=False)
        if together and self._used > 0 and self._used + len(shown) > lines:
            self._pause()
        for line in shown:
            if self._used >= lines:
                self._pause()
            self.console.print(Segments([*line, Segment.line()]), end="", soft_wrap=True)
            self._used += 1

    def say(self, message: str, /, style: str = "", **args: str | int | float) -> None:
        """A message of the catalogue."""
        self.print(self.words.text(message, **args), style)

    def say_path(self, message: str, path: Path, /, **args: str | int | float) -> None:
        """A message with a path, which is not broken into lines so that it can be copied."""
        text = Text(self.words.text(message, file=str(path), **args))
        self.console.print(text, soft_wrap=True)
        self._used += 1 + text.cell_len // self.width

    def print(self, text: str | Text = "", style: str | Style = "") -> None:
        """A line as it is."""
        self.show(Text(text, style) if isinstance(text, str) else text)

    def board(self, game: Game) -> None:
        """The whole table."""
        self.print()
        self.show(board(view_of(game, self.words), self.width))

    def is_small(self, game: Game, moves: Sequence[Move]) -> bool:
        """Tell whether the whole board with the choices below it is longer than the screen."""
        lines = self.lines
        if lines is None:
            return False
        parts = Group(Text(), board(view_of(game, self.words), self.width), Text(), Text(), self._choices(game, moves))
        shown = self.console.render_lines(parts, self.console.options.update(width=self.width), pad=False)
        return len(shown) + 1 > lines

    def page(self, game: Game, moves: Sequence[Move]) -> None:
        """A decision on one screen, with the board in few lines; a short text above it may stay."""
        lines = self.lines
        assert lines is not None
        if self._used > MOST_ABOVE:
            self._pause_to_question()
        shown = page(self.words, game, moves, self.console, self.width, lines - self._used)
        self.show(shown, together=True)

    def _pause_to_question(self) -> None:
        with suppress(Skipped):
            self._pause()

    def row(self, game: Game) -> None:
        """The characters to hire, with deals and salaries."""
        view = view_of(game, self.words)
        if view.row:
            self.show(compact.row(view), together=True)
        else:
            self.say("play-empty")

    def offers(self, game: Game) -> None:
        """Buildings and goods for sale."""
        view = view_of(game, self.words)
        if view.buildings or view.goods:
            self.show(compact.offers(view), together=True)
        else:
            self.say("play-empty")

    def players(self, game: Game) -> None:
        """What lies before the players, in numbers and in words."""
        view = view_of(game, self.words)
        self.show(Group(compact.panels(view, self.width), compact.holdings(view)), together=True)

    def warnings(self, game: Game) -> None:
        """What the deciding seat is going to lose at the end of this month."""
        for text in warnings(game, self.words, game.seat or 0):
            self.print(f"! {text}", WARNING)

    def rule(self, game: Game) -> None:
        """A line that says whose decision it is."""
        seat = game.seat or 0
        name = Text(f"{MARKS[seat]} {self.words.seat(seat)}", SEAT_STYLES[seat])
        name.append(f" · {title(game, self.words)}", QUIET)
        self.show(Rule(name, align="left", style=QUIET))

    def log(self, lines: Iterable[Line]) -> None:
        """What happened, month by month and turn by turn."""
        for line in lines:
            indent = 0 if line.kind in HEADINGS else 2 if line.kind in TURNS else 4
            text = Text(line.text, "bold" if line.kind in HEADINGS else "")
            name = self.words.seat(line.seat)
            if line.seat is not None and line.text.startswith(name):
                text.stylize(SEAT_STYLES[line.seat], 0, len(name))
            self.show(Padding(text, (0, 0, 0, indent), expand=False))

    def choices(self, game: Game, moves: Sequence[Move]) -> None:
        """The question and its answers, numbered from 1, with what each costs and yields."""
        self.show(self._choices(game, moves), together=True)

    def _choices(self, game: Game, moves: Sequence[Move]) -> RenderableType:
        table = Table(box=None, show_header=False, padding=(0, 1, 0, 0), pad_edge=False, expand=False)
        table.add_column(justify="right", style="bold", no_wrap=True, min_width=4)
        table.add_column()
        table.add_column(style=QUIET)
        for number, move in enumerate(moves, 1):
            name, details = move_name(self.words, game, move), move_details(self.words, game, move)
            table.add_row(str(number), Text(name), Text(details))
        return Group(Text(question(self.words, game), "bold"), table)

    def advice(self, analysis: Analysis, numbers: Mapping[Move, int] | None = None) -> None:
        """The best moves and what they lead to; numbered from the best one where no numbers are given."""
        self.show(advice(analysis, self.words, numbers))

    def scores(self, game: Game) -> None:
        """Every seat's score sheet, in the order of the ranking."""
        self.show(score_table(game, self.words), together=True)


def score_table(game: Game, words: Words) -> Table:
    """The score sheets side by side, the leader first."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column("")
    sheets = {sheet.seat: sheet for sheet in game.score()}
    for place, seat in enumerate(game.ranking, 1):
        heading = Text(f"{place}. {MARKS[seat]} {words.seat(seat)}", SEAT_STYLES[seat])
        table.add_column(heading, justify="right")
    for line in LINES:
        numbers = [str(sheets[seat].lines[line]) for seat in game.ranking]
        table.add_row(words.text(f"score-{line}"), *numbers)
    totals = [str(sheets[seat].total) for seat in game.ranking]
    table.add_row(words.text("score-total"), *totals, style="bold")
    return table
