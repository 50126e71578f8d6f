"""The screen: board, log, choices, scores. Text is never parsed as markup, so names cannot inject styles."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.style import Style
from rich.table import Table
from rich.text import Text

from edokko.board import compact
from edokko.board.screen import QUIET, SEAT_STYLES, board, offers
from edokko.board.view import MARKS, title, view_of, warnings
from edokko.cli.console import Console
from edokko.cli.playing.pages import WARNING, Choice, choice_list, page, question_line
from edokko.cli.tables import print_lines
from edokko.game import Game
from edokko.move import Move
from edokko.players.analysis.position import Analysis
from edokko.players.analysis.reasons import most_telling, reasons_of
from edokko.players.analysis.text import advice
from edokko.rules.scoring import LINES
from edokko.words import LogLine, Words, move_details, move_name

MIN_WIDTH, MAX_WIDTH = 60, 140
MIN_LINES = 10
MAX_NEWS_LINES = 4
"""The maximum number of lines of news above a decision on the same screen."""
HEADINGS = ("month_began", "payday_began", "fire_broke_out", "game_ended")
TURNS = ("turn_began", "slot_taken", "revealed", "slot_closed", "season_began", "mon_on_card", "building_offered")
"""Kinds of lines with less indentation than the others."""


class Skipped(Exception):
    """The reader skips the rest of a text."""


class Screen:
    """The output: a terminal, a file or a pipe.

    In an interactive terminal, output is paged: a text that is longer than the screen waits for Enter.
    """

    def __init__(self, words: Words) -> None:
        self.words = words
        self.console = Console()
        self._used = 0
        self.typed_ahead = ""
        """The text typed instead of Enter at a pause."""

    @property
    def width(self) -> int:
        """The width in columns; a terminal may be resized at any time."""
        return max(MIN_WIDTH, min(MAX_WIDTH, self.console.width))

    @property
    def lines(self) -> int | None:
        """The number of lines above the prompt; ``None`` if the terminal is not interactive."""
        if not (self.console.is_terminal and sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()):
            return None
        return max(MIN_LINES, shutil.get_terminal_size((80, 24)).lines - 1)

    def read(self, prompt: str) -> str:
        """Read a line, or raise ``EOFError`` if the input has ended."""
        line = input(prompt)
        self._used = 0
        return line

    def _pause(self) -> None:
        """Wait for Enter, or raise ``Skipped`` if anything else is typed, and ``EOFError`` if the input has ended."""
        typed = self.read(self.words.text("play-more") + " ").strip()
        if typed:
            self.typed_ahead = typed
            raise Skipped

    def show(self, part: RenderableType, *, together: bool = False) -> None:
        """Print a part, with pauses; ``together`` begins with one if the part does not fit on the rest of the screen.

        Raises:
            EOFError: the input has ended.
            Skipped: the reader skips the rest.
        """
        lines = self.lines
        rendered = self.console.render_lines(part, self.console.options.update(width=self.width), pad=False)
        if lines is None:
            print_lines(self.console, rendered)
            return
        if together and self._used > 0 and self._used + len(rendered) > lines:
            self._pause()
        for line in rendered:
            if self._used >= lines:
                self._pause()
            print_lines(self.console, [line])
            self._used += 1

    def say(self, message: str, /, style: str = "", **args: str | int | float) -> None:
        """Print a message of the catalogue."""
        self.print(self.words.text(message, **args), style)

    def say_path(self, message: str, path: Path | str, /, **args: str | int | float) -> None:
        """Print a message with a path without wrapping, so that the path can be copied."""
        text = Text(self.words.text(message, file=str(path), **args))
        self.console.print(text, soft_wrap=True)
        self._used += 1 + text.cell_len // self.width

    def print(self, text: str | Text = "", style: str | Style = "") -> None:
        """Print a text."""
        self.show(Text(text, style) if isinstance(text, str) else text)

    def board(self, game: Game) -> None:
        """Print the full board."""
        self.print()
        self.show(board(view_of(game, self.words), self.width))

    def is_small(self, game: Game, moves: Sequence[Move]) -> bool:
        """Check whether the full board with the choices is longer than the screen."""
        lines = self.lines
        if lines is None:
            return False
        parts = Group(Text(), board(view_of(game, self.words), self.width), Text(), Text(), self._choices(game, moves))
        return self._height(parts) + 1 > lines

    def _height(self, part: RenderableType) -> int:
        return len(self.console.render_lines(part, self.console.options.update(width=self.width), pad=False))

    def page(self, game: Game, moves: Sequence[Move]) -> None:
        """Print a decision on one screen with a compact board; a short text above it stays visible."""
        lines = self.lines
        assert lines is not None
        if self._used > MAX_NEWS_LINES:
            with suppress(Skipped):
                self._pause()
        decision = page(self.words, game, moves, self.console, self.width, lines - self._used)
        self.show(decision, together=True)

    def row(self, game: Game) -> None:
        """Print the characters of the row, with deals and salaries."""
        view = view_of(game, self.words)
        if view.row:
            self.show(compact.row(view), together=True)
        else:
            self.say("play-empty")

    def offers(self, game: Game) -> None:
        """Print the buildings and goods on offer."""
        view = view_of(game, self.words)
        if view.buildings or view.goods:
            self.show(offers(view), together=True)
        else:
            self.say("play-empty")

    def players(self, game: Game) -> None:
        """Print the possessions of all players."""
        view = view_of(game, self.words)
        self.show(Group(compact.panels(view, self.width), compact.holdings(view)), together=True)

    def warnings(self, game: Game) -> None:
        """Print what the deciding seat is about to lose at the end of this month."""
        for text in warnings(game, self.words, game.seat or 0):
            self.print(f"! {text}", WARNING)

    def rule(self, game: Game) -> None:
        """Print a rule with the name of the deciding seat."""
        seat = game.seat or 0
        name = Text(f"{MARKS[seat]} {self.words.seat(seat)}", SEAT_STYLES[seat])
        name.append(f" · {title(game, self.words)}", QUIET)
        self.show(Rule(name, align="left", style=QUIET))

    def log(self, lines: Iterable[LogLine]) -> None:
        """Print events by month and turn."""
        for line in lines:
            indent = 0 if line.kind in HEADINGS else 2 if line.kind in TURNS else 4
            text = Text(line.text, "bold" if line.kind in HEADINGS else "")
            name = self.words.seat(line.seat)
            if line.seat is not None and line.text.startswith(name):
                text.stylize(SEAT_STYLES[line.seat], 0, len(name))
            self.show(Padding(text, (0, 0, 0, indent), expand=False))

    def choices(self, game: Game, moves: Sequence[Move]) -> None:
        """Print the question and the choices, numbered from 1, with their costs and gains."""
        self.show(self._choices(game, moves), together=True)

    def _choices(self, game: Game, moves: Sequence[Move]) -> RenderableType:
        choices = [
            Choice(str(number), move_name(self.words, game, move), move_details(self.words, game, move))
            for number, move in enumerate(moves, 1)
        ]
        return Group(question_line(self.words, game, self.width), choice_list(choices, 4))

    def advice(self, analysis: Analysis, numbers: Mapping[Move, int] | None = None) -> None:
        """Print the best moves with reasons and expected results; without numbers, they are numbered from the best."""
        reasons = [most_telling(reasons) for reasons in reasons_of(analysis)]
        part = advice(analysis, self.words, numbers, reasons)
        if self.lines is not None and self._used + self._height(part) > self.lines:
            part = advice(analysis, self.words, numbers, reasons, is_short=True)
        self.show(part)

    def scores(self, game: Game) -> None:
        """Print the score sheets in the order of the ranking."""
        self.show(score_table(game, self.words), together=True)


def score_table(game: Game, words: Words) -> Table:
    """Return a table of the score sheets, a column for each seat, the leader first."""
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
