"""The warm-up call of the environments: it calls their entry points on a small game, which compiles them."""

from __future__ import annotations

import numpy as np

from edokko.envs.core import Core
from edokko.rules.chance import MOST_OUTCOMES
from edokko.rules.engine import entry
from edokko.rules.engine.compiled import compiled
from edokko.rules.moves import MOST_LEGAL
from edokko.rules.scoring import LINE_COUNT
from edokko.rules.state import SEATS, State


def environments() -> None:
    """Warm up the lanes of the fast environments, and what an OpenSpiel state calls."""
    core = Core(1, players=2)
    core.seed(1)
    core.restart()
    core.step(core.masks.argmax(axis=1))
    core.observe(0, viewer=0)
    _open_spiel(core.tables.to_records())


def _open_spiel(tables: np.ndarray) -> None:
    """Call what :mod:`edokko.envs.open_spiel` calls, which does not import without OpenSpiel."""
    state = np.zeros(1, State.dtype)
    outcomes, weights = np.zeros(MOST_OUTCOMES, np.int64), np.zeros(MOST_OUTCOMES, np.int64)
    legal, counts = np.zeros((1, MOST_LEGAL), np.int16), np.zeros(1, np.int16)
    totals, ranking = np.zeros((1, SEATS), np.int16), np.zeros((1, SEATS), np.int16)
    compiled(entry.begin_at)(tables, state, 0)
    while compiled(entry.chance_outcomes_at)(tables, state, 0, outcomes, weights):
        compiled(entry.reveal_at)(tables, state, 0, int(outcomes[0]))
    compiled(entry.legal_lists)(tables, state, legal, counts)
    compiled(entry.play_at)(tables, state, 0, int(legal[0, 0]))
    compiled(entry.score_all)(tables, state, totals, ranking, np.zeros(LINE_COUNT, np.int64))
