"""What the documents show is what happens; the overlays' page is checked with the overlays, the command's with it."""

import doctest
import json
import re
from pathlib import Path

import pytest

from edokko import Game, Record, check

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("name", ["README.md", "docs/library.md", "docs/position-string.md", "docs/write-a-player.md"])
def test_the_examples_run_as_shown(name):
    found = doctest.testfile(str(ROOT / name), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert found.attempted > 2
    assert found.failed == 0


def test_the_notebook_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {}
    for cell in json.loads((ROOT / "examples" / "board.ipynb").read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            assert not cell["outputs"]
            exec("".join(cell["source"]), names)
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg")


def test_no_other_page_shows_python_that_nobody_runs():
    shown = {path.name for path in ROOT.glob("docs/*.md") if re.search(r"^```python|^>>>", path.read_text(), re.M)}
    assert shown == {"library.md", "overlay.md", "position-string.md", "write-a-player.md"}


def test_the_map_of_the_package_names_every_part():
    map_ = (ROOT / "CONTRIBUTING.md").read_text().split("src/edokko/\n")[1].split("```")[0]
    package = ROOT / "src" / "edokko"
    parts = {path.parent.name + "/" for path in package.glob("*/__init__.py")}
    parts |= {path.name for path in package.glob("*.py")} - {"__init__.py"}
    assert set(re.findall(r"(?:^|  )(\w+/|\w+\.py)  ", map_, re.MULTILINE)) == parts


# --- docs/record.md


@pytest.fixture
def examples():
    """The game, the result and the entry of a trace that the page shows."""
    page = (ROOT / "docs" / "record.md").read_text()
    return [json.loads(block) for block in re.findall(r"```json\n(.*?)```", page, re.DOTALL)]


def test_the_game_of_the_record_page_holds_and_has_come_as_far_as_it_says(examples):
    game = check(Record.from_json(examples[0]))
    assert not game.is_over
    assert game.to_record().to_json() == examples[0]
    assert game.seats[game.seat] == "Hana"


def test_the_entry_of_a_trace_is_that_of_a_decision_of_the_game(examples):
    game, _, entry = examples
    before = Game.from_record(game | {"moves": game["moves"][: game["moves"].index("hire seamstress")]})
    assert before.seat == entry["seat"]
    assert sorted(map(str, before.legal_moves)) == entry["legal"]
    assert before.month == entry["position"]["month"]


def test_the_result_of_the_record_page_adds_up(examples):
    result = examples[1]
    assert [sum(lines.values()) for lines in result["lines"]] == result["iki"]
    assert sorted(result["ranking"], key=lambda seat: -result["iki"][seat]) == result["ranking"]
    assert all(list(lines) == list(Game().score()[0].lines) for lines in result["lines"])
