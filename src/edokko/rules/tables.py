"""The components as flat arrays of integers, which the engine reads instead of names.

:func:`tables_for` translates :class:`edokko.components.model.Components` for one number of players. A
:class:`Tables` is declared like a state, so native code reads the same fields from a record.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Annotated

from edokko.components.model import (
    COUNTED,
    NAGAYAS,
    RESOURCES,
    SEASONS,
    TOKENS,
    TYPES,
    Building,
    Character,
    Components,
    Good,
    ScorePer,
)
from edokko.rules.engine.fields import Cells, Fields, Int, fields
from edokko.rules.moves import ROOM_IDS, SHOP_OPTIONS
from edokko.rules.state import (
    ABSENT,
    BUILDINGS,
    BUILDS,
    BUNDLE,
    CHARACTERS,
    GOODS,
    NAGAYA_ROOMS,
    NEW_YEAR,
    NO_EFFECT,
    ROOMS,
    SLOTS,
    SQUARES,
    SWAPS,
    TRAINS,
)
from edokko.whole import as_integer

OPERATIONS = {None: NO_EFFECT, "train": TRAINS, "build": BUILDS, "swap": SWAPS}
COUNTS_TYPES, COUNTS_LARGEST_TYPE, COUNTS_FISH_VALUE = range(BUNDLE, BUNDLE + 3)
"""The indexes in ``COUNTED`` of the three sums after the resources."""
NO_LIMIT = 32000
"""A limit that no amount reaches; it fits into 16 bits."""
PER_FED, PER_LARGEST_TYPE, PER_HIRE_BONUS = range(1, 4)
EFFECTS = {"fed": PER_FED, "largest_type": PER_LARGEST_TYPE, "hire_bonus": PER_HIRE_BONUS}

MOST_SALARIES = 8
"""The loader's limit on the length of a salary list."""
GROUPS = 5
"""The harmony groups: four nagayas and the corners."""
SQUARE_ROOMS = ROOMS
STACK = 8
EVERYWHERE = SQUARES + 1

Bundles = Annotated[list[list[int]], Cells("i2", (CHARACTERS, BUNDLE))]
ByCharacter = Annotated[list[int], Cells("i2", (CHARACTERS,))]
ByBuilding = Annotated[list[int], Cells("i2", (BUILDINGS,))]
ByGood = Annotated[list[int], Cells("i2", (GOODS,))]
BySlot = Annotated[list[int], Cells("i2", (SLOTS,))]
OneBundle = Annotated[list[int], Cells("i2", (BUNDLE,))]
OptionBundles = Annotated[list[list[int]], Cells("i2", (len(SHOP_OPTIONS), BUNDLE))]
Stack = Annotated[list[int], Cells("i2", (STACK,))]


@fields
class Tables(Fields):
    """The components of one edition, for one number of players."""

    # --- setup and calendar (RULES 2, 3)
    players: Int
    no_bundle: OneBundle
    """The empty bundle."""
    start: OneBundle
    kobun: Int
    buildings_drawn: Int
    fixed_offer: Int
    """The buildings on offer in every game (bit = building); 0 if they are drawn."""
    income: Int
    row_per_month: Int
    row_before_start: Int
    """Whether the row of month 1 is revealed before the start characters are chosen."""
    payday: Annotated[list[int], Cells("i2", (NEW_YEAR + 1,))]
    fire_strength: Annotated[list[int], Cells("i2", (NEW_YEAR + 1,))]
    fire_track: Int

    # --- slots (RULES 3.A)
    slot_open: BySlot
    slot_from: BySlot
    """The fewest squares of a move on this slot."""
    slot_to: BySlot
    """The most squares of a move on this slot without sandals."""
    slot_mon: BySlot
    slot_hires: BySlot
    """Whether the turn begins with income or a hire."""
    tiles: BySlot
    tiles_drawn: Int

    # --- board (RULES 1)
    room_exists: Annotated[list[int], Cells("i2", (ROOMS,))]
    surcharge: Annotated[list[int], Cells("i2", (ROOMS,))]
    cheapest_room: Annotated[list[int], Cells("i2", (ROOMS,))]
    """The rooms that exist, in order of surcharge, then ``ABSENT``."""
    square_room: Annotated[list[list[int]], Cells("i2", (EVERYWHERE, SQUARE_ROOMS))]
    """The rooms behind each square, then ``ABSENT``."""
    group_room: Annotated[list[list[int]], Cells("i2", (GROUPS, NAGAYA_ROOMS))]
    """The rooms of each harmony group, then ``ABSENT``."""

    # --- neutrals (RULES 3.C.1)
    neutrals: Int
    neutral_needs_room: Int

    # --- characters (RULES 4)
    cost: ByCharacter
    hire_bonus: ByCharacter
    type: ByCharacter
    season: ByCharacter
    """0 to 3; ``ABSENT`` for the start characters."""
    xp_to_retire: ByCharacter
    retires_with: ByCharacter
    """A token, or ``ABSENT``."""
    salary: Annotated[list[list[list[int]]], Cells("i2", (CHARACTERS, MOST_SALARIES, BUNDLE))]
    spend: Bundles
    gain: Bundles
    opponents_gain: Bundles
    operation: ByCharacter
    discount: Bundles

    # --- buildings
    building_cost: Annotated[list[list[int]], Cells("i2", (BUILDINGS, BUNDLE))]
    building_score: ByBuilding
    building_counts: ByBuilding
    """The quantity that the end score counts (index in ``COUNTED``), or ``ABSENT``."""
    building_iki: ByBuilding
    building_every: ByBuilding
    building_max: ByBuilding
    effect_per: ByBuilding
    effect_resource: ByBuilding
    effect_amount: ByBuilding

    # --- goods
    price: ByGood
    bonus: ByGood
    good_gain: Annotated[list[list[int]], Cells("i2", (GOODS, BUNDLE))]
    good_trains: ByGood
    good_score: ByGood
    good_counts: ByGood
    good_iki: ByGood
    good_every: ByGood
    good_max: ByGood
    season_goods: Annotated[list[int], Cells("i4", (4,))]
    """The goods that go on sale with each season (bit = good)."""
    stacked: Annotated[int, Cells("i4")]
    """The goods that are sold from stacks in every season (bit = good)."""
    pipe_stack: Stack
    pouch_stack: Stack

    # --- shops
    option_square: Annotated[list[int], Cells("i2", (len(SHOP_OPTIONS),))]
    """The square of each simple option; ``ABSENT`` if this edition lacks the option."""
    square_option: Annotated[list[list[int]], Cells("i2", (EVERYWHERE, len(SHOP_OPTIONS)))]
    """The simple options on each square, then ``ABSENT``."""
    option_spend: OptionBundles
    option_gain: OptionBundles
    tobacco_square: Int
    fish_square: Int
    build_square: Int
    build_fee: OneBundle
    sells_pipe: Int
    sells_pouch: Int
    sells_pair: Int

    # --- end scoring (RULES 8)
    types_iki: Annotated[list[int], Cells("i2", (len(TYPES) + 1,))]
    fish_iki: Annotated[list[int], Cells("i2", (len(SEASONS) + 1,))]
    koban_iki: Int
    wood_iki: Int
    mon_per_iki: Int


def tables_for(components: Components, players: int) -> Tables:
    """Translate components for a number of players.

    Args:
        components: one edition, overlay applied.
        players: 2, 3 or 4.

    Returns:
        The tables, cached: the same object for equal components.

    Raises:
        ValueError: players is not 2, 3 or 4.
    """
    number = as_integer(players)
    if number not in (2, 3, 4):
        raise ValueError(f"players: {players!r} is not possible; IKI is for 2, 3 or 4")
    return _translate(components, number)


@functools.lru_cache(maxsize=32)
def _translate(components: Components, players: int) -> Tables:
    tables = Tables()
    tables.players = players
    _setup(tables, components)
    _slots(tables, components)
    _board(tables, components)
    for card, character in enumerate(components.characters.values()):
        _character(tables, card, character)
    for building, piece in enumerate(components.buildings.values()):
        _building(tables, building, piece)
    for good, piece_of_goods in enumerate(components.goods.values()):
        _good(tables, good, piece_of_goods)
    _stacks(tables, components)
    _shops(tables, components)
    _scoring(tables, components)
    return tables


def _bundle(bundle: Mapping[str, int]) -> list[int]:
    return [bundle.get(resource, 0) for resource in RESOURCES]


def _bits(ids: tuple[str, ...], known: list[str]) -> int:
    return sum(1 << known.index(name) for name in ids)


def _setup(tables: Tables, components: Components) -> None:
    setup, calendar = components.setup, components.calendar
    tables.start = _bundle({"mon": setup.mon, "rice": setup.rice, "sandals": setup.sandals})
    tables.kobun = setup.kobun
    tables.buildings_drawn = setup.buildings
    tables.fixed_offer = _bits(components.switches.fixed_buildings, list(components.buildings))
    tables.income = setup.income
    tables.row_per_month = setup.row_per_month
    tables.row_before_start = int(components.switches.row_before_start)
    less = components.board(tables.players).fire_less if tables.players == 2 else 0
    for month in calendar.payday:
        tables.payday[month] = 1
    for month, strength in calendar.fires.items():
        tables.fire_strength[month] = max(0, strength - less)
    tables.fire_track = calendar.fire_track


def _slots(tables: Tables, components: Components) -> None:
    blocking = components.board(tables.players).blocking if tables.players == 2 else {}
    for slot, words in enumerate(components.ikizama):
        first, _, last = words.partition("-")
        tables.slot_from[slot] = int(first)
        tables.slot_to[slot] = int(last or first)
        tables.slot_hires[slot] = 0 if last else 1
        tables.slot_mon[slot] = components.setup.slot_1_4_mon if last else 0
        tables.slot_open[slot] = 0 if last and tables.players not in components.switches.slot_1_4_players else 1
        tables.tiles[slot] = blocking.get(words, 0)
    tables.tiles_drawn = int(any(tables.tiles))


def _board(tables: Tables, components: Components) -> None:
    board = components.board(tables.players)
    closed_corners = tables.players == 2 and components.switches.two_player_board == "large"
    corners = () if closed_corners else board.corner_group
    behind: dict[int, list[int]] = {square: [] for square in range(EVERYWHERE)}
    for nagaya in NAGAYAS:
        for number, squares in enumerate(board.rooms[nagaya]):
            room = ROOM_IDS.index(f"{nagaya}{number + 1}")
            if closed_corners and ROOM_IDS[room] in board.corner_group:
                continue
            tables.room_exists[room] = 1
            tables.surcharge[room] = board.surcharge[number]
            for square in squares:
                behind[square].append(room)
    existing = sorted((room for room in range(ROOMS) if tables.room_exists[room]), key=tables.surcharge.__getitem__)
    tables.cheapest_room = (existing + [ABSENT] * ROOMS)[:ROOMS]
    for square, rooms in behind.items():
        tables.square_room[square] = (rooms + [ABSENT] * SQUARE_ROOMS)[:SQUARE_ROOMS]
    for group in range(len(NAGAYAS)):
        rooms = [group * NAGAYA_ROOMS + number for number in range(NAGAYA_ROOMS)]
        tables.group_room[group] = [room if tables.room_exists[room] else ABSENT for room in rooms]
    corner_rooms = [ROOM_IDS.index(room) for room in corners]
    tables.group_room[GROUPS - 1] = (corner_rooms + [ABSENT] * NAGAYA_ROOMS)[:NAGAYA_ROOMS]
    tables.neutrals = int(tables.players == 2)
    tables.neutral_needs_room = int(components.switches.neutral_needs_room)


def _character(tables: Tables, card: int, character: Character) -> None:
    skill = character.skill
    tables.cost[card] = character.cost
    tables.hire_bonus[card] = character.hire_bonus
    tables.type[card] = TYPES.index(character.type)
    tables.season[card] = SEASONS.index(character.season) if character.season in SEASONS else ABSENT
    tables.xp_to_retire[card] = character.xp_to_retire
    tables.retires_with[card] = TOKENS.index(character.retires_with) if character.retires_with else ABSENT
    for step, entry in enumerate(character.salary):
        tables.salary[card][step] = _bundle(entry)
    tables.spend[card] = _bundle(skill.spend)
    tables.gain[card] = _bundle(skill.gain)
    tables.opponents_gain[card] = _bundle(skill.opponents_gain)
    tables.operation[card] = OPERATIONS[skill.do]
    tables.discount[card] = _bundle(skill.discount)


def _score_per(score: ScorePer | None) -> tuple[int, int, int, int]:
    if score is None:
        return ABSENT, 0, 1, NO_LIMIT
    return COUNTED.index(score.good), score.iki, score.every, NO_LIMIT if score.max is None else score.max


def _building(tables: Tables, building: int, piece: Building) -> None:
    tables.building_cost[building] = _bundle(piece.cost)
    tables.building_score[building] = piece.score
    counts, iki, every, most = _score_per(piece.score_per)
    tables.building_counts[building] = counts
    tables.building_iki[building] = iki
    tables.building_every[building] = every
    tables.building_max[building] = most
    if piece.effect:
        tables.effect_per[building] = EFFECTS[piece.effect.per]
        tables.effect_resource[building] = RESOURCES.index(piece.effect.resource)
        tables.effect_amount[building] = piece.effect.amount


def _good(tables: Tables, good: int, piece: Good) -> None:
    tables.price[good] = piece.price
    tables.bonus[good] = piece.bonus
    tables.good_gain[good] = _bundle(piece.gain)
    tables.good_trains[good] = int(piece.do == "train")
    tables.good_score[good] = piece.score
    counts, iki, every, most = _score_per(piece.score_per)
    tables.good_counts[good] = counts
    tables.good_iki[good] = iki
    tables.good_every[good] = every
    tables.good_max[good] = most


def _stacks(tables: Tables, components: Components) -> None:
    known = list(components.goods)
    switches = components.switches
    stacked_kinds = {kind for kind, stack in (("pipe", switches.pipe_stack), ("pouch", switches.pouch_stack)) if stack}
    for good, piece in enumerate(components.goods.values()):
        if piece.kind in stacked_kinds:
            tables.stacked |= 1 << good
        else:
            tables.season_goods[SEASONS.index(piece.season)] |= 1 << good
    for stack, ids in ((tables.pipe_stack, switches.pipe_stack), (tables.pouch_stack, switches.pouch_stack)):
        stack[:] = ([known.index(good) for good in ids] + [ABSENT] * STACK)[:STACK]


def _shops(tables: Tables, components: Components) -> None:
    tables.option_square = [ABSENT] * len(SHOP_OPTIONS)
    tables.build_square = tables.tobacco_square = tables.fish_square = ABSENT
    for square, shop in enumerate(components.squares, start=1):
        for option in components.shops[shop].options:
            if option.id in SHOP_OPTIONS:
                number = SHOP_OPTIONS.index(option.id)
                tables.option_square[number] = square
                tables.option_spend[number] = _bundle(option.spend)
                tables.option_gain[number] = _bundle(option.gain)
            elif option.id == "build":
                tables.build_square = square
                tables.build_fee = _bundle(option.spend)
            elif option.id == "fish":
                tables.fish_square = square
            else:
                tables.tobacco_square = square
                tables.sells_pipe |= option.id == "pipe"
                tables.sells_pouch |= option.id == "pouch"
                tables.sells_pair |= option.id == "pipe pouch"
    for square in range(EVERYWHERE):
        options = [number for number in range(len(SHOP_OPTIONS)) if tables.option_square[number] == square]
        tables.square_option[square] = (options + [ABSENT] * len(SHOP_OPTIONS))[: len(SHOP_OPTIONS)]


def _scoring(tables: Tables, components: Components) -> None:
    scoring = components.scoring
    tables.types_iki = list(scoring.types)
    tables.fish_iki = list(scoring.fish)
    tables.koban_iki = scoring.koban
    tables.wood_iki = scoring.wood
    tables.mon_per_iki = scoring.mon_per_iki
