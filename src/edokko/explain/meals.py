"""The rice a seat needs and has at the next payday: shown to players, never translated to C."""

from __future__ import annotations

from msgspec import Struct

from edokko.rules.resources import own_characters
from edokko.rules.state import CHARACTERS, RICE, ROOMS, State
from edokko.rules.tables import Tables


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
    """Count the rice a seat needs and has at the next payday if nothing changes until then (RULES 5).

    Args:
        tables: the components.
        state: any position.
        seat: the seat whose characters eat.
    """
    rice = state.resources[seat][RICE]
    for room in range(ROOMS):
        card = state.room_card[room]
        if 0 <= card < CHARACTERS and state.room_owner[room] == seat:
            rice += tables.salary[card][state.room_xp[room]][RICE]
    for card in range(CHARACTERS):
        if state.retired[seat] >> card & 1:
            rice += tables.salary[card][tables.xp_to_retire[card] - 1][RICE]
    return Meal(own_characters(state, seat), rice)
