"""A run of real games as a page: every section, its data, and what a browser shows of it."""

from __future__ import annotations

import base64
import re
import shutil
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from edokko import Game, check, read
from edokko.lab.report import Run, TooFewGames, open_run
from edokko.lab.report.page import heading_of, render
from edokko.lab.report.records import NoGames, write_tables
from edokko.lab.report.run import SUBJECTS
from edokko.players import player
from tests.lab.report import madeup

GAMES = 60
"""Enough games for figures, which need 50."""
LARGEST_PAGE = 5_000_000
TOO_WIDE = """[...document.querySelectorAll(".chart")]
  .filter((chart) => chart.querySelector("svg").getBoundingClientRect().width > chart.clientWidth + 1)
  .map((chart) => chart.parentElement.id)"""
CHROMIUM = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None)


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of games of two random players and one easy one, and one unfinished game."""
    path = tmp_path_factory.mktemp("records") / "games.jsonl"
    lines = [played(seed).to_record().to_line() for seed in range(GAMES)]
    unfinished = Game(3, seed=1, seats=["Hana", "Jiro", "Kiku"])
    path.write_text("\n".join([*lines, unfinished.to_record().to_line()]) + "\n", encoding="utf-8")
    return path


def played(seed: int) -> Game:
    seats = ["Hana", "Jiro", "Kiku"]
    names = seats[seed % 3 :] + seats[: seed % 3]
    game = Game(3, seed=seed, seats=names)
    players = [player("easy" if name == "Hana" else "random", seed * 3 + seat) for seat, name in enumerate(names)]
    while not game.is_over:
        assert game.seat is not None
        game.play(players[game.seat].choose(game))
    return game


@pytest.fixture(scope="module")
def run(records: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("run")
    assert write_tables(records, folder) == 1  # the unfinished game
    return open_run(folder)


@pytest.fixture(scope="module")
def page(run: Run) -> str:
    return render(heading_of(run.tables), [run.profile("Hana"), *run.sections()])


# --- the tables of records


def test_the_tables_of_records_are_those_of_the_games(run: Run, records: Path) -> None:
    games = [check(record) for record in read(records) if record.result]
    seats = run.tables.scan("seats").collect().sort("game", "seat")
    assert seats["score"].to_list() == [sheet.total for game in games for sheet in game.score()]
    assert seats["entry"].to_list() == [name for game in games for name in game.seats]
    table = run.tables.scan("games").collect().sort("game")
    assert table["decisions"].to_list() == [game.ply for game in games]
    assert table["branching"][0] > 2 * table["decisions"][0]
    moves = [str(move) for game in games for move in game.moves]
    deals = run.tables.scan("deals").collect()
    assert len(deals) == sum(move.startswith(("shop ", "work ")) for move in moves)


def test_a_file_without_a_finished_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(Game(2, seed=1).to_record().to_line() + "\n", encoding="utf-8")
    with pytest.raises(NoGames, match="holds no finished game"):
        write_tables(path, tmp_path / "run")


# --- sections


@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_section_answers_or_says_what_it_lacks(run: Run, subject: str) -> None:
    section = run.section(subject)
    assert section.question.endswith("?")
    assert section.answer.endswith(".")
    assert "nan" not in section.answer
    assert section.method
    if subject == "decisions":
        assert section.answer == "This run has no table of decisions."
    else:
        assert section.figures
    for figure in section.figures:
        assert 0 < figure.games <= GAMES
        assert section.csv(figure.name).startswith(figure.frame.columns[0])
        assert section.table(figure.name) is figure.frame
        if figure.lack:
            with pytest.raises(TooFewGames):
                section.plot(figure.name)
        else:
            assert section.plot(figure.name).to_dict()["config"]["background"] == "transparent"


def test_an_unknown_figure_is_refused_with_the_names_that_there_are(run: Run) -> None:
    with pytest.raises(ValueError, match="no figure 'x'; there are: wins, scores"):
        run.seats().table("x")


def test_every_estimate_lies_in_its_interval(run: Run) -> None:
    for section in run.sections():
        for figure in section.figures:
            frame = figure.frame
            for name in frame.columns:
                if f"{name}_low" in frame.columns:
                    known = frame.filter(pl.col(f"{name}_low").is_not_nan())
                    slack = 1e-9
                    assert (known[f"{name}_low"] <= known[name] + slack).all(), (section.name, figure.name, name)
                    assert (known[name] <= known[f"{name}_high"] + slack).all(), (section.name, figure.name, name)


def test_points_by_place_add_up_to_the_scores(run: Run) -> None:
    seats = run.tables.scan("seats").collect()
    table = run.points().table("by_place")
    for place, name in ((1, "1st"), (2, "2nd"), (3, "3rd")):
        mean = seats.filter(pl.col("place") == place)["score"].mean()
        assert table.filter(pl.col("place") == name)["points"].sum() == pytest.approx(mean)


def test_the_shares_of_the_margin_add_up_to_one(run: Run) -> None:
    assert run.points().table("margin")["margin_share"].sum() == pytest.approx(1)


def test_flows_add_up_to_what_the_seats_hold(run: Run) -> None:
    months = run.tables.scan("months").collect()
    for resource in ("mon", "rice", "sandals", "wood", "koban"):
        start = months.filter(pl.col("month") == 0)[resource].mean()
        end = months.filter(pl.col("month") == 13)[resource].mean()
        flow = run.flows().table(resource)["amount"].to_numpy().sum()
        assert isinstance(start, float)
        assert start + flow == pytest.approx(end)


def test_stops_and_fires_are_counted(run: Run) -> None:
    stops = run.board().table("stops")
    turns = run.tables.scan("turns").filter(pl.col("square") >= 1).collect()
    assert stops["times_in_a_game"].sum() == pytest.approx(len(turns) / GAMES)
    burnt = run.tables.scan("fires").filter(pl.col("outcome") == "burnt").collect()
    outcomes = run.board().table("outcomes").filter(pl.col("outcome") == "burnt")
    assert outcomes["stalls"].sum() == pytest.approx(len(burnt) / GAMES)


def test_the_partners_of_deals_add_up(run: Run) -> None:
    shares = run.interaction().table().group_by("month").agg(pl.col("deal_share").sum())
    assert shares["deal_share"].to_list() == pytest.approx([1.0] * 13)


def test_styles_are_the_same_at_every_call(run: Run) -> None:
    assert Run(run.tables).styles().table().equals(run.styles().table())


# --- too little


def test_a_small_run_says_so_instead_of_drawing(tmp_path: Path) -> None:
    madeup.write_run(tmp_path / "run", 4)
    small = open_run(tmp_path / "run")
    for section in small.sections():
        assert not section.figures
        assert "Too few games to say: 12 of at least 50." in section.answer or "no table of" in section.answer
        with pytest.raises(TooFewGames):
            section.plot()
    assert all(figure.lack for figure in small.profile("strong").figures)


def test_a_run_in_which_no_card_was_taken_often_enough_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edokko.lab.report.subjects.cards.FEWEST_CASES", 10**9)
    section = Run(run.tables).cards()
    assert section.answer == "No card is measurably better than taking none in the same situation."
    assert section.table().columns == run.cards().table().columns
    with pytest.raises(TooFewGames):
        section.plot()


def test_a_run_with_only_games_and_seats_answers_what_it_can(tmp_path: Path) -> None:
    madeup.write_run(tmp_path / "run", 50)
    for table in ("months", "offers", "fires", "cards"):
        shutil.rmtree(tmp_path / "run" / table)
    sections = {section.name: section for section in open_run(tmp_path / "run").sections()}
    answered = {name for name, section in sections.items() if section.figures}
    assert answered == {"seats", "points", "styles", "luck", "length"}
    assert sections["cards"].answer == "This run has no table of months, cards, offers."


# --- the page


class Ids(HTMLParser):
    """Collects the ids and the links of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.ids += [value for value in (values.get("id"),) if value]
        self.links += [value for name in ("href", "src") for value in (values.get(name),) if value]


def test_the_page_is_one_file_of_moderate_size(page: str) -> None:
    assert len(page.encode()) < LARGEST_PAGE
    parser = Ids()
    parser.feed(page)
    assert len(parser.ids) == len(set(parser.ids))
    inside = {link.removeprefix("#") for link in parser.links if link.startswith("#")}
    assert inside <= set(parser.ids)
    assert all(link.startswith(("#", "data:text/csv;base64,")) for link in parser.links)


def test_the_data_beside_a_figure_are_those_of_the_figure(page: str, run: Run) -> None:
    found = re.search(r'download="seats-wins.csv" href="data:text/csv;base64,([^"]+)"', page)
    assert found is not None
    assert base64.b64decode(found[1]).decode() == run.seats().csv("wins")


def test_names_cannot_break_the_page(tmp_path: Path) -> None:
    name = "</script><script>document.title='broken'</script>"
    madeup.write_run(tmp_path / "run", 40)
    seats = tmp_path / "run" / "seats" / "edition=2021" / "players=3" / "0.parquet"
    frame = pl.read_parquet(seats).with_columns(pl.col("entry").replace("strong", name))
    frame.write_parquet(seats)
    run = open_run(tmp_path / "run")
    html = render(heading_of(run.tables), [run.profile(name), run.luck()])
    assert "<script>document.title" not in html


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as tool:
        chromium = tool.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_a_browser_draws_every_figure_without_a_network(
    browser: Any, page: str, tmp_path: Path, width: int, scheme: str
) -> None:
    path = tmp_path / "report.html"
    path.write_text(page, encoding="utf-8")
    problems: list[str] = []
    settings: Any = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme, "offline": True}
    context = browser.new_context(**settings)
    tab = context.new_page()
    tab.on("pageerror", lambda error: problems.append(str(error)))
    tab.on("console", lambda message: problems.append(message.text))
    tab.on("request", lambda sent: problems.append(sent.url) if sent.url.startswith("http") else None)
    tab.goto(path.as_uri())
    tab.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    charts = tab.locator(".chart")
    tab.wait_for_function("[...document.querySelectorAll('.chart')].every((chart) => chart.querySelector('svg'))")
    assert charts.count() > 30
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    wide = tab.evaluate(TOO_WIDE)
    assert wide == []
    context.close()
    assert problems == []
