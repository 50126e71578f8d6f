"""Positions that no game can reach: one change each, with the place and the reason of the error."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from edokko.components import load
from edokko.components.ids import CHARACTER_IDS
from edokko.position import Position, PositionError, state_of
from edokko.rules.tables import tables_for
from tests.helpers.positions import Where, assert_refused, at, read

Change = Callable[[dict[str, Any]], tuple[str, str]]
REFUSALS: dict[str, tuple[dict[str, Any], Change]] = {}


def refusal(stage: str, **search: Any) -> Callable[[Change], Change]:
    """Register a change that makes a position impossible; it returns the place and a part of the error."""

    def register(change: Change) -> Change:
        REFUSALS[change.__name__] = ({"stage": stage, **search}, change)
        return change

    return register


def owns(plain: dict[str, Any], seat: int) -> list[str]:
    return [room for room, content in plain["rooms"].items() if content["owner"] == seat]


def characters(plain: dict[str, Any]) -> list[str]:
    return [room for room, content in plain["rooms"].items() if content["card"] in CHARACTER_IDS]


def free_room(plain: dict[str, Any]) -> str:
    return next(
        f"{nagaya}{number}" for nagaya in "ABCD" for number in (2, 3) if f"{nagaya}{number}" not in plain["rooms"]
    )


def used(name: str) -> Where:
    return lambda plain: bool(plain[name])


# the frame


@refusal("deals")
def the_rules_version_is_that_of_these_rules(p: dict[str, Any]) -> tuple[str, str]:
    p["rules_version"] = 99
    return "rules_version", "found 99, expected 1"


@refusal("deals")
def months_end_with_new_year(p: dict[str, Any]) -> tuple[str, str]:
    p["month"] = 14
    return "month", "1 to 13"


@refusal("choose_start")
def the_setup_is_in_month_1(p: dict[str, Any]) -> tuple[str, str]:
    p["month"] = 2
    return "month", "choose_start belongs to the setup"


@refusal("visit")
def visits_come_at_new_year(p: dict[str, Any]) -> tuple[str, str]:
    p["month"] = 12
    return "month", "found 12, expected 13"


@refusal("income_or_hire")
def no_seat_hires_at_new_year(p: dict[str, Any]) -> tuple[str, str]:
    p["month"] = 13
    return "month", "income_or_hire does not come at New Year"


@refusal("choose_start", edition="2015")
def fixed_buildings_are_not_drawn(p: dict[str, Any]) -> tuple[str, str]:
    p["stage"] = "draw_building"
    return "stage", "fixed"


@refusal("draw_card")
def only_two_players_draw_tiles(p: dict[str, Any]) -> tuple[str, str]:
    p["stage"] = "draw_tile"
    return "stage", "no blocking tiles"


@refusal("draw_fire", month=5)
def fires_come_in_their_months(p: dict[str, Any]) -> tuple[str, str]:
    p["month"] = 6
    return "stage", "fires come in months 5, 8, 11"


@refusal("starve", month=3)
def no_character_starves_between_paydays(p: dict[str, Any]) -> tuple[str, str]:
    p["month"] = 4
    return "stage", "paydays come in months 3, 6, 9, 12"


@refusal("way_of_life")
def only_two_players_place_neutrals(p: dict[str, Any]) -> tuple[str, str]:
    p["stage"] = "choose_neutral"
    return "stage", "two players only"


@refusal("choose_neutral", players=2, edition="2015", month=1)
def in_2015_the_neutral_step_is_skipped_when_the_board_is_full(p: dict[str, Any]) -> tuple[str, str]:
    rooms = [f"{nagaya}{number}" for nagaya in "ABCD" for number in (1, 2, 3)]
    p["rooms"] = {room: {"card": "monk", "owner": None, "xp": 0} for room in rooms}
    return "stage", "this edition needs a free room for it"


# the board


@refusal("deals", players=2)
def the_small_board_has_no_corners(p: dict[str, Any]) -> tuple[str, str]:
    p["rooms"]["A4"] = {"card": "monk", "owner": 0, "xp": 0}
    return "rooms.A4", "a room of this board, A1 to D3"


@refusal("deals")
def cards_are_those_of_the_game(p: dict[str, Any]) -> tuple[str, str]:
    p["rooms"][free_room(p)] = {"card": "monck", "owner": 0, "xp": 0}
    return f"rooms.{next(reversed(p['rooms']))}.card", 'did you mean "monk"?'


@refusal("deals")
def owners_are_players(p: dict[str, Any]) -> tuple[str, str]:
    room = characters(p)[0]
    p["rooms"][room]["owner"] = 3
    return f"rooms.{room}.owner", "found 3, expected 0 to 2"


@refusal("deals")
def experience_ends_at_retirement(p: dict[str, Any]) -> tuple[str, str]:
    room = characters(p)[0]
    p["rooms"][room]["xp"] = 8
    return f"rooms.{room}.xp", "retires with"


@refusal("deals", where=lambda p: len(characters(p)) < len(p["rooms"]))
def buildings_have_owners(p: dict[str, Any]) -> tuple[str, str]:
    room = next(room for room in p["rooms"] if room not in characters(p))
    p["rooms"][room]["owner"] = None
    return f"rooms.{room}.owner", "a building always has an owner"


@refusal("deals", where=lambda p: len(characters(p)) < len(p["rooms"]))
def buildings_gain_no_xp(p: dict[str, Any]) -> tuple[str, str]:
    room = next(room for room in p["rooms"] if room not in characters(p))
    p["rooms"][room]["xp"] = 1
    return f"rooms.{room}.xp", "a building has no experience"


@refusal("deals")
def three_players_have_no_neutrals(p: dict[str, Any]) -> tuple[str, str]:
    room = characters(p)[0]
    p["rooms"][room]["owner"] = None
    return f"rooms.{room}.owner", "two players only"


@refusal("way_of_life", players=2, month=1)
def start_characters_are_never_neutral(p: dict[str, Any]) -> tuple[str, str]:
    room = characters(p)[0]
    p["rooms"][room]["owner"] = None
    return f"rooms.{room}.owner", "never neutral"


@refusal("way_of_life", players=2, where=lambda p: None in [room["owner"] for room in p["rooms"].values()])
def neutrals_gain_no_xp(p: dict[str, Any]) -> tuple[str, str]:
    room = next(room for room, content in p["rooms"].items() if content["owner"] is None)
    p["rooms"][room]["xp"] = 1
    return f"rooms.{room}.xp", "a neutral has no experience"


@refusal("deals")
def only_characters_retire(p: dict[str, Any]) -> tuple[str, str]:
    p["players"][2]["retired"].append("inn")
    return "players[2].retired", "a character"


@refusal("deals", where=lambda p: len(p["row"]) > 0)
def a_card_is_in_one_place(p: dict[str, Any]) -> tuple[str, str]:
    p["players"][1]["retired"].append(p["row"][0][0])
    return "players[1].retired", "which is already in row[0]"


@refusal("deals", where=lambda p: bool(p["players"][0]["retired"]))
def a_card_retires_once(p: dict[str, Any]) -> tuple[str, str]:
    p["players"][0]["retired"] *= 2
    return "players[0].retired", "which is already in players[0].retired"


@refusal("way_of_life", month=5)
def the_deck_is_of_the_season(p: dict[str, Any]) -> tuple[str, str]:
    p["deck"][0] = "karuta_maker"
    return "deck", "a character of summer"


@refusal("way_of_life", month=5)
def as_many_are_drawn_as_the_months_reveal(p: dict[str, Any]) -> tuple[str, str]:
    p["deck"].pop()
    return "deck", "found 5 characters, expected 6"


@refusal("starve", month=3)
def the_deck_at_a_payday_is_complete(p: dict[str, Any]) -> tuple[str, str]:
    p["deck"].pop()
    return "deck", "found 13 characters, expected 14"


@refusal("visit")
def there_is_no_deck_at_new_year(p: dict[str, Any]) -> tuple[str, str]:
    p["deck"].append("karuta_maker")
    return "deck", "found 1 characters, expected 0"


@refusal("way_of_life", month=2)
def the_row_is_of_the_season(p: dict[str, Any]) -> tuple[str, str]:
    p["row"][0][0] = "salt_peddler"
    return "row[0]", "a character of spring"


@refusal("visit")
def there_is_no_row_at_new_year(p: dict[str, Any]) -> tuple[str, str]:
    p["row"].append(["karuta_maker", 0])
    return "row", "there is no row in month 13"


@refusal("way_of_life", month=1)
def later_seasons_are_not_in_play(p: dict[str, Any]) -> tuple[str, str]:
    p["players"][0]["retired"].append("karuta_maker")
    return "players[0].retired", "no character of winter before its season"


@refusal("way_of_life", month=4)
def no_more_of_a_season_is_in_play_than_was_revealed(p: dict[str, Any]) -> tuple[str, str]:
    spring = [card for card in CHARACTER_IDS[4:18] if card not in {room["card"] for room in p["rooms"].values()}]
    retired = {card for player in p["players"] for card in player["retired"]}
    p["players"][0]["retired"] += [card for card in spring if card not in retired]
    return "rooms", "found 14 characters of spring on the board or retired, expected at most 12"


@refusal("way_of_life", month=2, where=lambda p: p["row"][0][1] == 1)
def mon_on_the_row_come_month_by_month(p: dict[str, Any]) -> tuple[str, str]:
    p["row"][0][1] = 2
    return "row[0][1]", "found 2, expected 0 to 1"


@refusal("way_of_life", month=2, where=lambda p: p["row"][0][1] == 1)
def older_cards_of_the_row_have_more_mon(p: dict[str, Any]) -> tuple[str, str]:
    p["row"][0][1] = 0
    if p["row"][1][1] == 1:
        return "row[1][1]", "found 1, expected 0"
    return "row", "found 5 characters with 0 mon, expected at most 4"


@refusal("deals", month=2, where=lambda p: [mon for _, mon in p["row"]].count(0) == 4 and p["row"][0][1] == 1)
def no_more_than_four_are_revealed_at_once(p: dict[str, Any]) -> tuple[str, str]:
    for entry in p["row"]:
        entry[1] = 0
    return "row", "with 0 mon, expected at most 4"


@refusal("draw_card", month=2, where=lambda p: p["to_reveal"] == 4)
def the_cards_revealed_this_month_are_still_in_the_row(p: dict[str, Any]) -> tuple[str, str]:
    p["deck"].pop()
    p["to_reveal"] -= 1
    return "row", "expected 1, revealed this month"


@refusal("way_of_life", month=1)
def a_player_has_one_start_character(p: dict[str, Any]) -> tuple[str, str]:
    there = {content["card"] for content in p["rooms"].values()}
    p["players"][1]["retired"] += [card for card in CHARACTER_IDS[:4] if card not in there]
    return "players[1]", "expected one"


@refusal("choose_start", where=lambda p: p["seat"] == 1)
def start_characters_stand_in_outermost_rooms(p: dict[str, Any]) -> tuple[str, str]:
    room = next(iter(p["rooms"]))
    p["rooms"] = {"B2": p["rooms"][room]}
    return "rooms.B2", "in rooms 1 during the setup"


@refusal("choose_start", edition="2015")
def in_2015_the_first_row_is_complete_in_the_setup(p: dict[str, Any]) -> tuple[str, str]:
    p["row"].pop()
    return "row", "found 3 characters without mon, expected 4"


@refusal("choose_start")
def in_2021_there_is_no_row_in_the_setup(p: dict[str, Any]) -> tuple[str, str]:
    p["row"] = [["monk", 0]]
    return "row", "there is no row in month 1 in choose_start"


@refusal("draw_card", edition="2015", month=1)
def in_2015_the_first_row_comes_before_the_start_characters(p: dict[str, Any]) -> tuple[str, str]:
    p["rooms"] = {"B1": {"card": "salt_peddler", "owner": 2, "xp": 0}}
    p["players"][2]["kobun"] -= 1
    return "rooms", "found start characters of the seats [2], expected []"


@refusal("choose_start", where=lambda p: p["seat"] == 1)
def the_last_seat_chooses_first(p: dict[str, Any]) -> tuple[str, str]:
    p["seat"] = 0
    return "rooms", "found start characters of the seats [2], expected [1, 2]"


@refusal("deals")
def buildings_are_buildings(p: dict[str, Any]) -> tuple[str, str]:
    p["buildings"].append("well_house")
    return "buildings", "found 'well_house', expected a building"


@refusal("deals")
def buildings_are_offered_once(p: dict[str, Any]) -> tuple[str, str]:
    p["buildings"] += p["buildings"]
    return "buildings", "expected every building once"


@refusal("deals", month=2)
def as_many_buildings_as_were_drawn(p: dict[str, Any]) -> tuple[str, str]:
    p["buildings"].pop()
    return "buildings", "found 5 on offer and built, expected 6"


@refusal("deals", edition="2015")
def the_buildings_of_2015_are_fixed(p: dict[str, Any]) -> tuple[str, str]:
    p["buildings"] = ["storehouse"]
    return "buildings", "this edition's farmhouse, "


@refusal("draw_building")
def buildings_are_drawn_until_there_are_enough(p: dict[str, Any]) -> tuple[str, str]:
    p["buildings"] = at("choose_start")["buildings"]
    return "buildings", "found 6 on offer and built, expected at most 5"


# players


@refusal("move")
def amounts_are_not_below_zero(p: dict[str, Any]) -> tuple[str, str]:
    p["players"][1]["mon"] = -1
    return "players[1].mon", "found -1, expected 0 to 9999"


@refusal("move")
def amounts_have_an_upper_limit(p: dict[str, Any]) -> tuple[str, str]:
    p["players"][2]["koban"] = 10_000
    return "players[2].koban", "found 10000, expected 0 to 9999"


@refusal("move")
def sandals_are_no_more_than_moves_are_numbered(p: dict[str, Any]) -> tuple[str, str]:
    p["players"][0]["sandals"] = 95
    return "players[0].sandals", "no move is above 99"


@refusal("move")
def fire_is_on_its_track(p: dict[str, Any]) -> tuple[str, str]:
    p["players"][0]["fire"] = 11
    return "players[0].fire", "found 11, expected 0 to 10"


@refusal("move")
def free_kobun_are_those_not_on_the_board(p: dict[str, Any]) -> tuple[str, str]:
    p["players"][1]["kobun"] += 1
    return "players[1].kobun", "on the board"


@refusal("way_of_life", month=12)
def a_player_has_a_kobun_for_every_card(p: dict[str, Any]) -> tuple[str, str]:
    for card in CHARACTER_IDS[4:9]:
        p["rooms"][free_room(p)] = {"card": card, "owner": 0, "xp": 0}
    return "rooms", "expected at most 4, a kobun on each"


@refusal("move")
def tokens_are_tokens(p: dict[str, Any]) -> tuple[str, str]:
    p["players"][0]["tokens"].append("fire_gard")
    return "players[0].tokens", 'did you mean "fire_guard"?'


@refusal("move", where=lambda p: not p["players"][0]["tokens"])
def tokens_come_with_retired_cards(p: dict[str, Any]) -> tuple[str, str]:
    p["players"][0]["tokens"].append("fire_guard")
    return "players[0].tokens", "found 1 fire_guard, expected at most 0"


@refusal("move", where=lambda p: "monk" in p["players"][0]["retired"])
def only_fire_guards_are_spent(p: dict[str, Any]) -> tuple[str, str]:
    p["players"][0]["tokens"].remove("hire_discount")
    return "players[0].tokens", "found 0 hire_discount, expected 1"


@refusal("move")
def squares_are_on_the_street(p: dict[str, Any]) -> tuple[str, str]:
    p["players"][0]["square"] = 9
    return "players[0].square", "found 9, expected 0 to 8"


@refusal("way_of_life", month=1)
def oyakata_begin_off_the_street(p: dict[str, Any]) -> tuple[str, str]:
    p["players"][0]["square"] = 3
    return "players[0].square", "found 3, expected 0"


@refusal("way_of_life", month=2)
def after_a_month_every_oyakata_has_moved(p: dict[str, Any]) -> tuple[str, str]:
    p["players"][0]["square"] = 0
    return "players[0].square", "found 0, expected 1 to 8"


@refusal("visit", where=lambda p: p["turn"] == 1)
def oyakata_come_home_before_new_year(p: dict[str, Any]) -> tuple[str, str]:
    p["players"][p["seat"]]["square"] = 3
    return f"players[{p['seat']}].square", "found 3, expected 0"


@refusal("move", month=3)
def the_fire_order_has_every_seat_once(p: dict[str, Any]) -> tuple[str, str]:
    p["fire_order"] = [0, 1, 1]
    return "fire_order", "each of the seats 0 to 2 once"


@refusal("move", where=lambda p: p["players"][p["fire_order"][0]]["fire"] > p["players"][p["fire_order"][2]]["fire"])
def the_fire_order_has_the_highest_first(p: dict[str, Any]) -> tuple[str, str]:
    p["fire_order"].reverse()
    return "fire_order", "the highest F first"


@refusal("draw_card", month=1)
def markers_that_never_moved_lie_in_the_order_of_the_seats(p: dict[str, Any]) -> tuple[str, str]:
    p["fire_order"] = [1, 0, 2]
    return "fire_order", "the seats at F 0 in the order [0, 1, 2]"


@refusal("choose_start")
def no_player_has_f_in_the_setup(p: dict[str, Any]) -> tuple[str, str]:
    p["players"][0]["fire"] = 1
    return "players", "expected 0 for every player in the setup"


@refusal("starve")
def no_more_characters_starve_than_are_on_the_board(p: dict[str, Any]) -> tuple[str, str]:
    p["hungry"] = 5
    return "hungry", "the characters of seat"


@refusal("starve")
def a_character_must_be_there_to_starve(p: dict[str, Any]) -> tuple[str, str]:
    for room in owns(p, p["seat"]):
        del p["rooms"][room]
    p["players"][p["seat"]]["kobun"] = 4
    while len(p["buildings"]) + len(p["rooms"]) - len(characters(p)) < 6 and p["month"] == 3:
        p["buildings"].append(next(building for building in load().buildings if building not in p["buildings"]))
    return "rooms", "expected one that starves"


@refusal("starve")
def rice_is_eaten_first(p: dict[str, Any]) -> tuple[str, str]:
    p["players"][p["seat"]]["rice"] = 1
    return f"players[{p['seat']}].rice", "rice is eaten before a character starves"


@refusal("move")
def no_character_is_hungry_between_paydays(p: dict[str, Any]) -> tuple[str, str]:
    p["hungry"] = 1
    return "hungry", "no seat is feeding its characters now"


# goods


@refusal("move")
def goods_are_goods(p: dict[str, Any]) -> tuple[str, str]:
    p["goods"].append("spring_fish_3")
    return "goods", "expected a fish, a pipe or a pouch"


@refusal("way_of_life", month=1)
def goods_are_on_sale_once(p: dict[str, Any]) -> tuple[str, str]:
    p["goods"].append("spring_fish_1")
    return "goods", "found spring_fish_1 twice"


@refusal("way_of_life", month=2)
def a_fish_is_no_pipe(p: dict[str, Any]) -> tuple[str, str]:
    p["players"][0]["pipes"].append("spring_fish_1")
    return "players[0].pipes", "a pipe"


@refusal("way_of_life", month=1)
def no_player_holds_a_good_on_sale(p: dict[str, Any]) -> tuple[str, str]:
    p["players"][0]["pipes"].append("spring_pipe_1")
    return "players[0].pipes", "which is already in goods"


@refusal("way_of_life", month=4)
def a_good_has_one_holder(p: dict[str, Any]) -> tuple[str, str]:
    for player in p["players"]:
        player["fish"] = []
    p["players"][0]["fish"] = ["spring_fish_1"]
    p["players"][2]["fish"] = ["spring_fish_1"]
    return "players[2].fish", "which is already in players[0].fish"


@refusal("choose_start")
def nothing_is_bought_in_the_setup(p: dict[str, Any]) -> tuple[str, str]:
    p["goods"].remove("spring_fish_1")
    p["players"][0]["fish"].append("spring_fish_1")
    return "players[0].fish", "nothing is bought in the setup"


@refusal("way_of_life", month=1)
def nothing_is_bought_before_its_season(p: dict[str, Any]) -> tuple[str, str]:
    p["players"][0]["fish"].append("autumn_fish_1")
    return "players[0].fish", "nothing of autumn before its season"


@refusal("way_of_life", month=4)
def one_fish_a_season(p: dict[str, Any]) -> tuple[str, str]:
    for player in p["players"]:
        player["fish"] = []
    p["players"][0]["fish"] = ["spring_fish_1", "spring_fish_2"]
    return "players[0].fish", "a player may buy only one a season"


@refusal("way_of_life", month=4)
def goods_of_the_season_are_on_sale(p: dict[str, Any]) -> tuple[str, str]:
    p["players"][0]["pipes"] = p["players"][1]["pipes"] = p["players"][2]["pipes"] = []
    p["goods"].append("spring_pipe_1")
    return "goods", "goods of summer"


@refusal("way_of_life", month=4)
def goods_without_a_holder_are_on_sale(p: dict[str, Any]) -> tuple[str, str]:
    p["goods"].remove("summer_fish_1")
    return "goods", "summer_fish_1 is missing"


@refusal("way_of_life", edition="2015", month=1)
def only_the_top_of_a_stack_is_on_sale(p: dict[str, Any]) -> tuple[str, str]:
    p["goods"].append("summer_pipe_2")
    return "goods", "the top of the stack of each kind, spring_pipe_1 and spring_pouch_2"


@refusal("way_of_life", edition="2015", month=1)
def the_top_of_a_stack_is_on_sale(p: dict[str, Any]) -> tuple[str, str]:
    p["goods"].remove("spring_pouch_2")
    return "goods", "spring_pouch_2 is missing"


@refusal("way_of_life", edition="2015", month=2, where=lambda p: "spring_pipe_1" in p["goods"])
def a_stack_is_bought_from_the_top(p: dict[str, Any]) -> tuple[str, str]:
    p["players"][0]["pipes"].append("winter_pipe_2")
    return "players[0].pipes", "none yet: spring_pipe_1 is the first of the stack"


# the month


@refusal("way_of_life", players=2)
def tiles_close_slots(p: dict[str, Any]) -> tuple[str, str]:
    p["tiles"]["5"] = 1
    return "tiles.5", "one of 1-4, 1, 2, 3, 4"


@refusal("way_of_life", players=2)
def tiles_are_those_of_the_table(p: dict[str, Any]) -> tuple[str, str]:
    p["tiles"]["2"] = 4
    return "tiles.2", "found 4, expected 1 to 3"


@refusal("way_of_life", players=2)
def slots_without_tiles_have_none(p: dict[str, Any]) -> tuple[str, str]:
    p["tiles"]["1-4"] = 1
    return "tiles", "no tiles for that slot"


@refusal("way_of_life", players=2, month=2)
def one_tile_goes_each_month(p: dict[str, Any]) -> tuple[str, str]:
    p["tiles"].pop(next(iter(p["tiles"])))
    return "tiles", "in all, expected 10: one goes each month"


@refusal("way_of_life", players=3)
def only_two_players_have_a_closed_slot(p: dict[str, Any]) -> tuple[str, str]:
    p["closed"] = "2"
    return "closed", "this game has no blocking tiles"


@refusal("draw_tile", players=2)
def a_slot_is_closed_by_its_tile(p: dict[str, Any]) -> tuple[str, str]:
    p["closed"] = "2"
    return "closed", "no tile is drawn now"


@refusal("way_of_life", players=2)
def a_slot_is_closed_every_month(p: dict[str, Any]) -> tuple[str, str]:
    p["closed"] = None
    return "closed", "a tile closes one each month"


@refusal("way_of_life", players=2)
def the_closed_slot_is_a_slot(p: dict[str, Any]) -> tuple[str, str]:
    p["closed"] = "6"
    return "closed", "one of 1-4, 1, 2, 3, 4"


@refusal("way_of_life", players=2, month=1)
def the_closed_slot_has_lost_its_tile(p: dict[str, Any]) -> tuple[str, str]:
    p["closed"] = "1" if p["closed"] != "1" else "2"
    return "closed", "all of its tiles are left"


@refusal("move")
def ikizama_stand_on_slots(p: dict[str, Any]) -> tuple[str, str]:
    p["ikizama"]["7"] = 0
    return "ikizama.7", "one of 1-4, 1, 2, 3, 4"


@refusal("move")
def ikizama_are_those_of_the_seats(p: dict[str, Any]) -> tuple[str, str]:
    slot = next(iter(p["ikizama"]))
    p["ikizama"][slot] = 3
    return f"ikizama.{slot}", "found 3, expected 0 to 2"


@refusal("move", edition="2015")
def the_slot_1_4_of_2015_is_for_four(p: dict[str, Any]) -> tuple[str, str]:
    p["ikizama"]["1-4"] = 0
    return "ikizama.1-4", "not with 3 players"


@refusal("move", players=2)
def no_ikizama_is_on_a_closed_slot(p: dict[str, Any]) -> tuple[str, str]:
    p["ikizama"] = {p["closed"]: p["seat"]}
    return f"ikizama.{p['closed']}", "a tile closes that slot"


@refusal("move", where=lambda p: len(p["ikizama"]) == 2)
def a_seat_has_one_ikizama(p: dict[str, Any]) -> tuple[str, str]:
    p["ikizama"] = dict.fromkeys(p["ikizama"], p["seat"])
    return "ikizama", "every seat on one slot at most"


@refusal("way_of_life", where=lambda p: len(p["ikizama"]) == 1)
def slots_are_chosen_in_fire_order(p: dict[str, Any]) -> tuple[str, str]:
    p["ikizama"] = dict.fromkeys(p["ikizama"], p["seat"])
    return "ikizama", "slots of the first 1 in fire order"


@refusal("draw_card")
def slots_are_free_until_they_are_chosen(p: dict[str, Any]) -> tuple[str, str]:
    p["ikizama"]["2"] = 0
    return "ikizama", "no slot is taken"


@refusal("move")
def a_turn_has_a_slot(p: dict[str, Any]) -> tuple[str, str]:
    p["ikizama"] = {}
    return "ikizama", "expected that of the seat whose turn it is"


@refusal("move", where=lambda p: "1-4" in p["ikizama"])
def slot_1_4_moves_at_once(p: dict[str, Any]) -> tuple[str, str]:
    p["stage"] = "income_or_hire"
    return "stage", "it is the turn of slot 1-4"


@refusal("draw_card")
def cards_are_revealed_by_the_month(p: dict[str, Any]) -> tuple[str, str]:
    p["to_reveal"] = 5
    return "to_reveal", "found 5, expected 1 to 4"


@refusal("move")
def nothing_is_revealed_in_a_turn(p: dict[str, Any]) -> tuple[str, str]:
    p["to_reveal"] = 1
    return "to_reveal", "found 1, expected 0"


# whose turn


@refusal("visit")
def the_order_of_new_year_has_every_seat(p: dict[str, Any]) -> tuple[str, str]:
    p["visit_order"] = [0, 1]
    return "visit_order", "each of the seats 0 to 2 once"


@refusal("move")
def there_is_an_order_of_new_year_only_then(p: dict[str, Any]) -> tuple[str, str]:
    p["visit_order"] = [0, 1, 2]
    return "visit_order", "fixed when New Year begins"


@refusal("visit", where=lambda p: p["turn"] == 0)
def the_order_of_new_year_is_the_fire_order(p: dict[str, Any]) -> tuple[str, str]:
    p["visit_order"].reverse()
    return "visit_order", "the fire order, until a seat has visited"


@refusal("move")
def nothing_is_counted_in_a_turn(p: dict[str, Any]) -> tuple[str, str]:
    p["turn"] = 1
    return "turn", "found 1, expected 0"


@refusal("visit")
def visits_are_as_many_as_seats(p: dict[str, Any]) -> tuple[str, str]:
    p["turn"] = 3
    return "turn", "the visits that are over"


@refusal("over")
def a_game_is_over_after_the_last_visit(p: dict[str, Any]) -> tuple[str, str]:
    p["turn"] = 2
    return "turn", "every visit is over"


@refusal("starve")
def feeding_goes_through_the_seats(p: dict[str, Any]) -> tuple[str, str]:
    p["turn"] = 0
    return "turn", "the seats whose feeding has begun"


@refusal("move")
def nothing_burns_in_a_turn(p: dict[str, Any]) -> tuple[str, str]:
    p["burning"] = {"nagaya": "A", "passed": 0}
    return "burning", "no fire waits for a decision now"


@refusal("guard_or_burn")
def a_fire_is_somewhere(p: dict[str, Any]) -> tuple[str, str]:
    p["burning"] = None
    return "burning", "the nagaya and the rooms passed"


@refusal("guard_or_burn")
def a_fire_is_in_a_nagaya(p: dict[str, Any]) -> tuple[str, str]:
    p["burning"]["nagaya"] = "E"
    return "burning.nagaya", "one of A, B, C, D"


@refusal("guard_or_burn")
def a_fire_is_in_a_room(p: dict[str, Any]) -> tuple[str, str]:
    p["burning"]["passed"] = 4
    return "burning.passed", "found 4, expected 0 to 3"


@refusal("guard_or_burn")
def a_fire_waits_at_a_character(p: dict[str, Any]) -> tuple[str, str]:
    place = next((n, i) for n in "ABCD" for i in range(4) if f"{n}{i + 1}" not in p["rooms"])
    p["burning"] = {"nagaya": place[0], "passed": place[1]}
    return "burning", "has no character of a player"


@refusal("guard_or_burn")
def a_fire_waits_for_a_guard(p: dict[str, Any]) -> tuple[str, str]:
    p["players"][p["seat"]]["tokens"] = []
    return f"players[{p['seat']}].tokens", "a fire_guard"


@refusal("guard_or_burn")
def a_fire_that_is_put_out_needs_no_decision(p: dict[str, Any]) -> tuple[str, str]:
    p["players"][p["seat"]]["fire"] = 10
    p["fire_order"].sort(key=lambda seat: -p["players"][seat]["fire"])
    return f"players[{p['seat']}].fire", "it would put out the fire"


@refusal("draw_card")
def no_seat_decides_chance(p: dict[str, Any]) -> tuple[str, str]:
    p["seat"] = 0
    return "seat", "no seat decides in draw_card"


@refusal("over")
def no_seat_decides_when_the_game_is_over(p: dict[str, Any]) -> tuple[str, str]:
    p["seat"] = 0
    return "seat", "no seat decides in over"


@refusal("move")
def a_seat_decides_a_decision(p: dict[str, Any]) -> tuple[str, str]:
    p["seat"] = None
    return "seat", "the seat that decides in move"


@refusal("choose_start")
def the_deciding_seat_exists(p: dict[str, Any]) -> tuple[str, str]:
    p["seat"] = 3
    return "seat", "found 3, expected 0 to 2"


def another(seat: int) -> int:
    return 1 if seat == 0 else 0


@refusal("way_of_life")
def the_first_without_a_slot_chooses(p: dict[str, Any]) -> tuple[str, str]:
    p["seat"] = another(p["seat"])
    return "seat", "the first in fire order without a slot"


@refusal("deals", month=2)
def the_first_slot_plays(p: dict[str, Any]) -> tuple[str, str]:
    p["seat"] = another(p["seat"])
    return "seat", "is the first taken"


@refusal("deals", month=13)
def the_visitor_plays(p: dict[str, Any]) -> tuple[str, str]:
    p["seat"] = another(p["seat"])
    return "seat", f"visit_order[{p['turn']}]"


@refusal("starve")
def the_hungry_seat_decides(p: dict[str, Any]) -> tuple[str, str]:
    p["seat"] = another(p["seat"])
    return "seat", f"number {p['turn']} in fire order"


@refusal("guard_or_burn")
def the_owner_decides_on_the_guard(p: dict[str, Any]) -> tuple[str, str]:
    p["seat"] = another(p["seat"])
    return "seat", "which the fire has reached"


@refusal("choose_neutral", players=2)
def sun_and_moon_take_turns(p: dict[str, Any]) -> tuple[str, str]:
    p["seat"] = another(p["seat"])
    return "seat", "the Sun player in odd months"


# inside a turn


@refusal("move")
def no_card_waits_before_the_move(p: dict[str, Any]) -> tuple[str, str]:
    p["pending"] = "karuta_maker"
    return "pending", "no card waits to be placed in move"


@refusal("move")
def an_empty_text_is_no_card(p: dict[str, Any]) -> tuple[str, str]:
    p["pending"] = ""
    return "pending", "no card waits to be placed in move"


@refusal("place_hired")
def a_card_waits_to_be_placed(p: dict[str, Any]) -> tuple[str, str]:
    p["pending"] = None
    return "pending", "the card to be placed in place_hired"


@refusal("place_hired", month=2)
def a_hired_character_is_of_the_season(p: dict[str, Any]) -> tuple[str, str]:
    p["pending"] = "karuta_maker"
    return "pending", "a character of spring"


@refusal("place_start")
def the_first_character_is_a_start_character(p: dict[str, Any]) -> tuple[str, str]:
    p["pending"] = "monk"
    return "pending", "a character of the start"


@refusal("place_hired")
def buildings_are_not_hired(p: dict[str, Any]) -> tuple[str, str]:
    p["pending"] = "inn"
    return "pending", "a character"


@refusal("place_built")
def characters_are_not_built(p: dict[str, Any]) -> tuple[str, str]:
    p["pending"] = "monk"
    return "pending", "a building"


@refusal("place_hired", month=6)
def a_seat_that_places_a_card_has_a_free_kobun(p: dict[str, Any]) -> tuple[str, str]:
    player = p["players"][p["seat"]]
    for card in CHARACTER_IDS[4 : 4 + player["kobun"]]:
        p["rooms"][free_room(p)] = {"card": card, "owner": p["seat"], "xp": 0}
    player["kobun"] = 0
    return f"players[{p['seat']}].kobun", "a free kobun for the card to be placed"


@refusal("move")
def deals_are_not_done_before_the_move(p: dict[str, Any]) -> tuple[str, str]:
    p["shop_used"] = True
    return "shop_used", "no deal is made in move"


@refusal("move")
def work_is_not_done_before_the_move(p: dict[str, Any]) -> tuple[str, str]:
    p["work_used"] = True
    return "work_used", "no deal is made in move"


@refusal("deals")
def no_character_is_at_work_between_deals(p: dict[str, Any]) -> tuple[str, str]:
    p["worker"] = p["rooms"][characters(p)[0]]["card"]
    return "worker", "no character is at work in deals"


@refusal("swap_first")
def a_character_is_at_work_in_a_swap(p: dict[str, Any]) -> tuple[str, str]:
    p["worker"] = None
    return "worker", "the character at work in swap_first"


@refusal("swap_first")
def the_worker_of_a_swap_can_swap(p: dict[str, Any]) -> tuple[str, str]:
    p["worker"] = "carpenter"
    return "worker", "a character whose skill is to swap"


@refusal("swap_first", where=used("worker"))
def the_worker_is_on_the_board(p: dict[str, Any]) -> tuple[str, str]:
    p["worker"] = "puppet_maker" if p["worker"] == "kite_maker" else "kite_maker"
    return "worker", "expected behind square"


@refusal("swap_first")
def the_worker_is_behind_the_square(p: dict[str, Any]) -> tuple[str, str]:
    player = p["players"][p["seat"]]
    player["square"] = (player["square"] + 3) % 8 + 1
    return "worker", f"expected behind square {player['square']}"


@refusal("swap_first")
def work_is_used_while_a_character_works(p: dict[str, Any]) -> tuple[str, str]:
    p["work_used"] = False
    return "work_used", "is at work"


@refusal("place_built", where=lambda p: p["worker"] is None)
def building_at_the_site_is_a_shop_deal(p: dict[str, Any]) -> tuple[str, str]:
    p["shop_used"] = False
    return "shop_used", "without a worker the deal is the shop's"


@refusal("place_built", where=lambda p: p["worker"] is None)
def the_site_is_where_the_oyakata_stands(p: dict[str, Any]) -> tuple[str, str]:
    p["players"][p["seat"]]["square"] = 1
    return f"players[{p['seat']}].square", "found 1, expected 6: the shop of the deal"


@refusal("choose_trainee", where=lambda p: p["worker"] is None)
def a_pipe_that_trains_is_bought_first(p: dict[str, Any]) -> tuple[str, str]:
    trainers = [pipe for pipe in p["players"][p["seat"]]["pipes"] if load().goods[pipe].do == "train"]
    p["players"][p["seat"]]["pipes"] = [pipe for pipe in p["players"][p["seat"]]["pipes"] if pipe not in trainers]
    p["goods"] += trainers
    return "worker", "holds no pipe that does"


@refusal("deals")
def no_room_is_named_between_deals(p: dict[str, Any]) -> tuple[str, str]:
    p["swap_room"] = characters(p)[0]
    return "swap_room", "no room is named in deals"


@refusal("swap_second")
def a_room_is_named_first(p: dict[str, Any]) -> tuple[str, str]:
    p["swap_room"] = None
    return "swap_room", "the first room of the swap"


@refusal("swap_second")
def the_room_named_has_a_character(p: dict[str, Any]) -> tuple[str, str]:
    p["swap_room"] = free_room(p)
    return "swap_room", "a room with a character"


@refusal("move", where=lambda p: "ox_cart" not in p["players"][p["seat"]]["retired"] and p["month"] > 1)
def the_extra_step_comes_with_its_token(p: dict[str, Any]) -> tuple[str, str]:
    p["stage"] = "extra_step_choice"
    return f"players[{p['seat']}].tokens", "its card has just retired"


@refusal("choose_neutral", players=2, month=2)
def a_neutral_is_chosen_from_a_row(p: dict[str, Any]) -> tuple[str, str]:
    p["row"] = []
    return "stage", "the seat would have no legal move"


@refusal("place_hired", players=2, month=9)
def the_seat_can_pay_for_a_room(p: dict[str, Any]) -> tuple[str, str]:
    p["players"][p["seat"]]["mon"] = 0
    there = json.dumps(p)
    unused = [card for card in CHARACTER_IDS[4:32] if card not in there]
    for room in (f"{nagaya}{number}" for nagaya in "ABCD" for number in (1, 3)):
        if room not in p["rooms"]:
            p["rooms"][room] = {"card": unused.pop(), "owner": None, "xp": 0}
    return "stage", "place_hired is impossible: the seat would have no legal move"


@pytest.mark.parametrize("name", REFUSALS)
def test_refused(name: str) -> None:
    search, change = REFUSALS[name]
    plain = at(**search)
    read(copy.deepcopy(plain))
    place, words = change(plain)
    assert_refused(plain, place, words)


@pytest.mark.parametrize(
    ("edition", "overlay", "players", "message"),
    [
        ("2015", None, 3, "edition: found '2021', expected 2015, the edition of the components"),
        (
            "2021",
            {"setup": {"mon": 9}},
            3,
            "components: the overlay is not the one that the",
        ),
        ("2021", None, 4, "players: found 3 players, expected 4"),
    ],
)
def test_the_components_are_those_that_the_position_names(
    edition: str, overlay: dict[str, object] | None, players: int, message: str
) -> None:
    position = Position.from_json(at("deals"))
    components = load(edition, overlay)
    with pytest.raises(PositionError) as refusal:
        state_of(components, tables_for(components, players), position)
    assert str(refusal.value).startswith(message)
