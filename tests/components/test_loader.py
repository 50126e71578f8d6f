"""The shipped tables, and every check of a complete file: errors name the file, the key and the expected value."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from edokko.components import EDITIONS, RULES_VERSION, ComponentsError, largest_possible, largest_possible_score, load
from edokko.components.loader import assemble, check_file, shipped
from edokko.components.model import RESOURCES, SEASONS, Building, Character, Effect, ScorePer, Shop
from edokko.components.problems import MAX_PROBLEMS, parse

Tables = dict[str, Any]


def problems_after(change: Callable[[Tables], object], edition: str = "2021") -> list[str]:
    """Return the problems of the shipped tables after a change."""
    tables = copy.deepcopy(shipped().tables)
    change(tables)
    with pytest.raises(ComponentsError) as caught:
        assemble(check_file(tables, "tables.toml"), edition)
    return list(caught.value.problems)


def put(key: str, value: object) -> Callable[[Tables], object]:
    def change(tables: Tables) -> None:
        *path, last = key.split("/")
        table: Any = tables
        for name in path:
            table = table[int(name) if isinstance(table, list) else name]
        table[last] = value

    return change


def drop(key: str) -> Callable[[Tables], object]:
    def change(tables: Tables) -> None:
        *path, last = key.split("/")
        for name in path:
            tables = tables[name]
        del tables[last]

    return change


# The shipped tables


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_season_has_14_characters_2_fish_2_pipes_and_2_pouches(edition: str) -> None:
    components = load(edition)
    seasons = Counter(card.season for card in components.characters.values())
    assert seasons == {"start": 4} | dict.fromkeys(SEASONS, 14)
    goods = Counter((good.kind, good.season) for good in components.goods.values())
    assert goods == {(kind, season): 2 for kind in ("fish", "pipe", "pouch") for season in SEASONS}
    assert len(components.buildings) == 10
    assert len(components.shops) == 8
    assert sorted(components.squares) == sorted(components.shops)


def test_the_monk_costs_4_and_retires_with_a_discount_after_3_steps() -> None:
    monk = load().characters["monk"]
    assert (monk.cost, monk.hire_bonus, monk.salary) == (4, 1, ())
    assert (monk.xp_to_retire, monk.retires_with) == (3, "hire_discount")
    assert monk.skill.gain == {"fire": 1}


def test_a_card_with_a_salary_retires_after_its_last_entry() -> None:
    for card in load().characters.values():
        if card.salary:
            assert card.xp_to_retire == len(card.salary)
            assert card.retires_with is None
        else:
            assert card.retires_with is not None


def test_the_seamstress_earns_nothing_on_her_first_step_and_trains_for_1_mon() -> None:
    seamstress = load().characters["seamstress"]
    assert seamstress.salary == ({}, {"iki": 2}, {"iki": 3})
    assert (seamstress.skill.spend, seamstress.skill.do) == ({"mon": 1}, "train")


def test_the_day_laborer_loses_iki() -> None:
    assert load().characters["day_laborer"].salary == ({"iki": -2}, {"iki": -1}, {})


def test_the_three_sentences_of_buildings_are_read_as_effects() -> None:
    buildings = load().buildings
    assert buildings["farmhouse"].effect == Effect(2, "iki", "fed")
    assert buildings["imperial_villa"].effect == Effect(2, "mon", "largest_type")
    assert buildings["fire_watchtower"].effect == Effect(3, "iki", "hire_bonus")
    assert buildings["inn"].effect is None


def test_variable_scores_have_their_defaults() -> None:
    components = load()
    assert components.buildings["storehouse"].score_per == ScorePer("rice", 4, 1, 32)
    assert components.goods["winter_pouch_2"].score_per == ScorePer("mon", 1, 4, None)
    assert components.goods["spring_pouch_1"].score_per is None
    assert components.goods["winter_pouch_2"].score == components.buildings["storehouse"].score == 0


def test_fires_are_by_month_and_two_players_have_one_less() -> None:
    components = load()
    assert components.calendar.fires == {5: 5, 8: 8, 11: 10}
    assert (components.small.fire_less, components.large.fire_less) == (1, 0)


def test_the_centre_room_of_the_small_side_is_served_by_both_squares() -> None:
    components = load()
    assert components.small.rooms["A"] == ((2,), (1, 2), (1,))
    assert components.large.rooms["A"] == ((2,), (2,), (1,), (1,))
    assert components.large.corner_group == ("A4", "B4", "C4", "D4")
    assert components.small.corner_group == ()


def test_twelve_tiles_close_slots_and_the_slot_1_4_has_none() -> None:
    assert load().small.blocking == {"1": 3, "2": 3, "3": 3, "4": 3}


def test_the_editions_differ_in_the_named_rules() -> None:
    new, first = load("2021").switches, load("2015").switches
    assert (new.slot_1_4_players, first.slot_1_4_players) == ((2, 3, 4), (4,))
    assert (new.two_player_board, first.two_player_board) == ("small", "large")
    assert (new.neutral_needs_room, first.neutral_needs_room) == (False, True)
    assert (new.row_before_start, first.row_before_start) == (False, True)
    assert new.fixed_buildings == new.pipe_stack == new.pouch_stack == ()
    assert len(first.fixed_buildings) == load("2015").setup.buildings == 6
    assert first.pipe_stack == ("spring_pipe_1", "summer_pipe_2", "autumn_pipe_2", "winter_pipe_2")


def test_two_players_of_2015_use_the_large_side() -> None:
    assert load("2021").board(2) is load("2021").small
    assert load("2015").board(2) is load("2015").large
    assert load("2021").board(3) is load("2021").large


def test_the_first_edition_has_its_own_prices_and_bonuses() -> None:
    first = load("2015")
    assert (first.setup.slot_1_4_mon, first.scoring.mon_per_iki) == (0, 5)
    assert [option.id for option in first.shops["money_changer"].options] == ["koban", "two koban"]
    assert first.shops["money_changer"].options[1].spend == {"mon": 12}
    assert first.characters["book_lender"].cost == 1
    assert first.characters["ukiyoe_artist"].skill.gain == {"mon": 5}
    assert {good.id: good.bonus for good in first.goods.values() if good.bonus} == {
        "summer_fish_2": 7,
        "winter_fish_2": 7,
    }


def test_the_2021_edition_keeps_the_ordinary_tables() -> None:
    new = load()
    assert (new.setup.slot_1_4_mon, new.scoring.mon_per_iki, new.characters["book_lender"].cost) == (1, 4, 2)
    assert new.goods["spring_fish_2"].bonus == 1
    assert len(new.shops["money_changer"].options) == 3


def test_the_default_is_2021_and_the_shipped_tables_are_loaded_once() -> None:
    assert load() is load("2021")
    assert load().edition == "2021"
    assert load().overlay is None
    assert RULES_VERSION == 1


def test_the_shipped_tables_are_read_only() -> None:
    components = load()
    with pytest.raises(TypeError, match="overlay"):
        components.characters["monk"] = components.characters["ox_cart"]  # type: ignore[index]
    with pytest.raises(TypeError, match="overlay"):
        components.buildings["inn"].cost.update(koban=9)
    with pytest.raises(dataclasses.FrozenInstanceError):
        components.setup.mon = 99  # type: ignore[misc]


def test_components_survive_pickling_and_deep_copies() -> None:
    components = load("2015")
    assert pickle.loads(pickle.dumps(components)) == components
    assert copy.deepcopy(components) == components


def test_every_name_is_there_in_five_languages() -> None:
    components = load()
    items: list[Character | Building | Shop] = []
    items += components.characters.values()
    items += components.buildings.values()
    items += components.shops.values()
    for item in items:
        assert {"en", "fr", "es", "pl", "pt"} <= set(item.names)
    assert components.goods["spring_fish_1"].names["ja"] == "Shirauo"
    assert components.goods["spring_pipe_1"].names == {}
    assert set(components.terms) >= {"mon", "rice", "neutral"}
    assert len(components.types) == 5


# The bounds


def test_a_player_can_hold_at_most_82_sandals() -> None:
    assert [largest_possible(load(edition), "sandals") for edition in EDITIONS] == [82, 82]


def test_the_bounds_of_the_shipped_tables_equal_those_worked_out_by_hand() -> None:
    bounds = {resource: largest_possible(load(), resource) for resource in RESOURCES}
    assert bounds == {
        # setup and income + deals + gifts + the villa + salaries of a start character and of three hires a season
        "mon": 8 + 12 * 4 + 13 * (4 + 4) + 39 * 2 + 2 * (4 + 7 + 10 + 13) + (4 * 2 + 4 * 8 + 3 * 10 + 2 * 11 + 9),
        "rice": 1 + 13 * (2 + 2) + (4 * 1 + 4 * 1 + 3 * 2 + 2 * 1 + 1 * 4),
        "sandals": 1 + 13 * (2 + 2) + (4 * 1 + 4 * 2 + 3 * 4 + 2 * 2 + 1 * 1),
        "wood": 13 * (0 + 2) + (4 * 1 + 3 * 1 + 2 * 3 + 1 * 1),
        "koban": 13 * 2,
        # harmony + deals + the farmhouse + the watchtower + salaries
        "iki": 4 * 4 * (4 + 4)
        + 13 * 9
        + 2 * 4 * 4
        + 3 * 12
        + (4 * (4 + 3 + 3) + 3 * (4 + 4 + 4) + 2 * (7 + 6 + 5) + 23),
        "fire": 10,
    }


def test_the_bound_of_the_score_is_the_sum_of_its_parts() -> None:
    # track, types, fish with a bonus each season, pouches doubled, the four dearest buildings, koban, wood, mon
    fish = 15 + 1 + 7 + 1 + 7
    pouches = 2 * (2 + 3 + 4 + 10 // 2 + 5 + 13 + 5 + 407 // 4)
    buildings = 32 + fish + 30 + 26
    assert largest_possible_score(load()) == 448 + 25 + fish + pouches + buildings + 3 * 26 + 40 + 407 // 4


@pytest.mark.parametrize("resource", RESOURCES)
def test_random_hires_with_the_best_deals_and_paydays_stay_within_the_bound(resource: str) -> None:
    """Twelve random hires, with the best deals each turn and every payday, never exceed the bound."""
    components, draw = load(), random.Random(7)
    if resource == "fire":
        assert largest_possible(components, "fire") == 10
        return
    cards = list(components.characters.values())
    gains = [option.gain.get(resource, 0) for shop in components.shops.values() for option in shop.options]
    gains += [good.gain.get(resource, 0) for good in components.goods.values()]
    skills = [card.skill.gain.get(resource, 0) for card in cards]
    for _ in range(200):
        amount = {"mon": components.setup.mon, "rice": 1, "sandals": 1}.get(resource, 0)
        hired = [draw.choice([card for card in cards if card.season == "start"])]
        for season in SEASONS:
            hired += draw.sample([card for card in cards if card.season == season], 3)
            for card in hired:
                amount += max((entry.get(resource, 0) for entry in card.salary), default=0)
            amount += sum(max(gains) + max(skills) for _ in range(3))
        assert amount <= largest_possible(components, resource)


# Refusals


def test_an_unknown_edition_is_refused_with_the_known_ones() -> None:
    for edition in ("2020", "", 2021, None, ["2021"]):
        with pytest.raises(ComponentsError, match=r"edition: found .*, expected '2021' or '2015'"):
            load(edition)  # type: ignore[arg-type]


ONE_VALUE: list[tuple[str, object, str, str]] = [
    ("characters/monk/cost", -1, "characters.monk.cost: found -1", "a whole number from 0 to 99"),
    ("characters/monk/cost", 100, "characters.monk.cost: found 100", "a whole number from 0 to 99"),
    ("characters/monk/cost", True, "characters.monk.cost: found True", "a whole number from 0 to 99"),
    ("characters/monk/cost", 4.0, "characters.monk.cost: found 4.0", "a whole number from 0 to 99"),
    ("characters/monk/cost", "4", "characters.monk.cost: found '4'", "a whole number from 0 to 99"),
    ("characters/monk/type", "priest", "characters.monk.type", '"special"'),
    ("characters/monk/hire_bonus", 21, "characters.monk.hire_bonus: found 21", "from 0 to 20"),
    ("characters/monk/xp_to_retire", 9, "characters.monk.xp_to_retire: found 9", "from 1 to 8"),
    ("characters/monk/xp_to_retire", 0, "characters.monk.xp_to_retire: found 0", "from 1 to 8"),
    ("characters/monk/salary", [{"mon": 1}], "characters.monk.salary", "retires with a token"),
    ("characters/monk/name", "Monk", "characters.monk.name: found 'Monk'", "a table"),
    ("characters/monk/name/en", "", "characters.monk.name.en: found ''", "a text of 1 to 80"),
    ("characters/monk/name/en", "Mo\x1bnk", "characters.monk.name.en", "printable"),
    ("characters/monk/name/de", "Mönch", "characters.monk.name.de: unknown key", "en, fr, es, pl, pt"),
    ("characters/monk/season", "rainy", "characters.monk.season: found 'rainy'", '"spring"'),
    ("characters/monk/skill/gain/gold", 1, "characters.monk.skill.gain.gold: unknown key", "mon, rice"),
    ("characters/monk/skill/gain/fire", 21, "characters.monk.skill.gain.fire: found 21", "from 0 to 20"),
    ("characters/monk/skill/spend", {"fire": 1}, "characters.monk.skill.spend.fire: unknown key", "the goods are mon"),
    ("characters/monk/skill/do", "dance", "characters.monk.skill.do: found 'dance'", '"train" or "build" or "swap"'),
    ("characters/monk/skill/discount", {"wood": 1}, "characters.monk.skill.discount", 'needs do = "build"'),
    ("characters/monk/skill", {}, "characters.monk.skill: the skill has no effect", "gain or do"),
    ("characters/monk/skil", {}, "characters.monk.skil: unknown key", 'did you mean "skill"?'),
    ("characters/carpenter/salary", [], "characters.carpenter.salary: found []", "no token to retire with"),
    ("characters/carpenter/salary", [{}] * 9, "characters.carpenter.salary", "a list of 1 to 8"),
    ("characters/carpenter/salary", [{"iki": -21}], "characters.carpenter.salary.1.iki: found -21", "from -20 to 20"),
    ("characters/carpenter/salary", [{"mon": -1}], "characters.carpenter.salary.1.mon: found -1", "from 0 to 20"),
    ("characters/carpenter/salary", [{"fire": 1}], "characters.carpenter.salary.1.fire", "unknown key"),
    ("characters/carpenter/xp_to_retire", 3, "characters.carpenter.xp_to_retire", "retires after its last entry"),
    ("buildings/inn/cost", 3, "buildings.inn.cost: found 3", "a table of amounts"),
    ("buildings/inn/cost", {"wood": 100}, "buildings.inn.cost.wood: found 100", "from 0 to 99"),
    ("buildings/inn/score", -1, "buildings.inn.score: found -1", "from 0 to 99"),
    ("buildings/inn/score_per", {"good": "cats"}, "buildings.inn.score_per.good: found 'cats'", '"fish_value"'),
    ("buildings/inn/score_per", {"iki": 1}, "buildings.inn.score_per.good: missing", '"fish_value"'),
    ("buildings/inn/score_per", {"good": "mon", "every": 0}, "buildings.inn.score_per.every: found 0", "from 1 to 99"),
    ("buildings/farmhouse/season_end", "2 iki", "buildings.farmhouse.season_end", "per own character fed"),
    ("buildings/farmhouse/on_hire", "3 iki when it rains", "buildings.farmhouse.on_hire", "has a hire bonus"),
    (
        "buildings/farmhouse/on_hire",
        "3 iki when the hired character has a hire bonus",
        "buildings.farmhouse: a building has one effect",
        "not both",
    ),
    ("goods/spring_fish_1/price", 100, "goods.spring_fish_1.price: found 100", "from 0 to 99"),
    ("goods/spring_fish_1/score", 1, "goods.spring_fish_1.score: unknown key", ""),
    ("goods/winter_pipe_1/do", "build", "goods.winter_pipe_1.do: found 'build'", '"train"'),
    ("goods/winter_pipe_1/do", "", "goods.winter_pipe_1: the pipe has no effect", "gain or do"),
    ("goods/spring_pouch_1/score", 100, "goods.spring_pouch_1.score: found 100", "from 0 to 99"),
    ("shops/rice_shop/options", [], "shops.rice_shop.options: found []", "a list of options"),
    ("shops/rice_shop/options/0/spend", {"mon": -3}, "shops.rice_shop.options.rice.spend.mon: found -3", "0 to 99"),
    (
        "shops/rice_shop/options/0/gain",
        {"rice": 0},
        "shops.rice_shop.options.rice: the option gives nothing",
        "leave it",
    ),
    ("shops/fish_market/options/0/do", "sell", "shops.fish_market.options.fish.do: found 'sell'", '"buy"'),
    ("shops/fish_market/options/0/gain", {"mon": 1}, "shops.fish_market.options.fish.gain: unknown key", '"buy" has'),
    ("setup/mon", 100, "setup.mon: found 100", "from 0 to 99"),
    ("setup/kobun", 5, "setup.kobun: found 5", "4 (the number of kobun is fixed)"),
    ("setup/buildings", 0, "setup.buildings: found 0", "from 1 to 10"),
    ("setup/row_per_month", 5, "setup.row_per_month: found 5", "from 1 to 4"),
    ("setup/cats", 1, "setup.cats: unknown key", ""),
    ("calendar/payday", [3, 6, 9], "calendar.payday: found [3, 6, 9]", "[3, 6, 9, 12]"),
    ("calendar/payday", [3, 6, 9, 12.0], "calendar.payday", "[3, 6, 9, 12]"),
    ("calendar/seasons", ["spring"], "calendar.seasons: found ['spring']", "the seasons are fixed"),
    ("calendar/fires", {"13": 5}, "calendar.fires.13: unknown key", "a month from 1 to 12"),
    ("calendar/fires", {"5": 21}, "calendar.fires.5: found 21", "from 0 to 20"),
    ("calendar/fire_track", 21, "calendar.fire_track: found 21", "from 1 to 20"),
    ("calendar/fire_track", 0, "calendar.fire_track: found 0", "from 1 to 20"),
    ("board/squares", ["rice_shop"] * 8, "board.squares", "a list of 8 different shops"),
    ("board/squares", ["rice_shop"], "board.squares", "a list of 8 different shops"),
    ("board/ikizama", ["1", "2", "3", "4"], "board.ikizama", "the slots are fixed"),
    ("board/large/A/rooms", [1, 1, 2], "board.large.A.rooms", "a list of 4 rooms"),
    ("board/large/A/rooms", [1, 1, 2, 9], "board.large.A.rooms.4: found 9", "from 1 to 8"),
    ("board/large/A/rooms", [1, 1, 2, []], "board.large.A.rooms.4: found []", "a list of 1 to 2 different squares"),
    ("board/large/A/rooms", [1, 1, 2, [1, 1]], "board.large.A.rooms.4: found [1, 1]", "1 to 2 different squares"),
    ("board/large/A/rooms", [1, 1, 2, [1, 2, 3]], "board.large.A.rooms.4", "1 to 2 different squares"),
    ("board/large/E", {"rooms": [1, 1, 1, 1]}, "board.large.E: unknown key", "the nagayas are fixed"),
    ("board/large/surcharge", [0, 0, 2], "board.large.surcharge", "a list of 4"),
    ("board/large/corner_group", ["A1"], "board.large.corner_group", "the corner rooms are fixed"),
    ("board/small/blocking", {"1": 3, "2": 3, "3": 3, "4": 4}, "board.small.blocking: found 13 tiles", "expected 12"),
    ("board/small/blocking", {"5": 12}, "board.small.blocking.5: unknown key", "the slots 1-4, 1, 2, 3, 4"),
    ("scoring/types", [0, 1, 4, 9, 16, 25, 36], "scoring.types", "a list of 6"),
    ("scoring/fish", [0, 3, 6, 10, 15, 21], "scoring.fish", "a list of 5"),
    ("characters/monk/name/en", "M" * 81, "characters.monk.name.en", "a text of 1 to 80"),
    ("characters/monk/name/en", "  ", "characters.monk.name.en: found '  '", "a text of 1 to 80"),
    ("setup/mo\nnk", 1, r"setup.mo\nnk: unknown key", ""),
    ("editions/2015/slot_1_4_players", [2, 3, 4, 4], "editions.2015.slot_1_4_players", "a list of 0 to 3 different"),
    ("scoring/types", [0, 1, 4], "scoring.types", "a list of 6"),
    ("scoring/fish", [0, 1, 4], "scoring.fish", "a list of 5"),
    ("scoring/mon_per_iki", 0, "scoring.mon_per_iki: found 0", "from 1 to 99"),
    ("types/peddler", {}, "types.peddler.en: missing", "a text"),
    ("types/wizard", {}, "types.wizard: unknown key", "the five types are fixed"),
    ("terms/mon/fr", 3, "terms.mon.fr: found 3", "a text"),
    ("editions/2020", {}, "editions.2020: unknown key", "the editions are 2021 and 2015"),
    ("editions/2015/slot_1_4_players", [5], "editions.2015.slot_1_4_players.1: found 5", "from 2 to 4"),
    ("editions/2015/two_player_board", "tiny", "editions.2015.two_player_board: found 'tiny'", '"small" or "large"'),
    ("editions/2015/neutral_needs_room", 1, "editions.2015.neutral_needs_room: found 1", "true or false"),
    ("editions/2015/buildings", ["inn", "inn"], "editions.2015.buildings", "different buildings"),
    ("editions/2015/buildings", "inn", "editions.2015.buildings: found 'inn'", "a list of 1 to 10"),
    ("editions/2015/pipe_stack", ["spring_pipe_1"], "editions.2015.pipe_stack", "a list of 4 different pipes"),
    ("editions/2015/pouch_stack", ["spring_pipe_1"] * 4, "editions.2015.pouch_stack.1", '"spring_pouch_1"'),
    ("editions/2015/fish_bonus", {"spring_pipe_1": 1}, "editions.2015.fish_bonus.spring_pipe_1", "unknown key"),
    ("editions/2015/money_changer", [{"id": "gold"}], "editions.2015.money_changer.1", "'two koban'"),
    ("editions/2015/setup", {"slot_1_4_mon": 1}, "editions.2015.slot_1_4_mon: also given as", "setup.slot_1_4_mon"),
    (
        "editions/2015/goods",
        {"spring_fish_1": {"bonus": 1}},
        "editions.2015.goods.spring_fish_1.bonus: also given by fish_bonus",
        "keep one",
    ),
    ("provenance/guessed", [], "provenance.guessed: unknown key", ""),
    ("secrets", {}, "secrets: unknown key", ""),
    ("characters/monk", 5, "characters.monk: found 5", "a table"),
    ("shops/rice_shop/options", 5, "shops.rice_shop.options: found 5", "a list of options"),
]


@pytest.mark.parametrize(("key", "value", "error", "advice"), ONE_VALUE, ids=lambda value: str(value)[:40])
def test_a_wrong_value_is_refused_with_file_key_and_advice(key: str, value: object, error: str, advice: str) -> None:
    problems = problems_after(put(key, value))
    assert any(line.startswith("tables.toml: ") and error in line and advice in line for line in problems), problems


MISSING = [
    "setup/mon",
    "calendar/fires",
    "board/squares",
    "board/large/A",
    "board/small/blocking",
    "scoring/koban",
    "shops/rice_shop/name",
    "characters/monk/cost",
    "characters/monk/xp_to_retire",
    "characters/monk/name/pl",
    "characters/carpenter/salary",
    "buildings/inn/cost",
    "goods/spring_fish_1/price",
    "types/peddler",
    "terms/mon/en",
    "editions/2015",
    "editions/2021/two_player_board",
    "provenance/inferred",
    "setup",
    "provenance",
]


@pytest.mark.parametrize("key", MISSING)
def test_a_missing_value_is_named_with_the_expected_value(key: str) -> None:
    problems = problems_after(drop(key))
    assert any(f"tables.toml: {key.replace('/', '.')}: missing, expected " in line for line in problems), problems


def test_a_pouch_needs_a_fixed_or_variable_score() -> None:
    assert problems_after(drop("goods/spring_pouch_1/score")) == [
        "tables.toml: goods.spring_pouch_1: a pouch needs score or score_per"
    ]


def test_all_problems_are_reported_together() -> None:
    def change(tables: Tables) -> None:
        tables["setup"]["mon"] = -1
        tables["characters"]["monk"]["cost"] = "four"
        del tables["goods"]["spring_fish_1"]["price"]

    problems = problems_after(change)
    assert len(problems) == 3
    assert {line.split(": ")[1] for line in problems} == {
        "setup.mon",
        "characters.monk.cost",
        "goods.spring_fish_1.price",
    }


def test_a_thousand_problems_are_counted_not_listed() -> None:
    problems = problems_after(lambda tables: tables["setup"].update({f"cat_{number}": 1 for number in range(1000)}))
    assert len(problems) == MAX_PROBLEMS + 1
    assert problems[-1] == f"tables.toml: and {1000 - MAX_PROBLEMS} more problems"


def test_the_message_of_the_error_has_one_problem_per_line() -> None:
    error = ComponentsError(["a: b: wrong", "a: c: wrong"])
    assert str(error) == "a: b: wrong\na: c: wrong"
    assert pickle.loads(pickle.dumps(error)).problems == error.problems
    assert isinstance(error, ValueError)


# Reading TOML


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"setup = {\nmon = ", "not TOML: "),
        (b"[setup]\nmon = 1\nmon = 2\n", "line 3"),
        (b"setup.mon = 1\nname = '\xff'\n", "line 2: not UTF-8 text"),
        (b"a = " + b"[" * 100_000, "nested too deeply"),
        (b"a = " + b"9" * 10_000, "a number has thousands of digits"),
        (b"#" * 1_000_001, "larger than 1000000 bytes"),
    ],
    ids=["cut", "twice", "latin", "deep", "digits", "large"],
)
def test_a_file_that_is_not_toml_is_refused_with_its_name_and_the_reason(content: bytes, reason: str) -> None:
    with pytest.raises(ComponentsError) as caught:
        parse(content, "broken.toml")
    assert str(caught.value).startswith("broken.toml: ")
    assert reason in str(caught.value)


def test_the_shipped_tables_are_plain_json() -> None:
    assert json.loads(json.dumps(shipped().tables)) == shipped().tables
