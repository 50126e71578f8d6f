"""Valuers: what is judged by a sample. A valuer gives each candidate a value, and the highest is its choice.

A name of a player stands for the player. Other names stand for values without a player, in ``VALUERS``. A new value
is one more entry there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from edokko.observation.encoder import CELLS, observe
from edokko.players import SearchPlayer, check_name, player
from edokko.players.champion.network import Layers
from edokko.players.champion.stored import NetworkError, StoredNetwork, read_network, shipped_network
from edokko.players.search import data
from edokko.rules.tables import Tables
from edokko_research.decisions.cases import Case, read_cases
from edokko_research.playouts.workbench import Workbench, playout_seeds
from edokko_research.train.policy_fitting import logits_of

Values = Sequence[float]
EVALUATION, OUTLOOK, PLAYOUTS, FILE = "evaluation", "outlook", "playouts", "file"
NETWORK, POLICY = "network", "policy"
PLAYOUT_COUNT = 16
MOST_PLAYOUTS = 100_000


class UnknownValuer(ValueError):
    """A name that is neither a valuer nor a player, or an invalid option; the message says what is valid."""


class Valuer(Protocol):
    """What is judged.

    Attributes:
        name: the name that tables show.
    """

    name: str

    def values(self, case: Case) -> Values | None:
        """Return the value of each candidate, the highest for the choice; equals share the choice.

        ``None`` leaves the decision out: the player has chosen a move that is no candidate, and gives no values.
        """
        ...


class RandomValuer:
    """Every candidate is as good as another: the exact mean of a random choice."""

    def __init__(self, name: str) -> None:
        self.name = name

    def values(self, case: Case) -> Values:
        """Return equal values."""
        return [0.0] * len(case.moves)


class _Benches:
    """The last workbench, which serves all positions with the same tables."""

    def __init__(self, network: StoredNetwork | None = None) -> None:
        self._network = network
        self._bench: Workbench | None = None

    def of(self, tables: Tables) -> Workbench:
        if self._bench is None or self._bench.tables is not tables:
            self._bench = Workbench(tables, 2, network=self._network)
        return self._bench


class EvaluationValuer:
    """The evaluation after a move and the best end of the choice that it opens, as ``greedy`` plays."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._benches = _Benches()

    def values(self, case: Case) -> Values:
        """Return the evaluations in IKI."""
        board = case.board
        return self._benches.of(board.tables).evaluations(board.state, case.moves)


class LeafValuer:
    """The utility of an after-state as the search scores it.

    Args:
        name: its name.
        months: the length of the playouts before the outlook, in months; 0 for none.
        playouts: the number of playouts of each candidate, with common chance.
        network: the network that corrects the outlook; ``None`` for the outlook of the search alone.
    """

    def __init__(self, name: str, months: int, playouts: int, network: StoredNetwork | None = None) -> None:
        self.name = name
        self._months, self._playouts = months, playouts
        self._benches = _Benches(network)

    def values(self, case: Case) -> Values:
        """Return the mean utilities, 0 to 1."""
        board, win_share = case.board, data.settings().win_share
        seeds = playout_seeds(case.decision, self._playouts)
        return self._benches.of(board.tables).leaves(board.state, case.moves, self._months, win_share, seeds)


class CellsValuer:
    """Values from the observations of after-states alone, such as a network's.

    Args:
        name: its name.
        value: a function of an array (candidates, ``CELLS``) and the number of seats, which returns a value for each
            candidate: the deciding seat's.
    """

    def __init__(self, name: str, value: Callable[[npt.NDArray[np.int8], int], Values]) -> None:
        self.name = name
        self._value = value

    def values(self, case: Case) -> Values:
        """Return the function's values."""
        return self._value(case.cells, case.seats)


class PolicyValuer:
    """One judgement of a policy network, without a search: the logits of the moves.

    Args:
        name: its name.
        policy: the layers of the policy network.
    """

    def __init__(self, name: str, policy: Layers) -> None:
        self.name = name
        self._policy = policy

    def values(self, case: Case) -> Values:
        """Return the logits."""
        board = case.board
        cells = [0] * CELLS
        observe(board.tables, board.state, board.state.seat, cells)
        rows = np.zeros(len(case.moves), np.int64)
        logits = logits_of(self._policy, np.array([cells], np.int8), rows, np.array(case.moves))
        return [float(logit) for logit in logits]


class SampleValuer:
    """The mean margins of another sample with the same decisions, such as one with another policy.

    Args:
        name: its name.
        folder: the folder of the other sample.
    """

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self._folder = folder

    @cached_property
    def cases(self) -> dict[int, Case]:
        """The decisions of the other sample, by number."""
        return {case.decision: case for case in read_cases(self._folder)}

    def values(self, case: Case) -> Values | None:
        """Return the other sample's margins in IKI."""
        other = self.cases.get(case.decision)
        if other is None or (other.position, other.moves) != (case.position, case.moves):
            return None
        return list(map(float, other.margins))


class SearchValuer:
    """A search: of the candidates, it chooses the one that it has visited most; ties go to the higher utility.

    Args:
        name: the player's name.
        search: the player.
    """

    def __init__(self, name: str, search: SearchPlayer) -> None:
        self.name = name
        self._search = search

    def values(self, case: Case) -> Values:
        """Return the visits, and the mean utility behind the point."""
        found = {each.move.number: each for each in self._search.search(case.board, fresh=True, until_settled=True)}
        return [found[move].visits + 0.5 * found[move].utility / max(1, found[move].visits) for move in case.moves]


class PlayerValuer:
    """A player that names one move and gives no values.

    Args:
        name: its name.
        seed: fixes its random choices.
    """

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self._player = player(name, seed)

    def values(self, case: Case) -> Values | None:
        """Return 1 for the player's move, else 0; ``None`` if it is no candidate."""
        chosen = self._player.choose(case.board).number
        return [float(move == chosen) for move in case.moves] if chosen in case.moves else None


def _outlook(name: str, option: str, seed: int) -> Valuer:
    _no_option(name, option)
    return LeafValuer(name, 0, 1)


def _evaluation(name: str, option: str, seed: int) -> Valuer:
    _no_option(name, option)
    return EvaluationValuer(name)


def _playouts(name: str, option: str, seed: int) -> Valuer:
    count = int(option) if option.isascii() and option.isdigit() else 0 if option else PLAYOUT_COUNT
    if not 1 <= count <= MOST_PLAYOUTS:
        raise UnknownValuer(f"{name!r}: {option!r} is not a number of playouts from 1 to {MOST_PLAYOUTS}")
    return LeafValuer(name, data.settings().playout, count)


def _file(name: str, option: str, seed: int) -> Valuer:
    if not option:
        raise UnknownValuer(f"{name!r}: the folder of a sample is expected after the colon")
    return SampleValuer(name, Path(option))


def _network(name: str, option: str, seed: int) -> Valuer:
    return LeafValuer(name, data.settings().playout, PLAYOUT_COUNT, _stored(name, option))


def _policy(name: str, option: str, seed: int) -> Valuer:
    return PolicyValuer(name, _stored(name, option).policy)


def _stored(name: str, option: str) -> StoredNetwork:
    """Return the network of a file, or that of the package if no file is named."""
    try:
        return read_network(Path(option)) if option else shipped_network()
    except NetworkError as error:
        raise UnknownValuer(f"{name!r}: {error}") from None


def _random(name: str, option: str, seed: int) -> Valuer:
    _no_option(name, option)
    return RandomValuer(name)


def _no_option(name: str, option: str) -> None:
    if option:
        raise UnknownValuer(f"{name!r}: {option!r} is not possible here; possible: nothing")


VALUERS: dict[str, Callable[[str, str, int], Valuer]] = {
    "random": _random,
    EVALUATION: _evaluation,
    OUTLOOK: _outlook,
    PLAYOUTS: _playouts,
    FILE: _file,
    NETWORK: _network,
    POLICY: _policy,
}
"""The valuers by the name before the colon: functions of the whole name, the text after the colon, and a seed."""


def valuer(name: str, seed: int = 0) -> Valuer:
    """Return a valuer by name, or the valuer of a player.

    Args:
        name: such as ``outlook``, ``playouts:16``, ``file:OUT`` or ``mcts:100ms``.
        seed: fixes a player's random choices.

    Raises:
        UnknownValuer: the name or an option is invalid; the message says what is valid.
    """
    head, _, option = name.partition(":")
    if head in VALUERS:
        return VALUERS[head](name, option, seed)
    try:
        spec = check_name(name)
    except ValueError as error:
        raise UnknownValuer(f"{error}, {', '.join(VALUERS)}") from None
    if spec.kind == "greedy" and not spec.options:
        return EvaluationValuer(name)
    candidate = player(name, seed) if spec.kind in ("mcts", "champion") else None
    return SearchValuer(name, candidate) if isinstance(candidate, SearchPlayer) else PlayerValuer(name, seed)
