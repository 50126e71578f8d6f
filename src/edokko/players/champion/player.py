"""The champion: the tree search with a network as the value of its leaves."""

from __future__ import annotations

from functools import cache
from typing import Any

from edokko.game import Game
from edokko.native.backends import Backend
from edokko.players.budget import Budget
from edokko.players.champion.network import network_of, notes_for, policy_network_of, policy_notes_for
from edokko.players.champion.simulate import run_guided_simulations
from edokko.players.champion.stored import StoredNetwork, shipped_network
from edokko.players.evaluation.outlook import Outlook
from edokko.players.evaluation.style import Style
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
        style: what it likes beside winning; ``None`` for nothing.
        seed, budget, backend, nodes: as of :class:`edokko.players.search.player.SearchPlayer`.

    Raises:
        edokko.players.champion.stored.NetworkError: the package has no network.
    """

    def __init__(
        self,
        seed: int | None = None,
        budget: Budget | str = DEFAULT,
        *,
        network: StoredNetwork | None = None,
        settings: Settings | None = None,
        style: Style | None = None,
        backend: Backend | None = None,
        nodes: int | None = None,
    ) -> None:
        self._network = network or shipped_network()
        self._style = style or Style()
        constants = settings or champion_settings()
        super().__init__(seed, budget, settings=constants, backend=backend, nodes=nodes, name="champion")

    def _create_searcher(self, *arguments: Any, **options: Any) -> Searcher:
        return JudgedSearcher(self._network, *arguments, style=self._style, **options)


class JudgedSearcher(Searcher):
    """A search tree whose leaves a network judges and whose priors its policy network gives.

    After a chance step it begins a new tree: the simulations of the old one would outvote those that know the outcome.

    Args:
        settings: the constants of the search. Those of the priors that ``mcts`` computes do nothing.
        style: what its player likes.
        arguments, options: as of :class:`edokko.players.search.player.Searcher`.
    """

    is_kept_past_chance = False

    def __init__(
        self, network: StoredNetwork, settings: Settings, *arguments: Any, style: Style | None = None, **options: Any
    ) -> None:
        super().__init__(data.changed({"lines": 0}, settings), *arguments, **options)
        self._search = self._search._replace(style=self._backend.single(style or Style()))
        self._outlooks = network.outlooks
        value, policy = network_of(network.layers, self._backend), policy_network_of(network.policy, self._backend)
        self._networks = value, notes_for(value, self._backend), policy, policy_notes_for(policy, self._backend)

    def begin(self, game: Game, outlook: Outlook | None = None, *, fresh: bool = False) -> None:
        """Begin a search with the outlook that the network corrects, in place of the given one."""
        super().begin(game, self._outlooks[game.players], fresh=fresh)

    def _refresh_root(self) -> None:
        """Do nothing: the policy network has judged the moves of the root already, in the same position."""

    def run(self, simulations: int) -> None:
        """Run simulations. Native code releases the GIL, so other threads run meanwhile."""
        self._backend.call(run_guided_simulations)(self._desk, self._search, *self._networks, simulations)
