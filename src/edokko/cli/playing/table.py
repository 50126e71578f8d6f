"""What the screen shows: board, log, choices, scores. All of it plain text, never markup: names cannot colour it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from edokko.board.advice import advice
from edokko.board.screen import QUIET, SEAT_STYLES, board
from edokko.board.view import MARKS, title, view_of
from edokko.game import Game
from edokko.move import Move
from edokko.players.search.analysis import Analysis
from edokko.rules.scoring import LINES
from edokko.terms import Line, Words, move_details, move_name, question

NARROWEST, BROADEST = 60, 140
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


class Screen:
    """A terminal, or whatever the output goes to."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.console = Console(highlight=False, markup=False, emoji=False, soft_wrap=False)
        self.width = max(NARROWEST, min(BROADEST, self.console.width))

    @property
    def is_terminal(self) -> bool:
        """Whether somebody watches."""
        return self.console.is_terminal

    def say(self, message: str, /, style: str = "", **args: str | int | float) -> None:
        """A message of the catalogue."""
        self.print(self.words.text(message, **args), style)

    def say_path(self, message: str, path: Path, /, **args: str | int | float) -> None:
        """A message with a path, which is not broken into lines so that it can be copied."""
        self.console.print(Text(self.words.text(message, file=str(path), **args)), soft_wrap=True)

    def print(self, text: str | Text = "", style: str = "") -> None:
        """A line as it is."""
        self.console.print(Text(text, style) if isinstance(text, str) else text, width=self.width)

    def board(self, game: Game) -> None:
        """The whole table."""
        self.console.print()
        self.console.print(board(view_of(game, self.words), self.width), width=self.width)

    def rule(self, game: Game) -> None:
        """A line that says whose decision it is."""
        seat = game.seat or 0
        name = Text(f"{MARKS[seat]} {self.words.seat(seat)}", SEAT_STYLES[seat])
        name.append(f" · {title(game, self.words)}", QUIET)
        self.console.print(Rule(name, align="left", style=QUIET), width=self.width)

    def log(self, lines: Iterable[Line]) -> None:
        """What happened, month by month and turn by turn."""
        for line in lines:
            indent = 0 if line.kind in HEADINGS else 2 if line.kind in TURNS else 4
            text = Text(line.text, "bold" if line.kind in HEADINGS else "")
            name = self.words.seat(line.seat)
            if line.seat is not None and line.text.startswith(name):
                text.stylize(SEAT_STYLES[line.seat], 0, len(name))
            self.console.print(Padding(text, (0, 0, 0, indent)), width=self.width)

    def choices(self, game: Game, moves: Sequence[Move]) -> None:
        """The question and its answers, numbered from 1, with what each costs and yields."""
        self.print(question(self.words, game), "bold")
        table = Table(box=None, show_header=False, padding=(0, 1, 0, 0), pad_edge=False, expand=False)
        table.add_column(justify="right", style="bold", no_wrap=True, min_width=4)
        table.add_column()
        table.add_column(style=QUIET)
        for number, move in enumerate(moves, 1):
            name, details = move_name(self.words, game, move), move_details(self.words, game, move)
            table.add_row(str(number), Text(name), Text(details))
        self.console.print(table, width=self.width)

    def advice(self, analysis: Analysis, numbers: Mapping[Move, int] | None = None) -> None:
        """The best moves and what they lead to; numbered from the best one where no numbers are given."""
        self.console.print(advice(analysis, self.words, numbers), width=self.width)

    def scores(self, game: Game) -> None:
        """Every seat's score sheet, in the order of the ranking."""
        self.console.print(score_table(game, self.words), width=self.width)


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
