"""The language of the command: selection, errors, and texts that fit the screen."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import click
import pytest
from rich.cells import cell_len
from rich.console import Console

from edokko import Game
from edokko.board import board_text
from edokko.board.view import MARKS
from edokko.catalogue import Catalogue, languages
from edokko.cli import build_application
from edokko.cli.playing.table import Screen
from edokko.words import Words, describe_events
from tests.helpers.paths import SAMPLES, SOURCE
from tests.helpers.terminal import edokko

RECORD = next(iter(sorted(SAMPLES.glob("games-*.jsonl"))))
BOATS = {"en": "Boats", "es": "Barcas", "fr": "Barques", "pl": "Łodzie", "pt": "Barcos"}


@pytest.mark.parametrize("language", languages())
def test_the_option_works_before_and_after_the_command(language: str) -> None:
    before = edokko("--language", language, "record", "show", str(RECORD))
    after = edokko("record", "show", f"--language={language}", str(RECORD))
    assert before.exit_code == 0
    assert BOATS[language] in before.output
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
def test_without_the_option_the_environment_selects_the_language(environment: dict[str, Any], language: str) -> None:
    assert BOATS[language] in edokko("record", "show", str(RECORD), **environment).output
    assert BOATS["es"] in edokko("record", "show", str(RECORD), "--language", "es", **environment).output


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("review",), "Brakuje FILE; --help pokazuje, czego oczekuje polecenie."),
        (("review", "/no/file"), "/no/file: Nie ma takiego pliku ani folderu."),
        (("review", "a", "b"), "Zbędny argument 'b'; --help pokazuje, czego oczekuje polecenie."),
        (("review", "a", "--game"), "Opcja --game wymaga wartości."),
    ],
)
def test_errors_of_click_and_of_the_system_are_in_the_language(arguments: tuple[str, ...], sentence: str) -> None:
    result = edokko("--language", "pl", *arguments)
    assert (result.exit_code, result.stderr) == (2, f"edokko: {sentence}\n")


def test_an_unknown_language_is_refused_with_the_known_ones() -> None:
    message = "'xx' is not an available language; choose from en, es, fr, pl, pt."
    for arguments in (("--language", "xx", "record"), ("record", "show", "--language=xx", str(RECORD))):
        result = edokko(*arguments)
        assert result.exit_code == 2
        assert result.stderr == f"edokko: --language {message}\n"
    result = edokko("record", "show", str(RECORD), EDOKKO_LANGUAGE="xx")
    assert result.exit_code == 2
    assert result.stderr == f"edokko: EDOKKO_LANGUAGE {message}\n"


def test_the_option_and_help_work_with_an_unknown_language_in_the_environment() -> None:
    assert edokko("record", "show", str(RECORD), "--language", "fr", EDOKKO_LANGUAGE="xx").exit_code == 0
    assert edokko("--help", EDOKKO_LANGUAGE="xx").exit_code == 0


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("command", ["play", "hint", "review", "simulate", "arena", "record", "components", "lab"])
def test_every_language_has_help(language: str, command: str) -> None:
    result = edokko("--language", language, command, "--help")
    assert result.exit_code == 0
    words = Catalogue(language).text(f"help-{command}").split()
    assert " ".join(words[:4]) in " ".join(result.output.split())


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("arguments", [(), ("play",), ("record",), ("record", "show"), ("lab", "run")])
def test_a_help_page_is_in_one_language(language: str, arguments: tuple[str, ...]) -> None:
    """The texts of the command-line library are translated too."""
    output = edokko("--language", language, *arguments, "--help").output
    for message in ("help-usage", "help-options", "help-help"):
        assert Catalogue(language).text(message) in output
    library_texts = ("Usage:", "Commands:", "Show this message")
    assert language == "en" or not any(text in output for text in library_texts)


def help_texts(command: click.Command, context: click.Context) -> Iterator[tuple[str, str | None]]:
    """Yield the texts of a command, its options and its subcommands, with the name of what they belong to."""
    yield command.name or "", command.help
    yield from ((param.opts[0], param.help) for param in command.params if isinstance(param, click.Option))
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            subcommand = command.get_command(context, name)
            assert subcommand is not None
            yield from help_texts(subcommand, context)


def test_the_help_of_every_command_and_option_is_a_text() -> None:
    application = build_application([])
    texts = list(help_texts(application, click.Context(application)))
    assert len(texts) > 100
    assert [(name, text) for name, text in texts if not text or " " not in text] == []


def test_the_package_runs_as_the_command() -> None:
    command = [sys.executable, "-m", "edokko", "--language", "pl", "record", "check", str(RECORD)]
    env = os.environ | {"PYTHONPATH": str(SOURCE), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(command, env=env, capture_output=True, text=True, encoding="utf-8", check=True)
    assert "dobr" in done.stdout + done.stderr


# --- long words on a narrow screen


def positions(seed: int, players: int) -> list[Game]:
    """Return several positions of a game, the last one at its end."""
    game, random, copies = (
        Game(players, seed=seed, seats=["Hana", "Jiro", "Akiko", "Isoroku"][:players]),
        Random(seed),
        [],
    )
    while not game.is_over:
        if game.ply % 45 == 44:
            copies.append(game.copy())
        game.play(random.choice(game.legal_moves))
    return [*copies, game]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("seed", "players"), [(5, 4), (7, 2)])
def test_the_board_fits_80_columns_and_shows_every_oyakata(language: str, seed: int, players: int) -> None:
    for game in positions(seed, players):
        lines = board_text(game, language, 80).splitlines()
        assert max(map(cell_len, lines)) <= 80
        squares = [line for line in lines if line.startswith("│ ") and line[2].isdigit()]
        assert len(squares) == 2
        for seat, square in enumerate(game.state.square):
            if seat < players and square:
                assert MARKS[seat] in "".join(squares), (language, seat)


@pytest.mark.parametrize("language", languages())
def test_choices_log_and_scores_fit_80_columns(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for game in positions(3, 4):
        screen = Screen(Words(Catalogue(language), game.components, game.seats))
        screen.console = Console(file=io.StringIO(), width=80, color_system=None)  # type: ignore[assignment]
        if not game.is_over:
            screen.rule(game)
            screen.choices(game, game.legal_moves)
        screen.log(list(describe_events(game.events, screen.words)))
        screen.scores(game)
        lines = screen.console.file.getvalue().splitlines()  # type: ignore[attr-defined]
        assert max(map(cell_len, lines)) <= 80
        assert not any("…" in line for line in lines)


@pytest.mark.parametrize("language", languages())
def test_three_letters_distinguish_the_types(language: str) -> None:
    words = Words(Catalogue(language))
    short = [words.short_type(words.type(kind)) for kind in words.components.types]
    assert len(set(short)) == len(short) == 5
    assert all(len(name) == 3 for name in short)
