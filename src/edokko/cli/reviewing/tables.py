"""A review as tables: every decision, month by month, then what turned the game, then how well each seat decided."""

from __future__ import annotations

from itertools import groupby

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from edokko.board.advice import percent
from edokko.board.screen import QUIET, SEAT_STYLES
from edokko.board.view import MARKS, title
from edokko.cli.playing.table import Screen
from edokko.players.review import Decision, Review, Swing
from edokko.terms import SeatWords, Words, describe_events, move_name

INDENT = (0, 0, 0, 2)
GRADES = {"blunder": "??", "mistake": "?", "": ""}
"""As chess players write them."""
STYLES = {"blunder": "bold", "mistake": "", "": QUIET}
LEAST, LEAST_IKI = 0.005, 0.5
"""Losses that are less are no more than the search's own uncertainty, and are not shown."""
FURTHER = (0, 0, 0, 4)


class Tables:
    """Prints a review.

    Args:
        review: what there is to tell.
        words: the language and the names.
    """

    def __init__(self, review: Review, words: Words) -> None:
        self._review = review
        self._words = SeatWords(words, None)
        self._screen = Screen(words)

    def decisions(self) -> None:
        """Every decision with a choice."""
        first = self._review.decisions[0]
        for _, month in groupby(self._review.decisions, lambda one: one.month):
            found = list(month)
            self._screen.print()
            self._screen.print(title(found[0].game, self._words), "bold")
            table = self._month(found, has_headings=found[0] is first)
            self._screen.console.print(table, width=self._screen.width)

    def _month(self, decisions: list[Decision], has_headings: bool) -> Table:
        table = Table(
            box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style=QUIET, expand=True, show_header=has_headings
        )
        table.add_column("", justify="right", style=QUIET, no_wrap=True, min_width=3)
        table.add_column("", no_wrap=True)
        table.add_column(self._words.text("review-played"), ratio=1)
        table.add_column(self._words.text("review-better"), ratio=1)
        table.add_column(self._words.text("advice-wins"), justify="right", no_wrap=True)
        table.add_column(self._words.text("review-loss"), justify="right", no_wrap=True, min_width=6)
        table.add_column(self._words.text("board-iki"), justify="right", no_wrap=True, min_width=5)
        table.add_column("", no_wrap=True, min_width=2)
        for one in decisions:
            is_notable = one.loss >= LEAST or one.iki >= LEAST_IKI
            table.add_row(
                str(one.ply),
                Text(MARKS[one.seat], SEAT_STYLES[one.seat]),
                move_name(self._words, one.game, one.move),
                Text(move_name(self._words, one.game, one.best) if is_notable else "", QUIET),
                percent(self._words, one.after[one.seat]),
                Text(percent(self._words, one.loss, 1) if one.loss >= LEAST else "", STYLES[one.grade]),
                Text(f"−{one.iki:.1f}" if one.iki >= LEAST_IKI else "", STYLES[one.grade]),
                Text(GRADES[one.grade], "bold"),
            )
        return table

    def turning_points(self) -> None:
        """The decisions that gave most away, and what chance changed most."""
        if self._review.losses:
            self._heading("review-losses")
            for loss in self._review.losses:
                self._loss(loss)
        if self._review.turns:
            self._heading("review-chance")
            for turn in self._review.turns:
                self._swing(turn)

    def _heading(self, message: str) -> None:
        self._screen.print()
        self._screen.say(message, "bold")

    def _loss(self, one: Decision) -> None:
        text = Text.assemble(
            (f"{one.ply}  ", QUIET),
            f"{title(one.game, self._words)}  ",
            self._name(one.seat),
            f"  {self._change(one.before[one.seat], one.after[one.seat])}",
            f"  −{one.iki:.1f} {self._words.text('board-iki')}" if one.iki >= LEAST_IKI else "",
        )
        self._indented(text)
        played, better = (move_name(self._words, one.game, move) for move in (one.move, one.best))
        self._indented(Text(self._words.text("review-instead", played=played, better=better)), further=True)

    def _swing(self, one: Swing) -> None:
        text = Text.assemble((f"{one.ply}  ", QUIET), self._words.text("review-month", month=one.month))
        for seat, (before, after) in enumerate(zip(one.before, one.after, strict=True)):
            text.append("  ")
            text.append_text(self._name(seat))
            text.append(f" {self._change(before, after)}")
        self._indented(text)
        for line in describe_events(one.events, self._words):
            self._indented(Text(line.text, QUIET), further=True)

    def _change(self, before: float, after: float) -> str:
        return self._words.text("review-change", before=f"{100 * before:.0f}", after=f"{100 * after:.0f}")

    def _name(self, seat: int) -> Text:
        return Text(f"{MARKS[seat]} {self._words.seat(seat)}", SEAT_STYLES[seat])

    def _indented(self, text: Text, further: bool = False) -> None:
        padding = Padding(text, FURTHER if further else INDENT, expand=False)
        self._screen.console.print(padding, width=self._screen.width)

    def accuracy(self) -> None:
        """How well each seat decided."""
        self._heading("review-accuracy")
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style=QUIET)
        table.add_column(self._words.text("advice-player"), min_width=16)
        for heading in ("review-decisions", "review-mean-loss", "board-iki", "review-mistakes", "review-blunders"):
            table.add_column(self._words.text(heading), justify="right")
        for one in self._review.accuracy:
            means = percent(self._words, one.loss, 1), f"{one.iki:.1f}"
            numbers = (str(one.decisions), *means, str(one.mistakes), str(one.blunders))
            table.add_row(self._name(one.seat), *numbers)
        self._screen.console.print(table, width=self._screen.width)
