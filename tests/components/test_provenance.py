"""The provenance of values, and the checks that keep its table current."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from edokko.components import EDITIONS, ComponentsError, TracedValue, load, provenance, values
from edokko.components.loader import shipped
from edokko.components.provenance import best_match, leaves, matches
from tests.helpers.paths import DOCS

PAGE = DOCS / "play/overlay.md"


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("characters.sake_peddler.cost", "substitute"),
        ("characters.monk.cost", "printed"),
        ("characters.salt_peddler.cost", "not_applicable"),
        ("characters.monk.xp_to_retire", "substitute"),
        ("characters.puppeteer.xp_to_retire", "inferred"),
        ("characters.monk.type", "inferred"),
        ("characters.construction_worker.hire_bonus", "divergent"),
        ("characters.day_laborer.hire_bonus", "printed"),
        ("characters.monk.salary", "printed"),
        ("characters.seamstress.salary.2.iki", "printed"),
        ("buildings.inn.cost", "printed"),
        ("buildings.inn.cost.koban", "printed"),
        ("buildings.restaurant.cost.wood", "printed"),
        ("buildings.well.cost.wood", "substitute"),
        ("goods.spring_fish_1.price", "substitute"),
        ("board.squares", "inferred"),
        ("board.large.A.rooms", "inferred"),
        ("board.small.blocking.4", "substitute"),
        ("setup.mon", "printed"),
        ("editions.2015.buildings", "substitute"),
        ("editions.2015.characters.book_lender.cost", "printed"),
        ("editions.2015.money_changer.koban.spend.mon", "inferred"),
        ("editions.2015.money_changer.two koban.spend.mon", "printed"),
        ("editions.2015.neutral_needs_room", "printed"),
        ("editions.2015.row_before_start", "printed"),
    ],
)
def test_the_most_specific_pattern_decides_the_provenance(key: str, kind: str) -> None:
    assert provenance(key) == kind


def test_an_unknown_key_has_no_provenance() -> None:
    with pytest.raises(ComponentsError, match=r'no such key; did you mean "characters\.monk\.cost"\?'):
        provenance("characters.monk.cots")
    for key in ("", "*", "characters.*.cost", "provenance.printed"):
        with pytest.raises(ComponentsError, match="no such key"):
            provenance(key)


def test_a_table_of_values_of_different_provenance_has_no_single_provenance() -> None:
    with pytest.raises(ComponentsError, match=r"different places \(inferred, printed, substitute\)"):
        provenance("characters.ox_cart")
    with pytest.raises(ComponentsError, match=r"different places \(printed, substitute\)"):
        provenance("goods.spring_fish_1")


def test_exceptions_win_over_wide_patterns_and_longer_ones_over_shorter() -> None:
    patterns = {"substitute": ["a.*.c"], "printed": ["a.b.c"], "divergent": ["a.*.*"], "inferred": ["a"]}
    assert best_match("a.b.c", patterns) == "printed"
    assert best_match("a.x.c", patterns) == "substitute"
    assert best_match("a.x.c.deep", patterns) == "substitute"
    assert best_match("a.x.y", patterns) == "divergent"
    assert best_match("a.x", patterns) == "inferred"
    assert best_match("b", patterns) == "printed"


def test_among_equally_specific_patterns_the_exception_wins() -> None:
    assert best_match("a.b.c", {"substitute": ["a.*.c"], "divergent": ["a.b.*"]}) == "divergent"
    assert best_match("a.b.c", {"substitute": ["a.b.*"], "not_applicable": ["a.*.c"]}) == "not_applicable"


def test_a_star_matches_a_single_name() -> None:
    assert matches("a.*.c", "a.b.c")
    assert matches("a.*", "a.b.c")
    assert not matches("a.*.c", "a.c")
    assert not matches("a.*.c", "a.b.x.c")
    assert not matches("a.b*", "a.bc")


def test_leaves_name_options_by_id_and_salaries_by_number() -> None:
    tables = {"options": [{"id": "rice", "gain": {"rice": 2}}], "salary": [{}, {"mon": 1}], "list": [1, 2], "none": []}
    assert list(leaves(tables)) == [
        ("options.rice.gain.rice", 2),
        ("salary.1", {}),
        ("salary.2.mon", 1),
        ("list", [1, 2]),
        ("none", []),
    ]


# The pattern check


def test_every_pattern_matches_a_key_and_is_in_one_list() -> None:
    tables = dict(shipped().tables)
    patterns = [pattern for listed in tables.pop("provenance").values() for pattern in listed]
    keys = [key for key, _ in leaves(tables)]
    assert len(set(patterns)) == len(patterns)
    assert [pattern for pattern in patterns if not any(matches(pattern, key) for key in keys)] == []


# Every value


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_value_of_the_components_is_listed_once(edition: str) -> None:
    all_values = list(values(edition))
    assert len({value.key for value in all_values}) == len(all_values) > 1000
    by_key = {value.key: value for value in all_values}
    components = load(edition)
    for card in components.characters.values():
        assert by_key[f"characters.{card.id}.cost"].value == card.cost
    for good in components.goods.values():
        assert by_key[f"goods.{good.id}.price"].value == good.price
        if good.kind == "fish":
            assert by_key[f"goods.{good.id}.bonus"].value == good.bonus
    assert by_key["setup.slot_1_4_mon"].value == components.setup.slot_1_4_mon
    assert by_key[f"editions.{edition}.two_player_board"].value == components.switches.two_player_board


def test_the_values_of_an_edition_have_the_provenance_of_its_section() -> None:
    new = {value.key: value for value in values("2021")}
    first = {value.key: value for value in values("2015")}
    key = "characters.book_lender.cost"
    assert (new[key], first[key]) == (TracedValue(key, 2, "substitute"), TracedValue(key, 1, "printed"))
    assert first["goods.spring_fish_2.bonus"] == TracedValue("goods.spring_fish_2.bonus", 0, "substitute")
    assert new["goods.spring_fish_2.bonus"] == TracedValue("goods.spring_fish_2.bonus", 1, "printed")
    assert first["shops.money_changer.options.koban.gain.koban"].provenance == "inferred"
    assert "shops.money_changer.options.coins.gain.mon" not in first
    assert first["scoring.mon_per_iki"] == TracedValue("scoring.mon_per_iki", 5, "printed")
    assert first["editions.2015.buildings"].provenance == "substitute"
    assert "editions.2021.buildings" not in new


def test_the_values_of_an_overlay_have_the_provenance_overlay() -> None:
    overlay: dict[str, Any] = {
        "characters": {"ox_cart": {"cost": 4, "skill": {"discount": {}}}},
        "board": {"small": {"blocking": {"1-4": 0}}},
        "editions": {"2015": {"fish_bonus": {"summer_fish_2": 6}, "pipe_stack": ["spring_pipe_1", "summer_pipe_1"]}},
    }
    overlay["editions"]["2015"]["pipe_stack"] += ["autumn_pipe_1", "winter_pipe_1"]
    kinds = {value.key: value.provenance for value in values("2015", overlay)}
    from_overlay = {key for key, kind in kinds.items() if kind == "overlay"}
    assert from_overlay == {
        "characters.ox_cart.cost",
        "board.small.blocking.1-4",
        "editions.2015.pipe_stack",
        *(
            f"goods.{season}_fish_{number}.bonus"
            for season in ("spring", "summer", "autumn", "winter")
            for number in (1, 2)
        ),
    }
    assert kinds == {value.key: value.provenance for value in values(load("2015", overlay))}


def test_an_overlay_replaces_a_list_completely() -> None:
    overlay = {"characters": {"cotton_peddler": {"salary": [{"mon": 1}]}}}
    salary = [value for value in values("2021", overlay) if value.key.startswith("characters.cotton_peddler.salary")]
    assert salary == [TracedValue("characters.cotton_peddler.salary.1.mon", 1, "overlay")]


def test_an_invalid_overlay_has_no_values() -> None:
    with pytest.raises(ComponentsError, match=r"<overlay>: setup\.mon: found -1"):
        list(values("2021", {"setup": {"mon": -1}}))


# The documentation


def test_the_page_has_the_right_numbers_of_substitutes() -> None:
    tables = {name: table for name, table in shipped().tables.items() if name != "provenance"}
    patterns = shipped().tables["provenance"]
    # The page counts a cost, or all tiles, as one value, for any number of resources and slots.
    keys = {
        ".".join(key.split(".")[:3]) if key.startswith(("buildings.", "board.small", "editions.")) else key
        for key, _ in leaves(tables)
        if best_match(key, patterns) == "substitute"
    }
    counted: Counter[str] = Counter()
    for row in re.findall(r"^\| .* \| (`.*`) \| (\d+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE):
        row_patterns = re.findall(r"`([^`]+)`", row[0])
        row_keys = {key for key in keys if any(matches(pattern, key) for pattern in row_patterns)}
        assert len(row_keys) == int(row[1]), row
        counted.update(row_keys)
    assert set(counted) == keys
    assert set(counted.values()) == {1}
