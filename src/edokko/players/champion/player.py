"""The champion: the tree search with a network as the value of its leaves."""

from __future__ import annotations

from functools import cache
from typing import Any

from edokko.game import Game
from edokko.native.backends import Backend
from edokko.players.budget import Budget
from edokko.players.champion.network import (
    PolicyNetwork,
    PolicyNotes,
    network_of,
    notes_for,
    policy_network_of,
    policy_notes_for,
)
from edokko.players.champion.simulate import run_guided_simulations, run_judged_simulations
from edokko.players.champion.stored import StoredNetwork, shipped_network
from edokko.players.evaluation.outlook import Outlook
from edokko.players.search import data
from edokko.players.search.data import Settings
from edokko.players.search.player import DEFAULT, Searcher, SearchPlayer


@cache
def champion_settings() -> Settings:
    """Return the shipped constants of the champion's search. They are shared, so callers must not change them."""
    return data.changed(data.read(__package__, "constants.toml"))


class ChampionPlayer(SearchPlayer):
    """A player that plays the most visited move of a tree search whose leaves a network judges.

    Args:
        network: the network; ``None`` for the package's.
        settings: replaces the champion's constants.
        seed, budget, threads, backend, nodes: as of :class:`edokko.players.search.player.SearchPlayer`.

    Raises:
        edokko.players.champion.stored.NetworkError: the package has no network.
    """

    def __init__(
        self,
        seed: int | None = None,
        budget: Budget | str = DEFAULT,
        threads: int = 1,
        *,
        network: StoredNetwork | None = None,
        settings: Settings | None = None,
        backend: Backend | None = None,
        nodes: int | None = None,
    ) -> None:
        self._network = network or shipped_network()
        constants = settings or champion_settings()
        super().__init__(seed, budget, threads, settings=constants, backend=backend, nodes=nodes, name="champion")

    def _searcher(self, *arguments: Any, **options: Any) -> Searcher:
        return JudgedSearcher(self._network, *arguments, **options)


class JudgedSearcher(Searcher):
    """A search tree whose leaves a network judges. Its policy network gives the priors, if it has one.

    After a chance step it begins a new tree: the simulations of the old one would outvote those that know the outcome.

    Args:
        settings: the constants of the search. With a policy network, no lines are searched.
        arguments, options: as of :class:`edokko.players.search.player.Searcher`.
    """

    is_kept_past_chance = False

    def __init__(self, network: StoredNetwork, settings: Settings, *arguments: Any, **options: Any) -> None:
        constants = settings if network.policy is None else data.changed({"lines": 0}, settings)
        super().__init__(constants, *arguments, **options)
        self._outlooks = network.outlooks
        self._network = network_of(network.layers, self._backend)
        self._notes = notes_for(self._network, self._backend)
        self._policy: tuple[PolicyNetwork, PolicyNotes] | None = None
        if network.policy is not None:
            policy = policy_network_of(network.policy, self._backend)
            self._policy = policy, policy_notes_for(policy, self._backend)

    def begin(self, game: Game, outlook: Outlook | None = None, *, fresh: bool = False) -> None:
        """Begin a search with the outlook that the network corrects, in place of the given one."""
        super().begin(game, self._outlooks[game.players], fresh=fresh)

    def _refresh_root(self) -> None:
        # A policy network has judged the moves of the root already, in the same position.
        if self._policy is None:
            super()._refresh_root()

    def run(self, simulations: int) -> None:
        """Run simulations. Native code releases the GIL, so other threads run meanwhile."""
        arguments = (self._desk, self._search, self._network, self._notes)
        if self._policy is None:
            self._backend.call(run_judged_simulations)(*arguments, simulations)
        else:
            self._backend.call(run_guided_simulations)(*arguments, *self._policy, simulations)
