"""The shapes that the figures of a report share, as Vega-Lite charts.

A chart fills the width that it is given, and names no colour of text, lines and single marks: the theme does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec

import altair as alt
import polars as pl

from edokko.lab.report.figure import Draw
from edokko.lab.report.names import month
from edokko.lab.report.texts import AXES
from edokko.lab.report.theme import BALANCE, COLOURS, SEQUENCE

ROW = 20
"""The height of a row of a chart with one row for each name, in pixels."""
HEIGHT = 260
DARK = "#22252e"
"""The colour of text on coloured cells, which are light in both themes."""
LETTER = 7
"""The width of a letter in a cell, in pixels."""
LINE = 13
"""The height of a line in a cell, in pixels."""
ACROSS: Any = alt.Axis(orient="top")
"""The axis over a grid; the page turns its names on a narrow screen."""


def title(column: str) -> str:
    """Return a column's name as people read it."""
    return column.replace("_", " ") + (", points" if is_points(column) else "")


def is_share(column: str) -> bool:
    """Return whether a column holds shares from 0 to 1, which are shown in percent."""
    return "share" in column


def is_points(column: str) -> bool:
    """Return whether a column holds differences of shares, which are shown in points, not in percent."""
    return is_share(column) and any(f"_{word}" in column for word in ("effect", "difference"))


def in_points(frame: pl.DataFrame) -> pl.DataFrame:
    """Return a frame with differences of shares as people read them, in points."""
    return frame.with_columns(pl.col(name) * 100 for name in frame.columns if is_points(name))


def _format(column: str) -> str:
    return "+.1f" if is_points(column) else ".1%" if is_share(column) else ",.2~f"


def _axis(column: str) -> alt.Axis:
    ticks = "+.3~f" if is_points(column) else ".0%" if is_share(column) else ",.3~f"
    return alt.Axis(format=ticks, title=AXES[column], tickCount=6, labelOverlap=True)


def _steps(frame: pl.DataFrame, x: str) -> tuple[pl.DataFrame, dict[str, Any]]:
    """Return a frame whose months have names, and the settings of the axis that keep them in order."""
    if x != "month":
        return frame, {"axis": alt.Axis(labelAngle=0, labelOverlap=True)}
    order = [month(number) for number in frame["month"].unique().sort()]
    names = pl.Series("month", [month(number) for number in frame["month"]], dtype=pl.String)
    label = "datum.label == 'New Year' ? ['New', 'Year'] : datum.label"
    return frame.with_columns(names), {"sort": order, "axis": alt.Axis(labelAngle=0, labelExpr=label)}


def tips(frame: pl.DataFrame) -> list[alt.Tooltip]:
    """Return tooltips with all columns of a row."""
    return [
        alt.Tooltip(f"{name}:Q", title=title(name), format=_format(name))
        if dtype.is_float() or is_share(name)
        else alt.Tooltip(f"{name}:N", title=title(name))
        for name, dtype in frame.schema.items()
    ]


Slots = Mapping[str, int]
"""By name: the place of its colour among those of the theme."""


def share_colours(figures: Iterable[Iterable[str]]) -> Slots:
    """Return for each name a colour that it has in all figures; two names of one figure differ while colours last."""
    groups = [set(names) for names in figures]
    often = Counter(name for names in groups for name in names)
    slots: dict[str, int] = {}
    for name in sorted(often, key=lambda name: (-often[name], name)):
        beside = set().union(*(names for names in groups if name in names))
        taken = {slots[other] for other in beside if other in slots}
        used = Counter(slots.values())
        slots[name] = min(range(COLOURS), key=lambda slot: (slot in taken, used[slot], slot))
    return slots


def _data(rows: list[dict[str, Any]]) -> Any:
    make: Any = alt.Data
    return make(values=rows)


def _base(frame: pl.DataFrame, height: int) -> Any:
    return alt.Chart(_data(frame.to_dicts()), width="container", height=height)


def _reference(x: float | None = None, y: float | None = None) -> Any:
    place = alt.XDatum(x) if x is not None else alt.YDatum(y)
    rule = alt.Chart(_data([{}])).mark_rule(style="reference")
    return rule.encode(x=place) if x is not None else rule.encode(y=place)


P = ParamSpec("P")


def _drawing(draw: Callable[Concatenate[pl.DataFrame, P], Any]) -> Callable[P, Draw]:
    """Make of a function of a frame and settings one of the settings, which returns a function of the frame."""

    @wraps(draw)
    def bound(*settings: P.args, **named: P.kwargs) -> Draw:
        return lambda frame: draw(frame, *settings, **named)

    return bound


@_drawing
def dots(
    frame: pl.DataFrame,
    label: str,
    value: str,
    reference: float | None = None,
    group: str | None = None,
    beyond: str | None = None,
) -> Any:
    """Return a row for each label: a dot for the value and a line for its interval; ``reference`` is a line of its own.

    ``group`` is the column that tells several dots of a label apart. ``beyond`` is a column of -1, 0 and 1: where it is
    not 0 the value lies farther down or up than the number says, and an arrow points there.
    """
    rows = frame.height if group is None else frame[label].n_unique() * frame[group].n_unique()
    frame = in_points(frame)
    base = _base(frame, max(3, rows) * ROW)
    order = alt.Y(f"{label}:N", sort=frame[label].unique(maintain_order=True).to_list(), title=None)
    ends = alt.X(f"{value}_low:Q", axis=_axis(value), scale=alt.Scale(zero=False))
    extra = {} if group is None else {"color": alt.Color(f"{group}:N", title=None), "yOffset": f"{group}:N"}
    if beyond is not None:
        sides = alt.Scale(domain=[-1, 0, 1], range=["triangle-left", "circle", "triangle-right"])
        extra["shape"] = alt.Shape(f"{beyond}:N", scale=sides, legend=None)
    lines = {name: channel for name, channel in extra.items() if name != "shape"}
    layers = [
        base.mark_rule(strokeWidth=2, opacity=0.55).encode(x=ends, x2=f"{value}_high:Q", y=order, **lines),
        base.mark_point().encode(x=f"{value}:Q", y=order, tooltip=tips(frame), **extra),
    ]
    return alt.layer(*layers, *([] if reference is None else [_reference(x=reference)]))


@_drawing
def bars(frame: pl.DataFrame, label: str, value: str, color: str | None = None) -> Any:
    """Return horizontal bars, stacked by colour."""
    rows = frame[label].n_unique()
    encode: dict[str, Any] = {
        "y": alt.Y(f"{label}:N", sort=None, title=None),
        "x": alt.X(f"{value}:Q", axis=_axis(value)),
        "tooltip": tips(frame),
    }
    if color:
        encode["color"] = alt.Color(f"{color}:N", title=None, sort=None)
        encode["order"] = alt.Order("_order:Q")
        frame = frame.with_row_index("_order")
    return _base(frame, max(2, rows) * 2 * ROW).mark_bar().encode(**encode)


@_drawing
def columns(frame: pl.DataFrame, x: str, value: str, color: str | None = None, slots: Slots | None = None) -> Any:
    """Return vertical bars over ordered steps such as months, stacked by colour; the slots give each name a colour."""
    frame, steps = _steps(frame, x)
    encode: dict[str, Any] = {
        "x": alt.X(f"{x}:O", title=AXES[x], **steps),
        "y": alt.Y(f"{value}:Q", axis=_axis(value)),
        "tooltip": tips(frame),
    }
    if color and slots:
        domain = [f"_{place}" for place in range(COLOURS)]
        free = set(range(COLOURS))
        for name in frame[color].unique(maintain_order=True):
            place = slots[name] if slots[name] in free else min(free)
            domain[place] = name
            free.remove(place)
        legend = alt.Legend(values=[name for name in domain if name in slots])
        encode["color"] = alt.Color(f"{color}:N", title=None, scale=alt.Scale(domain=domain), legend=legend)
    elif color:
        encode["color"] = alt.Color(f"{color}:N", title=None, sort=None)
    return _base(frame, HEIGHT).mark_bar().encode(**encode)


@_drawing
def histogram(frame: pl.DataFrame, x: str, value: str, step: float) -> Any:
    """Return touching bars over numbers: ``x`` is the lower edge of a bin of width ``step``."""
    return (
        _base(frame.with_columns((pl.col(x) + step).alias("_end")), HEIGHT)
        .mark_bar()
        .encode(
            x=alt.X(f"{x}:Q", title=AXES[x], axis=alt.Axis(grid=False), scale=alt.Scale(zero=False, nice=False)),
            x2="_end:Q",
            y=alt.Y(f"{value}:Q", axis=_axis(value)),
            y2=alt.datum(0),
            tooltip=tips(frame),
        )
    )


@_drawing
def lines(
    frame: pl.DataFrame, x: str, value: str, color: str | None = None, reference: float | None = None, kind: str = "O"
) -> Any:
    """Return lines with dots and a band for the interval."""
    frame, steps = _steps(frame, x)
    base = _base(frame, HEIGHT)
    numbers: dict[str, Any] = {"axis": alt.Axis(format=",.3~f"), "scale": alt.Scale(zero=False)}
    place = alt.X(f"{x}:{kind}", title=AXES[x], **(steps if kind == "O" else numbers))
    extra = {} if color is None else {"color": alt.Color(f"{color}:N", title=None, sort=None)}
    height = alt.Y(f"{value}:Q", axis=_axis(value), scale=alt.Scale(zero=is_share(value)))
    layers = [
        base.mark_area(opacity=0.18).encode(x=place, y=alt.Y(f"{value}_low:Q"), y2=f"{value}_high:Q", **extra),
        base.mark_line().encode(x=place, y=height, **extra),
        base.mark_point().encode(x=place, y=height, tooltip=tips(frame), **extra),
    ]
    return alt.layer(*layers, *([] if reference is None else [_reference(y=reference)]))


@_drawing
def heat(
    frame: pl.DataFrame, x: str, y: str, value: str, middle: float | None = None, text: str = "", height: int = 0
) -> Any:
    """Return a grid of coloured cells with numbers, of another column if ``text`` names one.

    With a middle, colours run from less over the middle to more.
    """
    frame = in_points(frame)
    base = _base(frame, height or frame[y].n_unique() * 2 * ROW)
    rows = alt.Y(f"{y}:N", sort=None, title=title(y))
    across = alt.X(f"{x}:N", sort=None, title=title(x), axis=ACROSS)
    shade = alt.Color(f"{value}:Q", scale=scale(frame[value], middle), legend=None)
    return alt.layer(
        base.mark_rect(cornerRadius=2).encode(x=across, y=rows, color=shade, tooltip=tips(frame)),
        base.mark_text(color=DARK).encode(
            x=across, y=rows, text=alt.Text(f"{text or value}:Q", format=_short(text or value))
        ),
    )


def scale(values: pl.Series, middle: float | None) -> alt.Scale:
    """Return the colours of values: from little to much, or from worse to better around a middle."""
    numbers = values.drop_nans().drop_nulls()
    low, high = (float(numbers.min()), float(numbers.max())) if len(numbers) else (0.0, 1.0)  # type: ignore[arg-type]
    if middle is None:
        return alt.Scale(domain=[min(low, 0.0), high or 1.0], range=list(SEQUENCE), interpolate="lab")
    reach = max(high - middle, middle - low, 1e-9)
    return alt.Scale(domain=[middle - reach, middle, middle + reach], range=list(BALANCE), interpolate="lab")


def _short(column: str) -> str:
    return "+.0f" if is_points(column) else ".0%" if is_share(column) else ".1f"


@_drawing
def tiles(frame: pl.DataFrame, label: str, value: str, height: int, middle: float | None = None) -> Any:
    """Return rectangles at ``x``, ``x2``, ``y``, ``y2`` in the colour of a value, with a label and the value inside.

    A rectangle without a value has an outline only.
    """
    hidden: dict[str, Any] = {"axis": None}
    frame = in_points(frame)
    base = _base(frame, height)
    # Named domains: Vega would look for the extent of layers that are empty, and warn that it is infinite.
    ends: Any = ([frame[start].min(), frame[end].max()] for start, end in (("x", "x2"), ("y", "y2")))
    wide, high = ends
    place = {
        "x": alt.X("x:Q", scale=alt.Scale(domain=wide, nice=False), **hidden),
        "y": alt.Y("y:Q", scale=alt.Scale(domain=high, reverse=True, nice=False), **hidden),
    }
    spread = {**place, "x2": "x2:Q", "y2": "y2:Q"}
    legend = alt.Legend(title=AXES[value], format=_short(value), gradientLength=160, tickCount=3)
    shade = alt.Color(f"{value}:Q", scale=scale(frame[value], middle), legend=legend)
    spots = _base(_texts(frame, label, value), height)
    has, lacks = f"isValid(datum.{value})", f"!isValid(datum.{value})"
    shown = frame.drop("x", "x2", "y", "y2", label)
    texts = [
        spots.transform_filter(f"({side}) && datum._lines == {count}")
        .mark_text(fontSize=11, lineBreak="\n", lineHeight=LINE, dy=-LINE * (count - 1) / 2, **look)
        .encode(**place, text="_text:N", opacity=_WHERE_IT_FITS)
        for side, look in ((has, {"color": DARK}), (lacks, {"style": "quiet"}))
        for count in (1, 2, 3)
    ]
    return alt.layer(
        base.transform_filter(lacks).mark_rect(filled=False, strokeWidth=1, style="reference").encode(**spread),
        base.transform_filter(has)
        .mark_rect(stroke="#00000022", cornerRadius=2)
        .encode(**spread, color=shade, tooltip=tips(shown)),
        *texts,
    )


_WHERE_IT_FITS: Any = alt.condition("datum._wide * width > datum._need", alt.value(1), alt.value(0))
"""The opacity of a text: 1 where its rectangle is as wide as the text needs."""


def _texts(frame: pl.DataFrame, label: str, value: str) -> pl.DataFrame:
    """Return the middle of each rectangle, its share of the width, and its text with the pixels that it needs."""
    centre = [((pl.col(start) + pl.col(end)) / 2).alias(start) for start, end in (("x", "x2"), ("y", "y2"))]
    whole = frame.select(pl.col("x2").max() - pl.col("x").min()).item()
    numbers = ["" if number is None else f"{number:{_short(value)}}".replace("-", "−") for number in frame[value]]
    lines = [
        [*name.split(" "), *([number] if number else [])] for name, number in zip(frame[label], numbers, strict=True)
    ]
    return frame.select(value, *centre, ((pl.col("x2") - pl.col("x")) / whole).alias("_wide")).with_columns(
        pl.Series("_text", ["\n".join(words) for words in lines]),
        pl.Series("_lines", [len(words) for words in lines]),
        pl.Series("_need", [max(map(len, words)) * LETTER for words in lines]),
    )
