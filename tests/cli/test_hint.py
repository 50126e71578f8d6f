"""``edokko hint``: the position that it analyses, its output, its errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import pytest

from edokko import Game
from edokko.catalogue import Catalogue, languages
from edokko.players.analysis.reasons import TELLING, Reason, ReasonKind, most_telling, reasons_of
from edokko.players.analysis.text import describe_reason
from edokko.words import Words
from tests.helpers.paths import SAMPLES
from tests.helpers.terminal import edokko

QUICK = ("--budget", "40sims")


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """Return the record of a finished game of three."""
    path = tmp_path / "game.jsonl"
    path.write_text((SAMPLES / "games-2021-3.jsonl").read_text().splitlines()[0])
    return path


def begun() -> Game:
    game = Game(3, seed=1, seats=["Hana", "Jiro", "Kiku"])
    for _ in range(11):
        game.play(game.legal_moves[0])
    return game


def write_position(tmp_path: Path, content: object) -> str:
    path = tmp_path / "position.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return str(path)


def test_the_best_moves_are_printed_in_words(recorded: Path) -> None:
    result = edokko("hint", str(recorded), "--ply", "9", *QUICK, COLUMNS="80")
    assert result.exit_code == 0, result.output
    for words in ("Take your income, or hire a character?", "Hire the ", " %", " IKI", "What is likely to follow:"):
        assert words in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert result.stderr == ""


def test_each_move_has_a_reason_in_the_coachs_words_in_every_language(recorded: Path) -> None:
    for language in languages():
        arguments = ("hint", str(recorded), "--ply", "9", "--top", "3", *QUICK)
        result = edokko(*arguments, EDOKKO_LANGUAGE=language, COLUMNS="140")
        assert result.exit_code == 0, result.output
        lines = [line.strip() for line in result.stdout.splitlines()]
        catalogue = Catalogue(language)
        hungry = catalogue.text("coach-reason-food", hungry=1)
        income = catalogue.text("coach-reason-gains", changes=Words(catalogue).changes({"mon": 4}))
        assert {hungry, income} <= set(lines), result.stdout
        assert lines[lines.index(income) - 1].startswith(tuple("123"))


def test_the_reason_shown_tells_more_than_the_costs_and_yields_of_the_move() -> None:
    assert sorted(TELLING) == sorted(get_args(ReasonKind))
    costs, meal = Reason(kind="pays", count=3), Reason(kind="food", needs=2, has=1, month=3)
    assert most_telling([costs, meal, Reason(kind="expected", count=90)]) is meal
    analysis = begun().analyse("40sims")
    assert all(reasons for reasons in reasons_of(analysis))


def test_every_kind_of_reason_has_words_in_every_language() -> None:
    game = begun()
    for language in languages():
        words = Words(Catalogue(language), game.components, game.seats)
        for kind in TELLING:
            reason = Reason(
                kind=kind,
                count=3,
                amounts={"mon": 2},
                card="cotton_peddler" if kind != "denies-building" else next(iter(game.components.buildings)),
                room="A1",
                slot="2",
                token="fire_guard",
                type=next(iter(game.components.types)),
                line="fish",
                seat=1,
                squares=(1, 2),
                move="income",
            )
            text = describe_reason(words, game, reason)
            assert text, (language, kind)
            assert not set("{}$") & set(text), text
            if kind.startswith("denies"):
                assert "Jiro" in text


def test_json_is_one_object_with_the_promised_keys(recorded: Path) -> None:
    arguments = ("hint", str(recorded), "--ply", "9", "--top", "2", "--json", *QUICK)
    result = edokko(*arguments)
    assert result.exit_code == 0, result.output
    analysis = json.loads(result.stdout)
    assert analysis.keys() == {"seat", "month", "finals", "wins", "simulations", "engine", "moves", "budget"}
    assert (analysis["budget"], analysis["simulations"], analysis["engine"]) == ("40sims", 40, "native")
    assert len(analysis["moves"]) == 2
    assert analysis["moves"][0].keys() == {"move", "visits", "share", "finals", "wins", "line"}
    assert sum(analysis["wins"]) == pytest.approx(1, abs=1e-3)
    assert edokko(*arguments).stdout == result.stdout


def test_without_a_file_the_latest_saved_game_is_analysed(tmp_path: Path) -> None:
    seats = ("--seats", "Hana=human,random", "--seed", "5")
    assert edokko("play", *seats, typed="q\n", data=tmp_path).exit_code == 0
    result = edokko("hint", *QUICK, data=tmp_path)
    assert result.exit_code == 0, result.output
    assert "Hana" in result.stdout


def test_a_finished_game_shows_its_result(recorded: Path) -> None:
    result = edokko("hint", str(recorded))
    assert result.exit_code == 0, result.output
    assert "The game is over" in result.stdout
    assert "--ply N shows an earlier decision" in result.stdout


def test_a_position_file_is_analysed(tmp_path: Path) -> None:
    position = write_position(tmp_path, begun().position.to_json())
    result = edokko("hint", "--position", position, "--json", *QUICK)
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["moves"][0]["move"] == begun().analyse("40sims").best.move.words


def test_a_position_string_is_analysed_as_typed_in_a_file_and_from_an_address(tmp_path: Path) -> None:
    line = begun().position.to_line()
    best = begun().analyse("40sims").best.move.words
    file = tmp_path / "position.txt"
    file.write_text(f"{line}\n")
    for position in (line, line.replace(" ", "_"), str(file)):
        result = edokko("hint", "--position", position, "--json", *QUICK)
        assert result.exit_code == 0, result.output
        assert json.loads(result.stdout)["moves"][0]["move"] == best
    result = edokko("hint", "--position", line.replace("2021.1", "1999.1"))
    assert result.exit_code == 2
    assert result.stderr.startswith("edokko: --position: edition: found '1999'"), result.stderr


def test_user_errors_end_with_a_sentence_and_exit_code_2(tmp_path: Path, recorded: Path) -> None:
    game = str(recorded)
    good = write_position(tmp_path, begun().position.to_json())
    waiting = tmp_path / "waiting.json"
    waiting.write_text(json.dumps(Game(2, chance="manual").position.to_json()))
    for arguments, message in (
        ((), "There is no unfinished game to analyse"),
        (("/no/such/file",), "/no/such/file: No such file or directory."),
        ((str(tmp_path),), "Is a directory."),
        ((game, "--game", "2"), "there is no game 2; the file holds 1"),
        ((game, "--ply", "9999"), "--ply 9999 is too far"),
        ((game, "--ply", "-1"), ": expected "),
        ((game, "--budget", "soon"), "--budget 'soon' is not a budget: expected a time or a number of simulations"),
        ((game, "--budget", "0sims"), "--budget '0sims' is not a budget"),
        ((game, "--top", "0"), ": expected "),
        ((game, "--position", good), "--position cannot be combined with a record or with --ply"),
        (("--position", "nonsense"), "nonsense: there is no such file, and a position string begins with edokko1."),
        (("--position", str(waiting)), "this position has no decision to analyse; chance comes next"),
    ):
        result = edokko("hint", *arguments, data=tmp_path / "none")
        assert result.exit_code == 2, arguments
        assert message in " ".join(result.stderr.split()), result.stderr
        assert "Traceback" not in result.output


@pytest.mark.parametrize(
    "content", ["", "{}", "[" * 100_000, "\x1b[2J", '{"edition": "2021"}', "3", '{"a": 1, "a": 2}']
)
def test_a_file_that_is_no_position_is_refused(tmp_path: Path, content: str) -> None:
    path = write_position(tmp_path, content)
    result = edokko("hint", "--position", path)
    assert result.exit_code == 2, result.output
    assert result.stderr.startswith(f"edokko: {path}: ")
    assert "\x1b" not in result.output


def test_an_impossible_position_is_refused_with_the_reason(tmp_path: Path) -> None:
    position = begun().position.to_json()
    position["players"][0]["mon"] = -5
    result = edokko("hint", "--position", write_position(tmp_path, position))
    assert result.exit_code == 2
    assert "players[0].mon" in result.stderr
