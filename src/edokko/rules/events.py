"""What happens, as it happens: the optional stream that logs and animations are made of.

The plain engine appends one tuple of whole numbers to ``state.events`` for each event, when a list is
there. Compiled code carries no trace of it: :mod:`edokko.rules.compiled` puts an empty function in its place.

Each event is ``(kind, seat, subject, room, amount, reason, detail)``; what a kind does not use is ``NOBODY``.
:mod:`edokko.events` gives them names and types.
"""

from __future__ import annotations

from edokko.rules.state import State

(
    GAINED,
    FIRE_ROSE,
    XP_GAINED,
    RETIRED,
    TOKEN_GAINED,
    TOKEN_SPENT,
    PLACED,
    LEFT,
    MOVED,
    LAPPED,
    SWAPPED,
    SLOT_TAKEN,
    CARD_TAKEN,
    GOOD_BOUGHT,
    REVEALED,
    SLOT_CLOSED,
    BUILDING_OFFERED,
    FIRE_BROKE_OUT,
    FIRE_PASSED,
    FIRE_PUT_OUT,
    FIRE_DIED,
    MON_ON_CARD,
    SEASON_BEGAN,
    PAYDAY_BEGAN,
    HARMONY_SCORED,
    FED,
    MONTH_BEGAN,
    TURN_BEGAN,
    GAME_ENDED,
) = range(29)

# Why something was gained, paid, or left.
(
    BY_SETUP,
    BY_SLOT,
    BY_INCOME,
    BY_CARD_MON,
    BY_HIRE,
    BY_SURCHARGE,
    BY_HIRE_BONUS,
    BY_MOVE,
    BY_LAP,
    BY_SHOP,
    BY_WORK,
    BY_OPPONENT,
    BY_USE,
    BY_TRAINING,
    BY_BUILD,
    BY_GOOD,
    BY_SALARY,
    BY_HARMONY,
    BY_FOOD,
    BY_BUILDING,
    BY_FIRE,
    BY_SEASON,
    BY_NEUTRAL,
    BY_VISIT,
) = range(24)


def emit(
    state: State,
    kind: int,
    seat: int = -1,
    subject: int = -1,
    room: int = -1,
    amount: int = 0,
    reason: int = -1,
    detail: int = -1,
) -> None:
    """Report one event, if anybody listens."""
    if state.events is not None:
        state.events.append((kind, seat, subject, room, amount, reason, detail))
