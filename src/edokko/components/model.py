"""The components of the game as typed, immutable values, which the loader returns.

The field names are the keys of ``components.toml``. A *bundle* maps a resource
(``mon``, ``rice``, ``sandals``, ``wood``, ``koban``, ``iki``, ``fire``) to an amount.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

RESOURCES = ("mon", "rice", "sandals", "wood", "koban", "iki", "fire")
SEASONS = ("spring", "summer", "autumn", "winter")
TYPES = ("peddler", "artisan", "special", "master", "shopkeeper")
TOKENS = ("hire_discount", "extra_step", "fire_guard", "joker")
NAGAYAS = ("A", "B", "C", "D")
LANGUAGES = ("en", "fr", "es", "pl", "pt")

Bundle = Mapping[str, int]
Names = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Skill:
    """The effect of a deal with a character: pay ``spend``, receive ``gain``, then carry out ``do``."""

    spend: Bundle
    gain: Bundle
    opponents_gain: Bundle
    do: str | None
    """``"train"``, ``"build"``, ``"swap"`` or ``None``."""
    discount: Bundle
    """The reduction of a building's cost if ``do`` is ``"build"``."""


@dataclass(frozen=True, slots=True)
class Character:
    id: str
    season: str
    """``"start"`` or one of ``SEASONS``."""
    type: str
    cost: int
    hire_bonus: int
    skill: Skill
    salary: tuple[Bundle, ...]
    xp_to_retire: int
    """The number of salary entries, or the printed track length of a character without salary."""
    retires_with: str | None
    names: Names


@dataclass(frozen=True, slots=True)
class ScorePer:
    """A variable score at the end: ``iki`` for each full ``every`` of ``good``, at most ``max``."""

    good: str
    """A resource, or ``"types"``, ``"largest_type"``, ``"fish_value"``."""
    iki: int
    every: int
    max: int | None


@dataclass(frozen=True, slots=True)
class Effect:
    """A building's lasting effect: ``amount`` of ``resource`` for each ``per``."""

    amount: int
    resource: str
    per: str
    """``"fed"`` (season's end), ``"largest_type"`` (season's end) or ``"hire_bonus"`` (a hire)."""


@dataclass(frozen=True, slots=True)
class Building:
    id: str
    cost: Bundle
    score: int
    score_per: ScorePer | None
    effect: Effect | None
    names: Names


@dataclass(frozen=True, slots=True)
class Good:
    """A fish, a pipe or a tobacco pouch."""

    id: str
    kind: str
    """``"fish"``, ``"pipe"`` or ``"pouch"``."""
    season: str
    price: int
    bonus: int
    gain: Bundle
    do: str | None
    score: int
    score_per: ScorePer | None
    names: Names
    """Empty for pipes and pouches."""


@dataclass(frozen=True, slots=True)
class ShopOption:
    id: str
    spend: Bundle
    gain: Bundle
    do: str | None
    """``"buy"``, ``"build"`` or ``None``."""


@dataclass(frozen=True, slots=True)
class Shop:
    id: str
    options: tuple[ShopOption, ...]
    names: Names


@dataclass(frozen=True, slots=True)
class Setup:
    mon: int
    rice: int
    sandals: int
    kobun: int
    buildings: int
    income: int
    slot_1_4_mon: int
    row_per_month: int


@dataclass(frozen=True, slots=True)
class Calendar:
    seasons: tuple[str, ...]
    payday: tuple[int, ...]
    fires: Mapping[int, int]
    """Month to strength."""
    fire_track: int


@dataclass(frozen=True, slots=True)
class Board:
    """One side of the board."""

    rooms: Mapping[str, tuple[tuple[int, ...], ...]]
    """For each nagaya, from the edge inwards, the squares (1 to 8) that serve each room."""
    surcharge: tuple[int, ...]
    """By room number, from the edge inwards."""
    corner_group: tuple[str, ...]
    """The rooms of the fifth harmony group, e.g. ``"A4"``; empty on the small side."""
    blocking: Mapping[str, int]
    """The number of blocking tiles for each ikizama slot; empty if the side uses none."""
    fire_less: int


@dataclass(frozen=True, slots=True)
class Scoring:
    types: tuple[int, ...]
    fish: tuple[int, ...]
    koban: int
    wood: int
    mon_per_iki: int


@dataclass(frozen=True, slots=True)
class Switches:
    """The differences between the editions in rules rather than in numbers (RULES 9)."""

    slot_1_4_players: tuple[int, ...]
    """The player counts at which the slot ``1-4`` is open."""
    fixed_buildings: tuple[str, ...]
    """The buildings on offer in every game; empty if they are drawn."""
    pipe_stack: tuple[str, ...]
    """The pipes of a stack, top first, sold one after another; empty if pipes come with the seasons."""
    pouch_stack: tuple[str, ...]
    two_player_board: str
    """``"small"``, or ``"large"`` with the corner rooms closed."""
    neutral_needs_room: bool
    """Whether the neutral step is skipped when no room is free, instead of discarding a card."""
    row_before_start: bool
    """Whether the row of month 1 is revealed before the start characters are chosen, not after they are placed."""


@dataclass(frozen=True, slots=True)
class Components:
    """All components of one edition, with an overlay applied.

    ``overlay`` is a read-only copy of the overlay as JSON values (``None`` for the shipped tables). Records
    include it, so that every reader can replay them.
    """

    edition: str
    overlay: Mapping[str, object] | None
    setup: Setup
    calendar: Calendar
    squares: tuple[str, ...]
    ikizama: tuple[str, ...]
    large: Board
    small: Board
    shops: Mapping[str, Shop]
    scoring: Scoring
    characters: Mapping[str, Character]
    buildings: Mapping[str, Building]
    goods: Mapping[str, Good]
    switches: Switches
    terms: Mapping[str, Names]
    types: Mapping[str, Names]

    def board(self, players: int) -> Board:
        """Return the side of the board used by this number of players (RULES 1, 9)."""
        if players == 2 and self.switches.two_player_board == "small":
            return self.small
        return self.large
