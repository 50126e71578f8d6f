"""``edokko play`` on a terminal of 80 x 24: paging, a decision on one screen, and look-up commands."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from random import Random

import pytest

from edokko import Game, Record
from edokko.board.view import view_of
from edokko.catalogue import Catalogue, languages
from edokko.cli.playing.pages import page
from edokko.cli.playing.table import Screen
from edokko.native.backends import PLAIN
from edokko.players import Budget
from edokko.players.analysis.position import Analyst
from edokko.players.analysis.reasons import most_telling, reasons_of
from edokko.players.analysis.text import advice
from edokko.words import Words, question
from tests.helpers.paths import SAMPLES
from tests.helpers.terminal import COLOURS, Terminal, edokko

FOUR = ("--seats", "Hana=human,random,random,random", "--pause", "0", "--seed", "3")


def height(text: str) -> int:
    """Return the height of a page with the prompt below it, without the echo of the input before."""
    return text.count("\n")


@pytest.mark.parametrize("edition", ["2021", "2015"])
def test_no_line_of_a_whole_game_scrolls_away_unread(tmp_path: Path, edition: str) -> None:
    table = Terminal("play", *FOUR, "--edition", edition, data=tmp_path, lines=24)
    table.screen()
    random, decisions = Random(1), 0
    while not table.ended:
        assert max(map(height, table.pages)) <= 24, table.text
        decision = table.pages[-1].replace("\r\n", "\n")
        assert re.search(r"^(Month \d+|New Year)", COLOURS.sub("", decision), re.MULTILINE)
        table.type(str(random.choice(table.choices)))
        decisions += 1
    assert decisions > 50
    assert "wins with" in table.text
    assert table.exit_code() == 0


@pytest.mark.parametrize("language", languages())
def test_every_decision_fits_on_one_screen_with_its_choices(language: str) -> None:
    # Each language tests one decision of eight, at an offset of its own.
    step = 8
    first = languages().index(language) % step
    for seed, players in ((3, 4), (9, 2)):
        game, random = Game(players, seed=seed, seats=["Hana", "Jiro", "Akiko", "Isoroku"][:players]), Random(seed)
        words = Words(Catalogue(language), game.components, game.seats)
        screen = Screen(words)
        screen.console.width = 80
        decisions, with_street = 0, 0
        while not game.is_over:
            moves = game.legal_moves
            if game.ply % step != first:
                game.play(random.choice(moves))
                continue
            lines = _rendered_lines(screen, page(words, game, moves, screen.console, 80, 23))
            assert len(lines) <= 23, "\n".join(lines)
            assert question(words, game)[:30] in "\n".join(lines)
            decisions += 1
            with_street += any(line.startswith("A1") for line in lines)
            game.play(random.choice(moves))
        assert with_street > 0.75 * decisions > 0


def _rendered_lines(screen: Screen, part: object) -> list[str]:
    with screen.console.capture() as capture:
        screen.console.print(part, width=80)
    return capture.get().splitlines()


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_hire_is_decided_with_the_stalls_and_the_walk_on_the_screen(language: str, players: int) -> None:
    """The row is longest where all take their income: with eight and more cards, the stalls stay on the screen."""
    game, random = Game(players, seed=5, seats=["Hana", "Jiro", "Akiko", "Isoroku"][:players]), Random(5)
    words = Words(Catalogue(language), game.components, game.seats)
    screen = Screen(words)
    screen.console.width = 80
    longest = 0
    while game.month < 7:
        moves = game.legal_moves
        hires = [move for move in moves if move.kind == "hire"]
        if hires:
            longest = max(longest, len(hires))
            lines = _rendered_lines(screen, page(words, game, moves, screen.console, 80, 23))
            assert len(lines) <= 23, "\n".join(lines)
            for room in ("A1", "B2", "C3", "D1"):
                assert re.search(rf"^{room} | {room} ", "\n".join(lines), re.MULTILINE), "\n".join(lines)
            for number in range(1, len(moves) + 1):
                assert re.search(rf"(^| ) {number} ", "\n".join(lines), re.MULTILINE), "\n".join(lines)
            slot = next(slot.name for slot in view_of(game, words).slots if slot.seat == game.seat)
            shown = words.text("ask-walk", slot=slot, squares="")
            assert re.search(rf"{re.escape(shown)}\d", "\n".join(lines)), "\n".join(lines)
        incomes = [move for move in moves if move.kind == "income"]
        game.play(random.choice(incomes or moves))
    assert longest >= (6 if players == 2 else 9)


@pytest.mark.parametrize("language", languages())
def test_the_first_choice_of_a_month_names_no_shop_by_half(language: str) -> None:
    game = Game(3, seed=3, seats=["Hana", "Jiro", "Akiko"])
    words = Words(Catalogue(language), game.components, game.seats)
    screen = Screen(words)
    screen.console.width = 80
    while game.legal_moves[0].kind != "ikizama":
        game.play(game.legal_moves[0])
    for width in (60, 80):
        screen.console.width = width
        lines = _rendered_lines(screen, page(words, game, game.legal_moves, screen.console, width, 23))
        assert not [line for line in lines if re.match(r" +\d ", line) and "…" in line]


def test_the_row_comes_before_the_first_decision_of_a_month(tmp_path: Path) -> None:
    table = Terminal("play", *FOUR, data=tmp_path, lines=24)
    table.screen()
    while "Choose your boat" not in table.pages[-1]:
        table.type("1")
    before = COLOURS.sub("", "".join(table.pages[:-1]))
    assert re.search(r"To hire +trade +cost +on it +bonus +deal +salary", before)
    table.child.close(force=True)


def test_a_tall_terminal_shows_the_full_board(tmp_path: Path) -> None:
    table = Terminal("play", *FOUR, data=tmp_path, lines=120)
    table.screen()
    assert "╭─ A ─" in table.text
    table.child.close(force=True)


def test_a_command_typed_at_a_pause_is_run(tmp_path: Path) -> None:
    table = Terminal("play", *FOUR, data=tmp_path, lines=24)
    table.screen()
    table.child.sendline("rules")
    table.child.expect_exact("Enter: continue.")
    table.type("card monk")
    assert "trade: Special, spring" in table.text
    table.child.close(force=True)


# --- look-up commands, on any terminal


def output_of(tmp_path: Path, *typed: str, language: str = "en") -> str:
    lines = "".join(f"{line}\n" for line in (*typed, "q"))
    arguments = ("play", "--seats", "human,human", "--seed", "5", "--language", language)
    result = edokko(*arguments, typed=lines, data=tmp_path, COLUMNS="80")
    assert result.exit_code == 0, result.output
    return " ".join(result.output.split())


def test_a_card_is_found_by_part_of_its_name(tmp_path: Path) -> None:
    output = output_of(tmp_path, "card kite", "c sak ped", "card peddler", "card kabki", "card zzzz", "card")
    assert "Kite Maker trade: Master craftsman, spring cost: 4 mon deal: swap two characters" in output
    assert "Sake Peddler trade: Street vendor" in output
    assert "“peddler” is part of several names: Boiled-Egg Peddler, Cotton Peddler" in output
    assert "No card’s name contains “kabki”. Did you mean: Kabuki Actor, Kabuki Theater?" in output
    assert "No card’s name contains “zzzz”. The board, row and cards show" in output
    assert "Name a card: card monk" in output


@pytest.mark.parametrize(
    ("language", "typed", "name"),
    [("fr", "card theatre", "Théâtre Kabuki"), ("pl", "card mnich", "Mnich"), ("es", "card MONJE", "Monje")],
)
def test_cards_are_looked_up_in_the_language_without_accents(
    tmp_path: Path, language: str, typed: str, name: str
) -> None:
    assert f" {name} " in output_of(tmp_path, typed, language=language)


def test_cards_of_a_season_a_type_or_a_name(tmp_path: Path) -> None:
    assert "spring card trade cost on it bonus deal salary Book Lender Str 2" in output_of(tmp_path / "a", "cards")
    assert "winter card trade" in output_of(tmp_path / "b", "cards winter")
    assert "Monk Spe" in output_of(tmp_path / "c", "cards special")
    assert "No card’s name contains “nonsense”" in output_of(tmp_path / "d", "cards nonsense")


def test_rules_in_full_by_chapter_and_by_word(tmp_path: Path) -> None:
    rules = output_of(tmp_path / "a", "rules")
    assert "Goal of the game" in rules
    assert "Two players" in rules
    assert "[" not in rules.split("Goal of the game")[1].split("Neutral:")[0]
    fire = output_of(tmp_path / "b", "rules fire")
    assert "Month 5, from stall 1 inwards: 4 · 3 · 2" in fire
    assert "Goal of the game" not in fire
    assert "Rice and sandals bring nothing" in output_of(tmp_path / "c", "rules sandals")
    assert "The rules have no chapter “zzz”. The chapters: Goal of the game" in output_of(tmp_path / "d", "rules zzz")


def test_row_offers_and_players(tmp_path: Path) -> None:
    output = output_of(tmp_path, "row", "offers", "players")
    assert "Nothing is on offer now." in output
    assert "To build" in output
    assert "kobun eats fish pipe pouch ret" in output


def test_a_hint_fits_on_a_terminal_of_24_rows() -> None:
    """Without the likely line if need be; the empty line before it and the prompt take two rows."""
    analyst = Analyst(backend=PLAIN)
    heights = defaultdict(list)
    for record in ("games-2021-2.jsonl", "games-2021-4.jsonl"):
        game = Game.from_record(Record.from_line((SAMPLES / record).read_text().splitlines()[1]))
        all_words = {language: Words(Catalogue(language), game.components, game.seats) for language in languages()}
        while game.ply:
            game.undo()
            if game.ply % 29 == 0 and len(game.legal_moves) > 2:
                analysis = analyst.analyse(game, Budget(simulations=40), 3)
                reasons = [most_telling(reasons) for reasons in reasons_of(analysis)]
                for language, words in all_words.items():
                    screen = Screen(words)
                    rows = _rendered_lines(screen, advice(analysis, words, None, reasons, is_short=True))
                    heights[language].append(len(rows))
                    whole = _rendered_lines(screen, advice(analysis, words, None, reasons))
                    assert len(whole) > len(rows)
    assert set(heights) == set(languages())
    assert all(len(found) > 5 and max(found) <= 22 for found in heights.values()), heights
