"""The board as a picture: well-formed, escaped, inside its own edges, in every language."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ElementTree

import pytest

from edokko import Game
from edokko.board import board_svg
from edokko.board.svg import HEIGHT, SEATS, WIDTH
from edokko.catalogue import languages

NAME = "{http://www.w3.org/2000/svg}"


def played(players: int, edition: str, decisions: int, seats: list[str] | None = None) -> Game:
    game = Game(players, edition, seed=players, seats=seats)
    chooser = random.Random(decisions)
    while not game.is_over and game.ply < decisions:
        moves = [move for move in game.legal_moves if move.kind in ("hire", "shop", "work", "build")]
        game.play(chooser.choice(moves or list(game.legal_moves)))
    return game


def texts(picture: str) -> list[str]:
    return ["".join(one.itertext()) for one in ElementTree.fromstring(picture).iter(f"{NAME}text")]


@pytest.mark.parametrize("decisions", [0, 20, 120, 10_000])
@pytest.mark.parametrize(("players", "edition"), [(2, "2015"), (3, "2021"), (4, "2021")])
def test_every_position_is_drawn_in_every_language(players: int, edition: str, decisions: int) -> None:
    game = played(players, edition, decisions)
    for language in languages():
        tree = ElementTree.fromstring(board_svg(game, language))
        assert tree.get("viewBox") == f"0 0 {WIDTH} {HEIGHT}"
        tags = {one.tag.removeprefix(NAME) for one in tree.iter()}
        assert tags <= {"svg", "title", "g", "rect", "path", "circle", "text"}
        # Several pictures of a notebook are on one page, and nothing comes from elsewhere.
        assert not [one for one in tree.iter() if {"id", "href", "class", "onload"} & set(one.attrib)]


def test_it_shows_what_lies_on_the_table() -> None:
    game = played(4, "2021", 90, ["Hana", "Jiro", "Kiku", "Mori"])
    shown = " ".join(texts(board_svg(game)))
    assert all(name in shown for name in game.seats)
    for room, content in game.position.rooms.items():
        names = (game.components.characters | game.components.buildings)[content.card].names["en"]
        assert names.split()[0] in shown
        assert room in shown
    for card, _ in game.position.row:
        assert game.components.characters[card].names["en"].split()[0] in shown
    assert all(str(player.mon) in shown.split() for player in game.position.players)


def test_each_seat_has_a_piece_on_the_street_or_at_the_start() -> None:
    for decisions in (0, 60):
        picture = ElementTree.fromstring(board_svg(played(4, "2021", decisions)))
        pieces = [one.get("fill") for one in picture.iter(f"{NAME}circle") if float(one.get("r", "0")) in (15, 16)]
        assert sorted(map(str, pieces)) == sorted(SEATS)


def test_names_are_escaped_and_long_ones_are_cut_with_a_tip() -> None:
    seats = ["<script>alert(1)</script>", "A & B", 'x" onload="y', "W" * 200]
    picture = board_svg(played(4, "2021", 40, seats))
    assert "<script>" not in picture
    assert "A & B" in texts(picture)
    tips = [one.text or "" for one in ElementTree.fromstring(picture).iter(f"{NAME}title")]
    assert any(tip.startswith("WWWW") for tip in tips)


def test_a_notebook_shows_the_picture() -> None:
    game = Game(2, seed=1)
    assert game._repr_svg_() == board_svg(game)
    assert not hasattr(game, "_repr_html_")
