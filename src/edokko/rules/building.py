"""Building: at the construction site and by a character's skill (RULES 4)."""

from __future__ import annotations

from edokko.rules.engine.registry import rule
from edokko.rules.events import BY_BUILD, CARD_TAKEN, PLACED, emit
from edokko.rules.moves import FIRST_BUILD, FIRST_SHOP_BUILD
from edokko.rules.phases import PLACE_BUILT
from edokko.rules.resources import change, cheapest_surcharge, free_kobun, pay_surcharge, put
from edokko.rules.state import ABSENT, BUILDINGS, FIRST_BUILDING, MON, RESOURCE_COUNT, State
from edokko.rules.tables import Tables


@rule
def building_price(tables: Tables, state: State, building: int, resource: int, worker: int) -> int:
    """Return the price of a building in one resource, without the room's surcharge.

    Args:
        worker: the character who builds, whose discount applies; ``ABSENT`` at the construction site,
            whose fee applies (H27).
    """
    price = tables.building_cost[building][resource]
    if worker < 0:
        return price + tables.build_fee[resource]
    return max(0, price - tables.discount[worker][resource])


@rule
def can_build(tables: Tables, state: State, building: int, worker: int, spent: list[int], surcharge: int) -> bool:
    """Check whether a building is on offer and the deciding seat can pay it, on top of ``spent`` and a surcharge.

    The caller checks for a free kobun and a free room.
    """
    if state.offer >> building & 1 == 0:
        return False
    for resource in range(RESOURCE_COUNT):
        price = building_price(tables, state, building, resource, worker) + spent[resource]
        if resource == MON:
            price += surcharge
        if state.resources[state.seat][resource] < price:
            return False
    return True


@rule
def can_build_any(tables: Tables, state: State, worker: int, spent: list[int]) -> bool:
    """Check whether the seat has a free kobun, a free room and a building that it can pay on top of ``spent``."""
    surcharge = cheapest_surcharge(tables, state)
    if surcharge < 0 or free_kobun(tables, state, state.seat) < 1:
        return False
    for building in range(BUILDINGS):
        if can_build(tables, state, building, worker, spent, surcharge):
            return True
    return False


@rule
def legal_shop_build(tables: Tables, state: State, legal: list[int], count: int) -> int:
    """Append the buildings that the construction site can build for the deciding seat."""
    if state.square[state.seat] != tables.build_square:
        return count
    return legal_buildings(tables, state, legal, count, FIRST_SHOP_BUILD, ABSENT)


@rule
def legal_work_build(tables: Tables, state: State, legal: list[int]) -> int:
    """List the buildings that the working character can build."""
    return legal_buildings(tables, state, legal, 0, FIRST_BUILD, state.worker)


@rule
def legal_buildings(tables: Tables, state: State, legal: list[int], count: int, first: int, worker: int) -> int:
    """Append the moves, numbered from ``first``, of all buildings that can be built now."""
    surcharge = cheapest_surcharge(tables, state)
    if surcharge < 0 or free_kobun(tables, state, state.seat) < 1:
        return count
    for building in range(BUILDINGS):
        if can_build(tables, state, building, worker, tables.no_bundle, surcharge):
            legal[count] = first + building
            count += 1
    return count


@rule
def play_build(tables: Tables, state: State, building: int) -> None:
    """Take a building off the offer and pay its cost; the seat chooses the room next."""
    for resource in range(RESOURCE_COUNT):
        price = building_price(tables, state, building, resource, state.worker)
        change(state, state.seat, resource, -price, BY_BUILD, building)
    state.offer &= ~(1 << building)
    emit(state, CARD_TAKEN, state.seat, FIRST_BUILDING + building)
    state.pending = FIRST_BUILDING + building
    state.phase = PLACE_BUILT


@rule
def place_built(tables: Tables, state: State, room: int) -> None:
    """Pay the room's surcharge and put the building there; its kobun stays on it to the end of the game."""
    pay_surcharge(tables, state, state.seat, room)
    put(state, room, state.pending, state.seat)
    emit(state, PLACED, state.seat, state.pending, room, 0, BY_BUILD)
    state.pending = ABSENT
