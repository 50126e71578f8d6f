"""The board as SVG: well-formed, escaped, within its viewport, in every language."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ElementTree

import pytest

from edokko import Game
from edokko.board import board_svg
from edokko.board.svg import HEIGHT, SEATS, WIDTH
from edokko.catalogue import languages
from edokko.components.model import Building, Character

NAME = "{http://www.w3.org/2000/svg}"


def random_game(players: int, edition: str, decisions: int, seats: list[str] | None = None) -> Game:
    game = Game(players, edition, seed=players, seats=seats)
    generator = random.Random(decisions)
    while not game.is_over and game.ply < decisions:
        moves = [move for move in game.legal_moves if move.kind in ("hire", "shop", "work", "build")]
        game.play(generator.choice(moves or list(game.legal_moves)))
    return game


def texts(picture: str) -> list[str]:
    return ["".join(element.itertext()) for element in ElementTree.fromstring(picture).iter(f"{NAME}text")]


@pytest.mark.parametrize("decisions", [0, 20, 120, 10_000])
@pytest.mark.parametrize(("players", "edition"), [(2, "2015"), (3, "2021"), (4, "2021")])
def test_every_position_is_drawn_in_every_language(players: int, edition: str, decisions: int) -> None:
    game = random_game(players, edition, decisions)
    for language in languages():
        tree = ElementTree.fromstring(board_svg(game, language))
        assert tree.get("viewBox") == f"0 0 {WIDTH} {HEIGHT}"
        tags = {element.tag.removeprefix(NAME) for element in tree.iter()}
        assert tags <= {"svg", "title", "g", "rect", "path", "circle", "text"}
        # A notebook puts several pictures on one page, so ids would clash; and a picture loads no other resource.
        assert not [element for element in tree.iter() if {"id", "href", "class", "onload"} & set(element.attrib)]


def test_it_shows_the_cards_on_the_table() -> None:
    game = random_game(4, "2021", 90, ["Hana", "Jiro", "Kiku", "Mori"])
    text = " ".join(texts(board_svg(game)))
    assert all(name in text for name in game.seats)
    cards: dict[str, Character | Building] = {**game.components.characters, **game.components.buildings}
    for room, content in game.position.rooms.items():
        names = cards[content.card].names["en"]
        assert names.split()[0] in text
        assert room in text
    for card, _ in game.position.row:
        assert game.components.characters[card].names["en"].split()[0] in text
    assert all(str(player.mon) in text.split() for player in game.position.players)


def test_each_seat_has_a_piece_on_the_street_or_at_the_start() -> None:
    for decisions in (0, 60):
        picture = ElementTree.fromstring(board_svg(random_game(4, "2021", decisions)))
        circles = picture.iter(f"{NAME}circle")
        pieces = [circle.get("fill") for circle in circles if float(circle.get("r", "0")) in (15, 16)]
        assert sorted(map(str, pieces)) == sorted(SEATS)


def test_names_are_escaped_and_long_ones_are_truncated_with_a_tooltip() -> None:
    seats = ["<script>alert(1)</script>", "A & B", 'x" onload="y', "W" * 200]
    picture = board_svg(random_game(4, "2021", 40, seats))
    assert "<script>" not in picture
    assert "A & B" in texts(picture)
    tooltips = [title.text or "" for title in ElementTree.fromstring(picture).iter(f"{NAME}title")]
    assert any(tooltip.startswith("WWWW") for tooltip in tooltips)


def test_a_notebook_shows_the_picture() -> None:
    game = Game(2, seed=1)
    assert game._repr_svg_() == board_svg(game)
    assert not hasattr(game, "_repr_html_")
