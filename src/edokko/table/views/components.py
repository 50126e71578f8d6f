"""The components with their names in one or all languages, so that clients need no game data of their own."""

from __future__ import annotations

from collections.abc import Mapping

from edokko.components import RULES_VERSION, Components
from edokko.components.model import (
    LANGUAGES,
    RESOURCES,
    TOKENS,
    Building,
    Character,
    Good,
    ScorePer,
    Shop,
    ShopOption,
    Skill,
    StartingSupply,
)
from edokko.players import levels
from edokko.rules.state import ROOMS
from edokko.rules.tables import Tables
from edokko.table.shapes import components as shapes
from edokko.table.views.position import calendar_of, empty_room


def components_of(components: Components, tables: Tables, language: str | None = None) -> shapes.ComponentsShape:
    """Return the components in the shape of the API, for the number of players of the tables.

    Args:
        components, tables: those of the game.
        language: the language of the names; ``None`` for all languages, which are half of the bytes.
    """

    def named(names: Mapping[str, str]) -> dict[str, str]:
        # An overlay may name a component in other languages only.
        return {language: names[language]} if language is not None and language in names else dict(names)

    players = tables.players
    board = components.board(players)
    rooms = [empty_room(tables, number) for number in range(ROOMS) if tables.room_exists[number]]
    return shapes.ComponentsShape(
        edition=components.edition,
        players=players,
        rules_version=RULES_VERSION,
        languages=list(LANGUAGES),
        characters=[_character(character, named(character.names)) for character in components.characters.values()],
        buildings=[_building(building, named(building.names)) for building in components.buildings.values()],
        goods=[_good(good, named(good.names)) for good in components.goods.values()],
        shops=[
            _shop(square, shop, named(shop.names))
            for square, shop in enumerate((components.shops[name] for name in components.squares), 1)
        ],
        boats=list(components.ikizama),
        board=shapes.BoardShape(
            "small" if board is components.small else "large",
            rooms,
            [room for room in board.corner_group if room in {other.id for other in rooms}],
        ),
        calendar=calendar_of(components, tables),
        scoring=shapes.ScoringShape(
            list(components.scoring.types),
            list(components.scoring.fish),
            components.scoring.koban,
            components.scoring.wood,
            components.scoring.mon_per_iki,
        ),
        setup=_setup(components.setup, tables),
        terms={term: named(names) for term, names in components.terms.items()},
        types={name: named(names) for name, names in components.types.items()},
        tokens=list(TOKENS),
        resources=list(RESOURCES),
        levels=list(levels()),
    )


def _setup(setup: StartingSupply, tables: Tables) -> shapes.SetupShape:
    return shapes.SetupShape(
        setup.mon, setup.rice, setup.sandals, setup.kobun, setup.income, bool(tables.slot_open[0]), setup.slot_1_4_mon
    )


def _character(character: Character, names: dict[str, str]) -> shapes.CharacterShape:
    return shapes.CharacterShape(
        character.id,
        names,
        character.season,
        character.type,
        character.cost,
        _skill(character.skill),
        character.xp_to_retire,
        character.hire_bonus,
        [dict(salary) for salary in character.salary],
        character.retires_with,
    )


def _skill(skill: Skill) -> shapes.SkillShape:
    return shapes.SkillShape(
        dict(skill.spend), dict(skill.gain), dict(skill.opponents_gain), skill.do, dict(skill.discount)
    )


def _building(building: Building, names: dict[str, str]) -> shapes.BuildingShape:
    effect = building.effect
    return shapes.BuildingShape(
        building.id,
        names,
        dict(building.cost),
        building.score,
        _score_per(building.score_per),
        shapes.EffectShape(effect.amount, effect.resource, effect.per) if effect else None,
    )


def _score_per(per: ScorePer | None) -> shapes.ScorePerShape | None:
    return shapes.ScorePerShape(per.good, per.iki, per.every, per.max) if per else None


def _good(good: Good, names: dict[str, str]) -> shapes.GoodShape:
    return shapes.GoodShape(
        good.id,
        good.kind,
        good.season,
        good.price,
        names,
        good.bonus,
        dict(good.gain),
        good.do,
        good.score,
        _score_per(good.score_per),
    )


def _shop(square: int, shop: Shop, names: dict[str, str]) -> shapes.ShopShape:
    return shapes.ShopShape(shop.id, square, names, [_option(option) for option in shop.options])


def _option(option: ShopOption) -> shapes.ShopOptionShape:
    return shapes.ShopOptionShape(option.id, dict(option.spend), dict(option.gain), option.do)
