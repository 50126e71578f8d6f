"""The planner with a network: it compares the month's ends by the outlook with the network's corrections.

It is nearly as fast as the planner, so it plays the games that a network is trained with.
"""

from __future__ import annotations

from edokko.players.champion.network import ONE_IKI, Network, Notes, judge
from edokko.players.policies.desk import Desk
from edokko.players.policies.planner import ENDS, REAL, WORST, PlannerDesk, expected_lead, list_ends
from edokko.rules.engine.registry import rule
from edokko.rules.phases import OVER


@rule
def judged_move(desk: Desk, plan: PlannerDesk, network: Network, notes: Notes) -> int:
    """Return the first move of the line with the best expected lead at the end of the month; of equals, the first.

    Args:
        desk, plan: as of :func:`edokko.players.policies.planner.planned_move`, with the network's outlook.
        network, notes: the network and its scratch.
    """
    seat = desk.games[REAL].seat
    chosen = 0
    best = WORST
    for end in range(list_ends(desk, plan)):
        value = corrected_lead(desk, plan, network, notes, ENDS + end, seat)
        if value > best:
            best = value
            chosen = end
    return plan.moves[chosen]


@rule
def corrected_lead(desk: Desk, plan: PlannerDesk, network: Network, notes: Notes, index: int, seat: int) -> float:
    """Return a seat's expected lead over the others' mean where a month has ended, in IKI."""
    tables, state = desk.tables[0], desk.games[index]
    lead = expected_lead(desk, plan, index, seat)
    if state.phase == OVER:
        return lead
    # With seat 0 as the viewer, places are seats.
    judge(tables, state, 0, network, notes)
    others = 0
    for player in range(tables.players):
        if player != seat:
            others += notes.corrections[player]
    return lead + (notes.corrections[seat] - others / (tables.players - 1)) / ONE_IKI
