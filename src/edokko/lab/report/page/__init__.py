"""The page of a report: one HTML file with its style, scripts, figures and data."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import isfinite
from typing import Any

from jinja2 import Environment, PackageLoader
from markupsafe import Markup

from edokko.lab.intervals import map_floats
from edokko.lab.report.charts import is_points, is_share, title
from edokko.lab.report.data import RunTables
from edokko.lab.report.figure import Figure, Section
from edokko.lab.report.names import month
from edokko.lab.report.theme import NIGHT, PAPER, SCREEN, themed

MOST_ROWS = 100
"""The rows of a figure's table on the page; the CSV has all."""
MIXED_NOTE = (
    "Several players play in this run. The answers about cards, openings, ways to play, sources of points and luck "
    "hold the player equal; the others describe all players together, so a strong player shows in them."
)
EDITION_NOTE = "Most prices of edokko's components are substitutes that this project chose, not the printed ones."


@dataclass(frozen=True, slots=True)
class Heading:
    """What the top of a page says: names and values, such as ``("games", "10,000")``, and sentences under them.

    ``headline`` is what to look at first; it may be empty.
    """

    title: str
    facts: tuple[tuple[str, str], ...]
    notes: tuple[str, ...] = ()
    headline: str = ""


def render(heading: Heading, sections: list[Section]) -> str:
    """Return the page as HTML that needs no other file."""
    environment = Environment(loader=PackageLoader("edokko.lab.report", "page"), autoescape=True, trim_blocks=True)
    environment.filters.update(csv=_csv, spec=_spec, heads=_heads, cells=_cells)
    return environment.get_template("report.html").render(
        heading=heading, sections=sections, style=Markup(_style()), scripts=Markup(_scripts()), most_rows=MOST_ROWS
    )


def heading_of(tables: RunTables) -> Heading:
    """Return the heading for a part of a run."""
    part = tables.part
    entries = tables.entries
    facts = (
        ("games", f"{tables.games:,}"),
        ("blocks of the same chance", f"{tables.blocks:,}"),
        ("players at a table", str(part.players)),
        ("edition", part.edition),
        *((("overlay", part.overlay),) if part.overlay else ()),
        ("who plays", ", ".join(entries[:8]) + (", …" if len(entries) > 8 else "")),
    )
    notes = [MIXED_NOTE, EDITION_NOTE] if tables.is_mixed else [EDITION_NOTE]
    if tables.others:
        notes.append(f"The run also holds, not on this page: {'; '.join(map(str, tables.others))}.")
    return Heading("What the games say about IKI", facts, tuple(notes))


def _style() -> str:
    rules = (files(__package__) / "report.css").read_text(encoding="utf-8")
    light, dark = ("".join(f"--{name}: {colour}; " for name, colour in colours.items()) for colours in (PAPER, NIGHT))
    return f":root {{ {light}}}\n@media (prefers-color-scheme: dark) {{ :root {{ {dark}}} }}\n{rules}"


@cache
def _scripts() -> str:
    """Return Vega, Vega-Lite, Vega-Embed and our own script; nothing in them may end the element."""
    import vl_convert

    own = (files(__package__) / "report.js").read_text(encoding="utf-8")
    return str(vl_convert.javascript_bundle(own)).replace("</script", "<\\/script")


def _spec(figure: Figure) -> Markup:
    """Return the chart as JSON for a script element."""
    specification: dict[str, Any] = themed(figure.chart(), SCREEN).to_dict(validate=False)
    specification.pop("$schema", None)
    return Markup(json.dumps(map_floats(specification, _plain), separators=(",", ":")).replace("<", "\\u003c"))


def _plain(number: float) -> float | None:
    """Return six digits of a number, or nothing for one that JSON lacks."""
    return float(f"{number:.6g}") if isfinite(number) else None


def _csv(figure: Figure) -> str:
    return "data:text/csv;base64," + base64.b64encode(figure.frame.write_csv().encode()).decode()


def _shown(figure: Figure) -> list[str]:
    """Return the columns of the table: an interval stands in the column of its value."""
    names = figure.frame.columns
    ends = {f"{name}{end}" for name in names for end in ("_low", "_high") if f"{name}{end}" in names}
    return [name for name in names if name not in ends and name not in ("x", "x2", "y", "y2", "label")]


def _heads(figure: Figure) -> list[str]:
    return [title(name) for name in _shown(figure)]


def _cells(figure: Figure) -> list[list[str]]:
    return [[_cell(row, name) for name in _shown(figure)] for row in figure.frame.head(MOST_ROWS).iter_rows(named=True)]


def _cell(row: dict[str, Any], name: str) -> str:
    value = row[name]
    if value is None or (isinstance(value, float) and not isfinite(value)):
        return "–"
    if name == "month":
        return month(value)
    if not isinstance(value, float):
        return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
    low, high = row.get(f"{name}_low"), row.get(f"{name}_high")
    interval = "" if low is None or high is None or low != low else f" ({_number(low, name)} to {_number(high, name)})"
    return _number(value, name) + interval + ("\u00a0%" if is_share(name) and not is_points(name) else "")


def _number(value: float, name: str) -> str:
    text = (
        f"{100 * value:+.1f}" if is_points(name) else f"{100 * value:.1f}" if is_share(name) else
        f"{value:,.0f}" if name == "games_needed" else f"{value:,.2f}"
    )  # fmt: skip
    return text.replace("-", "−")
