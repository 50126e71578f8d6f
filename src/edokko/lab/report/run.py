"""A run as a designer reads it: a method for each question."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from edokko.lab.report.data import RunTables, open_tables
from edokko.lab.report.figure import Section, lack_of
from edokko.lab.report.subjects import (
    board,
    cards,
    decisions,
    flows,
    interaction,
    length,
    luck,
    openings,
    points,
    prices,
    profile,
    race,
    seats,
    styles,
)

SUBJECTS: dict[str, Any] = {
    "seats": seats,
    "points": points,
    "cards": cards,
    "prices": prices,
    "openings": openings,
    "styles": styles,
    "race": race,
    "luck": luck,
    "decisions": decisions,
    "interaction": interaction,
    "flows": flows,
    "board": board,
    "length": length,
}
"""The modules of the sections, in the order of the page."""
HOLD_PLAYERS_EQUAL = ("seats", "points", "cards", "openings", "styles", "luck")
"""The sections whose method says how they keep the strength of players apart."""
TOGETHER = "Several players play in this run. This section describes them together, so it also shows who is stronger."


class Run:
    """The games of a run with one edition and one number of players.

    Attributes:
        tables: the tables behind it.
    """

    def __init__(self, tables: RunTables) -> None:
        self.tables = tables
        self._sections: dict[str, Section] = {}

    def seats(self) -> Section:
        """Does it matter where you sit?"""
        return self.section("seats")

    def points(self) -> Section:
        """Where do the points come from?"""
        return self.section("points")

    def cards(self) -> Section:
        """Which cards win games?"""
        return self.section("cards")

    def prices(self) -> Section:
        """Which characters look too cheap or too dear?"""
        return self.section("prices")

    def openings(self) -> Section:
        """Which openings are played, and how do they do?"""
        return self.section("openings")

    def styles(self) -> Section:
        """Which ways to play are there?"""
        return self.section("styles")

    def race(self) -> Section:
        """How does the race run, and when is it decided?"""
        return self.section("race")

    def luck(self) -> Section:
        """How much is luck, and how much is skill?"""
        return self.section("luck")

    def decisions(self) -> Section:
        """Which decisions matter?"""
        return self.section("decisions")

    def interaction(self) -> Section:
        """How much do the players have to do with each other?"""
        return self.section("interaction")

    def flows(self) -> Section:
        """Where do mon, rice, sandals, wood and koban come from?"""
        return self.section("flows")

    def board(self) -> Section:
        """Where do the players walk, and where does it burn?"""
        return self.section("board")

    def length(self) -> Section:
        """How long is a game, and how close?"""
        return self.section("length")

    def profile(self, name: str) -> Section:
        """How does one player play?

        Raises:
            edokko.lab.report.subjects.profile.NoSuchPlayer: the name is not in the run.
        """
        return profile.section(self.tables, name)

    def section(self, subject: str) -> Section:
        """Return a section of :data:`SUBJECTS`, computed once; it says so if the run lacks its tables."""
        if subject not in self._sections:
            self._sections[subject] = self._make(subject)
        return self._sections[subject]

    def sections(self) -> Iterator[Section]:
        """Yield all sections in the order of the page."""
        return (self.section(subject) for subject in SUBJECTS)

    def _make(self, subject: str) -> Section:
        module = SUBJECTS[subject]
        missing = [name for name in module.NEEDS if not self.tables.has(name)]
        if missing:
            method = "The figures of this section need the tables " + ", ".join(module.NEEDS) + "."
            return Section(subject, module.QUESTION, f"This run has no table of {', '.join(missing)}.", method)
        lack = lack_of(self.tables.games)
        if lack:
            return Section(subject, module.QUESTION, lack, "")
        section: Section = module.section(self.tables)
        if self.tables.is_mixed and subject not in HOLD_PLAYERS_EQUAL:
            return replace(section, method=f"{section.method} {TOGETHER}")
        return section

    @property
    def headline(self) -> str:
        """What a designer should look at first: the prices that stand out; empty if none does."""
        section = self.section("prices")
        return section.answer if section.figures and prices.NO_PRICE not in section.answer else ""


def open_run(
    folder: str | Path, edition: str | None = None, players: int | None = None, overlay: str | None = None
) -> Run:
    """Open a run of ``edokko lab run``.

    Args:
        folder: the run's folder.
        edition, players, overlay: choose a part of a run with several; by default the part with the most games.

    Raises:
        edokko.lab.report.data.NotARun: the folder holds no such games.
    """
    return Run(open_tables(Path(folder), edition, players, overlay))
