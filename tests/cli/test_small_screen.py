"""``edokko play`` on a terminal of 80 x 24: no line scrolls away unread, and the screen tells what is to decide."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from terminal import COLOURS, Terminal, edokko

from edokko import Game
from edokko.catalogue import Catalogue, languages
from edokko.cli.playing.pages import page
from edokko.cli.playing.table import Screen
from edokko.terms import Words, question

FOUR = ("--seats", "Hana=human,random,random,random", "--pause", "0", "--seed", "3")


def height(text: str) -> int:
    """The lines that a page takes with the prompt below it, less the echo of what was typed before."""
    return text.count("\n")


@pytest.mark.parametrize("edition", ["2021", "2015"])
def test_a_whole_game_is_played_without_a_line_that_scrolls_away(tmp_path: Path, edition: str) -> None:
    table = Terminal("play", *FOUR, "--edition", edition, data=tmp_path, lines=24)
    table.screen()
    random, decisions = Random(1), 0
    while not table.ended:
        assert max(map(height, table.pages)) <= 24, table.text
        shown = table.pages[-1].replace("\r\n", "\n")
        assert re.search(r"^(Month \d+|New Year)", COLOURS.sub("", shown), re.MULTILINE)
        table.type(str(random.choice(table.choices)))
        decisions += 1
    assert decisions > 50
    assert "wins with" in table.text
    assert table.exit_code() == 0


@pytest.mark.parametrize("language", languages())
def test_every_decision_fits_on_one_screen_with_its_choices(language: str) -> None:
    # English looks at all decisions, each other language at others, one of four.
    step = 1 if language == "en" else 4
    first = languages().index(language) % step
    for seed, players in ((3, 4), (9, 2)):
        game, random = Game(players, seed=seed, seats=["Hana", "Jiro", "Akiko", "Isoroku"][:players]), Random(seed)
        words = Words(Catalogue(language), game.components, game.seats)
        screen = Screen(words)
        screen.console.width = 80
        looked, with_street = 0, 0
        while not game.is_over:
            moves = game.legal_moves
            if game.ply % step != first:
                game.play(random.choice(moves))
                continue
            shown = _drawn(screen, page(words, game, moves, screen.console, 80, 23))
            assert len(shown) <= 23, "\n".join(shown)
            assert question(words, game)[:30] in "\n".join(shown)
            looked += 1
            with_street += any(line.startswith("A1") for line in shown)
            game.play(random.choice(moves))
        assert with_street > 0.75 * looked > 0


def _drawn(screen: Screen, part: object) -> list[str]:
    with screen.console.capture() as capture:
        screen.console.print(part, width=80)
    return capture.get().splitlines()


def test_the_row_comes_before_the_first_decision_of_a_month(tmp_path: Path) -> None:
    table = Terminal("play", *FOUR, data=tmp_path, lines=24)
    table.screen()
    while "way of life" not in table.pages[-1]:
        table.type("1")
    before = COLOURS.sub("", "".join(table.pages[:-1]))
    assert re.search(r"To hire +type +cost +on it +bonus +deal +salary", before)
    table.child.close(force=True)


def test_a_tall_terminal_keeps_the_whole_board(tmp_path: Path) -> None:
    table = Terminal("play", *FOUR, data=tmp_path, lines=120)
    table.screen()
    assert "╭─ A ─" in table.text
    table.child.close(force=True)


def test_a_command_that_is_typed_while_a_text_waits_is_run(tmp_path: Path) -> None:
    table = Terminal("play", *FOUR, data=tmp_path, lines=24)
    table.screen()
    table.child.sendline("rules")
    table.child.expect_exact("Enter: continue.")
    table.type("card monk")
    assert "type: Special, spring" in table.text
    table.child.close(force=True)


# --- what is looked up, on any terminal


def asked(tmp_path: Path, *typed: str, language: str = "en") -> str:
    lines = "".join(f"{line}\n" for line in (*typed, "q"))
    arguments = ("play", "--seats", "human,human", "--seed", "5", "--language", language)
    result = edokko(*arguments, typed=lines, data=tmp_path, COLUMNS="80")
    assert result.exit_code == 0, result.output
    return " ".join(result.output.split())


def test_a_card_is_found_by_part_of_its_name(tmp_path: Path) -> None:
    shown = asked(tmp_path, "card kite", "c sak ped", "card peddler", "card kabki", "card zzzz", "card")
    assert "Kite Maker type: Master craftsman, spring cost: 4 mon deal: swap two characters" in shown
    assert "Sake Peddler type: Street vendor" in shown
    assert "“peddler” is part of several names: Boiled-Egg Peddler, Cotton Peddler" in shown
    assert "No card’s name contains “kabki”. Did you mean: Kabuki Actor, Kabuki Theater?" in shown
    assert "No card’s name contains “zzzz”. The board, row and cards show" in shown
    assert "Name a card: card monk" in shown


@pytest.mark.parametrize(
    ("language", "typed", "name"),
    [("fr", "card theatre", "Théâtre Kabuki"), ("pl", "card mnich", "Mnich"), ("es", "card MONJE", "Monje")],
)
def test_cards_are_looked_up_in_the_language_without_accents(
    tmp_path: Path, language: str, typed: str, name: str
) -> None:
    assert f" {name} " in asked(tmp_path, typed, language=language)


def test_cards_of_a_season_a_type_or_a_name(tmp_path: Path) -> None:
    assert "spring card type cost on it bonus deal salary Book Lender Str 2" in asked(tmp_path / "a", "cards")
    assert "winter card type" in asked(tmp_path / "b", "cards winter")
    assert "Monk Spe" in asked(tmp_path / "c", "cards special")
    assert "No card’s name contains “nonsense”" in asked(tmp_path / "d", "cards nonsense")


def test_rules_whole_by_chapter_and_by_word(tmp_path: Path) -> None:
    whole = asked(tmp_path / "a", "rules")
    assert "Goal of the game" in whole
    assert "Two players" in whole
    assert "[" not in whole.split("Goal of the game")[1].split("Neutral:")[0]
    fire = asked(tmp_path / "b", "rules fire")
    assert "Month 5, from stall 1 inwards: 4 · 3 · 2" in fire
    assert "Goal of the game" not in fire
    assert "Rice and sandals bring nothing" in asked(tmp_path / "c", "rules sandals")
    assert "The rules have no chapter “zzz”. The chapters: Goal of the game" in asked(tmp_path / "d", "rules zzz")


def test_row_offers_and_players(tmp_path: Path) -> None:
    shown = asked(tmp_path, "row", "offers", "players")
    assert "Nothing is on offer now." in shown
    assert "To build" in shown
    assert "kobun food fish pipe pouch ret" in shown
