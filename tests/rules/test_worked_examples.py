"""The worked examples T1 to T14, X1 to X4 and V1 to V16 of docs/develop/engine.md, number by number.

A, D and P are the examples' three players. Where an example leaves a number open, it is tried with several.
"""

from __future__ import annotations

import pytest

from tests.helpers.table import Scene, Table

A, D, P = 0, 1, 2


# --- the examples of 2021


def test_t1_the_highest_f_chooses_first_then_the_upper_marker() -> None:
    """T1: A is highest on the fire track; D and P share a space, D's marker above P's. The order is A, D, P."""
    a, d, p = 2, 1, 0
    table = Table(players=3).month(2).seat(a, fire=3).seat(d, fire=1).seat(p, fire=1).on_top(a, d, p)
    scene = table.to_act("way_of_life")
    order = []
    for slot in ("3", "1-4", "1"):
        order.append(scene.decides)
        scene.play(f"ikizama {slot}")
    assert order == [a, d, p]


@pytest.mark.parametrize("fire", [0, 4, 9])
@pytest.mark.parametrize("mon", [5, 8])
def test_t2_hiring_the_monk_into_a_corner(mon: int, fire: int) -> None:
    """T2: 1 mon comes from the card, 4 are the cost, 2 the corner: 5 less. F rises by one, once."""
    scene = Table().seat(A, mon=mon, fire=fire).row(("monk", 1), "ox_cart").on_slot("2", A).to_act("turn")
    scene.play("hire monk", "place C4")
    assert scene.mon(A) == mon - 5
    assert scene.gained(A, "mon", "card_mon") == 1
    assert -scene.gained(A, "mon", "hire") - scene.gained(A, "mon", "surcharge") == 6
    assert scene.fire(A) == fire + 1
    assert (scene.card("C4"), scene.owner("C4"), scene.xp("C4")) == ("monk", A, 0)
    assert scene.free_kobun(A) == 3
    assert scene.row == [("ox_cart", 0)]


def test_t2_with_less_mon_the_corner_is_out_of_reach_first_then_the_monk() -> None:
    """T2, the floor: the monk costs 4 and has 1 mon on it. 5 mon reach the corner, 4 and 3 only other rooms, 2 none."""

    def table(mon: int) -> Scene:
        return Table().seat(A, mon=mon).row(("monk", 1)).on_slot("2", A).to_act("turn")

    corners = {"place A4", "place B4", "place C4", "place D4"}
    assert corners <= table(5).play("hire monk").legal()
    for mon in (3, 4):
        rooms = table(mon).play("hire monk").legal()
        assert "place A1" in rooms
        assert not corners & rooms
    assert table(2).legal() == {"income"}


@pytest.mark.parametrize("egg_xp", [0, 1])
@pytest.mark.parametrize("monk_xp", [0, 1])
def test_t3_a_lap_to_the_rice_shop_retires_the_cloth_dyer(monk_xp: int, egg_xp: int) -> None:
    """T3: slot 1 and a sandal lead over the lap line to the rice shop; only the Cloth Dyer retires on the way.

    Then rice for 3 mon, and P's Boiled-Egg Peddler: in all 1 sandal and 3 mon less, 3 rice more.
    """
    table = Table().month(3).seat(A, mon=4, rice=1, sandals=1, square=8).on_slot("1", A)
    table.room("D4", "monk", A, monk_xp).room("C2", "cloth_dyer", A, 2).room("A2", "boiled_egg_peddler", P, egg_xp)
    scene = table.to_act("move")
    scene.play("move 2")
    assert scene.square(A) == 2
    assert scene.sandals(A) == 0
    assert scene.xp("D4") == monk_xp + 1
    assert scene.retired(A) == {"cloth_dyer"}
    assert scene.card("C2") is None
    assert scene.free_kobun(A) == 3
    scene.play("shop rice")
    assert (scene.mon(A), scene.rice(A)) == (4 - 3, 1 + 2)
    scene.play("work A2")
    assert (scene.mon(A), scene.rice(A), scene.sandals(A)) == (4 - 3, 1 + 3, 0)
    assert scene.xp("A2") == egg_xp + 1


@pytest.mark.parametrize("soba_xp", [1, 2])
def test_t4_salary_of_a_retired_and_two_working_characters(soba_xp: int) -> None:
    """T4: the Cotton Peddler has retired, Seamstress and Soba Stand stand on entries of 3. 4 mon, 1 sandal, 3 IKI."""
    table = Table().month(3).seat(P, retired=["cotton_peddler"], rice=2)
    table.room("A1", "seamstress", P, 2).room("B1", "soba_stand", P, soba_xp)
    scene = table.to_act("month_end")
    assert (scene.mon(P), scene.sandals(P), scene.iki(P)) == (1 + 3, 1, 3)
    assert {seat: scene.iki(seat) for seat in (A, D)} == {A: 0, D: 0}


@pytest.fixture
def harmony() -> Scene:
    """The board of T5 after its payday: nagayas A to D are the example's 1 to 4."""
    table = Table().month(3).seat(A, rice=4).seat(D, rice=1).seat(P, rice=3)
    table.room("A2", "dice_maker", P).room("A4", "sandal_maker", P)
    table.room("B1", "sake_peddler", A)
    table.room("C2", "soba_stand", A).room("C4", "seamstress", A)
    table.room("D1", "carpenter", D).room("D2", "kite_maker", P).room("D4", "ukiyoe_artist", A)
    return table.to_act("month_end")


def test_t5a_two_artisans_of_one_owner(harmony: Scene) -> None:
    """T5a: P has the two artisans of the first nagaya: 2 x 2 = 4."""
    assert [harmony.harmony(seat, "A") for seat in (A, D, P)] == [0, 0, 4]


def test_t5b_a_character_alone(harmony: Scene) -> None:
    """T5b: A's peddler is alone in the second nagaya: nothing."""
    assert [harmony.harmony(seat, "B") for seat in (A, D, P)] == [0, 0, 0]


def test_t5c_two_types_of_one_owner(harmony: Scene) -> None:
    """T5c: A's shopkeeper and artisan in the third nagaya are of two types: nothing."""
    assert [harmony.harmony(seat, "C") for seat in (A, D, P)] == [0, 0, 0]


def test_t5d_two_owners_share_a_type(harmony: Scene) -> None:
    """T5d: D's and P's masters in the fourth nagaya: 1 x 2 each. A's artisan beside them: nothing."""
    assert [harmony.harmony(seat, "D") for seat in (A, D, P)] == [0, 2, 2]


def test_t5e_the_corners_are_a_group_too(harmony: Scene) -> None:
    """T5e: three artisans in the corners, one of P, two of A: P 1 x 3, A 2 x 3."""
    assert [harmony.harmony(seat, "corners") for seat in (A, D, P)] == [6, 0, 3]


def test_t5_an_event_of_harmony_names_its_group_and_how_many_cards_stand_there(harmony: Scene) -> None:
    """The number of cards must not be decoded as a group."""
    events = harmony.events("harmony_scored", seat=D)
    assert [(event.group, event.detail, event.source) for event in events] == [("D", 2, None)]


def test_t5_total_of_the_whole_board(harmony: Scene) -> None:
    """T5: P 9, A 6, D 2."""
    assert [harmony.gained(seat, "iki", "harmony") for seat in (A, D, P)] == [6, 2, 9]


@pytest.mark.parametrize("fire", [0, 6])
def test_t6_the_yamabushi_goes_hungry(fire: int) -> None:
    """T6: D has three characters and 2 rice, and lets the Yamabushi go: no rice, one kobun more, F as before."""
    table = Table().month(3).seat(D, rice=2, fire=fire)
    table.room("A1", "yamabushi", D).room("B1", "dice_maker", D).room("C1", "kite_maker", D)
    scene = table.to_act("month_end")
    assert scene.decides == D
    assert scene.free_kobun(D) == 1
    assert scene.legal() == {"starve A1", "starve B1", "starve C1"}
    scene.play("starve A1")
    assert scene.rice(D) == 0
    assert scene.free_kobun(D) == 2
    assert scene.fire(D) == fire
    assert scene.rooms() == {"B1": "dice_maker", "C1": "kite_maker"}
    assert scene.retired(D) == set()
    assert scene.month == 4


@pytest.mark.parametrize("fire", [0, 4])
def test_t7_the_fire_of_may(fire: int) -> None:
    """T7: strength 5. P with F at most 4 loses the card at the edge, the empty room takes the fire to 3, D has 3."""
    table = Table().month(5).seat(A, fire=1).seat(D, fire=3).seat(P, fire=fire).row("engraver", ("eel_stand", 1))
    table.room("C1", "sake_peddler", P).room("C3", "dice_maker", D).room("C4", "kite_maker", A)
    scene = table.to_act("month_end").chance("fire C")
    assert scene.rooms() == {"C3": "dice_maker", "C4": "kite_maker"}
    assert scene.free_kobun(P) == 4
    assert [event.amount for event in scene.events("fire_broke_out")] == [5]
    assert [(event.room, event.amount) for event in scene.events("fire_passed")] == [("C2", 4)]
    assert [(event.room, event.seat, event.amount) for event in scene.events("fire_put_out")] == [("C3", D, 3)]
    assert [scene.fire(seat) for seat in (A, D, P)] == [1, 3, fire]
    assert scene.row == [("engraver", 1), ("eel_stand", 2)]


@pytest.mark.parametrize("mon", [1, 3])
def test_t8_building_the_inn(mon: int) -> None:
    """T8: at the construction site 1 mon, 1 koban and 1 wood build the Inn, 12 IKI at the end."""
    table = Table().seat(D, mon=mon, koban=1, wood=1, square=6).offer("inn", "shrine")
    scene = table.to_act("deals", D)
    assert scene.line(D, "buildings") == 0
    scene.play("shop build inn", "place B2")
    assert (scene.mon(D), scene.koban(D), scene.wood(D)) == (mon - 1, 0, 0)
    assert (scene.card("B2"), scene.owner("B2")) == ("inn", D)
    assert scene.free_kobun(D) == 3
    assert scene.offer == {"shrine"}
    assert scene.line(D, "buildings") == 12


@pytest.mark.parametrize("mon", [0, 3])
def test_t9_new_year_at_the_pawnbroker(mon: int) -> None:
    """T9: a sandal pawned for 4 mon, 3 of them for D's Incense Shop: 1 mon more, 5 IKI; the Incense Shop retires."""
    table = Table().month(13).seat(A, mon=mon, sandals=1, fire=5).seat(D, fire=4).seat(P, fire=2)
    scene = table.room("C3", "incense_shop", D, 1).to_act("month")
    assert scene.decides == A
    scene.play("visit 5", "shop pawn sandal", "work C3")
    assert (scene.sandals(A), scene.mon(A), scene.iki(A)) == (0, mon + 1, 5)
    assert scene.retired(D) == {"incense_shop"}
    assert scene.free_kobun(D) == 4
    scene.play("done")
    assert scene.decides == D
    scene.play("visit 1", "done")
    assert scene.decides == P
    scene.play("visit 1", "done")
    assert scene.is_over
    assert scene.mon(D) == 0, "no salary is paid any more"


def test_t10_the_score_sheet() -> None:
    """T10: 28 on the track, a retired Puppeteer as fourth type, three fish, two pouches and a pipe: 100 in all."""
    held = ["spring_fish_2", "summer_fish_2", "autumn_fish_1", "autumn_pouch_2", "winter_pouch_1", "spring_pipe_1"]
    retired = ["puppeteer", "sake_peddler", "salt_peddler", "dice_maker"]
    table = Table().month(12).seat(A, iki=28, mon=5, koban=1, held=held, retired=retired)
    table.room("A1", "book_lender", A).room("A2", "kite_maker", A).room("B1", "restaurant", A)
    scene = table.to_act("over")
    assert scene.sheet(A) == {
        "track": 28,
        "types": 16,
        "fish": 10 + 8,
        "pouches": (3 + 5) * 2,
        "buildings": 18,
        "koban": 3,
        "wood": 0,
        "mon": 1,
    }
    assert scene.total(A) == 100


def test_t11_all_four_dear_fish() -> None:
    """T11: 15 for the set and 1 + 7 + 1 + 7; a Restaurant is worth the same 31 again."""
    held = ["spring_fish_2", "summer_fish_2", "autumn_fish_2", "winter_fish_2"]
    table = Table().month(12).seat(A, held=held).seat(D).room("A1", "restaurant", A)
    scene = table.to_act("over")
    assert scene.line(A, "fish") == 15 + 1 + 7 + 1 + 7 == 31
    assert scene.line(A, "buildings") == 31


def test_t12_a_blocking_tile_closes_a_slot_for_both() -> None:
    """T12: the month's tile shows 4. Neither player can take slot 4; the tile of the month before is discarded."""
    scene = Table(players=2).month(1).closed("2").to_act("month_end")
    assert scene.closed is None
    assert scene.month == 2
    scene.chance("closed 4", "reveal monk ox_cart seamstress carpenter")
    assert scene.legal() == {"ikizama 1-4", "ikizama 1", "ikizama 2", "ikizama 3"}
    scene.play("ikizama 2")
    assert scene.legal() == {"ikizama 1-4", "ikizama 1", "ikizama 3"}


def test_t13_placing_a_neutral_in_the_middle_room() -> None:
    """T13: the Moon places the Kabuki Actor: its mon to the supply, no surcharge, no kobun, no F for anyone."""
    sun, moon = 0, 1
    table = Table(players=2).month(12).seat(sun, mon=3).seat(moon, mon=3).row(("kabuki_actor", 1), "samurai")
    scene = table.to_act("month_end")
    assert scene.decides == moon
    scene.play("neutral kabuki_actor", "place B2")
    assert (scene.card("B2"), scene.owner("B2")) == ("kabuki_actor", None)
    assert [scene.has(seat) for seat in (sun, moon)] == [scene.has(sun)] * 2
    assert (scene.mon(sun), scene.fire(sun), scene.free_kobun(sun)) == (3, 0, 4)
    assert (scene.mon(moon), scene.fire(moon), scene.free_kobun(moon)) == (3, 0, 4)


@pytest.mark.parametrize("square", [3, 4])
@pytest.mark.parametrize("iki", [0, 7])
def test_t14_using_a_neutral_in_the_middle_room(square: int, iki: int) -> None:
    """T14: from either square of its nagaya the Kabuki Actor gives 3 IKI and leaves; no character gains XP."""
    table = Table(players=2).month(12).seat(A, iki=iki, square=square).room("B2", "kabuki_actor", None)
    table.room("B1", "sake_peddler", D).room("B3", "dice_maker", A)
    scene = table.to_act("deals", A).play("work B2")
    assert scene.iki(A) == iki + 3
    assert scene.rooms() == {"B1": "sake_peddler", "B3": "dice_maker"}
    assert scene.retired(A) == scene.retired(D) == set()
    assert (scene.xp("B1"), scene.xp("B3")) == (0, 0)
    assert scene.events("xp_gained") == []


# --- the examples of 2015


def test_x1_the_mon_on_the_book_lender_pay_for_it() -> None:
    """X1: 0 mon in hand, 2 on the Book Lender, who costs 1: 1 is left, too little for a corner."""
    scene = Table(edition="2015").month(3).row(("book_lender", 2)).on_slot("1", A).to_act("turn")
    scene.play("hire book_lender")
    assert scene.mon(A) == 1
    assert "place A3" in scene.legal()
    assert not scene.legal() & {"place A4", "place B4", "place C4", "place D4"}
    scene.play("place A3")
    assert scene.mon(A) == 1


@pytest.mark.parametrize(("edition", "left"), [("2015", 0), ("2021", 1)])
def test_x2_income_a_sandal_the_ukiyoe_artist_and_the_money_changer(edition: str, left: int) -> None:
    """X2: 3 mon, 4 of income, 5 from the Ukiyoe Artist for 1 IKI, 12 for 2 koban: 0 left. 2021: 4 and 10, 1 left."""
    table = Table(edition=edition).month(2).seat(A, mon=3, sandals=1, iki=1, square=4).on_slot("3", A)
    scene = table.room("D3", "ukiyoe_artist", P).to_act("turn")
    scene.play("income")
    assert scene.mon(A) == 7
    scene.play("move 4")
    assert (scene.square(A), scene.sandals(A)) == (8, 0)
    scene.play("work D3")
    assert scene.mon(A) == {"2015": 12, "2021": 11}[edition]
    assert scene.iki(A) == 0
    scene.play("shop two koban")
    assert (scene.mon(A), scene.koban(A)) == (left, 2)


def test_x3_three_peddlers_and_a_master() -> None:
    """X3: in one nagaya a peddler of purple, two of red, and a master: red 6, purple 3, the master nothing."""
    purple, red, other = 0, 1, 2
    table = Table(edition="2015").month(3).seat(purple, rice=1).seat(red, rice=2).seat(other, rice=1)
    table.room("B1", "book_lender", purple).room("B2", "sake_peddler", red).room("B3", "soap_bubble_man", red)
    scene = table.room("B4", "carpenter", other).to_act("month_end")
    assert [scene.gained(seat, "iki", "harmony") for seat in (purple, red, other)] == [3, 6, 0]


@pytest.mark.parametrize("empty", ["A1", "A2", "A3"])
def test_x4_the_fire_of_august(empty: str) -> None:
    """X4: strength 8; yellow and purple have F 5. Two peddlers burn, at the Engraver in room 4 the fire has 5."""
    yellow, purple = 0, 1
    table = Table(edition="2015").month(8).seat(yellow, fire=5).seat(purple, fire=5)
    rooms = [room for room in ("A1", "A2", "A3") if room != empty]
    table.room(rooms[0], "used_clothes_peddler", purple).room(rooms[1], "water_peddler", yellow)
    scene = table.room("A4", "engraver", yellow).to_act("month_end").chance("fire A")
    assert [event.amount for event in scene.events("fire_broke_out")] == [8]
    burnt = scene.events("left", reason="fire")
    assert [event.card for event in burnt] == ["used_clothes_peddler", "water_peddler"]
    assert [(event.room, event.amount) for event in burnt] == [(room, 9 - int(room[1])) for room in rooms]
    assert [(event.room, event.amount) for event in scene.events("fire_put_out")] == [("A4", 5)]
    assert scene.rooms() == {"A4": "engraver"}
    assert [scene.fire(seat) for seat in (yellow, purple)] == [5, 5]


# --- the vectors that follow from the rules


def test_v1_hiring_with_only_the_mon_on_the_card() -> None:
    """V1: 0 mon in hand; a card that costs 2 with 2 mon on it can be hired, with 1 it cannot."""
    scene = Table().month(3).row(("sake_peddler", 2), ("book_lender", 1)).on_slot("1", A).to_act("turn")
    assert scene.legal("hire") == {"hire sake_peddler"}
    assert scene.play("hire sake_peddler", "place A1").mon(A) == 0


@pytest.mark.parametrize(("month", "strength"), [(5, 4), (8, 7), (11, 9)])
def test_v2_fires_with_two_players(month: int, strength: int) -> None:
    """V2: with two players a fire has 4, 7 or 9 and passes three rooms."""
    scene = Table(players=2).month(month).to_act("month_end").chance("fire D")
    assert [(event.room, event.amount) for event in scene.events("fire_passed")] == [
        ("D1", strength),
        ("D2", strength - 1),
        ("D3", strength - 2),
    ]
    assert [event.nagaya for event in scene.events("fire_died")] == ["D"]


def test_v3_gaining_at_ten_puts_the_marker_on_top() -> None:
    """V3: F stays 10 and its marker goes above the other markers at 10."""
    table = Table().seat(A, fire=10).seat(D, fire=10).seat(P, fire=10, square=3).on_top(A, D, P)
    scene = table.to_act("deals", P).play("shop fire")
    assert scene.fire(P) == 10
    assert scene.fire_order == [P, A, D]


@pytest.mark.parametrize(("card", "month", "needed"), [("glassblower", 10, 2), ("seamstress", 1, 3)])
def test_v4_a_salary_of_two_entries_retires_earlier(card: str, month: int, needed: int) -> None:
    """V4: the Glassblower (two entries) retires on the second XP, the Seamstress (three) on the third."""
    for xp in range(needed):
        table = Table().month(month).seat(A, square=8).on_slot("1", A).room("B1", card, A, xp)
        scene = table.to_act("move").play("move 1")
        assert (card in scene.retired(A)) == (xp + 1 == needed)


def test_v5_the_day_laborer_takes_no_more_than_there_is() -> None:
    """V5: 1 IKI and a Day Laborer on the step of -2: 0 IKI, not -1."""
    scene = Table().month(6).seat(A, iki=1, rice=1).room("A1", "day_laborer", A).to_act("month_end")
    assert scene.iki(A) == 0


def test_v6_no_ukiyoe_without_iki() -> None:
    """V6: at 0 IKI the Ukiyoe Artist cannot be used; at 1 it can."""
    for iki in (0, 1):
        scene = Table().seat(A, iki=iki, square=8).room("D3", "ukiyoe_artist", A).to_act("deals", A)
        assert ("work D3" in scene.legal()) == (iki == 1)


def test_v7_the_watchtower_pays_once_for_a_bonus_of_two() -> None:
    """V7: the owner of the Watchtower hires the Firefighter: F +2 and 3 IKI, once."""
    table = Table().month(4).seat(A, mon=9).room("C2", "fire_watchtower", A).row("firefighter").on_slot("1", A)
    scene = table.to_act("turn").play("hire firefighter", "place A1")
    assert (scene.fire(A), scene.iki(A)) == (2, 3)


def test_v8_the_carpenter_saves_the_wood_of_the_inn() -> None:
    """V8: with the Carpenter the Inn (1 koban, 1 wood) costs 1 koban."""
    table = Table().seat(A, koban=1, wood=1, square=1).offer("inn").room("A3", "carpenter", D)
    scene = table.to_act("deals", A).play("work A3", "build inn", "place B1")
    assert (scene.koban(A), scene.wood(A)) == (0, 1)


def test_v9_the_stone_cutter_saves_the_koban_of_the_inn() -> None:
    """V9: with the Stone Cutter the Inn costs 1 wood."""
    table = Table().month(10).seat(A, koban=1, wood=1, square=1).offer("inn").room("A3", "stone_cutter", D)
    scene = table.to_act("deals", A).play("work A3", "build inn", "place B1")
    assert (scene.koban(A), scene.wood(A)) == (1, 0)


def test_v10_a_guarded_character_stays_and_the_fire_goes_on() -> None:
    """V10: a guard spent at strength 6: the character stays, the next room meets the fire at 5."""
    table = Table().month(8).seat(A, retired=["yamabushi"]).seat(D, fire=5)
    scene = table.room("B3", "dice_maker", A).room("B4", "sake_peddler", D).to_act("month_end").chance("fire B")
    assert scene.decides == A
    assert scene.legal() == {"guard", "burn"}
    scene.play("guard")
    assert [(event.room, event.amount) for event in scene.events("fire_passed")] == [("B1", 8), ("B2", 7)]
    assert [(event.room, event.amount) for event in scene.events("fire_put_out")] == [("B4", 5)]
    assert scene.rooms() == {"B3": "dice_maker", "B4": "sake_peddler"}
    assert scene.tokens(A) == []


@pytest.mark.parametrize(("rice", "iki"), [(0, 0), (7, 28), (8, 32), (9, 32)])
def test_v11_the_storehouse_is_full_at_32(rice: int, iki: int) -> None:
    """V11: 4 IKI for each rice, 32 for 9, not 36."""
    scene = Table().month(12).seat(A, rice=rice).room("A1", "storehouse", A).to_act("over")
    assert scene.line(A, "buildings") == iki


@pytest.mark.parametrize(("sandals", "iki"), [(0, 0), (9, 27), (10, 30), (11, 30)])
def test_v12_the_merchant_house_is_full_at_30(sandals: int, iki: int) -> None:
    """V12: 3 IKI for each sandal, 30 for 11, not 33."""
    scene = Table().month(12).seat(A, sandals=sandals).room("A1", "merchant_house", A).to_act("over")
    assert scene.line(A, "buildings") == iki


def test_v13_the_well_counts_firefighting_twice() -> None:
    """V13: F 7 makes the Well worth 14."""
    assert Table().month(12).seat(A, fire=7).room("A1", "well", A).to_act("over").line(A, "buildings") == 14


def test_v14_one_for_every_two_spaces_of_firefighting() -> None:
    """V14: at F 7 the pouch that counts every 2 F is worth 3."""
    assert Table().month(12).seat(A, fire=7, held=["summer_pouch_2"]).to_act("over").line(A, "pouches") == 3


def test_v15_one_for_every_four_mon_twice() -> None:
    """V15: 7 mon make the pouch that counts every 4 mon worth 1, and 1 more among the resources."""
    scene = Table().month(12).seat(A, mon=7, held=["winter_pouch_2"]).to_act("over")
    assert (scene.line(A, "pouches"), scene.line(A, "mon")) == (1, 1)


@pytest.mark.parametrize("order", [(A, D, P), (P, D, A), (D, P, A)])
def test_v16_a_tie_of_iki_and_f_goes_to_the_upper_marker(order: tuple[int, int, int]) -> None:
    """V16: the same IKI and the same F: the upper marker wins."""
    table = Table().month(12)
    for seat in (A, D, P):
        table.seat(seat, iki=20, fire=4)
    assert table.on_top(*order).to_act("over").ranking == list(order)
