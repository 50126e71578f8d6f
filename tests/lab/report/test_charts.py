"""What the charts of a report look like: titles, colours, months, differences of shares."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from edokko.lab.report import Run, charts, open_run
from edokko.lab.report.compare import compare
from edokko.lab.report.page import Heading, render
from edokko.lab.report.texts import AXES
from tests.helpers.runs import played
from tests.lab.report import madeup


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run of real games with all tables: two players, who differ."""
    folder = tmp_path_factory.mktemp("charts") / "run"
    return open_run(played(folder, entries=["greedy", "random"], players=2, games=60))


def encodings(value: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every channel of a chart."""
    for name, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        if name == "encoding":
            yield from part.items()
        yield from encodings(part)


def test_every_axis_of_numbers_has_a_title_that_is_no_name_of_a_column(run: Run) -> None:
    titles = set()
    for section in [run.profile("greedy"), *run.sections()]:
        for figure in section.figures:
            if figure.lack:
                continue
            for channel, encoding in encodings(figure.chart().to_dict()):
                if channel in ("x", "y") and encoding.get("type") == "quantitative" and encoding.get("axis", {}):
                    title = encoding["axis"].get("title") or encoding.get("title")
                    titles.add(title)
                    assert title in AXES.values(), (section.name, figure.name, encoding)
    assert len(titles) > 10


def test_a_reason_has_one_colour_in_all_figures_of_flows(run: Run) -> None:
    places: dict[str, set[int]] = {}
    for figure in run.flows().figures:
        [color] = [each for channel, each in encodings(figure.chart().to_dict()) if channel == "color"]
        domain = color["scale"]["domain"]
        assert color["legend"]["values"] == [name for name in domain if name in figure.frame["reason"]]
        for name in color["legend"]["values"]:
            places.setdefault(name, set()).add(domain.index(name))
    assert len(places) >= 8
    assert all(len(slots) == 1 for slots in places.values()), places


def test_names_of_one_figure_keep_their_own_colours_where_colours_are_few() -> None:
    figures = [[f"{number} {own}" for own in range(5)] + ["shop", "work", "salary"] for number in range(6)]
    slots = charts.share_colours(figures)
    for names in figures:
        assert len({slots[name] for name in names}) == len(names)


def test_the_month_after_the_last_is_new_year(run: Run) -> None:
    figure = run.flows().figure("mon")
    assert figure.frame["month"].max() == 13
    [x] = [each for channel, each in encodings(figure.chart().to_dict()) if channel == "x"]
    assert x["sort"] == [str(month) for month in range(1, 13)] + ["New Year"]
    html = render(Heading("", ()), [run.flows()])
    assert "<td>New Year</td>" in html
    assert "<td>13</td>" not in html


def test_differences_of_shares_are_points_and_not_percent(tmp_path: Path) -> None:
    for name, seed in (("first", 1), ("second", 2)):
        madeup.write_run(tmp_path / name, 60, seed=seed)
    section = compare(*(open_run(tmp_path / name).tables for name in ("first", "second")))
    figure = section.figure("cards")
    rows = figure.chart().to_dict()["layer"][0]["data"]["values"]
    assert [row["taken_share_difference"] for row in rows] == pytest.approx(
        [100 * value for value in figure.frame["taken_share_difference"]]
    )
    html = render(Heading("", ()), [section])
    assert '<th scope="col">taken share difference, points</th>' in html
    needed = section.table().filter(pl.col("games_needed").is_finite())["games_needed"][0]
    assert f"<td>{needed:,.0f}</td>" in html
    assert "<td>inf</td>" not in html


def test_rows_without_an_interval_keep_their_place() -> None:
    frame = pl.DataFrame({"card": ["a", "b"], "score": [1.0, 2.0], "score_low": [None, 1.0], "score_high": [None, 3.0]})
    y = [each for channel, each in encodings(charts.dots("card", "score")(frame).to_dict()) if channel == "y"]
    assert [each["sort"] for each in y] == [["a", "b"]] * 2
