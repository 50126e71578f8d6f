"""What a seat eats, and what it may lose to hunger or to fire: shown to players, never translated to C."""

from __future__ import annotations

from msgspec import Struct

from edokko.rules.fire import NAGAYA_COUNT
from edokko.rules.phases import GUARD_OR_BURN, OVER, STARVE
from edokko.rules.resources import own_characters
from edokko.rules.state import CHARACTERS, NAGAYA_ROOMS, NEW_YEAR, RICE, ROOMS, State
from edokko.rules.tables import Tables

LAST_MONTH = NEW_YEAR - 1


class Fire(Struct, frozen=True, gc=False):
    """The fire at the end of a month, from one seat's point of view."""

    strength: int
    level: int
    """The seat's level of firefighting."""
    rooms: tuple[int, ...]
    """The rooms whose card the seat loses, without a guard, if the fire breaks out in their nagaya."""


def payday_ahead(tables: Tables, state: State, seat: int) -> Meal | None:
    """Return the food of this month's payday; ``None`` without a payday, or if feeding has begun."""
    return next_meal(tables, state, seat) if is_payday_ahead(tables, state) else None


def is_payday_ahead(tables: Tables, state: State) -> bool:
    """Check whether this month has a payday whose feeding has not begun."""
    # In the phase STARVE the rice of this payday has been spent.
    return 1 <= state.month <= LAST_MONTH and bool(tables.payday[state.month]) and state.phase not in (STARVE, OVER)


def fire_ahead(tables: Tables, state: State, seat: int) -> Fire | None:
    """Return what this month's fire threatens; ``None`` without a fire, or if it has broken out (RULES 6)."""
    if not 1 <= state.month <= LAST_MONTH or not tables.fire_strength[state.month]:
        return None
    if state.phase in (GUARD_OR_BURN, OVER):
        return None
    rooms = [room for nagaya in range(NAGAYA_COUNT) for room in _rooms_lost_in(tables, state, nagaya, seat)]
    return Fire(tables.fire_strength[state.month], state.fire[seat], tuple(rooms))


def next_payday(tables: Tables, month: int) -> int | None:
    """Return the first month with a payday, from ``month`` on; ``None`` if there is none."""
    return next((later for later in range(max(1, month), NEW_YEAR) if tables.payday[later]), None)


def next_fire(tables: Tables, month: int) -> int | None:
    """Return the first month with a fire, from ``month`` on; ``None`` if there is none."""
    return next((later for later in range(max(1, month), NEW_YEAR) if tables.fire_strength[later]), None)


def _rooms_lost_in(tables: Tables, state: State, nagaya: int, seat: int) -> list[int]:
    """Return the rooms a seat loses if the fire breaks out in a nagaya, up to the owner who puts it out.

    A guard would save a card without stopping the fire, so guards are ignored.
    """
    lost_rooms = []
    strength = tables.fire_strength[state.month]
    for room in range(nagaya * NAGAYA_ROOMS, (nagaya + 1) * NAGAYA_ROOMS):
        if not tables.room_exists[room]:
            break
        owner = state.room_owner[room]
        if state.room_card[room] >= 0 and owner >= 0 and state.fire[owner] >= strength:
            break
        if state.room_card[room] >= 0 and owner == seat:
            lost_rooms.append(room)
        strength -= 1
    return lost_rooms


class Meal(Struct, frozen=True, gc=False):
    """The food of a payday, projected from the present position."""

    needs: int
    """The rice for the seat's characters on the board."""
    has: int
    """The rice in hand and in all salaries, which are paid before feeding."""

    @property
    def hungry(self) -> int:
        """The number of characters that get no rice."""
        return max(0, self.needs - self.has)


def next_meal(tables: Tables, state: State, seat: int) -> Meal:
    """Count the rice a seat needs and has at the next payday if nothing changes until then (RULES 5)."""
    rice = state.resources[seat][RICE]
    for room in range(ROOMS):
        card = state.room_card[room]
        if 0 <= card < CHARACTERS and state.room_owner[room] == seat:
            rice += tables.salary[card][state.room_xp[room]][RICE]
    for card in range(CHARACTERS):
        if state.retired[seat] >> card & 1:
            rice += tables.salary[card][tables.xp_to_retire[card] - 1][RICE]
    return Meal(own_characters(state, seat), rice)
