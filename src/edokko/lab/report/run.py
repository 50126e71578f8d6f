"""A run as a designer reads it: a method for each question."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from edokko.lab.report.data import RunTables, open_tables
from edokko.lab.report.figure import Section, lack_of
from edokko.lab.report.subjects import prices, profile

NAMES = (
    "seats", "points", "cards", "prices", "openings", "styles", "race", "luck", "decisions", "interaction", "flows",
    "board", "length",
)  # fmt: skip
SUBJECTS: dict[str, Any] = {name: import_module(f"edokko.lab.report.subjects.{name}") for name in NAMES}
"""The modules of the sections, in the order of the page."""
HOLD_PLAYERS_EQUAL = ("seats", "points", "cards", "openings", "styles", "luck")
"""The sections whose method says how they keep the strength of players apart."""
TOGETHER = "Several players play in this run. This section describes them together, so it also shows who is stronger."


def _asking(subject: str) -> Callable[[Run], Section]:
    """Return the method of a section."""

    def ask(run: Run) -> Section:
        return run.section(subject)

    ask.__doc__ = SUBJECTS[subject].TEXTS.question
    return ask


class Run:
    """The games of a run with one edition and one number of players."""

    def __init__(self, tables: RunTables) -> None:
        self.tables = tables
        self._sections: dict[str, Section] = {}

    seats = _asking("seats")
    points = _asking("points")
    cards = _asking("cards")
    prices = _asking("prices")
    openings = _asking("openings")
    styles = _asking("styles")
    race = _asking("race")
    luck = _asking("luck")
    decisions = _asking("decisions")
    interaction = _asking("interaction")
    flows = _asking("flows")
    board = _asking("board")
    length = _asking("length")

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
        missing = [name for name in module.TEXTS.needs if not self.tables.has(name)]
        if missing:
            method = "The figures of this section need the tables " + ", ".join(module.TEXTS.needs) + "."
            return Section(subject, module.TEXTS.question, f"This run has no table of {', '.join(missing)}.", method)
        lack = lack_of(self.tables.games)
        if lack:
            return Section(subject, module.TEXTS.question, lack, "")
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
    """Open a run of ``edokko lab run``: its part with the most games, among those of an edition, players and overlay.

    Raises:
        edokko.lab.report.data.NotARun: the folder holds no such games.
    """
    return Run(open_tables(Path(folder), edition, players, overlay))
