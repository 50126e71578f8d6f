"""The differences of the 2015 edition, RULES 9: every difference beside the rule of 2021."""

from __future__ import annotations

import pytest

from edokko import Game
from tests.helpers.table import FIRST_ROW, Scene, Table, opening, twelve_cards

CORNERS = ("A4", "B4", "C4", "D4")
NUMBERED = {"ikizama 1", "ikizama 2", "ikizama 3", "ikizama 4"}
SIX = {"farmhouse", "fire_watchtower", "inn", "kabuki_theater", "shrine", "well"}
PIPES = ["spring_pipe_1", "summer_pipe_2", "autumn_pipe_2", "winter_pipe_2"]
POUCHES = ["spring_pouch_2", "summer_pouch_1", "autumn_pouch_1", "winter_pouch_1"]


def first(players: int) -> Table:
    return Table(players, "2015")


# --- the slot 1-4


@pytest.mark.parametrize(
    ("players", "edition", "is_open"),
    [
        (2, "2015", False),
        (3, "2015", False),
        (4, "2015", True),
        (2, "2021", True),
        (3, "2021", True),
        (4, "2021", True),
    ],
)
def test_the_slot_1_4_is_open_to_four_only(players: int, edition: str, is_open: bool) -> None:
    scene = Table(players, edition).month(2).to_act("way_of_life")
    assert ("ikizama 1-4" in scene.legal()) == is_open
    assert len(scene.legal() & NUMBERED) == (3 if scene.closed else 4)


@pytest.mark.parametrize(("edition", "mon"), [("2015", 0), ("2021", 1)])
def test_the_slot_1_4_gives_no_mon(edition: str, mon: int) -> None:
    scene = Table(4, edition).on_slot("1-4", 2).to_act("turn")
    assert scene.legal() == {f"move {squares}" for squares in range(1, 5)}, "it still neither earns nor hires"
    assert scene.mon(2) == mon


# --- prices


def test_the_money_changer_asks_12_for_two_koban_and_gives_no_coins() -> None:
    """6 for one, 12 for two, nothing else; in 2021 6, 10 and 2 mon for nothing."""
    deals = {mon: first(3).seat(0, mon=mon, square=8).to_act("deals", 0).legal("shop") for mon in (0, 5, 6, 10, 11, 12)}
    one, both = {"shop koban"}, {"shop koban", "shop two koban"}
    assert deals == {0: set(), 5: set(), 6: one, 10: one, 11: one, 12: both}
    scene = first(3).seat(0, mon=13, square=8).to_act("deals", 0)
    assert scene.copy().play("shop two koban").has(0)["koban"] == 2
    assert scene.play("shop koban").mon(0) == 7
    scene = Table(3, "2021").seat(0, mon=10, square=8).to_act("deals", 0)
    assert scene.legal("shop") == {"shop koban", "shop two koban", "shop coins"}


@pytest.mark.parametrize(("edition", "mon"), [("2015", 5), ("2021", 4)])
def test_the_ukiyoe_artist_gives_5_mon(edition: str, mon: int) -> None:
    scene = Table(3, edition).seat(0, iki=2, square=2).room("A1", "ukiyoe_artist", 1).to_act("deals", 0)
    scene.play("work A1")
    assert (scene.iki(0), scene.mon(0)) == (1, mon)


def test_the_lantern_maker_still_gives_4_mon() -> None:
    scene = first(3).month(4).seat(0, iki=1, square=2).room("A1", "lantern_maker", 1).to_act("deals", 0)
    assert scene.play("work A1").mon(0) == 4


@pytest.mark.parametrize(("edition", "cost"), [("2015", 1), ("2021", 2)])
def test_the_book_lender_costs_1_mon(edition: str, cost: int) -> None:
    scene = Table(3, edition).seat(0, mon=5).row("book_lender").on_slot("1", 0).to_act("turn")
    assert scene.play("hire book_lender", "place A1").mon(0) == 5 - cost


# --- buildings


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_same_six_buildings_are_on_offer_in_every_game(players: int) -> None:
    """No building is drawn: a start character is the first decision."""
    scene = opening(players, "2015")
    assert scene.offer == SIX
    assert scene.decides == players - 1


# --- tobacco


def on_sale(scene: Scene, kind: str) -> set[str]:
    return {good for good in scene.goods if kind in good}


@pytest.mark.parametrize("month", [1, 4, 9, 12])
def test_only_the_top_pipe_and_pouch_are_on_sale_in_every_season(month: int) -> None:
    scene = first(3).month(month).seat(0, mon=20, square=4).to_act("deals", 0)
    pipe, pouch = f"pipe {PIPES[0]}", f"pouch {POUCHES[0]}"
    assert scene.legal("shop") == {f"shop {pipe}", f"shop {pouch}", f"shop {pipe} {pouch}"}


def test_the_next_is_on_sale_at_once() -> None:
    """Slots 1 and 2 both reach the tobacco shop in month 1; the second buyer can buy the next goods, out of season."""
    table = first(3).seat(0, mon=20, square=3).seat(1, mon=20, square=2).on_slot("1", 0).on_slot("2", 1)
    scene = table.to_act("turn").play("income", "move 1", f"shop pipe {PIPES[0]} pouch {POUCHES[0]}")
    assert (on_sale(scene, "pipe"), on_sale(scene, "pouch")) == ({PIPES[1]}, {POUCHES[1]})
    assert not scene.legal("shop"), "one deal a turn all the same"
    scene.play("done", "income", "move 2")
    scene.play(f"shop pouch {POUCHES[1]}")
    assert (on_sale(scene, "pipe"), on_sale(scene, "pouch")) == ({PIPES[1]}, {POUCHES[2]})


def test_the_stacks_are_sold_to_the_last_and_then_empty() -> None:
    """One after another at New Year by four players; then the shop has nothing."""
    table = first(4).month(13)
    for seat in range(4):
        table.seat(seat, mon=40)
    scene = table.to_act("month")
    for pipe, pouch in zip(PIPES, POUCHES, strict=True):
        scene.play("visit 4")
        assert scene.legal("shop") == {f"shop pipe {pipe}", f"shop pouch {pouch}", f"shop pipe {pipe} pouch {pouch}"}
        scene.play(f"shop pipe {pipe} pouch {pouch}", "done")
    assert on_sale(scene, "pipe") == on_sale(scene, "pouch") == set()
    assert scene.is_over


@pytest.mark.parametrize("month", [3, 6, 9, 12])
def test_the_stacks_stay_when_the_season_ends_and_the_fish_go(month: int) -> None:
    scene = first(3).month(month).to_act("month_end")
    season = ("spring", "summer", "autumn", "winter", "winter")[month // 3]
    assert scene.goods == {PIPES[0], POUCHES[0], f"{season}_fish_1", f"{season}_fish_2"}


# --- the end


@pytest.mark.parametrize(("fish", "bonus"), [("spring", 0), ("summer", 7), ("autumn", 0), ("winter", 7)])
def test_only_a_summer_and_a_winter_fish_have_a_bonus(fish: str, bonus: int) -> None:
    for number, expected in ((1, 0), (2, bonus)):
        scene = first(3).month(12).seat(0, held=[f"{fish}_fish_{number}"]).to_act("over")
        assert scene.line(0, "fish") == 3 + expected


@pytest.mark.parametrize(("mon", "iki"), [(4, 0), (5, 1), (9, 1), (10, 2), (19, 3)])
def test_every_5_mon_are_an_iki(mon: int, iki: int) -> None:
    assert first(3).month(12).seat(0, mon=mon).to_act("over").line(0, "mon") == iki
    assert Table(3).month(12).seat(0, mon=mon).to_act("over").line(0, "mon") == mon // 4


# --- two players


def test_two_players_have_the_large_board_without_its_corners() -> None:
    """Three rooms a nagaya, and none has a surcharge."""
    scene = first(2).seat(0, mon=20).row("monk").on_slot("1", 0).to_act("turn").play("hire monk")
    rooms = {f"place {nagaya}{number}" for nagaya in "ABCD" for number in (1, 2, 3)}
    assert scene.legal() == rooms
    for room in rooms:
        assert scene.copy().play(room).mon(0) == 20 - 4


ROOMS_BEHIND = {
    1: {"A3"},
    2: {"A1", "A2"},
    3: {"B1", "B2"},
    4: {"B3"},
    5: {"C3"},
    6: {"C1", "C2"},
    7: {"D1", "D2"},
    8: {"D3"},
}


@pytest.mark.parametrize("square", ROOMS_BEHIND)
def test_no_room_of_two_players_is_shared_by_two_squares(square: int) -> None:
    """Rooms 1 and 2 lie behind the outer square of a nagaya, room 3 behind the inner one. In 2021 room 2 has both."""
    scene = twelve_cards(first(2).month(3).seat(0, mon=9, square=square)).to_act("deals", 0)
    assert {words.split()[1] for words in scene.legal("work")} == ROOMS_BEHIND[square]
    scene = twelve_cards(Table(2).month(3).seat(0, mon=9, square=square)).to_act("deals", 0)
    middle = "AABBCCDD"[square - 1] + "2"
    assert {words.split()[1] for words in scene.legal("work")} == ROOMS_BEHIND[square] | {middle}


def test_the_closed_corners_do_not_exist() -> None:
    for room in CORNERS:
        with pytest.raises(ValueError, match=f"there is no room {room}"):
            first(2).room(room, "monk", 0)


def test_two_players_have_no_fifth_group() -> None:
    """Room 3 of each nagaya lies inmost and makes no group."""
    table = first(2).month(3).seat(0, rice=4).room("A3", "dice_maker", 0).room("B3", "sandal_maker", 0)
    scene = table.room("C3", "seamstress", 0).room("D3", "ukiyoe_artist", 0).to_act("month_end")
    assert scene.gained(0, "iki", "harmony") == 0


def test_two_players_draw_no_tiles() -> None:
    """The months begin without a tile, and no slot is closed."""
    scene = opening(2, "2015").play("start salt_peddler", "place A1", "start cotton_peddler", "place B1")
    assert scene.state.tiles == [0] * 5
    assert scene.closed is None
    assert scene.legal() == NUMBERED


@pytest.mark.parametrize(("month", "strength"), [(5, 5), (8, 8), (11, 10)])
def test_two_players_have_fires_of_full_strength_over_three_rooms(month: int, strength: int) -> None:
    scene = first(2).month(month).to_act("month_end").chance("fire B")
    passed = [(event.room, event.amount) for event in scene.events("fire_passed")]
    assert passed == [("B1", strength), ("B2", strength - 1), ("B3", strength - 2)]


def test_a_neutral_comes_where_a_room_is_free() -> None:
    """Sun in odd months, Moon in even ones, as in 2021."""
    for month, card in ((4, "engraver"), (7, "printer")):
        scene = first(2).month(month).seat(0, mon=3).row((card, 1)).to_act("month_end")
        assert (scene.decides, scene.legal()) == (1 - month % 2, {f"neutral {card}"})
        scene.play(f"neutral {card}", "place D3")
        assert (scene.card("D3"), scene.owner("D3")) == (card, None)
        assert scene.mon(0) == 3


def test_without_a_free_room_the_neutral_step_is_skipped_and_the_row_keeps_its_cards() -> None:
    """The row receives its mon all the same. In 2021 the choosing player discards a card."""
    scene = twelve_cards(first(2).month(4)).row(("engraver", 1), "eel_stand").to_act("month_end")
    assert scene.row == [("engraver", 2), ("eel_stand", 1)]
    assert scene.month == 5
    scene = twelve_cards(Table(2).month(4)).row(("engraver", 1), "eel_stand").to_act("month_end")
    assert scene.legal() == {"neutral engraver", "neutral eel_stand"}


def test_three_and_four_players_have_the_corners_and_no_neutrals() -> None:
    for players in (3, 4):
        scene = first(players).month(4).seat(0, mon=20).row("engraver").on_slot("1", 0).to_act("turn")
        assert {"place A4", "place D4"} <= scene.play("hire engraver").legal()
        assert scene.play("place D4").mon(0) == 20 - 3 - 2
        scene.play("move 1", "done")
        assert scene.month == 5


# --- the same as in 2021


def test_the_ox_cart_gives_its_token_as_in_2021() -> None:
    """The one deliberate deviation from the first edition's text, where it is an ability used once a round."""
    scene = first(3).seat(0, square=8).on_slot("1", 0).room("B1", "ox_cart", 0, 2).to_act("move").play("move 1")
    assert scene.legal() == {"stay", "step"}
    assert scene.tokens(0) == ["extra_step"]


STARTS = ("start salt_peddler", "place A1", "start cotton_peddler", "place B1", "start eyeglass_peddler", "place C1")


def test_the_first_row_lies_open_before_the_start_characters() -> None:
    """Month 1 then begins without another row; month 2 reveals four more. In 2021 the row comes after them."""
    scene = opening(3, "2015")
    row = [(card, 0) for card in FIRST_ROW]
    assert scene.row == row
    assert scene.decides == 2
    scene.play(*STARTS)
    assert (scene.decides, scene.row) == (0, row)
    assert [event.kind for event in scene.events("month_began")] == ["month_began"]
    scene.play("ikizama 1", "ikizama 2", "ikizama 3")
    scene.play("income", "move 1", "done", "income", "move 2", "done", "income", "move 3", "done")
    assert scene.month == 2
    assert len(scene.chances()) == 10
    scene = opening(3, "2021")
    assert scene.row == []
    assert len(scene.play(*STARTS).chances()) == 14


def test_the_first_row_of_2015_is_that_of_2021() -> None:
    """The same seed deals the same rows in both editions, however early the first is revealed."""
    later = Game(3, "2021", seed=7)
    for words in STARTS:
        later.play(words)
    assert Game(3, "2015", seed=7).position.row == later.position.row


def test_a_tile_comes_after_the_start_characters_even_if_the_row_comes_before() -> None:
    """An overlay can have an early row and tiles: the row stays as it is, and the month begins with its tile."""
    scene = opening(2, "2021", {"editions": {"2021": {"row_before_start": True}}}).play(*STARTS[:4])
    assert scene.row == [(card, 0) for card in FIRST_ROW]
    assert scene.chance("closed 4").legal() == {"ikizama 1-4", "ikizama 1", "ikizama 2", "ikizama 3"}
    assert scene.row == [(card, 0) for card in FIRST_ROW]
