"""Overlays: precedence, possible changes, and refused changes."""

from __future__ import annotations

import copy
import json
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from edokko.components import (
    EDITIONS,
    ComponentsError,
    largest_possible,
    largest_possible_sandals,
    largest_possible_score,
    load,
    read_overlay,
)
from edokko.components.loader import build, merge, shipped
from edokko.components.model import Effect
from tests.helpers.paths import DOCS

Tables = dict[str, Any]


def problems_of(overlay: object, edition: str = "2021") -> list[str]:
    with pytest.raises(ComponentsError) as caught:
        load(edition, overlay)  # type: ignore[arg-type]
    return list(caught.value.problems)


# Precedence


def test_an_overlay_overrides_the_shipped_tables_and_keeps_the_rest() -> None:
    components = load("2021", {"characters": {"sake_peddler": {"cost": 5}}})
    assert components.characters["sake_peddler"].cost == 5
    assert components.characters["sake_peddler"].salary == load().characters["sake_peddler"].salary
    assert components.characters["monk"] == load().characters["monk"]
    assert load().characters["sake_peddler"].cost == 2


def test_an_ordinary_value_of_an_overlay_overrides_the_shipped_edition() -> None:
    overlay = {"characters": {"book_lender": {"cost": 7}}, "setup": {"slot_1_4_mon": 3}, "scoring": {"mon_per_iki": 2}}
    components = load("2015", overlay)
    assert (
        components.characters["book_lender"].cost,
        components.setup.slot_1_4_mon,
        components.scoring.mon_per_iki,
    ) == (7, 3, 2)


def test_the_edition_of_an_overlay_overrides_its_ordinary_tables() -> None:
    overlay = {
        "characters": {"monk": {"cost": 5}},
        "editions": {"2015": {"characters": {"monk": {"cost": 6}}}},
    }
    assert load("2021", overlay).characters["monk"].cost == 5
    assert load("2015", overlay).characters["monk"].cost == 6


def test_an_edition_section_may_hold_any_ordinary_table() -> None:
    section = {
        "setup": {"mon": 9},
        "goods": {"spring_pipe_1": {"price": 9}},
        "buildings": {"inn": {"score": 9}},
        "board": {"large": {"surcharge": [0, 0, 0, 9]}},
    }
    components = load("2015", {"editions": {"2015": section}})
    assert components.setup.mon == components.goods["spring_pipe_1"].price == components.buildings["inn"].score == 9
    assert components.large.surcharge == (0, 0, 0, 9)
    assert components.switches.fixed_buildings == load("2015").switches.fixed_buildings
    assert load("2021", {"editions": {"2015": section}}).setup.mon == 8


def test_the_fixed_offer_of_an_edition_is_a_list() -> None:
    offer = ["inn", "well", "shrine", "farmhouse", "restaurant", "storehouse"]
    components = load("2015", {"editions": {"2015": {"buildings": offer}}})
    assert components.switches.fixed_buildings == tuple(offer)
    assert load("2021", {"editions": {"2021": {"buildings": offer}}}).switches.fixed_buildings == tuple(offer)


def test_fish_bonus_sets_the_bonus_of_every_fish() -> None:
    components = load("2021", {"editions": {"2021": {"fish_bonus": {"spring_fish_1": 4}}}})
    assert {good.id: good.bonus for good in components.goods.values() if good.bonus} == {"spring_fish_1": 4}


def test_money_changer_replaces_all_its_options() -> None:
    option = {"id": "coins", "gain": {"mon": 3}}
    components = load("2015", {"editions": {"2015": {"money_changer": [option]}}})
    assert [(option.id, option.gain) for option in components.shops["money_changer"].options] == [("coins", {"mon": 3})]


def test_the_switches_can_be_changed() -> None:
    section = {"slot_1_4_players": [4, 3], "two_player_board": "large", "neutral_needs_room": True, "mon_per_iki": 6}
    components = load("2021", {"editions": {"2021": section}})
    assert components.switches.slot_1_4_players == (3, 4)
    assert components.switches.neutral_needs_room is True
    assert components.board(2) is components.large
    assert components.scoring.mon_per_iki == 6


def test_tables_are_merged_and_an_amount_of_0_removes_a_resource() -> None:
    assert load("2021", {"buildings": {"inn": {"cost": {"koban": 2}}}}).buildings["inn"].cost == {"koban": 2, "wood": 1}
    assert load("2021", {"buildings": {"inn": {"cost": {"wood": 0}}}}).buildings["inn"].cost == {"koban": 1}


def test_lists_are_replaced() -> None:
    peddler = load("2021", {"characters": {"salt_peddler": {"salary": [{"rice": 1}]}}}).characters["salt_peddler"]
    assert (peddler.salary, peddler.xp_to_retire) == (({"rice": 1},), 1)


def test_an_empty_text_removes_the_operation_of_a_skill() -> None:
    skill = {"do": "", "gain": {"mon": 2}}
    merged = load("2021", {"characters": {"kite_maker": {"skill": skill}}}).characters["kite_maker"].skill
    assert (merged.do, merged.gain) == (None, {"mon": 2})


def test_fires_may_move_and_a_building_may_get_another_effect() -> None:
    overlay = {
        "calendar": {"fires": {"11": 9, "2": 3}},
        "buildings": {"inn": {"season_end": "1 rice per own character fed"}},
    }
    components = load("2021", overlay)
    assert components.calendar.fires == {2: 3, 5: 5, 8: 8, 11: 9}
    assert components.buildings["inn"].effect == Effect(1, "rice", "fed")


def test_rooms_may_change_their_squares_and_squares_their_order() -> None:
    squares = list(reversed(load().squares))
    components = load("2021", {"board": {"squares": squares, "small": {"A": {"rooms": [1, [2, 1], 2]}}}})
    assert components.squares == tuple(squares)
    assert components.small.rooms["A"] == ((1,), (1, 2), (2,))


def test_the_shipped_file_as_its_own_overlay_changes_nothing() -> None:
    for edition in EDITIONS:
        components = load(edition, shipped().tables)
        assert components.overlay == shipped().tables
        for name in ("setup", "calendar", "squares", "large", "small", "shops", "scoring", "characters", "switches"):
            assert getattr(components, name) == getattr(load(edition), name)
        assert (components.buildings, components.goods, components.terms) == tuple(
            getattr(load(edition), name) for name in ("buildings", "goods", "terms")
        )


@pytest.mark.parametrize("overlay", [5, "my-copy.toml", ["setup"], True])
def test_an_overlay_of_a_wrong_type_is_refused_with_the_expected_type(overlay: object) -> None:
    assert problems_of(overlay) == [f"<overlay>: found {overlay!r}, expected a table of tables"]


def test_a_loaded_overlay_can_be_copied_and_stored_but_not_changed() -> None:
    overlay = load("2021", {"calendar": {"payday": [3, 6, 9, 12]}}).overlay
    assert overlay == json.loads(json.dumps(overlay)) == pickle.loads(pickle.dumps(overlay)) == copy.deepcopy(overlay)
    payday: Any = overlay["calendar"]["payday"]  # type: ignore[index]
    changes: tuple[Callable[[], object], ...] = (
        lambda: payday.append(1),
        lambda: payday.__setitem__(0, 1),
        lambda: payday.__iadd__([1]),
        lambda: payday.sort(),
        lambda: payday.clear(),
    )
    for change in changes:
        with pytest.raises(TypeError, match="cannot be changed"):
            change()
    assert payday == [3, 6, 9, 12]


def test_an_empty_overlay_is_none() -> None:
    assert load("2015", {}) is load("2015")


# The overlay in the components


def test_an_overlay_from_a_file_and_from_the_json_of_a_record_are_the_same(tmp_path: Path) -> None:
    file = tmp_path / "overlay.toml"
    file.write_text("[calendar]\nfires = { 5 = 4 }\n[editions.2015]\nbuildings.inn.score = 3\n", encoding="utf-8")
    overlay = read_overlay(file)
    restored = json.loads(json.dumps(load("2015", overlay).overlay))
    assert restored == overlay == load("2015", overlay).overlay
    assert load("2015", restored) == load("2015", overlay)
    assert not hasattr(load("2015", overlay).overlay, "source"), "components do not keep the file's name"


def test_changing_an_overlay_after_loading_changes_nothing() -> None:
    overlay: Tables = {"setup": {"mon": 9}}
    components = load("2021", overlay)
    overlay["setup"]["mon"] = 10
    assert components.overlay == {"setup": {"mon": 9}}


# Refused overlays


@pytest.mark.parametrize(
    ("overlay", "found", "advice"),
    [
        ({"characters": {"priest": {"cost": 1}}}, "characters.priest: unknown key", "no character can be added"),
        ({"characters": {"mnok": {"cost": 1}}}, "characters.mnok: unknown key", 'did you mean "monk"?'),
        ({"buildings": {"palace": {}}}, "buildings.palace: unknown key", "no building can be added"),
        ({"goods": {"spring_fish_3": {}}}, "goods.spring_fish_3: unknown key", "no good can be added"),
        ({"shops": {"bank": {}}}, "shops.bank: unknown key", "no shop can be added"),
        (
            {"characters": {"monk": {"season": "winter"}}},
            "characters.monk.season: found 'winter'",
            "a card's season is",
        ),
        (
            {"characters": {"monk": {"retires_with": "joker"}}},
            "characters.monk.retires_with",
            "a card's token is fixed",
        ),
        ({"goods": {"spring_fish_1": {"kind": "pipe"}}}, "goods.spring_fish_1.kind: found 'pipe'", '"fish"'),
        (
            {"goods": {"spring_fish_1": {"season": "winter"}}},
            "goods.spring_fish_1.season",
            "the season of a good is fixed",
        ),
        ({"board": {"squares": ["bank"] * 8}}, "board.squares.1: found 'bank'", '"rice_shop"'),
        ({"board": {"large": {"A": {"rooms": [1, 2, 1, 2, 1]}}}}, "board.large.A.rooms", "a list of 4 rooms"),
        ({"board": {"large": {"A": {"rooms": [1, 2, 1, 0]}}}}, "board.large.A.rooms.4: found 0", "from 1 to 8"),
        ({"setup": {"kobun": 3}}, "setup.kobun: found 3", "4 (the number of kobun is fixed)"),
        (
            {"shops": {"rice_shop": {"options": [{"id": "noodles", "gain": {"rice": 1}}]}}},
            "shops.rice_shop.options.1",
            "'rice'",
        ),
        (
            {"shops": {"rice_shop": {"options": [{"id": "rice", "gain": {"rice": 1}}] * 2}}},
            "shops.rice_shop.options",
            "none twice",
        ),
        (
            {"shops": {"rice_shop": {"options": [{"id": "rice", "do": "buy", "gain": {"rice": 1}}]}}},
            "shops.rice_shop.options.rice.do: unknown key",
            "",
        ),
        (
            {"shops": {"construction_site": {"options": [{"id": "build"}]}}},
            "shops.construction_site.options.build.do: missing",
            '"build" (what an option does is fixed)',
        ),
        (
            {"shops": {"rice_shop": {"options": [{"id": "rice"}]}}},
            "shops.rice_shop.options.rice.gain: missing",
            "table",
        ),
        ({"slot_1_4_mon": 1}, "slot_1_4_mon: unknown key", ""),
        ({"editions": {"2015": {"provenance": {}}}}, "editions.2015.provenance: unknown key", ""),
        ({"setup": {"buildings": 0}}, "setup.buildings: found 0", "from 1 to 10"),
        ({"setup": []}, "setup: found []", "a table"),
        ({"setup": {7: 1}}, "setup: found the key 7", "a text as key"),
        ({"board": {"small": {"blocking": {"1": 5}}}}, "board.small.blocking: found 14 tiles", "expected 12"),
        ([], "found []", "a table of tables"),
        (7, "found 7", "a table of tables"),
    ],
    ids=lambda value: str(value)[:50],
)
def test_an_overlay_is_refused_with_key_and_reason(overlay: object, found: str, advice: str) -> None:
    problems = problems_of(overlay)
    assert any(line.startswith("<overlay>: ") and found in line and advice in line for line in problems), problems


def test_a_fixed_offer_has_as_many_buildings_as_the_setup() -> None:
    assert problems_of({"setup": {"buildings": 5}}, "2015") == [
        "<overlay>: editions.2015.buildings: found 6 fixed buildings, expected 5, the number of setup.buildings"
    ]
    assert load("2021", {"setup": {"buildings": 5}}).setup.buildings == 5


def test_pipes_and_pouches_are_both_stacked_or_neither() -> None:
    stack = ["spring_pipe_1", "summer_pipe_1", "autumn_pipe_1", "winter_pipe_1"]
    assert problems_of({"editions": {"2021": {"pipe_stack": stack}}}) == [
        "<overlay>: editions.2021: found one of pipe_stack and pouch_stack, expected both or none"
    ]


def test_a_huge_number_or_a_deep_value_is_refused_in_a_short_line() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for value in (10**5000, deep, "x" * 100_000, {"y" * 100_000: 1}):
        (line,) = problems_of({"setup": {"mon": value}})
        assert len(line) < 400
        assert "expected a whole number from 0 to 99" in line
    (line,) = problems_of({"z" * 100_000: 1})
    assert len(line) < 400


# The bounds


def test_a_move_above_99_squares_is_impossible() -> None:
    # 82 sandals with one at the setup, so at most 94 with 13; the slot and the token add 5 squares.
    most = load("2021", {"setup": {"sandals": 13}})
    assert largest_possible_sandals(most) == 94
    assert problems_of({"setup": {"sandals": 14}}) == [
        "<overlay>: sandals: a player could come to hold 95 sandals and move 100 squares, expected at most 94 sandals: "
        "moves are numbered to 99"
    ]


@pytest.mark.parametrize(
    ("overlay", "more"),
    [
        ({"setup": {"sandals": 2}}, 1),
        ({"shops": {"sandal_shop": {"options": [{"id": "sandals", "gain": {"sandals": 3}}]}}}, 13),
        ({"goods": {"summer_pipe_2": {"gain": {"sandals": 3}}}}, 13),
        ({"characters": {"sandal_maker": {"skill": {"gain": {"sandals": 3}}}}}, 13),
        # Best of the start characters: 2 instead of 1, at four paydays.
        ({"characters": {"salt_peddler": {"salary": [{"sandals": 2}]}}}, 4),
        # A third spring card with sandals at four paydays, a third autumn card at two.
        ({"characters": {"cloth_dyer": {"salary": [{"sandals": 2}]}}}, 8),
        ({"characters": {"sushi_stand": {"salary": [{"sandals": 5}]}}}, 10),
        # One card of winter has sandals, so this is the second: one payday.
        ({"characters": {"samurai": {"salary": [{"sandals": 7}]}}}, 7),
        ({"buildings": {"farmhouse": {"season_end": "0 sandals per own character fed"}}}, 0),
    ],
)
def test_every_source_of_sandals_is_in_the_bound(overlay: Tables, more: int) -> None:
    checked = shipped()
    assert largest_possible_sandals(build(merge(checked, "2021", overlay), "2021", overlay)) == 82 + more


def test_gifts_and_buildings_that_give_sandals_are_in_the_bound() -> None:
    gift = {"characters": {"karuta_maker": {"skill": {"opponents_gain": {"sandals": 1}}}}}
    assert "could come to hold 121 sandals" in problems_of(gift)[0]  # 13 turns of three opponents
    fed = {"buildings": {"farmhouse": {"season_end": "1 sandals per own character fed"}}}
    assert "could come to hold 98 sandals" in problems_of(fed)[0]  # four own characters at four paydays


def test_amounts_beyond_16_bits_are_refused() -> None:
    gains = {
        card: {"skill": {"gain": {"koban": 99}, "opponents_gain": {"koban": 99}}}
        for card in shipped().structure.seasons
    }
    problems = problems_of({"characters": gains, "scoring": {"koban": 99}})
    assert len(problems) == 1
    assert problems[0].startswith("<overlay>: scoring: a player could come to score ")
    assert problems[0].endswith("iki, expected at most 32767: lower what scores")


def test_a_resource_beyond_the_engine_s_numbers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edokko.components.bounds.MAX_AMOUNT", 415)
    assert "<overlay>: mon: a player could come to hold 416, expected at most 415: lower what gives it" in problems_of(
        {"setup": {"mon": 17}}
    )


def test_the_largest_values_of_every_amount_stay_within_16_bits() -> None:
    """With every value at its limit, no resource and no score overflows."""
    bundle = dict.fromkeys(("mon", "rice", "wood", "koban", "iki"), 99)
    skill = {"gain": bundle, "opponents_gain": bundle}
    overlay: Tables = {
        "setup": {"mon": 99, "rice": 99, "income": 99, "slot_1_4_mon": 99},
        "characters": {card: {"skill": skill} for card in shipped().structure.seasons},
        "scoring": {"koban": 0, "wood": 0, "mon_per_iki": 99},
        "shops": {"rice_shop": {"options": [{"id": "rice", "gain": bundle}]}},
        "buildings": {
            building: {"season_end": "99 iki per own character fed"}
            for building in shipped().structure.buildings
            if building != "fire_watchtower"
        }
        | {"storehouse": {"score_per": {"iki": 0}}, "restaurant": {"score_per": {"iki": 0}}},
        "goods": {"winter_pouch_2": {"score_per": {"every": 99}}},
    }
    components = load("2021", overlay)
    for resource in bundle:
        assert 6000 < largest_possible(components, resource) <= 32767
    assert largest_possible_score(components) <= 32767


# Files


def test_a_problem_in_a_file_names_the_file(tmp_path: Path) -> None:
    file = tmp_path / "my-copy.toml"
    file.write_text("[characters]\nsake_pedler.cost = 1\nmonk.cost = -3\n", encoding="utf-8")
    with pytest.raises(ComponentsError) as caught:
        read_overlay(file)
    assert caught.value.problems == (
        f'{file}: characters.sake_pedler: unknown key (no character can be added); did you mean "sake_peddler"?',
        f"{file}: characters.monk.cost: found -3, expected a whole number from 0 to 99",
    )


def test_a_problem_of_the_merged_tables_names_the_file_too(tmp_path: Path) -> None:
    file = tmp_path / "my-copy.toml"
    file.write_text("setup.sandals = 50\n", encoding="utf-8")
    overlay = read_overlay(str(file))
    assert problems_of(overlay)[0].startswith(f"{file}: sandals: a player could come to hold 131 sandals")


def test_a_file_with_a_date_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "date.toml"
    file.write_text("setup.mon = 2021-01-01\n", encoding="utf-8")
    with pytest.raises(
        ComponentsError, match=r"setup\.mon: found datetime\.date\(2021, 1, 1\), expected a whole number"
    ):
        read_overlay(file)


def test_a_file_that_is_missing_or_unreadable_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ComponentsError, match=r"nowhere\.toml: cannot be read: No such file"):
        read_overlay(tmp_path / "nowhere.toml")
    with pytest.raises(ComponentsError, match="cannot be read: Is a directory"):
        read_overlay(tmp_path)
    with pytest.raises(ComponentsError, match="cannot be read"):
        read_overlay("a\0b")
    large = tmp_path / "large.toml"
    large.write_bytes(b"#" * 2_000_000)
    with pytest.raises(ComponentsError, match=r"large\.toml: the file is larger than 1000000 bytes"):
        read_overlay(large)


def test_a_file_saved_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    file = tmp_path / "bom.toml"
    file.write_text("setup.mon = 9\n", encoding="utf-8-sig")
    assert read_overlay(file) == {"setup": {"mon": 9}}


# The documentation


def test_the_example_overlay_loads_in_both_editions() -> None:
    overlay = read_overlay(DOCS / "examples" / "my-copy.toml")
    new, first = load("2021", overlay), load("2015", overlay)
    assert new.characters["ox_cart"].xp_to_retire == 2
    assert new.buildings["well"].cost == {"wood": 3, "koban": 1}
    assert new.buildings["shrine"].cost == {"koban": 3}
    assert first.switches.pipe_stack[0] == "spring_pipe_2"
    assert first.goods["winter_fish_2"].bonus == 8


def test_the_examples_of_the_page_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (DOCS / "play/overlay.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```(\w+)\n(.*?)```", page, re.DOTALL)
    assert [kind for kind, _ in blocks] == ["toml", "python", "text"]
    file = tmp_path / "page.toml"
    file.write_text(blocks[0][1], encoding="utf-8")
    assert load("2015", read_overlay(file)).switches.pipe_stack[0] == "spring_pipe_2"
    monkeypatch.chdir(DOCS.parent)
    exec(blocks[1][1], {})
    assert capsys.readouterr().out.splitlines()[:2] == ["printed", "substitute"]
    broken = copy.deepcopy({"characters": {"sake_peddler": {"cost": -3}, "sake_pedler": {}}})
    assert [line.replace("<overlay>", "my-copy.toml") for line in problems_of(broken)] == blocks[2][1].splitlines()
