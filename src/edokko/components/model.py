"""The components of the game as typed, immutable values, which the loader returns.

The field names are the keys of ``components.toml``. A *bundle* maps a resource
(``mon``, ``rice``, ``sandals``, ``wood``, ``koban``, ``iki``, ``fire``) to an amount.
All callers share the loaded tables, so they are read-only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NoReturn, TypeVar, get_args

from msgspec import Meta

from .fields import ListOf, Text, TomlTable, choice, same

Resource = Literal["mon", "rice", "sandals", "wood", "koban", "iki", "fire"]
Season = Literal["spring", "summer", "autumn", "winter"]
Type = Literal["peddler", "artisan", "special", "master", "shopkeeper"]
Token = Literal["hire_discount", "extra_step", "fire_guard", "joker"]
Nagaya = Literal["A", "B", "C", "D"]
Slot = Literal["1-4", "1", "2", "3", "4"]

RESOURCES: tuple[Resource, ...] = get_args(Resource)
GOODS = RESOURCES[:-1]
"""What a price or a salary may name. Fire is neither: a payday never changes the fire order (RULES 5)."""
COUNTED = (*RESOURCES, "types", "largest_type", "fish_value")
"""The quantities that a variable score counts: the resources, then three sums."""
SEASONS: tuple[Season, ...] = get_args(Season)
TYPES: tuple[Type, ...] = get_args(Type)
TOKENS: tuple[Token, ...] = get_args(Token)
NAGAYAS: tuple[Nagaya, ...] = get_args(Nagaya)
LANGUAGES = ("en", "fr", "es", "pl", "pt")
KOBUN = 4
IKIZAMA: tuple[Slot, ...] = get_args(Slot)
PAYDAYS = (3, 6, 9, 12)
MONTHS = 12
SQUARES = 8
STACK = 4

Amount = Annotated[int, Meta(ge=0, le=99)]
Bonus = Annotated[int, Meta(ge=0, le=20)]


K = TypeVar("K")
V = TypeVar("V")


def _refuse(self: object, *args: object, **kwargs: object) -> NoReturn:
    raise TypeError("components and positions cannot be changed; load with an overlay, or make another position")


class Frozen(dict[K, V]):
    """A read-only dict; it compares, pickles and prints as a dict, and is hashable if its values are."""

    __slots__ = ()

    __setitem__ = _refuse
    __delitem__ = _refuse
    __ior__ = _refuse
    clear = _refuse
    pop = _refuse
    popitem = _refuse
    setdefault = _refuse
    update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type[Frozen[K, V]], tuple[dict[K, V]]]:
        return type(self), (dict(self),)


class FrozenList(list[V]):
    """A read-only list: unlike a tuple it equals a list of the same items, and it is hashable as a tuple is."""

    __slots__ = ()

    __setitem__ = _refuse
    __delitem__ = _refuse
    __iadd__ = _refuse
    __imul__ = _refuse
    append = _refuse
    clear = _refuse
    extend = _refuse
    insert = _refuse
    pop = _refuse
    remove = _refuse
    reverse = _refuse
    sort = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self))

    def __reduce__(self) -> tuple[type[FrozenList[V]], tuple[list[V]]]:
        return type(self), (list(self),)


def freeze(value: Any) -> Any:
    """Return a read-only deep copy of plain tables and lists."""
    if isinstance(value, Mapping):
        return Frozen({key: freeze(item) for key, item in value.items()})
    if isinstance(value, (list, tuple)):
        return FrozenList(freeze(item) for item in value)
    return value


class Bundle(Frozen[str, int]):
    """Amounts in the order of ``RESOURCES``, without zeros."""

    __slots__ = ()

    def __init__(self, amounts: Mapping[str, int]) -> None:
        super().__init__((resource, amounts[resource]) for resource in RESOURCES if amounts.get(resource))


NOTHING = Bundle({})


class Names(Frozen[str, str]):
    """A name in each language."""

    __slots__ = ()


NO_NAMES = Names({})


def _amounts(resources: Mapping[str, Any], known: Iterable[str]) -> TomlTable:
    return TomlTable(resources, closed=f"the goods are {', '.join(known)}", wants="a table of amounts")


# Only IKI can be negative.
_SALARY: dict[str, Any] = {**dict.fromkeys(GOODS, Bonus), "iki": Annotated[int, Meta(ge=-20, le=20)]}

Price = Annotated[Bundle, _amounts(dict.fromkeys(GOODS, Amount), GOODS)]
Gain = Annotated[Bundle, _amounts({**dict.fromkeys(GOODS, Amount), "fire": Bonus}, RESOURCES)]
Salary = Annotated[Bundle, TomlTable(_SALARY, wants=f"a table of amounts of {', '.join(GOODS)}")]
Translated = Annotated[
    Names,
    TomlTable(dict.fromkeys((*LANGUAGES, "ja"), Text()), LANGUAGES, f"the languages are {', '.join(LANGUAGES)} and ja"),
]


@dataclass(frozen=True, slots=True)
class Skill:
    """The effect of a deal with a character: pay ``spend``, receive ``gain``, then carry out ``do``."""

    spend: Price = NOTHING
    gain: Gain = NOTHING
    opponents_gain: Price = NOTHING
    do: Literal["train", "build", "swap", ""] | None = None
    """``"train"``, ``"build"``, ``"swap"`` or ``None``."""
    discount: Price = NOTHING
    """The reduction of a building's cost if ``do`` is ``"build"``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    id: str
    season: str
    """``"start"`` or one of ``SEASONS``."""
    type: Annotated[str, choice(*TYPES)]
    cost: Amount
    hire_bonus: Bonus = 0
    skill: Skill
    salary: tuple[Salary, ...]
    xp_to_retire: Annotated[int, Meta(ge=1, le=8)]
    """The number of salary entries, or the printed track length of a character without salary."""
    retires_with: str | None = None
    names: Translated


@dataclass(frozen=True, slots=True)
class ScorePer:
    """A variable score at the end: ``iki`` for each full ``every`` of ``good``, at most ``max``."""

    good: Annotated[str, choice(*COUNTED)]
    """A resource, or ``"types"``, ``"largest_type"``, ``"fish_value"``."""
    iki: Amount = 1
    every: Annotated[int, Meta(ge=1, le=99)] = 1
    max: Annotated[int, Meta(ge=0, le=999)] | None = None


@dataclass(frozen=True, slots=True)
class Effect:
    """A building's lasting effect: ``amount`` of ``resource`` for each ``per``."""

    amount: int
    resource: str
    per: str
    """``"fed"`` (season's end), ``"largest_type"`` (season's end) or ``"hire_bonus"`` (a hire)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Building:
    id: str
    cost: Price
    score: Amount = 0
    score_per: ScorePer | None = None
    effect: Effect | None
    names: Translated


@dataclass(frozen=True, slots=True, kw_only=True)
class Good:
    """A fish, a pipe or a tobacco pouch."""

    id: str
    kind: str
    """``"fish"``, ``"pipe"`` or ``"pouch"``."""
    season: str
    price: Amount
    bonus: Amount = 0
    gain: Gain = NOTHING
    do: Literal["train", ""] | None = None
    score: Amount = 0
    score_per: ScorePer | None = None
    names: Translated = NO_NAMES
    """Empty for pipes and pouches."""


@dataclass(frozen=True, slots=True)
class ShopOption:
    id: str
    spend: Price = NOTHING
    gain: Gain = NOTHING
    do: str | None = None
    """``"buy"``, ``"build"`` or ``None``."""


@dataclass(frozen=True, slots=True)
class Shop:
    id: str
    options: tuple[ShopOption, ...]
    names: Translated


@dataclass(frozen=True, slots=True)
class StartingSupply:
    mon: Amount
    rice: Amount
    sandals: Amount
    kobun: Annotated[int, same(KOBUN, "the number of kobun is fixed")]
    buildings: Annotated[int, Meta(ge=1, le=10)]
    income: Amount
    slot_1_4_mon: Amount
    row_per_month: Annotated[int, Meta(ge=1, le=4)]


class Fires(Frozen[int, int]):
    """The strength of the fire of each month that has one; it can be read from text keys."""

    __slots__ = ()

    def __init__(self, fires: Mapping[str, int] | Mapping[int, int]) -> None:
        super().__init__(sorted((int(month), strength) for month, strength in fires.items()))


_FIRES = TomlTable(
    {str(month): Bonus for month in range(1, MONTHS + 1)},
    closed="a fire needs a month from 1 to 12",
    wants="a table of months with their strength",
)


@dataclass(frozen=True, slots=True)
class Calendar:
    seasons: Annotated[tuple[str, ...], same(SEASONS, "the seasons are fixed")]
    payday: Annotated[tuple[int, ...], same(PAYDAYS, "the paydays are fixed")]
    fires: Annotated[Fires, _FIRES]
    """Month to strength."""
    fire_track: Annotated[int, Meta(ge=1, le=20)]


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


def _iki(count: int, items: str) -> ListOf:
    return ListOf(Amount, count, count, f"whole numbers from 0 to 99, for 0 to {count - 1} {items}")


@dataclass(frozen=True, slots=True)
class Scoring:
    types: Annotated[tuple[int, ...], _iki(6, "types")]
    fish: Annotated[tuple[int, ...], _iki(5, "seasons")]
    koban: Amount
    wood: Amount
    mon_per_iki: Annotated[int, Meta(ge=1, le=99)]


_PLAYER_COUNTS = ListOf(Annotated[int, Meta(ge=2, le=4)], 0, 3, "player counts from 2 to 4", distinct=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Switches:
    """The differences between the editions in rules rather than in numbers (RULES 9)."""

    slot_1_4_players: Annotated[tuple[int, ...], _PLAYER_COUNTS]
    """The player counts at which the slot ``1-4`` is open."""
    fixed_buildings: tuple[str, ...] = ()
    """The buildings on offer in every game; empty if they are drawn."""
    pipe_stack: tuple[str, ...] = ()
    """The pipes of a stack, top first, sold one after another; empty if pipes come with the seasons."""
    pouch_stack: tuple[str, ...] = ()
    two_player_board: Literal["small", "large"]
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
    setup: StartingSupply
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

    def __hash__(self) -> int:
        # Quick at every call; equality compares the overlays.
        return hash((self.edition, self.overlay is None))

    def board(self, players: int) -> Board:
        """Return the side of the board used by this number of players (RULES 1, 9)."""
        if players == 2 and self.switches.two_player_board == "small":
            return self.small
        return self.large


FED = re.compile(r"(\d{1,2}) (mon|rice|sandals|wood|koban|iki) per own character fed", re.ASCII)
LARGEST_TYPE = re.compile(r"(\d{1,2}) (mon) per character of the owner's largest type", re.ASCII)
HIRE_BONUS = re.compile(r"(\d{1,2}) (iki) when the hired character has a hire bonus", re.ASCII)

SEASON_END = {"fed": FED, "largest_type": LARGEST_TYPE}
ON_HIRE = {"hire_bonus": HIRE_BONUS}


def read_effect(sentence: str) -> Effect | None:
    """Parse a building's effect from a sentence; return ``None`` if no pattern matches."""
    for per, pattern in (SEASON_END | ON_HIRE).items():
        match = pattern.fullmatch(sentence)
        if match:
            return Effect(amount=int(match[1]), resource=match[2], per=per)
    return None
