"""The components, so that clients need no game data of their own."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from edokko.table.shapes.base import Bundle, ResponseShape
from edokko.table.shapes.position import Month, Room

Names = dict[str, str]
"""By language: ``en fr es pl pt``."""


class SkillShape(ResponseShape):
    spend: Bundle = field(default_factory=dict)
    gain: Bundle = field(default_factory=dict)
    opponents_gain: Bundle = field(default_factory=dict)
    do: str | None = None
    """``train``, ``build`` or ``swap``."""
    discount: Bundle = field(default_factory=dict)


class CharacterShape(ResponseShape):
    id: str
    names: Names
    season: str
    type: str
    cost: int
    skill: SkillShape
    xp_to_retire: int
    hire_bonus: int = 0
    salary: list[Bundle] = field(default_factory=list)
    retires_with: str | None = None


class ScorePerShape(ResponseShape):
    good: str
    iki: int
    every: int
    max: int | None = None


class EffectShape(ResponseShape):
    amount: int
    resource: str
    per: str


class BuildingShape(ResponseShape):
    id: str
    names: Names
    cost: Bundle
    score: int = 0
    score_per: ScorePerShape | None = None
    effect: EffectShape | None = None


class GoodShape(ResponseShape):
    id: str
    kind: str
    season: str
    price: int
    names: Names = field(default_factory=dict)
    bonus: int = 0
    gain: Bundle = field(default_factory=dict)
    do: str | None = None
    score: int = 0
    score_per: ScorePerShape | None = None


class ShopOptionShape(ResponseShape):
    id: str
    spend: Bundle = field(default_factory=dict)
    gain: Bundle = field(default_factory=dict)
    do: str | None = None


class ShopShape(ResponseShape):
    id: str
    square: int
    names: Names
    options: list[ShopOptionShape]


class BoardShape(ResponseShape):
    """One side of the board."""

    side: Literal["large", "small"]
    rooms: list[Room]
    corner_group: list[str] = field(default_factory=list)


class ScoringShape(ResponseShape):
    types: list[int]
    fish: list[int]
    koban: int
    wood: int
    mon_per_iki: int


class SetupShape(ResponseShape):
    """The initial resources of a player, and amounts that are not printed on cards."""

    mon: int
    rice: int
    sandals: int
    kobun: int
    income: int
    """The mon that a player takes instead of hiring."""
    free_slot: bool
    """Whether the slot `1-4` is used with this number of players."""
    free_slot_mon: int
    """The mon that the slot `1-4` yields."""


class ComponentsShape(ResponseShape):
    """All components of an edition, with their names in one or all languages."""

    edition: str
    players: int
    rules_version: int
    languages: list[str]
    characters: list[CharacterShape]
    buildings: list[BuildingShape]
    goods: list[GoodShape]
    shops: list[ShopShape]
    """By square, 1 to 8."""
    boats: list[str]
    board: BoardShape
    calendar: list[Month]
    scoring: ScoringShape
    setup: SetupShape
    terms: dict[str, Names]
    """The game's terms."""
    types: dict[str, Names]
    tokens: list[str]
    resources: list[str]
    levels: list[str]
    """The computer players, the weakest first."""
