"""The parts of a report: a section answers one question with figures, and a figure owns its data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Any, Final

import polars as pl

from edokko.lab.report.theme import PAPER, themed

Draw = Callable[[pl.DataFrame], Any]
"""Makes the chart of a frame."""
FEWEST_GAMES: Final = 50
"""A figure of fewer games is not drawn."""
FEWEST_CASES: Final = 30
"""A row of a figure that rests on fewer cases is left out."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with its data: estimates in columns ``x``, ``x_low``, ``x_high``; shares have ``share`` in the name.

    The name is that in its section and in file names, and the caption says what is drawn, and what the lines beside it
    mean. ``lack`` says why nothing is drawn, as with too few games; empty if the figure is drawn. ``cases`` says how
    many cases the figure rests on, such as ``"4,000 hires"``; empty if games say it.
    """

    name: str
    caption: str
    games: int
    frame: pl.DataFrame
    draw: Draw
    lack: str = ""
    cases: str = ""
    is_wide: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "lack", lack_of(self.games) or self.lack)

    @property
    def basis(self) -> str:
        """The number of games and cases, in words."""
        return f"{self.games:,} games" + (f", {self.cases}" if self.cases else "")

    def chart(self) -> Any:
        """Return the chart without a theme. Raises ``TooFewGames`` if there is nothing to draw."""
        if self.lack:
            raise TooFewGames(self.lack)
        return self.draw(self.frame)


class TooFewGames(ValueError):
    """A figure cannot be drawn; the text says why."""


@dataclass(frozen=True, slots=True)
class Section:
    """The answer to one question in plain words: one or two sentences with the main numbers.

    The method of :class:`edokko.lab.report.Run` of this name returns it. ``method`` says in a sentence or two how the
    numbers are found. The figures are in the order of reading; there are none if tables are missing.
    """

    name: str
    question: str
    answer: str
    method: str
    figures: tuple[Figure, ...] = ()

    def figure(self, name: str | None = None) -> Figure:
        """Return a figure by name, by default the first.

        Raises:
            ValueError: there is no such figure; the text lists the names, or says why there are none.
        """
        if not self.figures:
            raise TooFewGames(self.answer)
        for figure in self.figures:
            if name in (None, figure.name):
                return figure
        raise ValueError(f"no figure {name!r}; there are: {', '.join(figure.name for figure in self.figures)}")

    def plot(self, name: str | None = None) -> Any:
        """Return the chart of a figure, by default of the first, for a notebook.

        Raises:
            ValueError: there is no such figure.
            TooFewGames: too few games to draw it.
        """
        return themed(self.figure(name).chart(), PAPER)

    def table(self, name: str | None = None) -> pl.DataFrame:
        """Return the data of a figure, by default of the first."""
        return self.figure(name).frame

    def csv(self, name: str | None = None) -> str:
        """Return the data of a figure as CSV."""
        return self.figure(name).frame.write_csv()

    def _repr_html_(self) -> str:
        names = ", ".join(figure.name for figure in self.figures)
        parts = (f"<h4>{escape(self.question)}</h4>", f"<p>{escape(self.answer)}</p>", f"<p>{escape(self.method)}</p>")
        return "".join(parts) + (f"<p>Figures: {escape(names)}</p>" if names else "")


def lack_of(games: int) -> str:
    """Return why a figure of so many games is not drawn; empty if it is."""
    return "" if games >= FEWEST_GAMES else f"Too few games to say: {games} of at least {FEWEST_GAMES}."


def lack_of_cases(count: int, name: str) -> str:
    """Return why a figure of so many cases is not drawn; empty if it is."""
    return "" if count >= FEWEST_CASES else f"Too few {name} to say: {count} of at least {FEWEST_CASES}."
