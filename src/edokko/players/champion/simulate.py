"""Simulations of the tree search whose leaves the network judges, with or without a playout before.

Selection, expansion and playout are those of :mod:`edokko.players.search`. Searches without a network so compile no
code for one.
"""

from __future__ import annotations

from edokko.observation.encoder import seat_at
from edokko.players.champion.network import CERTAIN, ONE_IKI, Network, Notes, judge
from edokko.players.evaluation.outlook import MARGIN, Prediction, final_scores
from edokko.players.policies.desk import Desk
from edokko.players.search.playout import hasty_playout, random_rollout
from edokko.players.search.simulate import back_up, descend
from edokko.players.search.storage import CURRENT, ROOT_GAME, Search
from edokko.rules.engine.entry import copy_game
from edokko.rules.engine.registry import rule
from edokko.rules.referee import is_decision, is_over
from edokko.rules.state import State
from edokko.rules.tables import Tables


@rule
def run_judged_simulations(desk: Desk, search: Search, network: Network, notes: Notes, simulations: int) -> None:
    """Run simulations from the position ``games[ROOT_GAME]``; an entry point for Python.

    Args:
        desk, search: as of :func:`edokko.players.search.simulate.run_simulations`.
        network, notes: the network and its scratch.
        simulations: the number of simulations.
    """
    for _ in range(simulations):
        simulate_judged(desk, search, network, notes)


@rule
def simulate_judged(desk: Desk, search: Search, network: Network, notes: Notes) -> None:
    """Run one simulation: descend to a leaf, play out, judge, and back up the utilities."""
    tables, settings = desk.tables[0], search.settings[0]
    copy_game(desk.games, ROOT_GAME, CURRENT)
    depth = descend(desk, search)
    if settings.rollout > 0:
        random_rollout(desk, search)
    if settings.playout > 0:
        hasty_playout(desk, search)
    state, prediction = desk.games[CURRENT], search.predictions[0]
    if is_over(state):
        final_scores(tables, state, prediction)
        write_leads(tables.players, prediction)
    else:
        predict_by_network(tables, state, network, notes, prediction)
    write_lead_utilities(tables.players, settings.win_share, prediction)
    back_up(search, tables.players, depth)


@rule
def write_leads(players: int, prediction: Prediction) -> None:
    """Replace the final scores of a finished game by leads over the best opponent, as the network judges."""
    best = prediction.finals[0]
    second = -1e9
    for seat in range(1, players):
        second = max(second, min(best, prediction.finals[seat]))
        best = max(best, prediction.finals[seat])
    for seat in range(players):
        score = prediction.finals[seat]
        prediction.finals[seat] = score - (second if score == best else best)


@rule
def write_lead_utilities(players: int, win_share: float, prediction: Prediction) -> None:
    """Write the utilities that follow from the leads and the win chances of a prediction."""
    for seat in range(players):
        lead = min(max(prediction.finals[seat] / MARGIN, -1.0), 1.0)
        prediction.utilities[seat] = win_share * prediction.wins[seat] + (1.0 - win_share) * (0.5 + 0.5 * lead)


@rule
def predict_by_network(tables: Tables, state: State, network: Network, notes: Notes, prediction: Prediction) -> None:
    """Write the network's judgement as a prediction: leads over the best opponent in place of final scores."""
    viewer = 0
    if is_decision(state):
        viewer = viewer + state.seat
    judge(tables, state, viewer, network, notes)
    for place in range(tables.players):
        seat = seat_at(tables, viewer, place)
        prediction.finals[seat] = notes.margins[place] / ONE_IKI
        prediction.wins[seat] = notes.chances[place] / CERTAIN
