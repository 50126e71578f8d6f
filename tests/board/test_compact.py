"""The compact board: every card, mark and number, within 80 columns in every language."""

from __future__ import annotations

import io
from random import Random

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

from edokko import Game
from edokko.board import compact, screen
from edokko.board.view import MARKS, view_of, warnings
from edokko.catalogue import Catalogue, languages
from edokko.words import Words
from edokko.words.brief import brief_salary


def lines(part: RenderableType, width: int = 80) -> list[str]:
    console = Console(file=io.StringIO(), width=width, color_system=None)
    with console.capture() as capture:
        console.print(part, width=width)
    return capture.get().splitlines()


def positions(seed: int, players: int, edition: str = "2021") -> list[Game]:
    game = Game(players, edition, seed=seed, seats=["Hana", "Jiro", "Akiko", "Isoroku"][:players])
    random = Random(seed)
    games = []
    while not game.is_over:
        if game.ply % 37 == 36:
            games.append(game.copy())
        game.play(random.choice(game.legal_moves))
    return games


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("seed", "players", "edition"), [(5, 4, "2021"), (7, 2, "2021"), (3, 3, "2015")])
def test_every_part_has_its_height_and_at_most_80_columns(language: str, seed: int, players: int, edition: str) -> None:
    for game in positions(seed, players, edition):
        words = Words(Catalogue(language), game.components, game.seats)
        view = view_of(game, words)
        street = lines(compact.street(view, 80))
        assert len(street) == 2 * (1 + len(view.nagayas[0].rooms))
        assert len(lines(compact.panels(view, 80))) == players + 1
        assert len(lines(compact.panels(view, 80, [0]))) == 2
        assert len(lines(compact.heading(view))) == 1
        assert len(lines(compact.slots(view))) == 1
        parts = (compact.street(view, 80), compact.row(view), screen.offers(view), compact.holdings(view))
        for part in parts:
            assert max(map(cell_len, lines(part)), default=0) <= 80


@pytest.mark.parametrize("language", languages())
def test_the_street_shows_owners_experience_and_oyakata_of_every_card(language: str) -> None:
    for game in positions(11, 4):
        view = view_of(game, Words(Catalogue(language), game.components, game.seats))
        text = "\n".join(lines(compact.street(view, 80)))
        for nagaya in view.nagayas:
            for room in nagaya.rooms:
                assert f"{room.id} {room.mark}{room.steps}".strip() in text
        for seat, square in enumerate(game.state.square):
            assert MARKS[seat] in text or not square


def test_the_street_shows_each_deal() -> None:
    for game in positions(11, 4):
        view = view_of(game, Words(Catalogue(), game.components, game.seats))
        text = "\n".join(lines(compact.street(view, 80)))
        for nagaya in view.nagayas:
            for room in nagaya.rooms:
                if room.kind not in ("", "building") and len(room.brief[1]) <= 16:
                    assert room.brief[1] in text


def test_a_wide_street_shows_salaries_too() -> None:
    game = positions(11, 4)[-1]
    view = view_of(game, Words(Catalogue(), game.components, game.seats))
    text = "\n".join(lines(compact.street(view, 140), 140))
    salaries = [room.brief[2] for nagaya in view.nagayas for room in nagaya.rooms if room.steps]
    assert salaries
    assert all(salary in text for salary in salaries)


def test_warnings_name_the_rice_and_the_cards_in_danger() -> None:
    kinds = set()
    for seed in range(12):
        game, random = Game(3, seed=seed), Random(seed)
        while not game.is_over:
            for seat in range(3):
                for text in warnings(game, Words(Catalogue(), game.components, game.seats), seat):
                    kinds.add(text.split(" at the end")[0])
            game.play(random.choice(game.legal_moves))
    assert kinds == {"Payday", "Fire"}


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("monk", "then: hiring discount"),
        ("ukiyoe_artist", "–·1·4IKI"),
        ("cotton_peddler", "1sand·1sand·1mon+1sand"),
        ("kite_maker", "1·1·2mon + 1·2·3IKI"),
        ("day_laborer", "−2·−1·0IKI"),
    ],
)
def test_a_salary_is_short(card: str, text: str) -> None:
    game = Game(2)
    assert brief_salary(Words(Catalogue("en"), game.components, game.seats), card) == text
