"""The players: lookup by name and plug-ins, and the contract of every player."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

import edokko.players as players
from edokko.game import Game
from edokko.move import Move
from edokko.players import Player, player, player_names


class First:
    """A player of another package that plays the first legal move."""

    def __init__(self, seed: int | None) -> None:
        self.name = "first"
        self.seed = seed

    def choose(self, game: Game) -> Move:
        move: Move = game.legal_moves[0]
        return move


def not_a_player(seed: int | None) -> str:
    return "nobody"


@pytest.fixture
def foreign(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register entry points of another package: a player, an invalid factory, and one that takes a built-in name."""
    registered = {
        name: EntryPoint(name, f"{__name__}:{value}", players.GROUP)
        for name, value in (("first", "First"), ("wrong", "not_a_player"), ("random", "First"))
    }
    monkeypatch.setattr(players, "_entry_points", lambda: registered)


def moves_of(name: str, seed: int) -> list[str]:
    """Return the first moves of a game in which a player decides for all seats."""
    game = Game(3, seed=5)
    mover = player(name, seed)
    for _ in range(40):
        game.play(mover.choose(game))
    return [move.words for move in game.moves]


@pytest.mark.parametrize("name", ["random", "greedy", "planner", "mcts:20sims"])
def test_a_player_plays_the_same_from_the_same_seed(name: str) -> None:
    assert moves_of(name, 1) == moves_of(name, 1)


def test_random_plays_other_moves_with_another_seed() -> None:
    assert moves_of("random", 1) != moves_of("random", 2)


@pytest.mark.parametrize("name", ["random", "greedy", "planner", "mcts:20sims"])
def test_choosing_leaves_the_game_as_it_was(name: str) -> None:
    game = Game(4, seed=2)
    before, events = game.state.copy(), len(game.events)
    player(name, 1).choose(game)
    assert game.state == before
    assert len(game.events) == events


def test_an_unknown_player_is_refused_with_the_list() -> None:
    with pytest.raises(ValueError, match=r"no player 'gredy'; players: random, greedy"):
        player("gredy")


@pytest.mark.parametrize("seed", [-1, 1 << 64, True])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match="seed"):
        player("random", seed)


@pytest.mark.parametrize("name", ["random", "greedy", "planner", "mcts:20sims"])
def test_a_player_refuses_to_choose_after_the_end_of_the_game(name: str) -> None:
    game = Game(2, seed=1)
    mover = player("random", 1)
    while not game.is_over:
        game.play(mover.choose(game))
    with pytest.raises(ValueError, match="no seat has a decision to make"):
        player(name).choose(game)


@pytest.mark.usefixtures("foreign")
def test_another_package_registers_a_player() -> None:
    plugin = player("first", 9)
    assert isinstance(plugin, Player)
    assert isinstance(plugin, First)
    assert plugin.seed == 9
    assert player_names()[:2] == ["random", "greedy"]
    assert player_names()[-2:] == ["first", "wrong"]


@pytest.mark.usefixtures("foreign")
def test_another_package_cannot_take_a_built_in_name() -> None:
    assert not isinstance(player("random", 1), First)


@pytest.mark.usefixtures("foreign")
def test_a_factory_that_returns_no_player_is_refused() -> None:
    with pytest.raises(TypeError, match=r"not_a_player.*'nobody'"):
        player("wrong")
