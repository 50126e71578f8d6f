"""Simulations of the tree search whose leaves the network judges after a playout to the beginning of a month.

Selection and playout are those of :mod:`edokko.players.search`.
"""

from __future__ import annotations

from edokko.players.champion.network import ONE_IKI, Network, Notes, PolicyNetwork, PolicyNotes, judge, judge_priors
from edokko.players.evaluation.outlook import (
    Outlook,
    Prediction,
    expect_finals,
    final_scores,
    win_chances,
    write_utilities,
)
from edokko.players.evaluation.style import liking
from edokko.players.evaluation.worth import Worths
from edokko.players.policies.desk import Desk
from edokko.players.search.simulate import (
    add_children,
    back_up,
    begin_descent,
    descend,
    hasty_playout,
)
from edokko.players.search.storage import CURRENT, ROOT_GAME, Search
from edokko.rules.engine.entry import copy_game
from edokko.rules.engine.registry import entry_point, rule
from edokko.rules.referee import is_over
from edokko.rules.state import State
from edokko.rules.tables import Tables


@entry_point
def run_guided_simulations(
    desk: Desk,
    search: Search,
    network: Network,
    notes: Notes,
    policy: PolicyNetwork,
    policy_notes: PolicyNotes,
    simulations: int,
) -> None:
    """Run simulations whose priors are those of a policy network; an entry point for Python.

    Args:
        desk, search: as of :func:`edokko.players.search.simulate.run_simulations`.
    """
    space = search.spaces[0]
    for _ in range(simulations):
        copy_game(desk.games, ROOT_GAME, CURRENT)
        begin_descent(search)
        while descend(desk, search):
            judge_priors(desk, search, space.new_moves, policy, policy_notes)
            add_children(desk, search)
        finish_simulation(desk, search, network, notes)


@rule
def finish_simulation(desk: Desk, search: Search, network: Network, notes: Notes) -> None:
    """Finish a simulation at the end of its path: play out, judge, and back up the utilities."""
    tables, settings = desk.tables[0], search.settings[0]
    if settings.playout > 0:
        hasty_playout(desk, search)
    state, prediction = desk.games[CURRENT], search.predictions[0]
    predict_corrected(tables, desk.worths, search.outlook[0], state, settings.win_share, network, notes, prediction)
    add_liking(desk, search)
    back_up(search, tables.players)


@rule
def add_liking(desk: Desk, search: Search) -> None:
    """Add what the deciding player of the root likes to its expected final score, and to the utilities."""
    tables, style, prediction = desk.tables[0], search.style[0], search.predictions[0]
    root = desk.games[ROOT_GAME]
    seat = root.seat
    liked = liking(tables, desk.games[CURRENT], seat, style) - liking(tables, root, seat, style)
    if liked != 0.0:
        prediction.finals[seat] += liked
        write_utilities(tables.players, search.settings[0].win_share, prediction)


@rule
def predict_corrected(
    tables: Tables,
    worths: list[Worths],
    outlook: Outlook,
    state: State,
    win_share: float,
    network: Network,
    notes: Notes,
    prediction: Prediction,
) -> None:
    """Predict as :func:`edokko.players.evaluation.outlook.predict` does, with the network's corrections."""
    if is_over(state):
        final_scores(tables, state, prediction)
    else:
        expect_finals(tables, worths, outlook, state, prediction)
        # With seat 0 as the viewer, places are seats.
        judge(tables, state, 0, network, notes)
        for seat in range(tables.players):
            prediction.finals[seat] += notes.corrections[seat] / ONE_IKI
        win_chances(tables.players, prediction.finals, outlook.spread[state.month], prediction.wins)
    write_utilities(tables.players, win_share, prediction)
