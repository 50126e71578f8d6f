"""Raw events of the engine: the optional stream behind logs and animations.

The plain engine appends one tuple of integers to ``state.events`` for each event, unless ``events`` is ``None``.
Compiled code reports no events: :mod:`edokko.rules.engine.compiled` replaces :func:`emit` by a no-op.

Each event is ``(kind, seat, subject, room, amount, reason, detail)``; a field that a kind does not use is ``NOBODY``.
:mod:`edokko.events` decodes them into names and types.
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

# The reason why a resource was gained or paid, or a card left.
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
    """Append one event, if the state has an event list."""
    if state.events is not None:
        state.events.append((kind, seat, subject, room, amount, reason, detail))
