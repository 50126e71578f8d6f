"""The examples in the documents run; the tests of overlays and of the command check those two pages."""

import doctest
import json
import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from edokko import Game, Record, check
from tests.helpers.paths import DOCS, ROOT

WITH_EXAMPLES = ("library", "formats", "write-a-player", "environments", "benchmark")


@pytest.mark.parametrize("name", ["README.md", *(f"docs/build/{page}.md" for page in WITH_EXAMPLES)])
def test_the_examples_run_as_shown(name: str) -> None:
    results = doctest.testfile(str(ROOT / name), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert results.attempted > 2
    assert results.failed == 0


def run_notebook(name: str) -> dict[str, Any]:
    """Run the code of a notebook in the working folder, and return its names."""
    names: dict[str, Any] = {}
    for cell in json.loads((ROOT / "examples" / name).read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            assert not cell["outputs"]
            exec("".join(cell["source"]), names)
    return names


def test_the_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_notebook("board.ipynb")
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg")


def test_the_notebook_of_reports_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = run_notebook("report.ipynb")
    assert names["run"].tables.games == 200
    assert (tmp_path / "cards.csv").read_text(encoding="utf-8").startswith("card,id,offered,")
    assert "<h2>Does it matter where you sit?</h2>" in (tmp_path / "report.html").read_text(encoding="utf-8")
    # The page of the documentation asks the same run.
    reports = (DOCS / "study/lab.md").read_text(encoding="utf-8").split("\n## Reports")[1]
    (example,) = re.findall(r"```python\n(.*?)```", reports, re.DOTALL)
    exec(example, {})


def test_no_page_has_python_examples_without_a_test() -> None:
    shown = {path for path in DOCS.rglob("*.md") if re.search(r"^```python|^>>>", path.read_text(), re.M)}
    assert {path.relative_to(DOCS).as_posix() for path in shown} == {
        *(f"build/{page}.md" for page in WITH_EXAMPLES),
        "build/writing-rules.md",  # tested in tests/native/test_translate.py
        "play/overlay.md",
        "study/lab.md",
    }


# --- docs/make.py

MAKE = runpy.run_path(str(DOCS / "make.py"))
MOVED: dict[str, str] = MAKE["MOVED"]


def test_a_moved_address_leads_to_a_page() -> None:
    assert all((DOCS / f"{page.partition('#')[0]}.md").exists() for page in MOVED.values())
    assert not any((DOCS / f"{address}.md").exists() for address in MOVED)


def test_a_moved_address_keeps_the_place_on_the_page(tmp_path: Path) -> None:
    MAKE["redirect"](tmp_path)
    text = (tmp_path / "docs" / "decisions" / "0005-chance-is-a-step.html").read_text(encoding="utf-8")
    assert '"../develop/decisions/0005-chance-is-a-step.html") + (location.hash' in text
    assert 'url=play/page.html#the-analysis-board"' in (tmp_path / "docs" / "study.html").read_text(encoding="utf-8")
    assert 'isApart ? "study/commands.html"' in (tmp_path / "docs" / "cli.html").read_text(encoding="utf-8")
    assert len([*tmp_path.rglob("*.html")]) == len(MOVED)
    assert MAKE["loads_from_elsewhere"](tmp_path) == []


def test_the_map_of_the_package_names_every_part() -> None:
    map_ = (ROOT / "CONTRIBUTING.md").read_text().split("src/edokko/\n")[1].split("```")[0]
    package = ROOT / "src" / "edokko"
    parts = {path.parent.name + "/" for path in package.glob("*/__init__.py")}
    parts |= {path.name for path in package.glob("*.py")} - {"__init__.py"}
    assert set(re.findall(r"(?:^|  )(\w+/|\w+\.py)  ", map_, re.MULTILINE)) == parts


# --- docs/build/formats.md


@pytest.fixture
def examples() -> list[Any]:
    """The page's examples: a game, a result and the entry of a trace."""
    page = (ROOT / "docs" / "build/formats.md").read_text()
    return [json.loads(block) for block in re.findall(r"```json\n(.*?)```", page, re.DOTALL)]


def test_the_game_of_the_record_page_is_valid_and_as_far_as_the_page_says(examples: list[Any]) -> None:
    game = check(Record.from_json(examples[0]))
    assert not game.is_over
    assert game.to_record().to_json() == examples[0]
    assert game.seat is not None
    assert game.seats[game.seat] == "Hana"


def test_the_entry_of_a_trace_is_that_of_a_decision_of_the_game(examples: list[Any]) -> None:
    game, _, entry = examples
    before = Game.from_record(game | {"moves": game["moves"][: game["moves"].index("hire seamstress")]})
    assert before.seat == entry["seat"]
    assert sorted(map(str, before.legal_moves)) == entry["legal"]
    assert before.month == entry["position"]["month"]


def test_the_result_of_the_record_page_adds_up(examples: list[Any]) -> None:
    result = examples[1]
    assert [sum(lines.values()) for lines in result["lines"]] == result["iki"]
    assert sorted(result["ranking"], key=lambda seat: -result["iki"][seat]) == result["ranking"]
    assert all(list(lines) == list(Game().score()[0].lines) for lines in result["lines"])
