"""A review as tables: every decision by month, the turning points, and the accuracy of each seat."""

from __future__ import annotations

from itertools import groupby

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from edokko.board.screen import QUIET, SEAT_STYLES
from edokko.board.view import MARKS, title
from edokko.cli.playing.table import Screen
from edokko.players.analysis.review import Decision, Review, Swing
from edokko.players.analysis.text import percent
from edokko.players.champion.luck import Luck
from edokko.words import SeatWords, Words, describe_events, move_name

INDENT = (0, 0, 0, 2)
GRADES = {"blunder": "??", "mistake": "?", "": ""}
"""The signs of grades, as in chess notation."""
STYLES = {"blunder": "bold", "mistake": "", "": QUIET}
MIN_LOSS, MIN_LOSS_IKI = 0.005, 0.5
"""Smaller losses are within the noise of the search and are not shown."""
FURTHER = (0, 0, 0, 4)


class ReviewPrinter:
    """A printer of a review."""

    def __init__(self, review: Review, words: Words) -> None:
        self._review = review
        self._words = SeatWords(words, None)
        self._screen = Screen(words)

    def decisions(self) -> None:
        """Print every decision with a choice."""
        first = self._review.decisions[0]
        for _, group in groupby(self._review.decisions, lambda decision: decision.month):
            month = list(group)
            self._screen.print()
            self._screen.print(title(month[0].game, self._words), "bold")
            table = self._month(month, has_headings=month[0] is first)
            self._screen.show(table)

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
        for decision in decisions:
            seat, style = decision.seat, STYLES[decision.grade]
            is_notable = decision.loss >= MIN_LOSS or decision.iki >= MIN_LOSS_IKI
            table.add_row(
                str(decision.ply),
                Text(MARKS[seat], SEAT_STYLES[seat]),
                move_name(self._words, decision.game, decision.move),
                Text(move_name(self._words, decision.game, decision.best) if is_notable else "", QUIET),
                percent(self._words, decision.after[seat]),
                Text(percent(self._words, decision.loss, 1) if decision.loss >= MIN_LOSS else "", style),
                Text(f"−{decision.iki:.1f}" if decision.iki >= MIN_LOSS_IKI else "", style),
                Text(GRADES[decision.grade], "bold"),
            )
        return table

    def turning_points(self) -> None:
        """Print the largest losses and the largest swings by chance."""
        if self._review.losses:
            self._heading("review-losses")
            for loss in self._review.losses:
                self._loss(loss)
        if self._review.largest_swings:
            self._heading("review-chance")
            for swing in self._review.largest_swings:
                self._swing(swing)

    def _heading(self, message: str) -> None:
        self._screen.print()
        self._screen.say(message, "bold")

    def _loss(self, decision: Decision) -> None:
        seat = decision.seat
        text = Text.assemble(
            (f"{decision.ply}  ", QUIET),
            f"{title(decision.game, self._words)}  ",
            self._name(seat),
            f"  {self._change(decision.before[seat], decision.after[seat])}",
            f"  −{decision.iki:.1f} {self._words.text('board-iki')}" if decision.iki >= MIN_LOSS_IKI else "",
        )
        self._indented(text)
        played, better = (move_name(self._words, decision.game, move) for move in (decision.move, decision.best))
        self._indented(Text(self._words.text("review-instead", played=played, better=better)), further=True)

    def _swing(self, swing: Swing) -> None:
        text = Text.assemble((f"{swing.ply}  ", QUIET), self._words.text("review-month", month=swing.month))
        for seat, (before, after) in enumerate(zip(swing.before, swing.after, strict=True)):
            text.append("  ")
            text.append_text(self._name(seat))
            text.append(f" {self._change(before, after)}")
        self._indented(text)
        for line in describe_events(swing.events, self._words):
            self._indented(Text(line.text, QUIET), further=True)

    def _change(self, before: float, after: float) -> str:
        return self._words.text("review-change", before=f"{100 * before:.0f}", after=f"{100 * after:.0f}")

    def _name(self, seat: int) -> Text:
        return Text(f"{MARKS[seat]} {self._words.seat(seat)}", SEAT_STYLES[seat])

    def _indented(self, text: Text, further: bool = False) -> None:
        padding = Padding(text, FURTHER if further else INDENT, expand=False)
        self._screen.show(padding)

    def accuracy(self) -> None:
        """Print the accuracy of each seat."""
        self._heading("review-accuracy")
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style=QUIET)
        table.add_column(self._words.text("advice-player"), min_width=16)
        for heading in ("review-decisions", "review-mean-loss", "board-iki", "review-mistakes", "review-blunders"):
            table.add_column(self._words.text(heading), justify="right")
        for accuracy in self._review.accuracy:
            means = percent(self._words, accuracy.loss, 1), f"{accuracy.iki:.1f}"
            numbers = (str(accuracy.decisions), *means, str(accuracy.mistakes), str(accuracy.blunders))
            table.add_row(self._name(accuracy.seat), *numbers)
        self._screen.show(table)

    def luck(self, luck: Luck) -> None:
        """Print how much of each seat's result was expected, luck, and the effect of decisions."""
        self._heading("review-luck")
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style=QUIET)
        table.add_column(self._words.text("advice-player"), min_width=16)
        for heading in ("expected", "by-luck", "by-decisions", "result", "luck-wins"):
            table.add_column(self._words.text(f"review-{heading}"), justify="right")
        rows = zip(luck.expected_iki, luck.iki, luck.decisions_iki, luck.final_iki, luck.wins, strict=True)
        for seat, (expected, by_luck, by_decisions, final, wins) in enumerate(rows):
            numbers = (f"{expected:.1f}", _signed(by_luck), _signed(by_decisions), f"{final:.1f}")
            chance = self._words.text("percent", number=_signed(100 * wins))
            table.add_row(self._name(seat), *numbers, chance)
        self._screen.show(table)


def _signed(number: float) -> str:
    return f"{number:+.1f}".replace("-", "−")
