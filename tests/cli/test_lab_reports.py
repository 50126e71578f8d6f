"""The commands ``lab report`` and ``lab compare``: outputs, exit codes and sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from edokko import Game
from tests.helpers.terminal import edokko
from tests.lab.report import madeup


@pytest.fixture
def run(tmp_path: Path) -> str:
    madeup.write_run(tmp_path / "run", 60)
    return str(tmp_path / "run")


def test_a_report_is_written_and_never_over_another_file(run: str, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    ended = edokko("lab", "report", run, "-o", str(page), "--player", "strong")
    assert ended.exit_code == 0
    assert "Questions answered from 180 games: " in ended.stdout
    text = page.read_text(encoding="utf-8")
    assert "<h2>How does strong play?</h2>" in text
    assert text.count("<section id=") == 14
    again = edokko("lab", "report", run, "-o", str(page))
    assert (again.exit_code, again.stdout) == (2, "")
    assert again.stderr == f"edokko: {page} exists already; choose another name, or replace the file with --force.\n"
    page.write_text("old", encoding="utf-8")
    assert edokko("lab", "report", run, "-o", str(page), "--force").exit_code == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    (tmp_path / "folder.html").mkdir()
    assert edokko("lab", "report", run, "-o", str(tmp_path / "folder.html"), "--force").exit_code == 2


def test_unfinished_games_of_a_file_of_records_are_counted(tmp_path: Path) -> None:
    games = tmp_path / "games.jsonl"
    game = Game(2, seed=3, seats=["Hana", "Jiro"])
    while not game.is_over:
        game.play(game.legal_moves[0])
    games.write_text(game.to_record().to_line() + "\n" + Game(2, seed=4).to_record().to_line() + "\n", encoding="utf-8")
    ended = edokko("lab", "report", str(games), "-o", str(tmp_path / "report.html"), "--player", "Jiro")
    assert ended.stderr == "Unfinished games left out: 1\n"
    assert "Too few games to say: 1 of at least 50." in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_two_runs_are_compared_in_a_table_and_on_a_page(run: str, tmp_path: Path) -> None:
    madeup.write_run(tmp_path / "other", 60, seed=9)
    page = tmp_path / "compared.html"
    ended = edokko("lab", "compare", run, str(tmp_path / "other"), "-o", str(page))
    assert ended.exit_code == 0
    assert ended.stdout.splitlines()[2].startswith("quantity")
    assert "winner's score" in ended.stdout
    assert "Two runs of IKI compared" in page.read_text(encoding="utf-8")
    page.write_text("old", encoding="utf-8")
    assert edokko("lab", "compare", run, run, "-o", str(page)).exit_code == 2
    assert edokko("lab", "compare", run, run, "-o", str(page), "--force").exit_code == 0
    assert "Two runs of IKI compared" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("report", "RUN", "-o", "page.txt"), "page.txt: a page’s name ends in .html.\n"),
        (("report", "nowhere", "-o", "page.html"), "nowhere holds no run: there is no table of games in it\n"),
        (
            ("report", "RUN", "-o", "page.html", "--players", "4"),
            "holds no such games; it holds: 180 games of 3 players",
        ),
        (("report", "RUN", "-o", "page.html", "--overlay", "cheap"), "holds no such games; it holds: 180 games of"),
        (
            ("report", "RUN", "-o", "page.html", "--player", "nobody"),
            "no player is called 'nobody'; there are: middling",
        ),
        (("report", "noise.jsonl", "-o", "page.html"), "line 1"),
        (("compare", "RUN", "nowhere"), "nowhere holds no run"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_mistake_ends_with_a_sentence(
    run: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "noise.jsonl").write_text("noise\n")
    ended = edokko("lab", *(run if word == "RUN" else word for word in arguments))
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert ended.stderr.startswith("edokko: ")
    assert message in ended.stderr
