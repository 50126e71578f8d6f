"""The policy network as a player: it draws each move from the priors, without a search.

A temperature spreads the priors: near 0 the player plays the move with the highest prior, at 1 as often as the search
would visit each move, and the higher it is, the weaker the player. Its mistakes stay those of a person who knows the
rules, because moves that the evaluation calls senseless are not drawn.
"""

from __future__ import annotations

from edokko.game import Game
from edokko.move import Move
from edokko.native.backends import Backend, backend_of
from edokko.players.base import stream_of
from edokko.players.budget import Budget
from edokko.players.champion.network import (
    PolicyNetwork,
    PolicyNotes,
    exponentiate,
    policy_network_of,
    policy_notes_for,
    write_logits,
)
from edokko.players.champion.stored import StoredNetwork, shipped_network
from edokko.players.evaluation.style import Style, liking
from edokko.players.evaluation.weights import shipped
from edokko.players.evaluation.worth import ONE_IKI, appraise
from edokko.players.policies.desk import Desk
from edokko.players.policies.greedy import LOWEST, SCRATCH_GAMES, value_after
from edokko.rules.chance import below
from edokko.rules.engine.entry import copy_game
from edokko.rules.engine.registry import entry_point, rule
from edokko.rules.moves import DONE, FIRST_MOVE, MOST_LEGAL, MOVES
from edokko.rules.phases import DEALS, MOVE
from edokko.rules.referee import legal_moves, play
from edokko.rules.state import State
from edokko.rules.turn import free_squares

LOGITS_OF_IKI = 0.6
"""How much the logit of a move rises for an IKI that the player likes."""
BLUNDER = 6 * ONE_IKI
"""The loss from which a move is senseless, by the evaluation."""
RESOLUTION = 1 << 30
"""The number of equal steps in which a share is drawn."""
COLDEST = 0.01
"""The lowest temperature: the move with the highest prior."""
HOTTEST = 100.0


@entry_point
def draw_move(
    desk: Desk,
    index: int,
    temperature: float,
    style: list[Style],
    policy: PolicyNetwork,
    notes: PolicyNotes,
    values: list[int],
    likings: list[float],
    priors: list[float],
) -> int:
    """Draw a move of the deciding seat from the priors of a policy network.

    Args:
        desk: the look-ahead overwrites ``SCRATCH_GAMES`` games of it.
        index: the game.
        temperature: what the logits are divided by.
        style: what the player likes, one entry.
        values, likings, priors: scratch, ``MOST_LEGAL`` long.
    """
    tables, state, legal = desk.tables[0], desk.games[index], desk.legal
    count = legal_moves(tables, state, legal)
    if count > 1:
        count = keep_sensible(desk, index, count, style, values, likings)
    if count == 1:
        return legal[0]
    write_logits(tables, state, legal, count, policy, notes, priors)
    for place in range(count):
        priors[place] = (priors[place] + LOGITS_OF_IKI * likings[place]) / temperature
    left = exponentiate(priors, count) * below(desk.words, RESOLUTION) / RESOLUTION
    for place in range(count):
        left -= priors[place]
        if left < 0.0:
            return legal[place]
    return legal[count - 1]


@rule
def keep_sensible(
    desk: Desk, index: int, count: int, style: list[Style], values: list[int], likings: list[float]
) -> int:
    """Keep the sensible moves of ``desk.legal``, in their order, and write how much more the player likes each.

    Senseless is a move that loses ``BLUNDER`` or more, the end of a turn while a deal would gain, and a walk in sandals
    that is worth less than one without.

    Returns:
        Their number, at least 1.
    """
    tables, state, legal = desk.tables[0], desk.games[index], desk.legal
    free = free_squares(tables, state, state.seat) if state.phase == MOVE else MOVES
    best = LOWEST
    barefoot = LOWEST
    for place in range(count):
        value = value_after(desk, index, legal[place])
        values[place] = value
        likings[place] = liking_ahead(desk, state.seat, style[0])
        best = max(best, value)
        if legal[place] < FIRST_MOVE + free:
            barefoot = max(barefoot, value)
    kept = 0
    for place in range(count):
        least = best - BLUNDER + 1
        if legal[place] == DONE:
            least = best
        elif legal[place] >= FIRST_MOVE + free:
            least = max(least, barefoot)
        if values[place] >= least:
            legal[kept] = legal[place]
            likings[kept] = likings[place]
            kept += 1
    return kept


@rule
def liking_ahead(desk: Desk, seat: int, style: Style) -> float:
    """Return how much a seat likes the first scratch game, or what the best of its deals there would give it."""
    tables, games, inner, spare = desk.tables[0], desk.games, desk.inner, desk.spare
    best = liking(tables, games[spare], seat, style)
    if games[spare].phase != DEALS or games[spare].seat != seat:
        return best
    count = legal_moves(tables, games[spare], inner)
    for place in range(count):
        if inner[place] != DONE:
            copy_game(games, spare, spare + 1)
            play(tables, games[spare + 1], inner[place])
            best = max(best, liking(tables, games[spare + 1], seat, style))
    return best


class PolicyPlayer:
    """A player that plays :func:`draw_move`.

    Args:
        seed: fixes its draws; ``None`` takes one from the system's generator.
        temperature: from ``COLDEST`` to ``HOTTEST``.
        style: what it likes beside winning; ``None`` for nothing.
        network: the network; ``None`` for the package's.
        backend: how it runs, ``PLAIN`` or ``NATIVE``; ``None`` for native, or plain without an engine.

    Raises:
        edokko.players.champion.stored.NetworkError: the package has no network.
        ValueError: the temperature is out of range.
    """

    def __init__(
        self,
        seed: int | None = None,
        temperature: float = 1.0,
        *,
        style: Style | None = None,
        network: StoredNetwork | None = None,
        backend: Backend | None = None,
    ) -> None:
        self.name = "policy"
        self._temperature = check_temperature(temperature)
        self._backend = backend = backend or backend_of()
        policy = policy_network_of((network or shipped_network()).policy, backend)
        self._policy = policy, policy_notes_for(policy, backend)
        self._games = backend.records(State, 1 + SCRATCH_GAMES)
        self._style = backend.single(style or Style())
        self._lists = backend.integers(3, MOST_LEGAL)
        self._likings, self._priors = backend.floats(MOST_LEGAL), backend.floats(MOST_LEGAL)
        self._words = backend.integers(4)
        self._words[:] = stream_of(seed)

    def choose(self, game: Game, budget: Budget | str | None = None) -> Move:
        """Return a move that is drawn from the priors."""
        if game.seat is None:
            raise ValueError("no seat has a decision to make in this game now")
        backend, (legal, inner, values) = self._backend, self._lists
        backend.write_state(self._games, 0, game.state)
        worths = backend.shared(appraise(game.tables, shipped()))
        desk = Desk(backend.single(game.tables), worths, self._games, 1, legal, inner, self._words)
        scratch = values, self._likings, self._priors
        return Move.of(int(backend.call(draw_move)(desk, 0, self._temperature, self._style, *self._policy, *scratch)))


def check_temperature(temperature: float) -> float:
    """Return a temperature after a check of its range.

    Raises:
        ValueError: it is out of range.
    """
    if not COLDEST <= temperature <= HOTTEST:
        raise ValueError(f"temperature: {temperature!r} is not from {COLDEST:g} to {HOTTEST:g}")
    return temperature
