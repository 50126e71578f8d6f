"""The components with all their names, so that a page holds no data of the game."""

from __future__ import annotations

from edokko.components import RULES_VERSION, Components
from edokko.components.model import (
    LANGUAGES,
    RESOURCES,
    TOKENS,
    Building,
    Character,
    Good,
    ScorePer,
    Setup,
    Shop,
    ShopOption,
    Skill,
)
from edokko.players import levels
from edokko.rules.state import ROOMS
from edokko.rules.tables import Tables
from edokko.server import shapes
from edokko.server.views.position import calendar_of, empty_room


def components_of(components: Components, tables: Tables) -> shapes.ComponentsShape:
    """Everything in the box for a number of players."""
    players = tables.players
    board = components.board(players)
    rooms = [empty_room(tables, number) for number in range(ROOMS) if tables.room_exists[number]]
    return shapes.ComponentsShape(
        edition=components.edition,
        players=players,
        rules_version=RULES_VERSION,
        languages=list(LANGUAGES),
        characters=[_character(one) for one in components.characters.values()],
        buildings=[_building(one) for one in components.buildings.values()],
        goods=[_good(one) for one in components.goods.values()],
        shops=[_shop(square, components.shops[shop]) for square, shop in enumerate(components.squares, 1)],
        boats=list(components.ikizama),
        board=shapes.BoardShape(
            "small" if board is components.small else "large",
            rooms,
            [room for room in board.corner_group if room in {one.id for one in rooms}],
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
        terms={term: dict(names) for term, names in components.terms.items()},
        types={one: dict(names) for one, names in components.types.items()},
        tokens=list(TOKENS),
        resources=list(RESOURCES),
        levels=list(levels()),
    )


def _setup(one: Setup, tables: Tables) -> shapes.SetupShape:
    is_used = bool(tables.slot_open[0])
    return shapes.SetupShape(one.mon, one.rice, one.sandals, one.kobun, one.income, is_used, one.slot_1_4_mon)


def _character(one: Character) -> shapes.CharacterShape:
    return shapes.CharacterShape(
        one.id,
        dict(one.names),
        one.season,
        one.type,
        one.cost,
        _skill(one.skill),
        one.xp_to_retire,
        one.hire_bonus,
        [dict(entry) for entry in one.salary],
        one.retires_with,
    )


def _skill(skill: Skill) -> shapes.SkillShape:
    return shapes.SkillShape(
        dict(skill.spend), dict(skill.gain), dict(skill.opponents_gain), skill.do, dict(skill.discount)
    )


def _building(one: Building) -> shapes.BuildingShape:
    effect = shapes.EffectShape(one.effect.amount, one.effect.resource, one.effect.per) if one.effect else None
    return shapes.BuildingShape(one.id, dict(one.names), dict(one.cost), one.score, _score_per(one.score_per), effect)


def _score_per(per: ScorePer | None) -> shapes.ScorePerShape | None:
    return shapes.ScorePerShape(per.good, per.iki, per.every, per.max) if per else None


def _good(one: Good) -> shapes.GoodShape:
    return shapes.GoodShape(
        one.id,
        one.kind,
        one.season,
        one.price,
        dict(one.names),
        one.bonus,
        dict(one.gain),
        one.do,
        one.score,
        _score_per(one.score_per),
    )


def _shop(square: int, shop: Shop) -> shapes.ShopShape:
    return shapes.ShopShape(shop.id, square, dict(shop.names), [_option(option) for option in shop.options])


def _option(option: ShopOption) -> shapes.ShopOptionShape:
    return shapes.ShopOptionShape(option.id, dict(option.spend), dict(option.gain), option.do)
