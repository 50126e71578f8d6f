"""The phases of a game: what a state waits for. Each phase is declared once, in the order of the numbers.

A phase is a plain number, because plain Python reads the attribute of an enumeration seven times slower than a global.
States of :class:`edokko.batch.Batch` hold the numbers, so they are stable up to ``OVER``.
"""

from __future__ import annotations

from typing import NamedTuple


class Phase(NamedTuple):
    """What belongs to a phase."""

    name: str
    kinds: tuple[str, ...]
    """The kinds of move that are due, as the first words of the record's strings."""


PHASES: list[Phase] = []
"""All phases, by number."""


def _phase(name: str, *kinds: str) -> int:
    PHASES.append(Phase(name, kinds))
    return len(PHASES) - 1


# The decisions ...
CHOOSE_START = _phase("choose_start", "start")
PLACE_START = _phase("place_start", "place")
WAY_OF_LIFE = _phase("way_of_life", "ikizama")
INCOME_OR_HIRE = _phase("income_or_hire", "income", "hire")
PLACE_HIRED = _phase("place_hired", "place")
MOVE = _phase("move", "move")
EXTRA_STEP_CHOICE = _phase("extra_step_choice", "stay", "step")
DEALS = _phase("deals", "shop", "work", "done")
PLACE_BUILT = _phase("place_built", "place")
CHOOSE_TRAINEE = _phase("choose_trainee", "train")
CHOOSE_BUILDING = _phase("choose_building", "build")
SWAP_FIRST = _phase("swap_first", "swap")
SWAP_SECOND = _phase("swap_second", "with")
GUARD_OR_BURN = _phase("guard_or_burn", "guard", "burn")
STARVE = _phase("starve", "starve")
CHOOSE_NEUTRAL = _phase("choose_neutral", "neutral")
PLACE_NEUTRAL = _phase("place_neutral", "place")
VISIT = _phase("visit", "visit")
# ... then the chance steps ...
DRAW_BUILDING = _phase("draw_building")
DRAW_TILE = _phase("draw_tile")
DRAW_CARD = _phase("draw_card")
DRAW_FIRE = _phase("draw_fire")
OVER = _phase("over")
# ... and the automatic steps, which the referee carries out without a decision.
BEGIN_MONTH = _phase("begin_month")
NEXT_IKIZAMA = _phase("next_ikizama")
NEXT_TURN = _phase("next_turn")
NEUTRAL_STEP = _phase("neutral_step")
FIRE_EVENT = _phase("fire_event")
FIRE_SPREADS = _phase("fire_spreads")
ROW_MON = _phase("row_mon")
SEASON_ENDS = _phase("season_ends")
PAYDAY = _phase("payday")
NEXT_TO_FEED = _phase("next_to_feed")
AFTER_FOOD = _phase("after_food")
NEXT_MONTH = _phase("next_month")
NEXT_VISIT = _phase("next_visit")

STAGES = tuple(phase.name for phase in PHASES[: OVER + 1])
"""The names of the phases in which a game can wait, by number: decisions, chance steps, the end."""
KINDS_BY_PHASE = {number: phase.kinds for number, phase in enumerate(PHASES) if phase.kinds}
"""The kinds of move that are due in each decision phase."""
