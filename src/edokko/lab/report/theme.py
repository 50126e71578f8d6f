"""Colours and fonts of charts: on the page they are CSS variables, so that one chart serves light and dark."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

FONT = "-apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif"
COLOURS = 8

PAPER: Mapping[str, str] = {
    "ink": "#22252e",
    "quiet": "#575a63",
    "line": "#ddd3ba",
    "main": "#20559a",
    "second": "#c0341a",
    "band": "#20559a",
    "c0": "#20559a",
    "c1": "#c0341a",
    "c2": "#23794f",
    "c3": "#b57d13",
    "c4": "#96539a",
    "c5": "#0a8f88",
    "c6": "#8d653c",
    "c7": "#6c7480",
}
"""For notebooks, which are mostly light."""
NIGHT: Mapping[str, str] = {
    "ink": "#f1e8d4",
    "quiet": "#b5b7b9",
    "line": "#3b4658",
    "main": "#8ab4f0",
    "second": "#ff8a6b",
    "band": "#8ab4f0",
    "c0": "#8ab4f0",
    "c1": "#ff8a6b",
    "c2": "#6cc79a",
    "c3": "#e2b755",
    "c4": "#d79adb",
    "c5": "#6fd3cb",
    "c6": "#c79c6b",
    "c7": "#a9b1bd",
}
SCREEN: Mapping[str, str] = {name: f"var(--{name})" for name in PAPER}
"""For the page: its style sheet sets the variables."""

SEQUENCE = ("#f8efd6", "#efc67f", "#e38a5c")
"""From little to much; the same in light and dark, with dark text on the light half."""
BALANCE = ("#b4442b", "#e9dcc0", "#2a6fb0")
"""From worse than the average over the average to better."""


def themed(chart: Any, colours: Mapping[str, str]) -> Any:
    """Return a chart in the given colours."""
    return chart.configure(**_config(colours))


def _config(colours: Mapping[str, str]) -> dict[str, Any]:
    text = {"labelColor": colours["ink"], "titleColor": colours["quiet"], "labelFontSize": 12, "titleFontSize": 12}
    ranks = [colours[f"c{place}"] for place in range(COLOURS)]
    return {
        "background": "transparent",
        "font": FONT,
        "view": {"stroke": None},
        "axis": {
            **text,
            "titleFontWeight": "normal",
            "gridColor": colours["line"],
            "domainColor": colours["line"],
            "tickColor": colours["line"],
            "labelLimit": 190,
        },
        "axisTop": {"labelAngle": 0, "labelLimit": 165},
        "legend": {
            **text,
            "titleFontWeight": "normal",
            "orient": "top",
            "columns": 3,
            "labelLimit": 160,
            "symbolOpacity": 1,
        },
        "title": {"color": colours["ink"], "fontSize": 13, "anchor": "start"},
        "range": {"category": ranks, "ramp": list(SEQUENCE), "heatmap": list(SEQUENCE), "diverging": list(BALANCE)},
        "bar": {"color": colours["main"]},
        "point": {"color": colours["main"], "size": 60, "filled": True},
        "line": {"color": colours["main"], "strokeWidth": 2.5},
        "area": {"color": colours["band"]},
        "rule": {"color": colours["main"]},
        "text": {"color": colours["ink"], "fontSize": 12},
        "style": {
            "reference": {"color": colours["quiet"], "strokeDash": [4, 3], "strokeWidth": 1.5},
            "quiet": {"color": colours["quiet"]},
            "second": {"color": colours["second"]},
        },
    }
