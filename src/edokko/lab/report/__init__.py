"""Reports on a run: questions in plain words, answered with figures, as a page or in a notebook.

``run = open_run("RUN")``, then ``run.cards()`` answers a question; its ``.plot()``, ``.table()`` and ``.csv()`` give a
figure and its data. Needs the extra ``edokko[lab]``.
"""

from __future__ import annotations

from .data import NotARun
from .figure import Figure, Section, TooFewGames
from .run import Run, open_run

__all__ = ["Figure", "NotARun", "Run", "Section", "TooFewGames", "open_run"]
