"""The champion: a search whose leaves a network judges."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from edokko import Game
from edokko.native.backends import NATIVE, PLAIN
from edokko.observation.encoder import PIECES
from edokko.players import Budget, check_name, player, player_names
from edokko.players.champion import stored
from edokko.players.champion.network import OUTPUTS
from edokko.players.champion.player import ChampionPlayer, champion_settings
from edokko.players.champion.stored import empty_network, write_network
from edokko.players.evaluation.outlook import Outlook
from edokko.players.search import data
from edokko.players.search.player import SearchPlayer
from tests.helpers.networks import random_network


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("network") / "net.npz"
    write_network(path, random_network(2))
    return path


def after(moves: int, players: int = 4, seed: int = 5) -> Game:
    """Return a game after some greedy moves."""
    game, mover = Game(players, seed=seed), player("greedy", 3)
    for _ in range(moves):
        game.play(mover.choose(game))
    return game


@pytest.mark.parametrize("playout", [0, 2])
def test_plain_and_compiled_searches_agree(playout: int) -> None:
    game, network = after(40), random_network(4)
    compiled, plain = (
        ChampionPlayer(7, "40sims", network=network, settings=data.changed({"playout": playout}), backend=backend)
        for backend in (NATIVE, PLAIN)
    )
    for one, other in zip(compiled.search(game), plain.search(game), strict=True):
        assert one.visits == other.visits
        assert one.finals == pytest.approx(other.finals)
        assert one.wins == pytest.approx(other.wins)


@pytest.mark.parametrize("playout", [0, 1])
@pytest.mark.parametrize(("players", "edition"), [(2, "2015"), (3, "2021"), (4, "2021")])
def test_whole_games_are_legal(file: Path, players: int, edition: str, playout: int) -> None:
    game = Game(players, edition, seed=3)
    champion = player(f"champion:5sims:playout={playout}:net={file}", 1)
    other = player("greedy", 2)
    while game.seat is not None:
        game.play((champion if game.seat == 0 else other).choose(game))
    assert game.is_over


def test_leaves_have_the_value_that_the_network_gives_them() -> None:
    """A network that wants mon values income most, and one that wants none values it least."""
    game = after(24)
    while "income" not in map(str, game.legal_moves):
        game.play(player("greedy", 3).choose(game))
    assert game.seat is not None
    budget = Budget(simulations=len(game.legal_moves) + 1)
    settings = data.changed({"playout": 0, "win_share": 0, "prior_uniform": 1, "exploration": 1000})
    mon = PIECES["mon"]
    own_mon = mon.offset + np.arange(mon.size).reshape(mon.shape)[game.seat]
    for sign in (1, -1):
        layers = empty_network().layers
        np.asarray(layers["first"])[own_mon, game.seat - OUTPUTS] = sign * 1600
        network = replace(empty_network(), layers=layers, outlooks={4: blank_outlook()})
        champion = ChampionPlayer(1, budget, network=network, settings=settings)
        utilities = {str(move.move): sign * move.utility / move.visits for move in champion.search(game)}
        assert max(utilities, key=lambda name: utilities[name]) == "income"
        assert len(set(utilities.values())) > 1


@pytest.mark.parametrize("players", [2, 4])
def test_networks_that_say_nothing_search_as_mcts_does_with_uniform_priors(players: int) -> None:
    game = after(30, players)
    uniform = data.changed({"prior_uniform": 1, "lines": 0})
    champion = ChampionPlayer(7, "60sims", network=empty_network(), settings=uniform)
    search = SearchPlayer(7, "60sims", settings=uniform)
    assert champion.search(game) == search.search(game)


def test_the_tree_is_reused_only_until_the_next_chance_step(file: Path) -> None:
    """Simulations from before a chance step have sampled other outcomes, and would outvote those that know this one."""
    game = after(30)
    champion = player(f"champion:net={file}:60sims", 7)
    assert isinstance(champion, ChampionPlayer)
    found: dict[bool, list[int]] = {True: [], False: []}
    chance = game.chance_count
    for _ in range(40):
        chosen = champion.choose(game)
        if len(game.legal_moves) > 1:
            found[game.chance_count > chance].append(champion._searcher.simulations)
            chance = game.chance_count
        game.play(chosen)
    assert len(found[True]) > 1
    assert set(found[True]) == {60}
    assert max(found[False]) > 100


def blank_outlook() -> Outlook:
    """Return an outlook that expects 0 IKI of everyone."""
    outlook = Outlook()
    outlook.spread = [5.0] * 14
    return outlook


def test_the_outlooks_come_from_the_file_of_the_network() -> None:
    outlook = blank_outlook()
    outlook.base = [float(month) for month in range(14)]
    network = replace(empty_network(), outlooks={2: outlook})
    game = after(30, 2)
    champion = ChampionPlayer(1, "8sims", network=network, backend=PLAIN)
    month = game.month + champion_settings().playout
    for move in champion.search(game):
        assert move.finals == pytest.approx((month * move.new_visits,) * 2)


def test_a_name_carries_network_budget_and_constants(file: Path) -> None:
    spec = check_name(f"champion:net={file}:200ms:playout=0:win_share=0.9")
    assert (spec.network, spec.budget, dict(spec.numbers)) == (
        file,
        Budget(milliseconds=200),
        {"playout": 0, "win_share": 0.9},
    )


def test_a_champion_without_a_network_is_refused_and_not_listed(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    monkeypatch.setattr(stored, "SHIPPED", file.with_name("none.npz"))
    stored.shipped_network.cache_clear()
    with pytest.raises(ValueError, match="ships no network; name a file: champion:net=FILE"):
        check_name("champion:200ms")
    assert "champion" not in player_names()
    monkeypatch.setattr(stored, "SHIPPED", file)
    assert check_name("champion:200ms").network is None
    assert "champion" in player_names()
    stored.shipped_network.cache_clear()


def test_a_name_changes_the_constants_of_the_champion(file: Path) -> None:
    """Without a constant in its name the champion has its own ones, which are not those of mcts."""
    game = after(30)
    budget = Budget(simulations=40)

    def visits(name: str) -> list[int]:
        champion = player(f"{name}:net={file}", 1)
        assert isinstance(champion, ChampionPlayer)
        return [move.visits for move in champion.search(game, budget)]

    assert visits("champion") == visits("champion:playout=1") != visits("champion:playout=2")


@pytest.mark.parametrize("option", ["net=/nowhere/net.npz", "luck=1", "net=a:net=b"])
def test_an_invalid_option_is_refused(option: str) -> None:
    with pytest.raises(ValueError, match=f"player 'champion:{option}': "):
        check_name(f"champion:{option}")


def test_other_players_read_no_network() -> None:
    code = """
import sys
sys.addaudithook(lambda event, args: print(args[0]) if event == "open" and ".npz" in str(args[0]) else None)
from edokko import players
players.player("mcts", 1, "plain")
players.player_names()
print("torch" in sys.modules)
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout == "False\n"
