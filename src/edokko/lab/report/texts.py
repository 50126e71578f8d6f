"""The texts of a report, from ``texts.toml``: questions, methods, captions of figures, titles of axes."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

import polars as pl

from edokko.lab.report.figure import Draw, Figure, Section

_TEXTS = tomllib.loads((files(__package__) / "texts.toml").read_text(encoding="utf-8"))
AXES: Mapping[str, str] = _TEXTS["axes"]
"""By column that an axis or a legend shows: its title, with the unit."""
NAMES: Mapping[str, Any] = _TEXTS["names"]
"""Names of shops by square, and of kinds of decisions, types of characters and parts of the variance by id."""


@dataclass(frozen=True, slots=True)
class SectionTexts:
    """The texts of a section, with places in braces for values; captions are by figure.

    ``empty`` says by figure why it is not drawn without a row. ``needs`` has the tables without which there is no
    answer, and ``wide`` the figures that need the whole width of a page.
    """

    name: str
    question: str
    method: str
    captions: Mapping[str, str]
    empty: Mapping[str, str] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    wide: tuple[str, ...] = ()

    def figure(
        self, key: str, games: int, frame: pl.DataFrame, draw: Draw, *, name: str = "", lack: str = "", **values: Any
    ) -> Figure:
        """Return a figure with the texts of a key, and of its name if it is not the key.

        The rest is as in :class:`edokko.lab.report.figure.Figure`; ``values`` are those of the texts, and ``cases``.
        """
        cases = values.pop("cases", "")
        lack = lack or ("" if len(frame) else self.empty.get(key, "").format(**values))
        caption = self.captions[key].format(**values)
        return Figure(name or key, caption, games, frame, draw, lack, cases, key in self.wide)

    def section(self, answer: str, figures: Iterable[Figure] = (), **values: Any) -> Section:
        """Return the section; the values are those of question and method."""
        question, method = self.question.format(**values), self.method.format(**values)
        return Section(self.name, question, answer, method, tuple(figures))


def texts_of(name: str) -> SectionTexts:
    """Return the texts of a section."""
    return SectionTexts(name, **_TEXTS[name])
