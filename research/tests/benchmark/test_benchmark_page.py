"""The tables of the benchmark: rows are kept beside the page, and the page has those of the file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from edokko.lab import benchmark
from edokko_research.commands.benchmark import DATA, PAGE, rendered
from helpers.command import research

MARKERS = "".join(f"<!-- benchmark: {players} -->\n<!-- end: {players} -->\n" for players in benchmark.GAMES)


def test_the_page_has_the_rows_of_the_file() -> None:
    text = PAGE.read_text(encoding="utf-8")
    rows = json.loads(DATA.read_text(encoding="utf-8"))
    assert rendered(text, rows) == text
    assert {row["protocol"] for row in rows} == {benchmark.PROTOCOL}
    for row in rows:
        assert {each["games"] for each in row["rows"]} == {*benchmark.GAMES.values()}
        assert len(row["rows"]) >= 2 * (len(benchmark.OPPONENTS) - 1)


def test_a_row_is_played_kept_and_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "GAMES", {4: 8, 2: 4})
    page, data = tmp_path / "page.md", tmp_path / "rows.json"
    page.write_text(MARKERS, encoding="utf-8")
    words = ("--data", data, "--page", page)
    for player in ("random", "greedy"):
        assert research("benchmark", player, *words).exit_code == 0
    lines = [line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    assert [line.split("`")[1] for line in lines] == ["greedy", "random"] * 2
    assert all("*even*" in line for line in lines)
    assert [row["player"] for row in json.loads(data.read_text(encoding="utf-8"))] == ["random", "greedy"]
    shown = page.read_text(encoding="utf-8")
    assert research("benchmark", *words).exit_code == 0
    assert page.read_text(encoding="utf-8") == shown


def test_what_cannot_be_done_is_a_sentence(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("no markers", encoding="utf-8")
    result = research("benchmark", "--data", tmp_path / "rows.json", "--page", page)
    assert (result.exit_code, "the page needs one '<!-- benchmark: 4 -->'" in result.output) == (2, True)
    result = research("benchmark", "stranger", "--data", tmp_path / "rows.json", "--page", page)
    assert (result.exit_code, "there is no player 'stranger'" in result.output) == (2, True)
    assert not (tmp_path / "rows.json").exists()
