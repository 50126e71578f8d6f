"""The compliance test of players passes for the players of this package, and finds every fault it looks for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count
from random import Random
from time import sleep
from typing import Any
from zlib import crc32

import pytest

from edokko import Game, Move, Position
from edokko.components import EDITIONS
from edokko.players import Budget, GreedyPlayer, Player, SearchPlayer
from edokko.rules.phases import STAGES
from edokko.testing import NonCompliance, check_player
from edokko.testing.players import positions_by_phase
from tests.testing.make_positions import possible_phases


@pytest.mark.parametrize("name", ["random", "greedy", "policy:temperature=2", "planner"])
def test_the_players_of_this_package_comply(name: str) -> None:
    report = check_player(name)
    assert report.phases == possible_phases(2)
    assert report.games == 7
    assert report.name == name
    assert str(report).startswith(f"{name}: {report.decisions} legal answers in 7 games and 18 phases")


def test_the_search_complies_with_a_budget_of_simulations() -> None:
    # A small tree: the memory of a whole one is cleared for each of 200 players.
    report = check_player(partial(SearchPlayer, nodes=20_000), budget=Budget(simulations=8), players=[2])
    assert report.games == 3


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_is_a_position_of_every_phase(edition: str, players: int) -> None:
    positions = positions_by_phase(players, edition)
    assert set(positions) == possible_phases(players)
    for phase, line in positions.items():
        game = Game.from_position(line)
        assert (game.position.stage, game.position.edition, game.players) == (phase, edition, players)
        assert Position.from_line(line).to_line() == line
        assert len(game.legal_moves) > 1


class Sound:
    """A player that does all that is asked, in the simplest way."""

    def __init__(self, seed: int | None) -> None:
        self.name = "sound"
        self._random = Random(seed)

    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        return Move.of(self._random.choice(game.legal_moves.numbers))


def check(make: Callable[[int | None], Any]) -> None:
    check_player(make, editions=["2021"], players=[2])


def test_a_simple_player_complies() -> None:
    check(Sound)


class Illegal(Sound):
    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        return Move("burn") if game.month > 2 else super().choose(game, budget)


class InWords(Sound):
    def choose(self, game: Game, budget: Budget | None = None) -> Any:
        return str(game.legal_moves[0])


class Playing(Sound):
    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        move: Move = game.legal_moves[0]
        game.play(move)
        return move


class Undoing(Sound):
    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        move = super().choose(game)
        if game.ply > 20:
            game.undo()
        return move


class Unseeded(Sound):
    """Each one plays by its number, whatever its seed."""

    numbers = count()

    def __init__(self, seed: int | None) -> None:
        super().__init__(seed)
        self.number = next(self.numbers)

    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        move: Move = game.legal_moves[self.number % len(game.legal_moves)]
        return move


class Seer(Sound):
    """It looks at the cards that a copy of the game reveals."""

    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        after = game.copy()
        while not after.is_over and after.month == game.month:
            after.play(after.legal_moves[-1])
        return Move.of(game.legal_moves.numbers[crc32(str(after.position.row).encode()) % len(game.legal_moves)])


class Incomplete(Sound):
    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        if STAGES[game.state.phase] == "guard_or_burn":
            raise KeyError("guard")
        return super().choose(game)


class Slow(Sound):
    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        if budget and budget.milliseconds and not budget.stop:
            sleep(1.2)
        return super().choose(game)


class Unstoppable(Sound):
    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        if budget and budget.stop:
            sleep(1.2)
        return super().choose(game)


class SeedOnly(Sound):
    def __init__(self, seed: int | None) -> None:
        if seed is None:
            raise TypeError("a seed is needed")
        super().__init__(seed)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (Illegal, r"sound plays 'burn', which is illegal; legal: .* \(\w+; Game.from_position\('edokko1 2021"),
        (InWords, r"returns 'start \w+', which is no Move"),
        (Playing, "has changed the game; a player plays on game.copy"),
        (Undoing, "has changed the game"),
        (Unseeded, "but a second player with the same seed answers"),
        (Seer, "but with other chance in the future, which a player cannot know, it answers"),
        (Incomplete, r"raises KeyError: 'guard' \(guard_or_burn;"),
        (Slow, r"takes 1\.\d s in the best of 3 tries and does not keep its budget of 100 ms"),
        (Unstoppable, "does not keep the event that stops it"),
        (SeedOnly, "cannot be created without a seed: TypeError: a seed is needed"),
        (lambda seed: 5, "returns 5, which has no name and choose"),
        (lambda seed: named(""), "the player's name is ''; text is expected"),
    ],
)
def test_every_fault_is_told_in_a_sentence(make: Callable[[int | None], Any], message: str) -> None:
    with pytest.raises(NonCompliance, match=message):
        check(make)


def named(name: str) -> Player:
    player = GreedyPlayer(1)
    player.name = name
    return player


def test_a_player_without_a_seed_may_be_declared_so() -> None:
    check_player(Unseeded, editions=["2015"], players=[3], is_deterministic=False)
