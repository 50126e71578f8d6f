"""Reports on a run: questions in plain words, answered with figures, as a page or in a notebook.

``run = open_run("RUN")``, then ``run.cards()`` answers a question; its ``.plot()``, ``.table()`` and ``.csv()`` give a
figure and its data. Needs the extra ``edokko[lab]``; without it, the import raises ``MissingExtra``.
"""

from __future__ import annotations

from edokko import extras

for _package in ("altair", "jinja2", "polars", "pyarrow", "scipy", "vl_convert"):
    extras.lab(_package)  # every module of the package needs some of them: say so before an import fails

from .data import NotARun  # noqa: E402
from .figure import Figure, Section, TooFewGames  # noqa: E402
from .run import Run, open_run  # noqa: E402

__all__ = ["Figure", "NotARun", "Run", "Section", "TooFewGames", "open_run"]
