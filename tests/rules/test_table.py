"""The tables that other tests set up are positions that a game can reach."""

from __future__ import annotations

import doctest
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.helpers import table
from tests.helpers.paths import DOCS
from tests.helpers.table import SPARE_BUILDINGS, Scene, Table, opening, twelve_cards

EXAMPLES = DOCS / "develop/engine.md"


def test_the_example_in_the_module_runs() -> None:
    assert doctest.testmod(table).failed == 0


IMPOSSIBLE: dict[str, Callable[[], object]] = {
    "there is no room A4": lambda: Table(2).room("A4", "monk", 0),
    "two cards in A1": lambda: Table().room("A1", "monk", 0).room("A1", "ox_cart", 0),
    "there is no seat 3": lambda: Table(3).seat(3),
    "the slot 1-4 is not used": lambda: Table(3, "2015").on_slot("1-4", 0),
    "a card is there twice": lambda: Table().room("A1", "monk", 0).row("monk").to_act("turn"),
    "more than four kobun": lambda: _crowd().to_act("turn"),
    "engraver comes in a later season": lambda: Table().month(3).row("engraver").to_act("turn"),
    "more cards of the season than were drawn": lambda: _crowd(owner=1).row("cloth_dyer").to_act("turn"),
    "samurai has retired with 2 XP": lambda: Table().month(10).room("A1", "samurai", 0, 2).to_act("turn"),
    "neutrals are for two players": lambda: Table().room("A1", "monk", None).to_act("turn"),
    "the fire order is not the order of F": lambda: Table().seat(1, fire=1).on_top(0, 1, 2).to_act("turn"),
    "a building stands and is on offer": lambda: Table().room("A1", "inn", 0).offer("inn").to_act("turn"),
}


def _crowd(owner: int = 0) -> Table:
    """Set up five characters of spring, four of seat 0 and one of ``owner``."""
    table = Table()
    for place, card in enumerate(("monk", "ox_cart", "yamabushi", "dice_maker")):
        table.room(f"{'ABCD'[place]}1", card, 0)
    return table.room("A2", "sake_peddler", owner)


@pytest.mark.parametrize("problem", IMPOSSIBLE)
def test_an_impossible_table_is_refused(problem: str) -> None:
    with pytest.raises(ValueError, match=re.escape(problem)):
        IMPOSSIBLE[problem]()


@pytest.mark.parametrize("month", range(1, 13))
def test_the_deck_has_the_cards_that_a_game_would_have_left(month: int) -> None:
    """10, 6 or 2 of the season's 14, without those on the table."""
    card = ("monk", "engraver", "printer", "samurai")[(month - 1) // 3]
    scene = Table().month(month).room("A1", card, 0).to_act("over")
    assert scene.state.deck.bit_count() == {1: 10, 2: 6, 0: 2}[month % 3]
    drawn = Table().month(month).row(card).to_act("month_end")
    if month % 3 and month not in (5, 8, 11):
        assert f"reveal {card}" not in drawn.chances()
        assert len(drawn.chances()) == drawn.state.deck.bit_count()


def test_six_buildings_are_in_the_game() -> None:
    assert Table().to_act("over").offer == set(SPARE_BUILDINGS) == opening().offer
    scene = Table().room("A1", "restaurant", 0).room("B1", "inn", 1).to_act("over")
    assert len(scene.offer) == 4
    assert not scene.offer & {"restaurant", "inn"}


def test_an_illegal_move_fails_the_test_that_plays_it() -> None:
    scene: Scene = Table().on_slot("1", 0).to_act("turn")
    with pytest.raises(AssertionError, match="'hire monk' is not legal; legal: \\['income'\\]"):
        scene.play("hire monk")
    with pytest.raises(AssertionError, match="'fire A' cannot happen"):
        scene.chance("fire A")


def test_a_full_board_for_two_players_has_no_free_room() -> None:
    scene = twelve_cards(Table(2).month(3)).to_act("over")
    assert len(scene.rooms()) == 12
    assert [scene.free_kobun(seat) for seat in (0, 1)] == [2, 2]


def test_every_worked_example_has_a_test() -> None:
    """The ids of docs/develop/engine.md and the names of the tests are the same."""
    listed = re.findall(r'<a id="(\w+)"></a>\w+ ', EXAMPLES.read_text(encoding="utf-8"))
    source = Path(__file__).with_name("test_worked_examples.py").read_text(encoding="utf-8")
    tested = set(re.findall(r"^def test_([txv]\d+[a-e]?)_", source, re.MULTILINE))
    assert len(listed) == len(set(listed)) == 19 + 4 + 16
    assert tested == set(listed)
