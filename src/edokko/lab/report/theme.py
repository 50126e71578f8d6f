"""Colours and fonts of charts: on the page they are CSS variables, so that one chart serves light and dark."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

FONT = "-apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif"
COLOURS = 8


def _colours(ink: str, quiet: str, line: str, *ranks: str) -> Mapping[str, str]:
    """Return the colours by name: of text, of quiet text, of thin lines, and by rank; the first is that of marks."""
    return {"ink": ink, "quiet": quiet, "line": line, **{f"c{place}": colour for place, colour in enumerate(ranks)}}


PAPER = _colours(
    "#22252e", "#575a63", "#ddd3ba",
    "#20559a", "#c0341a", "#23794f", "#b57d13", "#96539a", "#0a8f88", "#8d653c", "#6c7480",
)  # fmt: skip
"""For notebooks, which are mostly light."""
NIGHT = _colours(
    "#f1e8d4", "#b5b7b9", "#3b4658",
    "#8ab4f0", "#ff8a6b", "#6cc79a", "#e2b755", "#d79adb", "#6fd3cb", "#c79c6b", "#a9b1bd",
)  # fmt: skip
SCREEN = {name: f"var(--{name})" for name in PAPER}
"""For the page: its style sheet sets the variables."""

SEQUENCE = ("#f8efd6", "#efc67f", "#e38a5c")
"""From little to much; the same in light and dark, with dark text on the light half."""
BALANCE = ("#b4442b", "#e9dcc0", "#2a6fb0")
"""From worse than the average over the average to better."""


def themed(chart: Any, colours: Mapping[str, str]) -> Any:
    """Return a chart in the given colours."""
    text = {"labelColor": colours["ink"], "titleColor": colours["quiet"], "labelFontSize": 12, "titleFontSize": 12}
    ranks = [colours[f"c{place}"] for place in range(COLOURS)]
    return chart.configure(
        background="transparent",
        font=FONT,
        view={"stroke": None},
        axis={
            **text,
            "titleFontWeight": "normal",
            "gridColor": colours["line"],
            "domainColor": colours["line"],
            "tickColor": colours["line"],
            "labelLimit": 190,
        },
        axisTop={"labelAngle": 0, "labelLimit": 165},
        legend={
            **text,
            "titleFontWeight": "normal",
            "orient": "top",
            "columns": 3,
            "labelLimit": 160,
            "symbolOpacity": 1,
        },
        title={"color": colours["ink"], "fontSize": 13, "anchor": "start"},
        range={"category": ranks, "ramp": list(SEQUENCE), "heatmap": list(SEQUENCE), "diverging": list(BALANCE)},
        bar={"color": ranks[0]},
        point={"color": ranks[0], "size": 60, "filled": True},
        line={"color": ranks[0], "strokeWidth": 2.5},
        area={"color": ranks[0]},
        rule={"color": ranks[0]},
        text={"color": colours["ink"], "fontSize": 12},
        style={
            "reference": {"color": colours["quiet"], "strokeDash": [4, 3], "strokeWidth": 1.5},
            "quiet": {"color": colours["quiet"]},
        },
    )
