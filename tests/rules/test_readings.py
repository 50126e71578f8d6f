"""Every reading of docs/play/readings.md, H1 to H59: a game in which another reading would give another result."""

from __future__ import annotations

import re

import pytest

from tests.helpers.paths import DOCS
from tests.helpers.table import SPARE_BUILDINGS, Table, opening, twelve_cards

CORNERS = {"place A4", "place B4", "place C4", "place D4"}
OUTER = {"place A1", "place B1", "place C1", "place D1"}

NOT_SHOWABLE: dict[str, str] = {}
"""The readings that no game can show, with the reason; at present every reading has a test below."""

READINGS = DOCS / "play/readings.md"


def test_every_reading_has_a_test_or_a_reason_why_not() -> None:
    listed = re.findall(r'<a id="h\d+"></a>(H\d+) ', READINGS.read_text(encoding="utf-8"))
    assert listed == [f"H{number}" for number in range(1, 60)]
    tested = {f"H{match[1]}" for name in globals() if (match := re.match(r"test_h(\d+)_", name))}
    assert tested | NOT_SHOWABLE.keys() == set(listed)
    assert not tested & NOT_SHOWABLE.keys()


# --- experience and retirement


@pytest.mark.parametrize(("xp", "iki"), [(0, 0), (1, 2), (2, 3)])
def test_h1_the_last_salary_is_earned_on_the_last_step_already(xp: int, iki: int) -> None:
    """The Seamstress earns 0, 2, 3. Were a step to earn the entry before it, two XP would give 2."""
    scene = Table().month(3).seat(0, rice=1).room("A1", "seamstress", 0, xp).to_act("month_end")
    assert scene.iki(0) == iki


def test_h1_after_retirement_the_last_salary_goes_on() -> None:
    """3 IKI each payday. Were retirement one step of salary further, there would be nothing."""
    scene = Table().month(3).seat(0, retired=["seamstress"]).to_act("month_end")
    assert scene.iki(0) == 3


RED_CIRCLES = {
    "monk": (3, "hire_discount"),
    "ox_cart": (3, "extra_step"),
    "yamabushi": (3, "fire_guard"),
    "shrine_maiden": (3, "fire_guard"),
    "puppeteer": (2, "joker"),
}


@pytest.mark.parametrize("card", RED_CIRCLES)
def test_h2_how_long_the_tracks_without_salary_are(card: str) -> None:
    """The Puppeteer retires with 2 XP, the others with 3; with any other length the last lap here would differ."""
    needed, token = RED_CIRCLES[card]
    for xp in range(needed):
        table = Table().month(9).seat(0, square=8).on_slot("1", 0).room("B1", card, 0, xp)
        scene = table.to_act("move").play("move 1")
        retires = xp + 1 == needed
        assert scene.retired(0) == ({card} if retires else set())
        assert scene.tokens(0) == ([token] if retires else [])


@pytest.mark.parametrize("card", RED_CIRCLES)
def test_h2_no_step_of_them_pays_a_salary(card: str) -> None:
    """Nothing on any step, nothing retired. A reading with a last paying step would give something."""
    for xp in range(RED_CIRCLES[card][0]):
        scene = Table().month(9).seat(0, rice=1).room("B1", card, 0, xp).to_act("month_end")
        assert scene.has(0) == dict.fromkeys(scene.has(0), 0)
    scene = Table().month(9).seat(0, retired=[card]).to_act("month_end")
    assert scene.has(0) == dict.fromkeys(scene.has(0), 0)


def all_kobun_out(table: Table) -> Table:
    """Seat 0's kobun: three on buildings, one on a Dice Maker one step before retirement."""
    for room, building in (("A1", "farmhouse"), ("A2", "well"), ("D1", "fire_watchtower")):
        table.room(room, building, 0)
    return table.room("B2", "dice_maker", 0, 2).offer("inn")


def test_h3_a_kobun_freed_by_the_lap_builds_in_the_same_turn() -> None:
    """All four kobun are out until the lap. Were they back only after the turn, the Inn could not be built."""
    table = Table().seat(0, mon=1, koban=1, wood=1, sandals=2, square=8).on_slot("4", 0)
    scene = all_kobun_out(table).row("seamstress").to_act("move")
    assert scene.free_kobun(0) == 0
    scene.play("move 6")
    assert scene.free_kobun(0) == 1
    assert not scene.legal("hire"), "the time for hiring is over"
    scene.play("shop build inn")
    assert "place B2" in scene.legal(), "the room is free as well"
    scene.play("place B2")
    assert scene.card("B2") == "inn"


def test_h3_a_kobun_freed_by_a_deal_builds_in_the_same_turn() -> None:
    """Training retires the Dice Maker, then its kobun builds. Freed later, the shop's deal would not be legal."""
    table = all_kobun_out(Table().seat(0, mon=2, koban=1, wood=1, square=6)).room("C1", "seamstress", 1)
    scene = table.to_act("deals", 0)
    assert "shop build inn" not in scene.legal()
    scene.play("work C1", "train B2", "shop build inn", "place B2")
    assert scene.card("B2") == "inn"


@pytest.mark.parametrize("rooms", [("A1", "C3", "D4"), ("D4", "C3", "A1"), ("C3", "A1", "D4")])
def test_h4_all_retire_together_before_the_extra_step(rooms: tuple[str, str, str]) -> None:
    """In any rooms, all three have retired before the decision on the step; one by one, some would still be there."""
    table = Table().month(3).seat(0, square=8).on_slot("1", 0)
    for room, card in zip(rooms, ("ox_cart", "monk", "dice_maker"), strict=True):
        table.room(room, card, 0, 2)
    scene = table.to_act("move").play("move 1")
    assert scene.legal() == {"stay", "step"}
    assert scene.retired(0) == {"ox_cart", "monk", "dice_maker"}
    assert scene.free_kobun(0) == 4
    assert scene.rooms() == {}


def test_h5_an_opponents_swapper_swaps_before_it_retires() -> None:
    """The Kite Maker moves and retires in its new room. With its XP first it would be gone before the swap."""
    table = Table().seat(0, square=3).room("B1", "kite_maker", 1, 2).room("C3", "sake_peddler", 2)
    scene = table.to_act("deals", 0).play("work B1")
    assert scene.legal() == {"swap B1", "swap C3"}
    scene.play("swap B1", "with C3")
    assert scene.rooms() == {"B1": "sake_peddler"}
    assert scene.retired(1) == {"kite_maker"}
    assert [event.room for event in scene.events("retired")] == ["C3"]


def test_h5_the_xp_waits_for_the_whole_effect() -> None:
    """Between paying and training the Seamstress has no XP yet, and her owner decides nothing."""
    table = Table().seat(0, mon=1, square=2).room("A1", "seamstress", 1).room("D1", "dice_maker", 0)
    scene = table.to_act("deals", 0).play("work A1")
    assert (scene.mon(0), scene.xp("A1")) == (0, 0)
    scene.play("train D1")
    assert (scene.xp("D1"), scene.xp("A1")) == (1, 1)
    assert scene.decides == 0


def test_h6_a_trainer_may_train_herself_but_no_building() -> None:
    """Own characters only, the own Seamstress among them; buildings have no track."""
    table = Table().seat(0, mon=1, square=2).room("A1", "seamstress", 0).room("D1", "inn", 0)
    scene = table.room("A3", "monk", 0).room("A4", "dice_maker", 1).to_act("deals", 0).play("work A1")
    assert scene.legal() == {"train A1", "train A3"}
    assert scene.play("train A1").xp("A1") == 1


def test_h6_without_an_own_character_there_is_nothing_to_train() -> None:
    """With only a building of one's own, the Seamstress is no legal deal; else she could be given XP for nothing."""
    table = Table().seat(0, mon=5, square=2).room("A1", "seamstress", 1).room("D1", "inn", 0)
    assert not table.to_act("deals", 0).legal("work")


def test_h6_the_training_pipe_may_be_bought_in_vain() -> None:
    """The pipe still doubles tobacco, so it is sold. Were its effect needed, it would not be."""
    scene = Table().month(10).seat(0, mon=5, square=4).room("D1", "inn", 0).to_act("deals", 0)
    scene.play("shop pipe winter_pipe_1")
    assert scene.held(0) == {"winter_pipe_1"}
    assert scene.legal() == {"done"}


def test_h6_the_training_pipe_trains_an_own_character() -> None:
    table = Table().month(10).seat(0, mon=5, square=4).room("D1", "samurai", 0, 1).room("D2", "monk", 1)
    scene = table.to_act("deals", 0).play("shop pipe winter_pipe_1")
    assert scene.legal() == {"train D1"}
    assert scene.play("train D1").retired(0) == {"samurai"}


def test_h7_an_own_character_learns_by_laps_but_not_by_its_owners_deal() -> None:
    """The own Salt Peddler stays on its step, an opponent's moves on; a lap moves the own."""
    for owner, xp in ((0, 0), (1, 1)):
        scene = Table().seat(0, square=2).room("A1", "salt_peddler", owner).to_act("deals", 0).play("work A1")
        assert scene.xp("A1") == xp
    scene = Table().seat(0, square=8).on_slot("1", 0).room("A1", "salt_peddler", 0).to_act("move").play("move 1")
    assert scene.xp("A1") == 1


# --- movement


@pytest.mark.parametrize("slot", ["1", "4"])
def test_h8_entering_the_street_is_no_lap(slot: str) -> None:
    """From the start area past square 1: no XP. If the start lay behind the line, there would be one."""
    scene = Table().on_slot(slot, 0).room("A1", "salt_peddler", 0).to_act("move").play(f"move {slot}")
    assert scene.square(0) == int(slot)
    assert scene.xp("A1") == 0
    assert scene.events("lapped") == []


def test_h9_every_crossing_of_a_long_move_counts() -> None:
    """Nine squares from square 8 cross the line twice: 2 XP, not 1."""
    scene = Table().seat(0, sandals=5, square=8).on_slot("4", 0).room("A1", "salt_peddler", 0).to_act("move")
    scene.play("move 9")
    assert scene.square(0) == 1
    assert scene.xp("A1") == 2


def test_h10_the_number_is_exact_and_the_line_is_no_place_to_stop() -> None:
    """Slot 3 walks 3, with a sandal 3 or 4; one square from square 8 is square 1, over the line."""
    assert Table().on_slot("3", 0).to_act("move").legal() == {"move 3"}
    assert Table().seat(0, sandals=1).on_slot("3", 0).to_act("move").legal() == {"move 3", "move 4"}
    scene = Table().seat(0, square=8).on_slot("1", 0).to_act("move").play("move 1")
    assert scene.square(0) == 1
    assert len(scene.events("lapped")) == 1


def test_h11_the_move_token_is_optional_and_reaches_five_on_slot_1_4() -> None:
    """Without sandals: 1 to 5. A compulsory token would forbid 1, a token not valid there would forbid 5."""
    scene = Table().seat(0, retired=["ox_cart"]).on_slot("1-4", 0).to_act("move")
    assert scene.legal() == {f"move {squares}" for squares in range(1, 6)}
    assert Table().seat(0, retired=["ox_cart"]).on_slot("2", 0).to_act("move").legal() == {"move 2", "move 3"}


@pytest.mark.parametrize(("slot", "squares", "sandals"), [("2", 3, 0), ("2", 4, 1), ("1-4", 5, 0), ("1-4", 7, 2)])
def test_h11_the_move_token_comes_before_sandals(slot: str, squares: int, sandals: int) -> None:
    """The first square more costs no sandal. With sandals first, it would cost one."""
    scene = Table().seat(0, sandals=2, retired=["ox_cart"]).on_slot(slot, 0).to_act("move").play(f"move {squares}")
    assert scene.sandals(0) == 2 - sandals
    assert scene.tokens(0) == ["extra_step"], "it is there again next month"


def test_h12_an_ox_cart_that_retires_on_the_lap_gives_its_step_at_once() -> None:
    """One step before any deal. If the token counted only from the next walk on, nothing would be asked."""
    table = Table().seat(0, sandals=1, square=8).on_slot("1", 0).room("B1", "ox_cart", 0, 2)
    scene = table.to_act("move").play("move 2")
    assert scene.legal() == {"stay", "step"}
    stays = scene.copy().play("stay")
    assert (stays.square(0), stays.sandals(0)) == (2, 0)
    scene.play("step")
    assert (scene.square(0), scene.sandals(0)) == (3, 0)
    assert "shop fire" in scene.legal()


def test_h12_the_extra_step_may_cross_the_line_again() -> None:
    """The walk ends on square 8, the step crosses once more: the Salt Peddler has 2 XP, not 1."""
    table = Table().seat(0, sandals=4, square=8).on_slot("4", 0).room("B1", "ox_cart", 0, 2)
    scene = table.room("A1", "salt_peddler", 0).to_act("move").play("move 8")
    assert (scene.square(0), scene.xp("A1")) == (8, 1)
    scene.play("step")
    assert (scene.square(0), scene.xp("A1")) == (1, 2)


def test_h12_only_a_walk_in_which_the_own_ox_cart_retires_asks() -> None:
    """An opponent's Ox Cart does not learn by the lap; a token held before gives no second step."""
    table = Table().seat(0, square=8).on_slot("1", 0).room("B1", "ox_cart", 1, 2)
    assert "done" in table.to_act("move").play("move 1").legal()
    table = Table().seat(0, square=8, retired=["ox_cart"]).on_slot("1", 0).room("B1", "monk", 0, 2)
    assert "done" in table.to_act("move").play("move 1").legal()


def test_h13_the_whole_walk_is_one_answer_and_the_later_step_another() -> None:
    """The sandals go all at once, and the step that is not there yet is not offered beforehand."""
    scene = Table().seat(0, sandals=3).on_slot("2", 0).to_act("move").play("move 4")
    assert (scene.square(0), scene.sandals(0)) == (4, 1)
    assert "done" in scene.legal()
    table = Table().seat(0, square=8).on_slot("1", 0).room("B1", "ox_cart", 0, 2)
    assert table.to_act("move").legal() == {"move 1"}


def test_h14_the_mon_of_slot_1_4_can_pay_for_this_turns_deals() -> None:
    """With 0 mon the construction site's rice can be bought. Paid at the turn's end, it could not."""
    scene = Table().seat(0, square=3).on_slot("1-4", 0).to_act("turn")
    assert scene.mon(0) == 1
    scene.play("move 3", "shop buy rice")
    assert (scene.mon(0), scene.rice(0)) == (0, 1)


# --- hiring


def test_h15_the_mon_on_a_card_are_taken_before_it_is_paid() -> None:
    """3 mon in hand and 1 on the Monk are its 4. If they came after paying, it could not be hired."""
    scene = Table().seat(0, mon=3).row(("monk", 1)).on_slot("1", 0).to_act("turn")
    assert scene.play("hire monk", "place A1").mon(0) == 0


def test_h15_mon_left_over_from_a_card_are_kept_and_pay_the_room() -> None:
    """Book Lender for 1 with 2 on it, and 1 in hand: 2 are left, enough for a corner."""
    overlay = {"characters": {"book_lender": {"cost": 1}}}
    scene = Table(overlay=overlay).month(3).seat(0, mon=1).row(("book_lender", 2)).on_slot("1", 0).to_act("turn")
    assert scene.play("hire book_lender", "place A4").mon(0) == 0


def test_h16_the_discount_lowers_the_cost_only() -> None:
    """A card that costs nothing, into a corner: 2 mon. If the total were lowered, it would be 1."""
    overlay = {"characters": {"sake_peddler": {"cost": 0}}}
    table = Table(overlay=overlay).month(3).seat(0, mon=2, retired=["monk"]).row("sake_peddler", "dice_maker")
    scene = table.on_slot("1", 0).to_act("turn")
    assert scene.legal() == {"income", "hire sake_peddler", "hire dice_maker"}
    assert scene.copy().play("hire dice_maker", "place A1").mon(0) == 2 - (3 - 1)
    assert scene.play("hire sake_peddler", "place A4").mon(0) == 0


def test_h17_no_free_room_leaves_only_income() -> None:
    """With kobun and mon, but no room. If a hire were legal here, its card could not be placed."""
    table = twelve_cards(Table(players=2).month(4).seat(0, mon=20)).row("engraver").on_slot("1", 0)
    scene = table.to_act("turn")
    assert scene.free_kobun(0) == 2
    assert scene.legal() == {"income"}


def test_h17_no_free_kobun_leaves_only_income() -> None:
    table = all_kobun_out(Table().seat(0, mon=20)).row("seamstress").on_slot("1", 0)
    assert table.to_act("turn").legal() == {"income"}


def test_h17_an_empty_row_leaves_only_income() -> None:
    assert Table().seat(0, mon=20).on_slot("1", 0).to_act("turn").legal() == {"income"}


def test_h18_income_or_a_hire_but_neither_is_no_answer() -> None:
    """A seat that can hire may still take income; no seat can move without one of the two."""
    scene = Table().seat(0, mon=20).row("monk", "seamstress").on_slot("1", 0).to_act("turn")
    assert scene.legal() == {"income", "hire monk", "hire seamstress"}
    assert scene.play("income").mon(0) == 24


def test_h19_a_hire_bonus_is_never_declined_and_restacks_at_ten() -> None:
    """The hire of a Monk at 10 puts the marker on top at once; the next question is the move already."""
    table = Table().seat(0, mon=4, fire=10).seat(1, fire=10).on_top(1, 0, 2).row("monk").on_slot("1", 0)
    scene = table.to_act("turn").play("hire monk", "place A1")
    assert scene.fire_order == [0, 1, 2]
    assert scene.legal() == {"move 1"}
    table = Table().seat(0, mon=4).row("monk").on_slot("1", 0)
    assert table.to_act("turn").play("hire monk", "place A1").fire(0) == 1


@pytest.mark.parametrize(("card", "fire", "iki"), [("monk", 0, 3), ("monk", 10, 3), ("seamstress", 0, 0)])
def test_h20_the_watchtower_pays_three_for_the_kind_of_hire(card: str, fire: int, iki: int) -> None:
    """3 for a hire with a bonus, at F 10 too. If it paid for spaces gained, the Monk at F 10 would give nothing."""
    table = Table().seat(0, mon=4, fire=fire).room("C1", "fire_watchtower", 0).row(card).on_slot("1", 0)
    assert table.to_act("turn").play(f"hire {card}", "place A1").iki(0) == iki


def test_h20_the_watchtower_pays_three_for_a_bonus_of_two() -> None:
    """Once, whatever the bonus: not 6."""
    table = Table().month(4).seat(0, mon=2).room("C1", "fire_watchtower", 0).row("day_laborer").on_slot("1", 0)
    scene = table.to_act("turn").play("hire day_laborer", "place A1")
    assert (scene.fire(0), scene.iki(0)) == (2, 3)


def test_h20_the_watchtower_pays_for_nothing_but_the_owners_hires() -> None:
    """Not for the fire tower, a skill or a pipe, and not for an opponent's hire."""
    table = Table().seat(0, mon=9, square=3).room("C1", "fire_watchtower", 0).room("B1", "monk", 1)
    scene = table.to_act("deals", 0).play("shop fire", "work B1")
    assert (scene.fire(0), scene.iki(0)) == (2, 0)
    scene = Table().seat(0, mon=9, square=4).room("C1", "fire_watchtower", 0).to_act("deals", 0)
    assert scene.play("shop pipe spring_pipe_1").fire(0) == 1
    assert scene.iki(0) == 0
    scene = Table().seat(0, mon=4).room("C1", "fire_watchtower", 1).row("monk").on_slot("1", 0).to_act("turn")
    scene.play("hire monk", "place A1")
    assert (scene.iki(0), scene.iki(1)) == (0, 0)


def test_h21_the_construction_worker_raises_f_by_two() -> None:
    """2 as in two of the texts; the other two print 1."""
    scene = Table().month(7).seat(0, mon=5).row("construction_worker").on_slot("1", 0).to_act("turn")
    assert scene.play("hire construction_worker", "place A1").fire(0) == 2


# --- deals


def test_h22_shop_and_character_in_either_order_once_each() -> None:
    """Both orders end alike, and then only the turn's end is left, though a second character stands there."""
    table = Table().seat(0, mon=9, square=2).room("A1", "salt_peddler", 1).room("A2", "sake_peddler", 1)
    shop_first = table.to_act("deals", 0)
    work_first = shop_first.copy()
    shop_first.play("shop rice")
    assert shop_first.legal() == {"work A1", "work A2", "done"}
    shop_first.play("work A1")
    work_first.play("work A1")
    assert work_first.legal() == {"shop rice", "done"}
    work_first.play("shop rice")
    assert shop_first.legal() == work_first.legal() == {"done"}
    assert shop_first.state == work_first.state


def test_h23_no_deal_without_its_whole_cost() -> None:
    """2 mon are too little for rice, one sandal for the Glassblower: neither can be used just to give XP."""
    table = Table().month(10).seat(0, mon=2, sandals=1, square=2).room("A1", "glassblower", 1)
    assert table.to_act("deals", 0).legal() == {"done"}


def test_h23_a_free_step_at_the_top_is_a_deal() -> None:
    """At F 10 the fire tower and the Monk still put the marker on top; the Monk's owner gains the XP."""
    table = Table().seat(0, fire=10, square=3).seat(1, fire=10).on_top(1, 0, 2).room("B1", "monk", 1)
    scene = table.to_act("deals", 0)
    assert scene.legal() == {"shop fire", "work B1", "done"}
    assert scene.copy().play("shop fire").fire_order == [0, 1, 2]
    scene.play("work B1")
    assert (scene.fire(0), scene.fire_order, scene.xp("B1")) == (10, [0, 1, 2], 1)


@pytest.mark.parametrize(("card", "month"), [("ukiyoe_artist", 1), ("lantern_maker", 4)])
def test_h24_iki_is_spent_only_where_there_is_some(card: str, month: int) -> None:
    """At 0 the deal is not legal; if IKI could fall below 0, or the cost were waived, it would be."""
    for iki in (0, 1):
        table = Table().month(month).seat(0, iki=iki, square=2).room("A1", card, 1)
        scene = table.to_act("deals", 0)
        assert scene.legal("work") == ({"work A1"} if iki else set())
    assert (scene.play("work A1").iki(0), scene.mon(0)) == (0, 4)


@pytest.mark.parametrize(("card", "month"), [("fireworks_maker", 4), ("karuta_maker", 10)])
def test_h25_every_opponent_of_the_user_gains_the_owner_too(card: str, month: int) -> None:
    """The user gains 4 IKI, all the others 2 mon. If the owner's opponents gained, the user would and the owner not."""
    scene = Table(players=4).month(month).seat(2, square=2).room("A1", card, 1).to_act("deals", 2).play("work A1")
    assert [scene.iki(seat) for seat in range(4)] == [0, 0, 4, 0]
    assert [scene.mon(seat) for seat in range(4)] == [2, 2, 0, 2]


def test_h26_any_two_characters_are_swapped_no_building_no_empty_room() -> None:
    """Own, an opponent's, the swapper itself; the second is any but the first."""
    table = Table().seat(0, square=3).room("B1", "kite_maker", 1).room("A4", "monk", 2, 2).room("C1", "salt_peddler", 0)
    scene = table.room("D1", "inn", 2).to_act("deals", 0).play("work B1")
    assert scene.legal() == {"swap B1", "swap A4", "swap C1"}
    scene.play("swap C1")
    assert scene.rooms()["C1"] == "salt_peddler", "nothing moves before the second room is named"
    assert scene.legal() == {"with B1", "with A4"}


def test_h26_nothing_is_paid_and_the_xp_stay() -> None:
    """A swap into a corner with 0 mon. If surcharges were due, it could not be paid."""
    table = Table().seat(0, square=3).room("B1", "kite_maker", 1).room("A4", "monk", 2, 2)
    scene = table.room("C1", "salt_peddler", 0, 1).to_act("deals", 0).play("work B1", "swap C1", "with A4")
    assert (scene.card("A4"), scene.owner("A4"), scene.xp("A4")) == ("salt_peddler", 0, 1)
    assert (scene.card("C1"), scene.owner("C1"), scene.xp("C1")) == ("monk", 2, 2)
    assert [scene.mon(seat) for seat in range(3)] == [0, 0, 0]
    assert scene.xp("B1") == 1, "the swapper's own XP comes after"
    assert not scene.legal("work"), "no second character"


def test_h26_a_neutral_is_swapped_like_any_character() -> None:
    """A neutral has no kobun to travel with; a reading that asks for kobun would leave it out."""
    table = Table(players=2).seat(0, square=3).room("B1", "kite_maker", 0).room("D1", "monk", None)
    scene = table.to_act("deals", 0).play("work B1")
    assert scene.legal() == {"swap B1", "swap D1"}
    scene.play("swap D1", "with B1")
    assert scene.rooms() == {"B1": "monk", "D1": "kite_maker"}
    assert scene.owner("B1") is None


def test_h26_a_swap_needs_two_characters() -> None:
    table = Table().seat(0, square=3).room("B1", "kite_maker", 1).room("D1", "inn", 1)
    assert not table.to_act("deals", 0).legal("work")


def test_h27_a_building_skill_asks_no_fee_but_the_surcharge() -> None:
    """0 mon are enough outside the corners. With the site's 1 mon they would not be."""
    table = Table().seat(0, koban=1, square=2).room("A1", "carpenter", 1).offer("inn")
    scene = table.to_act("deals", 0).play("work A1", "build inn")
    assert not scene.legal() & CORNERS
    scene.play("place A2")
    assert (scene.mon(0), scene.koban(0)) == (0, 0)
    table = Table().seat(0, mon=2, koban=1, square=2).room("A1", "carpenter", 1).offer("inn")
    assert table.to_act("deals", 0).play("work A1", "build inn", "place A4").mon(0) == 0


def test_h27_the_discount_never_pays_out_and_does_no_harm() -> None:
    """The Stone Cutter builds the Farmhouse (2 wood, no koban) for 2 wood: no koban is needed or gained."""
    table = Table().month(10).seat(0, wood=2, square=2).room("A1", "stone_cutter", 1).offer("farmhouse")
    scene = table.to_act("deals", 0).play("work A1", "build farmhouse", "place B1")
    assert (scene.koban(0), scene.wood(0)) == (0, 0)


@pytest.mark.parametrize("character_first", [True, False])
def test_h27_shop_and_skill_build_two_buildings_in_one_turn(character_first: bool) -> None:
    """With two free kobun both deals build, each another building; with one, only the first does."""
    deals = [("work C1", "build farmhouse", "place B1"), ("shop build well", "place B2")]
    first, second = deals if character_first else reversed(deals)
    for characters in (2, 3):
        table = Table().seat(0, mon=1, wood=4, square=6).room("C1", "carpenter", 1).offer("farmhouse", "well")
        for room, card in list({"A1": "monk", "A2": "ox_cart", "D1": "yamabushi"}.items())[:characters]:
            table.room(room, card, 0)
        scene = table.to_act("deals", 0).play(*first)
        assert (second[0] in scene.legal()) == (characters == 2)
    table = Table().seat(0, mon=1, wood=4, square=6).room("C1", "carpenter", 1).offer("farmhouse", "well")
    scene = table.to_act("deals", 0).play(*first, *second)
    assert {"farmhouse", "well"} <= set(scene.rooms().values())
    assert (scene.mon(0), scene.wood(0)) == (0, 4 - 1 - 3)


def test_h28_buildings_pay_the_corner() -> None:
    """1 mon and the Inn's cost, and 2 for the corner; a free corner would leave 2."""
    table = Table().seat(0, mon=3, koban=1, wood=1, square=6).offer("inn").room("B4", "monk", 1)
    scene = table.to_act("deals", 0).play("shop build inn")
    assert scene.legal() & CORNERS == CORNERS - {"place B4"}, "one card a room"
    assert scene.play("place C4").mon(0) == 0


def test_h28_buildings_pay_the_middle_room_of_two_players() -> None:
    """1 mon and the Inn's cost, and 1 for the middle. A reading that names only corners would leave 1."""
    scene = Table(players=2).seat(0, mon=2, koban=1, wood=1, square=6).offer("inn").to_act("deals", 0)
    assert scene.play("shop build inn", "place B2").mon(0) == 0


def test_h28_the_kobun_stays_on_the_building_to_the_end() -> None:
    table = Table().month(12).seat(0, rice=1).room("A1", "inn", 0)
    scene = table.to_act("month_end")
    scene.play(*["visit 1", "done"] * 3)
    assert scene.is_over
    assert scene.free_kobun(0) == 3


def test_h29_any_number_of_pipes_and_pouches_but_one_of_each_a_deal() -> None:
    """The season's second pipe and pouch may be bought after the first; a limit of one a season would forbid it."""
    table = Table().seat(0, mon=20, square=4, held=["spring_pipe_1", "spring_pouch_1"])
    scene = table.to_act("deals", 0)
    pair = "shop pipe spring_pipe_2 pouch spring_pouch_2"
    assert scene.legal("shop") == {"shop pipe spring_pipe_2", "shop pouch spring_pouch_2", pair}
    scene.play(pair)
    assert len(scene.held(0)) == 4
    assert not scene.legal("shop")


def test_h29_but_one_fish_a_season() -> None:
    scene = Table().seat(0, mon=20, square=7, held=["spring_fish_1"]).to_act("deals", 0)
    assert not scene.legal("shop")
    scene = Table().month(4).seat(0, mon=20, square=7, held=["spring_fish_1"]).to_act("deals", 0)
    assert scene.legal("shop") == {"shop fish summer_fish_1", "shop fish summer_fish_2"}


@pytest.mark.parametrize("buildings", [1, 2, 3])
def test_h30_characters_and_buildings_share_four_kobun(buildings: int) -> None:
    """Four cards out, whatever they are: no hire, no building. With kobun of their own, buildings would still go up."""
    cards = ["farmhouse", "well", "shrine"][:buildings] + ["monk", "ox_cart", "dice_maker"][buildings - 1 :]
    table = Table().seat(0, mon=20, koban=5, wood=5, square=5).row("seamstress").offer("inn").on_slot("1", 0)
    for room, card in zip(("A1", "A2", "B1", "B2"), cards, strict=True):
        table.room(room, card, 0)
    scene = table.to_act("turn")
    assert scene.free_kobun(0) == 0
    assert scene.legal() == {"income"}
    scene.play("income", "move 1")
    assert scene.legal() == {"shop buy rice", "done"}


# --- payday


@pytest.mark.parametrize("rooms", [("A1", "B1"), ("B1", "A1")])
def test_h31_salaries_are_one_net_sum(rooms: tuple[str, str]) -> None:
    """-2 and +3 at 0 IKI: 1 in either order. Held at 0 after each card, the Day Laborer first would leave 3."""
    table = Table().month(6).seat(0, rice=2).room(rooms[0], "day_laborer", 0).room(rooms[1], "dice_maker", 0, 2)
    scene = table.to_act("month_end")
    assert scene.iki(0) == 1


@pytest.mark.parametrize(("xp", "iki"), [(0, 8), (1, 9), (2, 10)])
def test_h31_the_day_laborers_loss_is_compulsory(xp: int, iki: int) -> None:
    scene = Table().month(6).seat(0, rice=1, iki=10).room("A1", "day_laborer", 0, xp).to_act("month_end")
    assert scene.iki(0) == iki


def test_h32_the_hungry_choose_one_player_after_another_in_fire_order() -> None:
    """Seat 2 is highest, then 0: seat 2 answers to the end before seat 0 is asked. By seats it would be 0 first."""
    table = Table().month(3).seat(0, fire=1).seat(2, fire=4)
    for room, card, owner in (("A1", "monk", 0), ("B1", "dice_maker", 2), ("C1", "kite_maker", 2)):
        table.room(room, card, owner)
    scene = table.to_act("month_end")
    assert (scene.decides, scene.legal()) == (2, {"starve B1", "starve C1"})
    scene.play("starve C1")
    assert (scene.decides, scene.legal()) == (2, {"starve B1"})
    scene.play("starve B1")
    assert (scene.decides, scene.legal()) == (0, {"starve A1"})


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_h32_nothing_else_of_payday_depends_on_the_order(order: tuple[int, int, int]) -> None:
    table = Table().month(3).on_top(*order)
    for seat in range(3):
        table.seat(seat, rice=2)
    table.room("A1", "dice_maker", 0).room("A2", "sandal_maker", 1, 1).room("A3", "seamstress", 2, 2)
    scene = table.room("A4", "cloth_dyer", 0).to_act("month_end")
    assert [scene.iki(seat) for seat in range(3)] == [1 + 3, 2 + 3, 3 + 3]
    assert [scene.mon(seat) for seat in range(3)] == [2, 0, 0]
    assert [scene.rice(seat) for seat in range(3)] == [0, 1, 1]


def test_h33_harmony_goes_type_by_type_with_the_own_kobun_of_that_type() -> None:
    """Two pairs in one nagaya. If all own kobun there counted, seat 0 would have 3 x 2 twice."""
    table = Table().month(3).seat(0, rice=3).seat(1, rice=1)
    table.room("B1", "dice_maker", 0).room("B2", "sandal_maker", 0).room("B3", "carpenter", 0)
    scene = table.room("B4", "kite_maker", 1).to_act("month_end")
    assert [scene.harmony(seat, "B") for seat in range(3)] == [2 * 2 + 1 * 2, 1 * 2, 0]


def test_h33_corner_cards_count_twice_and_buildings_never() -> None:
    table = Table().month(3).seat(0, rice=3).room("A4", "dice_maker", 0).room("A3", "sandal_maker", 0)
    table.room("B4", "seamstress", 0).room("A1", "inn", 1).room("A2", "well", 1)
    scene = table.to_act("month_end")
    assert (scene.harmony(0, "A"), scene.harmony(0, "corners")) == (4, 4)
    assert scene.gained(1, "iki", "harmony") == 0


def test_h33_neutrals_raise_the_count_and_earn_nothing() -> None:
    """One own peddler beside two neutral ones: 1 x 3. Without neutrals it would be alone."""
    table = Table(players=2).month(3).seat(0, rice=1).room("B1", "book_lender", 0)
    scene = table.room("B2", "sake_peddler", None).room("B3", "soap_bubble_man", None).to_act("month_end")
    assert [scene.harmony(seat, "B") for seat in range(2)] == [3, 0]


def test_h33_harmony_comes_before_food() -> None:
    """Both artisans count, though one starves afterwards. After food, the other would be alone."""
    table = Table().month(3).seat(0, rice=1).room("B1", "dice_maker", 0).room("B2", "sandal_maker", 0)
    scene = table.to_act("month_end").play("starve B1")
    assert scene.harmony(0, "B") == 4


def test_h34_burnt_characters_count_for_nothing() -> None:
    """Two types before the fire, one after it, for the types line and for the pouch that counts types."""
    table = Table().month(11).seat(0, held=["autumn_pouch_1"]).room("C1", "monk", 0).room("A1", "dice_maker", 0)
    scene = table.to_act("month_end")
    assert (scene.line(0, "types"), scene.line(0, "pouches")) == (4, 2)
    scene.chance("fire C")
    assert (scene.line(0, "types"), scene.line(0, "pouches")) == (1, 1)


def test_h34_starved_characters_count_for_nothing() -> None:
    """The Villa counts after food: one peddler has gone, one is left: 2 mon, not 4."""
    table = Table().month(3).seat(0, rice=1, held=["spring_pouch_1"]).room("A1", "imperial_villa", 0)
    scene = table.room("B1", "sake_peddler", 0).room("C1", "soap_bubble_man", 0).to_act("month_end")
    assert scene.play("starve B1").gained(0, "mon", "building") == 2


def test_h35_the_farmhouse_pays_for_those_really_fed() -> None:
    """Three characters, 2 rice: 4 IKI, not 6."""
    table = Table().month(3).seat(0, rice=2).room("A1", "farmhouse", 0).room("B1", "monk", 0)
    scene = table.room("C1", "ox_cart", 0).room("D1", "yamabushi", 0).to_act("month_end")
    assert scene.iki(0) == 0
    assert scene.play("starve B1").iki(0) == 4


def test_h35_the_buildings_pay_after_the_last_player_has_eaten() -> None:
    """Seat 0 has eaten and seat 1 is still to choose: neither Farmhouse nor Villa has paid yet."""
    table = Table().month(3).seat(0, rice=1).room("A1", "farmhouse", 0).room("A2", "imperial_villa", 0)
    scene = table.room("B1", "monk", 0).room("C1", "ox_cart", 1).to_act("month_end")
    assert scene.decides == 1
    assert (scene.iki(0), scene.mon(0)) == (0, 0)
    scene.play("starve C1")
    assert (scene.iki(0), scene.mon(0)) == (2, 2)


def test_h35_the_villa_counts_retired_characters_and_a_puppeteer_as_a_special() -> None:
    """A peddler on the board, one retired, a retired Puppeteer: 2 x 2 mon. A joker would make it 2 x 3."""
    table = Table().month(9).seat(0, rice=1, retired=["puppeteer", "sake_peddler"]).room("A1", "imperial_villa", 0)
    scene = table.room("B1", "salt_peddler", 0).to_act("month_end")
    assert scene.gained(0, "mon", "building") == 4


def test_h36_rice_is_taken_as_far_as_it_goes() -> None:
    """Two rice for two: no decision. One rice for two: one decision, not two."""
    table = Table().month(3).seat(0, rice=2).room("A1", "monk", 0).room("B1", "ox_cart", 0)
    scene = table.to_act("month_end")
    assert (scene.month, scene.rice(0)) == (4, 0)
    table = Table().month(3).seat(0, rice=1).room("A1", "monk", 0).room("B1", "ox_cart", 0)
    scene = table.to_act("month_end")
    assert (scene.rice(0), scene.legal()) == (0, {"starve A1", "starve B1"})
    assert scene.play("starve A1").month == 4


def test_h36_the_rice_of_this_payday_feeds() -> None:
    """The Dumpling Peddler's salary is 1 rice and feeds it. If salary came after food, it would starve."""
    scene = Table().month(6).room("A1", "dumpling_peddler", 0).to_act("month_end")
    assert (scene.month, scene.rice(0), scene.card("A1")) == (7, 0, "dumpling_peddler")


# --- fire


@pytest.mark.parametrize(("room", "burns"), [("C1", True), ("C2", False), ("C4", False)])
def test_h37_the_strength_at_the_room_itself_decides(room: str, burns: bool) -> None:
    """F 4 and May's fire of 5: lost in room 1, saved from room 2 on. By the first strength, lost everywhere."""
    table = Table().month(5).seat(0, fire=4).room(room, "monk", 0)
    scene = table.to_act("month_end").chance("fire C")
    assert (scene.card(room) is None) == burns


def test_h37_putting_out_is_automatic_and_saves_everyone_behind() -> None:
    """Seat 0 at room 2 puts the fire out unasked, and seat 1 with F 0 behind it loses nothing."""
    table = Table().month(5).seat(0, fire=4, retired=["yamabushi"]).room("C2", "monk", 0).room("C3", "ox_cart", 1)
    scene = table.to_act("month_end").chance("fire C")
    assert scene.month == 6
    assert scene.rooms() == {"C2": "monk", "C3": "ox_cart"}
    assert scene.tokens(0) == ["fire_guard"]


@pytest.mark.parametrize(("fire", "burns"), [(4, True), (5, False)])
def test_h38_buildings_burn_and_are_defended_but_not_guarded(fire: int, burns: bool) -> None:
    """A fire guard gives no decision for a building; it burns below the strength, and its kobun returns."""
    table = Table().month(5).seat(0, fire=fire, retired=["yamabushi"]).room("C1", "inn", 0)
    scene = table.to_act("month_end").chance("fire C")
    assert scene.month == 6
    assert (scene.card("C1") is None) == burns
    assert scene.free_kobun(0) == (4 if burns else 3)
    assert scene.tokens(0) == ["fire_guard"]


def test_h39_a_guard_need_not_be_spent() -> None:
    """The owner may let the character burn and keep the guard. If spending were compulsory, no decision would come."""
    table = Table().month(5).seat(0, retired=["yamabushi"]).room("C1", "monk", 0)
    scene = table.to_act("month_end").chance("fire C")
    assert (scene.decides, scene.legal()) == (0, {"guard", "burn"})
    scene.play("burn")
    assert (scene.rooms(), scene.tokens(0)) == ({}, ["fire_guard"])


def test_h39_two_guards_in_one_fire_and_it_goes_on_weaker() -> None:
    """Rooms 1 and 2 are guarded at 5 and 4; at room 3 seat 1's F of 3 is enough. A guard that ended it would end it."""
    table = Table().month(5).seat(0, retired=["yamabushi", "shrine_maiden"]).seat(1, fire=3)
    table.room("C1", "monk", 0).room("C2", "ox_cart", 0).room("C3", "dice_maker", 1)
    scene = table.to_act("month_end").chance("fire C").play("guard")
    assert (scene.decides, scene.tokens(0)) == (0, ["fire_guard"])
    scene.play("guard")
    assert scene.tokens(0) == []
    assert scene.rooms() == {"C1": "monk", "C2": "ox_cart", "C3": "dice_maker"}
    assert [(event.room, event.amount) for event in scene.events("fire_put_out")] == [("C3", 3)]


def test_h39_a_spent_guard_is_gone() -> None:
    table = Table().month(8).seat(0, retired=["yamabushi"], guards_spent=1).room("C1", "monk", 0)
    assert table.to_act("month_end").chance("fire C").rooms() == {}


def test_h40_retired_cards_do_not_burn_and_f_does_not_fall() -> None:
    """The Firefighter that raised F is lost: F stays 2. The retired Monk is safe wherever it burns."""
    table = Table().month(5).seat(0, fire=2, retired=["monk"]).room("C1", "firefighter", 0)
    scene = table.to_act("month_end").chance("fire C")
    assert (scene.fire(0), scene.retired(0), scene.rooms()) == (2, {"monk"}, {})


@pytest.mark.parametrize("leader", [0, 1, 2])
@pytest.mark.parametrize("month", [5, 8, 11])
def test_h41_every_nagaya_is_equally_likely_whoever_draws(month: int, leader: int) -> None:
    """One part each, in the second and third fire as well. Without shuffling back, a drawn nagaya would be out."""
    scene = Table().month(month).seat(leader, fire=7).to_act("month_end")
    assert scene.chances() == {"fire A": 1, "fire B": 1, "fire C": 1, "fire D": 1}
    assert scene.decides is None


SEASON_CARD = ("dice_maker", "engraver", "clocksmith", "candy_maker")


@pytest.mark.parametrize("month", range(1, 13))
def test_h42_mon_on_the_row_in_the_months_without_payday(month: int) -> None:
    """1 more in months 1, 2, 4, 5, 7, 8, 10, 11; none, and no row, after the others. So 2 is the most."""
    scene = Table().month(month).row((SEASON_CARD[(month - 1) // 3], 1)).to_act("month_end")
    if month in (5, 8, 11):
        scene.chance("fire A")
    assert [mon for _, mon in scene.row] == ([] if month % 3 == 0 else [2])
    assert len(scene.events("mon_on_card")) == (0 if month % 3 == 0 else 1)


def test_h42_the_mon_come_after_the_fire() -> None:
    """While a guard is asked for, the row has not received its mon yet."""
    table = Table().month(5).seat(0, retired=["yamabushi"]).room("C1", "monk", 0).row("engraver")
    scene = table.to_act("month_end").chance("fire C")
    assert scene.row == [("engraver", 0)]
    assert scene.play("guard").row == [("engraver", 1)]


# --- New Year


def test_h43_any_square_shared_or_not_without_a_lap_or_sandals() -> None:
    """All eight for every player, also those with another oyakata; no XP for passing the line, and no ikizama."""
    table = Table().month(13).seat(0, fire=2, square=0).seat(1, fire=1, sandals=1).room("A1", "monk", 1)
    scene = table.to_act("month")
    every = {f"visit {square}" for square in range(1, 9)}
    assert (scene.decides, scene.legal()) == (0, every)
    scene.play("visit 8", "done")
    assert (scene.decides, scene.legal()) == (1, every)
    scene.play("visit 8")
    assert (scene.sandals(1), scene.xp("A1")) == (1, 0)
    assert scene.events("lapped") == []


def test_h43_the_order_is_that_of_the_beginning() -> None:
    """Seat 1 overtakes seat 0 on the fire track, and seat 2 still comes next, once."""
    table = Table().month(13).seat(0, fire=5).seat(1, fire=5).seat(2, fire=5).on_top(0, 1, 2)
    scene = table.to_act("month").play("visit 3", "done", "visit 3", "shop fire", "done")
    assert scene.fire_order == [1, 0, 2]
    assert scene.decides == 2
    assert scene.play("visit 1", "done").is_over


def test_h44_the_usual_deals_are_open_at_new_year() -> None:
    """Building, winter's fish, pipes and pouches, each bought now and scored right after."""
    table = Table().month(13).seat(0, mon=20, koban=1, wood=1, fire=3).offer("inn").on_top(0, 1, 2)
    scene = table.to_act("month")
    builds = scene.copy().play("visit 6", "shop build inn", "place A1", "done")
    assert builds.line(0, "buildings") == 12
    fishes = scene.copy().play("visit 7", "shop fish winter_fish_2", "done")
    assert fishes.line(0, "fish") == 3 + 7
    smokes = scene.copy().play("visit 4", "shop pipe winter_pipe_2 pouch winter_pouch_1", "done")
    assert smokes.line(0, "pouches") == 10
    assert smokes.line(0, "koban") == 6
    assert scene.play("visit 6", "done").decides == 1


def test_h44_winters_goods_and_the_buildings_are_still_there_after_december() -> None:
    """December clears the row; the fish, pipes and pouches of winter and the buildings stay on sale."""
    scene = Table().month(12).row("samurai").to_act("month_end")
    assert scene.month == 13
    assert scene.row == []
    assert scene.goods == {f"winter_{kind}_{number}" for kind in ("fish", "pipe", "pouch") for number in (1, 2)}
    assert scene.offer == set(SPARE_BUILDINGS)


def test_h45_opponents_characters_still_retire_at_new_year() -> None:
    """Seat 1's Puppeteer retires by seat 0's deal: a joker, and a kobun that builds in seat 1's own turn."""
    table = Table().month(13).seat(0, fire=3).seat(1, mon=1, koban=1, wood=1, fire=1).offer("inn")
    for room, card in (("A3", "puppeteer"), ("B1", "farmhouse"), ("B2", "well"), ("C1", "shrine")):
        table.room(room, card, 1, 1 if card == "puppeteer" else 0)
    scene = table.to_act("month")
    assert scene.free_kobun(1) == 0
    scene.play("visit 1", "work A3", "done")
    assert scene.tokens(1) == ["joker"]
    scene.play("visit 6", "shop build inn", "place A3")
    assert scene.card("A3") == "inn"


# --- the end


def test_h46_a_retired_puppeteer_is_of_one_type_for_everything() -> None:
    """Two peddlers, a Monk: as an artisan 9 + 3 + 2, as a peddler 4 + 2 + 3, as the special it was 4 + 2 + 2.

    A type of its own for each pouch would make it 9 + 3 + 3.
    """
    held = ["autumn_pouch_1", "autumn_pouch_2"]
    retired = ["puppeteer", "monk", "sake_peddler", "salt_peddler"]
    scene = Table().month(12).seat(0, held=held, retired=retired).to_act("over")
    assert scene.line(0, "types") == 9
    assert scene.line(0, "pouches") == 3 + 2


def test_h46_on_equal_totals_the_higher_types_line() -> None:
    """With 3 for two types: 3 + 2 x 2 or 1 + 2 x 3. Both are 7; the sheet shows the first."""
    overlay = {"scoring": {"types": [0, 1, 3, 9, 16, 25]}}
    table = Table(overlay=overlay).month(12)
    table.seat(0, held=["autumn_pouch_2", "spring_pipe_1"], retired=["puppeteer", "sake_peddler", "salt_peddler"])
    scene = table.to_act("over")
    assert (scene.line(0, "types"), scene.line(0, "pouches")) == (3, 4)


def test_h46_a_puppeteer_still_at_work_is_a_special() -> None:
    """With a Monk retired and the Puppeteer on the board: one type. As a joker it would be two."""
    scene = Table().month(12).seat(0, retired=["monk"]).room("A1", "puppeteer", 0, 1).to_act("over")
    assert scene.line(0, "types") == 1


def test_h47_everything_is_rounded_down_before_doubling() -> None:
    """F 7 and 7 mon: 3 and 1, then doubled 8. Doubled before rounding down it would be 7 + 3."""
    held = ["summer_pouch_2", "winter_pouch_2", "spring_pipe_1"]
    scene = Table().month(12).seat(0, mon=7, fire=7, held=held).to_act("over")
    assert scene.line(0, "pouches") == (3 + 1) * 2
    assert scene.line(0, "mon") == 1, "the same mon count twice"


def test_h48_the_restaurant_is_worth_the_set_and_the_bonuses() -> None:
    """Two fish and 7: 13. The set alone would be 6."""
    held = ["spring_fish_1", "summer_fish_2"]
    scene = Table().month(12).seat(0, held=held).room("A1", "restaurant", 0).to_act("over")
    assert scene.line(0, "fish") == scene.line(0, "buildings") == 6 + 7


def test_h49_a_tie_is_always_decided() -> None:
    """Equal IKI: F decides, then the upper marker. A shared win would leave no order."""
    table = Table(players=4).month(12)
    for seat, fire in enumerate((2, 3, 3, 3)):
        table.seat(seat, iki=10, fire=fire)
    assert table.on_top(2, 1, 3, 0).to_act("over").ranking == [2, 1, 3, 0]


# --- two players


@pytest.mark.parametrize("month", range(1, 13))
def test_h50_seat_0_holds_the_sun_and_acts_in_odd_months(month: int) -> None:
    scene = Table(players=2).month(month).row(SEASON_CARD[(month - 1) // 3]).to_act("month_end")
    assert scene.decides == (0 if month % 2 else 1)


def test_h51_a_neutral_can_burn_in_the_month_it_comes() -> None:
    """After the last turn and before the fire of May, which takes it. After the event it would stand."""
    scene = Table(players=2).month(5).row("engraver", "eel_stand").to_act("deals", 1).play("done")
    assert scene.decides == 0
    assert scene.legal() == {"neutral engraver", "neutral eel_stand"}, "there is no declining"
    scene.play("neutral engraver", "place C1").chance("fire C")
    assert scene.rooms() == {}


def test_h51_a_neutral_counts_for_harmony_in_the_month_it_comes() -> None:
    """In March beside an own artisan: 1 x 2. Placed after payday, there would be no row left to take it from."""
    table = Table(players=2).month(3).seat(0, rice=1).room("C2", "dice_maker", 0).row("sandal_maker")
    scene = table.to_act("month_end").play("neutral sandal_maker", "place C1")
    assert scene.harmony(0, "C") == 2


@pytest.mark.parametrize("month", range(1, 13))
def test_h51_a_neutral_comes_in_all_twelve_months(month: int) -> None:
    card = SEASON_CARD[(month - 1) // 3]
    assert Table(players=2).month(month).row(card).to_act("month_end").legal() == {f"neutral {card}"}
    assert not Table(players=3).month(month).row(card).to_act("month_end").legal("neutral")


def test_h52_a_neutral_gives_no_hire_bonus() -> None:
    """Neither F nor the Watchtower's IKI, because a neutral is not hired."""
    table = Table(players=2).month(5).room("A1", "fire_watchtower", 0).row("firefighter")
    scene = table.to_act("month_end").play("neutral firefighter", "place B1")
    assert [(scene.fire(seat), scene.iki(seat)) for seat in range(2)] == [(0, 0), (0, 0)]


@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 0)])
def test_h53_a_neutral_serves_either_player_once(first: int, second: int) -> None:
    """Both oyakata stand in front of it; the first player uses it, and it is gone for the other."""
    table = Table(players=2).room("B1", "sake_peddler", None).on_slot("1", first).on_slot("2", second)
    table.seat(first, square=2).seat(second, square=1)
    scene = table.to_act("turn").play("income", "move 1", "work B1")
    assert (scene.rice(first), scene.rooms()) == (1, {})
    scene.play("done", "income", "move 2")
    assert (scene.decides, scene.square(second)) == (second, 3)
    assert not scene.legal("work")


def test_h53_a_neutral_is_there_until_its_effect_is_done() -> None:
    """A neutral Carpenter still holds its room while the building is placed."""
    table = Table(players=2).seat(0, koban=1, square=3).room("B1", "carpenter", None).offer("inn")
    scene = table.to_act("deals", 0).play("work B1", "build inn")
    assert "place B1" not in scene.legal()
    assert scene.play("place C1").rooms() == {"C1": "inn"}


def test_h54_without_a_free_room_the_chosen_card_leaves_the_game() -> None:
    """The Moon still chooses; the card goes, the row keeps the other. Skipped, both would lie there."""
    table = twelve_cards(Table(players=2).month(4)).row(("engraver", 1), "eel_stand")
    scene = table.to_act("month_end")
    assert scene.legal() == {"neutral engraver", "neutral eel_stand"}
    scene.play("neutral engraver")
    assert scene.row == [("eel_stand", 1)]
    assert "engraver" not in scene.rooms().values()
    assert [event.card for event in scene.events("left", reason="neutral")] == ["engraver"]


def test_h54_in_2015_the_step_is_skipped_without_a_free_room() -> None:
    table = twelve_cards(Table(players=2, edition="2015").month(4)).row(("engraver", 1), "eel_stand")
    scene = table.to_act("month_end")
    assert scene.row == [("engraver", 2), ("eel_stand", 1)]


def test_h55_neutrals_learn_nothing_by_laps_and_eat_nothing() -> None:
    """A lap of either player leaves the neutral on its step; payday asks no rice for it."""
    table = Table(players=2).month(3).seat(0, square=8).on_slot("1", 0).room("A1", "sake_peddler", None)
    scene = table.to_act("move").play("move 1", "done")
    assert (scene.month, scene.card("A1"), scene.xp("A1")) == (4, "sake_peddler", 0)


def test_h55_neutrals_always_burn_and_weaken_the_fire_by_one() -> None:
    """Seat 0 has F 10 and a guard, yet the neutral burns; the card behind it meets 3, and seat 1 has 3."""
    table = Table(players=2).month(5).seat(0, fire=10, retired=["yamabushi"]).seat(1, fire=3)
    scene = table.room("C1", "monk", None).room("C2", "dice_maker", 1).to_act("month_end").chance("fire C")
    assert scene.rooms() == {"C2": "dice_maker"}
    assert [(event.room, event.amount) for event in scene.events("fire_put_out")] == [("C2", 3)]


def test_h55_neutrals_stay_for_new_year() -> None:
    """December clears the row and the deck, not the board."""
    table = Table(players=2).month(12).seat(0, fire=1).room("C1", "samurai", None).room("D1", "karuta_maker", None)
    scene = table.to_act("month_end")
    assert (scene.month, scene.decides) == (13, 0)
    scene.play("visit 7", "work D1")
    assert (scene.iki(0), scene.rooms()) == (4, {"C1": "samurai"})


def test_h56_a_group_is_three_rooms_and_the_middle_counts_once() -> None:
    """Three artisans in a nagaya of two players: 3 x 3, once; and no fifth group of the inner rooms."""
    table = Table(players=2).month(3).seat(0, rice=4)
    table.room("B1", "dice_maker", 0).room("B2", "sandal_maker", 0).room("B3", "seamstress", 0)
    scene = table.room("C3", "ukiyoe_artist", 0).to_act("month_end")
    assert scene.gained(0, "iki", "harmony") == 9
    assert scene.harmony(0, "corners") == 0


def test_h57_three_tiles_for_each_slot_with_a_number_and_none_come_back() -> None:
    """Three of twelve each for 1 to 4; after three for 4, no fourth. Shuffled back, every month would be alike."""
    scene = opening(players=2)
    scene.play("start salt_peddler", "place A1", "start cotton_peddler", "place B1")
    rows: tuple[str, ...] = ("monk ox_cart seamstress carpenter", "kite_maker cloth_dyer soba_stand yamabushi")
    rows += ("book_lender sake_peddler dice_maker sandal_maker",)
    for month, row in enumerate(rows):
        assert scene.chances() == {"closed 1": 3, "closed 2": 3, "closed 3": 3, "closed 4": 3 - month}
        scene.chance("closed 4", f"reveal {row}")
        scene.play("ikizama 1", "ikizama 2", "income", "move 1", "done", "income", "move 2", "done")
        scene.play(f"neutral {row.split()[0]}", f"place {'ABC'[month]}3")
    assert scene.chances() == {"closed 1": 3, "closed 2": 3, "closed 3": 3}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("edition", ["2021", "2015"])
def test_h58_start_characters_go_to_free_outer_rooms(players: int, edition: str) -> None:
    """The last seat begins; each outer room takes one. If any outer place of a nagaya counted, A2 would be open too."""
    scene = opening(players, edition)
    starts = ["salt_peddler", "cotton_peddler", "eyeglass_peddler", "boiled_egg_peddler"]
    left = set(OUTER)
    for seat in reversed(range(players)):
        assert scene.decides == seat
        scene.play(f"start {starts.pop()}")
        assert scene.legal() == left
        room = sorted(left)[0]
        scene.play(room)
        left.remove(room)
        assert scene.xp(room.split()[1]) == 0
    assert len(scene.rooms()) == players
    assert all(scene.free_kobun(seat) == 3 for seat in range(players))
    assert len(scene.offer) == len(SPARE_BUILDINGS)


WALK = ("sandals", "rice", "fire", "pipe spring_pipe_1", "pawn rice", "buy rice", "fish spring_fish_1", "koban")


@pytest.mark.parametrize("edition", ["2021", "2015"])
@pytest.mark.parametrize("square", range(1, 9))
def test_h59_the_shops_lie_in_the_order_of_the_rulebooks_lists(square: int, edition: str) -> None:
    """One deal of each shop is legal on its square only; with any other order one would be legal elsewhere."""
    scene = Table(3, edition).seat(0, square=square, mon=20, rice=1).to_act("deals", 0)
    assert {deal for deal in WALK if f"shop {deal}" in scene.legal()} == {WALK[square - 1]}


@pytest.mark.parametrize("square", range(1, 9))
def test_h59_the_lap_line_lies_between_the_money_changer_and_the_sandal_shop(square: int) -> None:
    """Only the step from 8 to 1 gives XP. With the line anywhere else another step would."""
    scene = Table().seat(0, square=square).on_slot("1", 0).room("A1", "seamstress", 0).to_act("move").play("move 1")
    assert scene.xp("A1") == (square == 8)


@pytest.mark.parametrize("square", range(1, 9))
def test_h59_the_middle_squares_of_a_side_serve_the_outer_rooms(square: int) -> None:
    """2, 3, 6 and 7 serve rooms 1 and 2, the inner squares rooms 3 and 4; swapped, it would be the reverse."""
    nagaya, numbers = "ABCD"[(square - 1) // 2], (1, 2) if square in (2, 3, 6, 7) else (3, 4)
    table = Table().seat(0, square=square, mon=9)
    cards = iter(("sake_peddler", "soap_bubble_man", "book_lender", "cotton_peddler"))
    for number in range(1, 5):
        table.room(f"{nagaya}{number}", next(cards), 1)
    assert table.to_act("deals", 0).legal("work") == {f"work {nagaya}{number}" for number in numbers}


def test_every_player_begins_with_the_same_resources() -> None:
    """RULES 2: 8 mon, 1 rice, 1 sandal for every player, and the markers stacked by seat."""
    scene = opening(4)
    assert [(scene.mon(seat), scene.rice(seat), scene.sandals(seat)) for seat in range(4)] == [(8, 1, 1)] * 4
    assert scene.fire_order == [0, 1, 2, 3]
