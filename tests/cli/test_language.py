"""The language of the command: chosen, refused, and fitting the screen."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from rich.cells import cell_len
from rich.console import Console
from terminal import SOURCE, edokko

from edokko import Game
from edokko.board import board_text
from edokko.board.view import MARKS
from edokko.catalogue import Catalogue, languages
from edokko.cli.playing.table import Screen
from edokko.terms import Words, describe_events

SAMPLES = Path(__file__).parents[1] / "samples"
RECORD = next(iter(sorted(SAMPLES.glob("games-*.jsonl"))))
TOLD = {
    "en": "Way of life",
    "es": "Camino de la vida",
    "fr": "Mode de vie",
    "pl": "Droga życia",
    "pt": "Modo de vida",
}


@pytest.mark.parametrize("language", languages())
def test_the_option_chooses_before_and_after_the_command(language: str) -> None:
    before = edokko("--language", language, "record", "show", str(RECORD))
    after = edokko("record", "show", f"--language={language}", str(RECORD))
    assert before.exit_code == 0
    assert TOLD[language] in before.output
    assert after.output == before.output


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"EDOKKO_LANGUAGE": "pl", "LANG": "fr_FR.UTF-8"}, "pl"),
        ({"EDOKKO_LANGUAGE": "", "LC_ALL": "pt_BR.UTF-8", "LANG": "fr_FR.UTF-8"}, "pt"),
        ({"EDOKKO_LANGUAGE": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": "fr_FR.UTF-8"}, "fr"),
        ({"EDOKKO_LANGUAGE": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_environment_chooses_where_no_option_does(environment: dict[str, str], language: str) -> None:
    assert TOLD[language] in edokko("record", "show", str(RECORD), **environment).output
    assert TOLD["es"] in edokko("record", "show", str(RECORD), "--language", "es", **environment).output


def test_an_unknown_language_is_refused_with_the_known_ones() -> None:
    says = "'xx' is not an available language; choose from en, es, fr, pl, pt."
    for arguments in (("--language", "xx", "record"), ("record", "show", "--language=xx", str(RECORD))):
        result = edokko(*arguments)
        assert result.exit_code == 2
        assert result.stderr == f"edokko: --language {says}\n"
    result = edokko("record", "show", str(RECORD), EDOKKO_LANGUAGE="xx")
    assert result.exit_code == 2
    assert result.stderr == f"edokko: EDOKKO_LANGUAGE {says}\n"


def test_an_option_and_help_work_beside_an_unknown_variable() -> None:
    assert edokko("record", "show", str(RECORD), "--language", "fr", EDOKKO_LANGUAGE="xx").exit_code == 0
    assert edokko("--help", EDOKKO_LANGUAGE="xx").exit_code == 0


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("command", ["play", "hint", "review", "simulate", "arena", "record", "components", "tune"])
def test_help_is_there_in_every_language(language: str, command: str) -> None:
    result = edokko("--language", language, command, "--help")
    assert result.exit_code == 0
    words = Catalogue(language).text(f"help-{command}").split()
    assert " ".join(words[:4]) in " ".join(result.output.split())


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("arguments", [(), ("play",), ("record",), ("record", "show"), ("tune", "weights")])
def test_a_help_page_is_in_one_language(language: str, arguments: tuple[str, ...]) -> None:
    """What the command-line library says around our own words is translated too."""
    shown = edokko("--language", language, *arguments, "--help").output
    for message in ("help-usage", "help-options", "help-help"):
        assert Catalogue(language).text(message) in shown
    theirs = ("Usage:", "Commands:", "Show this message")
    assert language == "en" or not any(text in shown for text in theirs)


def test_the_package_runs_as_the_command() -> None:
    command = [sys.executable, "-m", "edokko", "--language", "pl", "record", "check", str(RECORD)]
    env = os.environ | {"PYTHONPATH": str(SOURCE), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(command, env=env, capture_output=True, text=True, encoding="utf-8", check=True)
    assert "dobr" in done.stdout + done.stderr


# --- longer words on a narrow screen


def positions(seed: int, players: int) -> list[Game]:
    """A game at several moments, the last one at its end."""
    game, random, found = (
        Game(players, seed=seed, seats=["Hana", "Jiro", "Akiko", "Isoroku"][:players]),
        Random(seed),
        [],
    )
    while not game.is_over:
        if game.ply % 45 == 44:
            found.append(game.copy())
        game.play(random.choice(game.legal_moves))
    return [*found, game]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("seed", "players"), [(5, 4), (7, 2)])
def test_the_board_keeps_to_80_columns_and_shows_where_everybody_stands(language: str, seed: int, players: int) -> None:
    for game in positions(seed, players):
        shown = board_text(game, language, 80).splitlines()
        assert max(map(cell_len, shown)) <= 80
        squares = [line for line in shown if line.startswith("│ ") and line[2].isdigit()]
        assert len(squares) == 2
        for seat, square in enumerate(game.state.square):
            if seat < players and square:
                assert MARKS[seat] in "".join(squares), (language, seat)


@pytest.mark.parametrize("language", languages())
def test_choices_log_and_scores_keep_to_80_columns(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for game in positions(3, 4):
        screen = Screen(Words(Catalogue(language), game.components, game.seats))
        screen.console = Console(file=io.StringIO(), width=80, color_system=None)
        if not game.is_over:
            screen.rule(game)
            screen.choices(game, game.legal_moves)
        screen.log(list(describe_events(game.events, screen.words)))
        screen.scores(game)
        shown = screen.console.file.getvalue().splitlines()  # type: ignore[attr-defined]
        assert max(map(cell_len, shown)) <= 80
        assert not any("…" in line for line in shown)


@pytest.mark.parametrize("language", languages())
def test_types_are_told_apart_by_three_letters(language: str) -> None:
    words = Words(Catalogue(language))
    short = [words.short_type(words.type(kind)) for kind in words.components.types]
    assert len(set(short)) == len(short) == 5
    assert all(len(one) == 3 for one in short)
