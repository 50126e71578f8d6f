"""What a seat may lose at the end of a month: the forecast equals the actual losses."""

from __future__ import annotations

from random import Random

import pytest

from edokko import Game
from edokko.components.ids import CARD_IDS
from edokko.explain.dangers import fire_ahead, next_fire, next_payday, payday_ahead
from edokko.rules.moves import ROOM_IDS
from tests.helpers.table import Table

A, D = 0, 1


def test_the_payday_of_this_month_counts_the_rice_of_salaries() -> None:
    table = Table().month(3).seat(A, rice=1).room("A1", "boiled_egg_peddler", A, xp=1).room("B1", "monk", A)
    scene = table.room("C1", "yamabushi", A).to_act("way_of_life")
    meal = payday_ahead(scene.tables, scene.state, A)
    assert meal is not None
    assert (meal.needs, meal.has, meal.hungry) == (3, 2, 1)


def test_a_month_without_payday_warns_of_none() -> None:
    scene = Table().month(4).room("B1", "monk", A).to_act("way_of_life")
    assert payday_ahead(scene.tables, scene.state, A) is None
    assert next_payday(scene.tables, 4) == 6
    assert next_payday(scene.tables, 13) is None


def test_a_fire_threatens_cards_up_to_the_owner_who_puts_it_out() -> None:
    """Month 5, strength 5: at B3 it has 3 left, and D with F 3 puts it out before A's card in B4."""
    table = Table().month(5).seat(A, fire=2).seat(D, fire=3).room("B1", "monk", A).room("B3", "yamabushi", D)
    table = table.room("B4", "eel_stand", A).room("D4", "ox_cart", A).room("C1", "carpenter", D)
    scene = table.to_act("way_of_life")
    fire = fire_ahead(scene.tables, scene.state, A)
    assert fire is not None
    assert (fire.strength, fire.level) == (5, 2)
    assert [ROOM_IDS[room] for room in fire.rooms] == ["B1"], "at D4 the fire has strength 2, which A puts out"
    theirs = fire_ahead(scene.tables, scene.state, D)
    assert theirs is not None
    assert [ROOM_IDS[room] for room in theirs.rooms] == ["C1"]


def test_there_is_no_warning_without_a_fire_in_this_month() -> None:
    scene = Table().month(6).room("B1", "monk", A).to_act("way_of_life")
    assert fire_ahead(scene.tables, scene.state, A) is None
    assert next_fire(scene.tables, 6) == 8
    assert next_fire(scene.tables, 12) is None


@pytest.mark.parametrize("players", [2, 4])
def test_every_burnt_card_was_in_the_forecast(players: int) -> None:
    """In random games no card is placed or removed between the last decision of a month and its fire."""
    burnt = 0
    for seed in range(12):
        game, random = Game(players, seed=seed), Random(seed)
        while not game.is_over:
            before = game.copy()
            game.play(random.choice(game.legal_moves))
            if not any(event.kind == "fire_broke_out" for event in game.last_events):
                continue
            for event in game.last_events:
                if event.kind != "left" or event.reason != "fire" or event.seat is None:
                    continue
                fire = fire_ahead(before.tables, before.state, event.seat)
                places_neutral = before.legal_moves[0].kind == "place"
                assert fire is not None
                assert places_neutral or event.room in [ROOM_IDS[room] for room in fire.rooms]
                assert event.card in CARD_IDS
                burnt += 1
    assert burnt
