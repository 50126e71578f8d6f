"""Positions with one clearly best move: every player beyond random finds it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from edokko.game import Game
from edokko.players import player
from edokko.rules.moves import good_number
from edokko.rules.resources import clear
from edokko.rules.state import DEALS, FISH, KOBAN, MON, ROOMS

PLAYERS = ("greedy", "planner", "mcts:400sims")


def deals(game: Game, prepare: Callable[[Game], None], month: int, square: str) -> Game:
    """A position in the deals of a month, at a square, with nothing on the board but what is prepared."""
    mover = player("random", 1)
    while not (game.month == month and game.state.phase == DEALS):
        game.play(mover.choose(game))
    there = Game.from_state(game.components, game.tables, game.state.copy(), seed=1)
    state, seat = there.state, there.seat
    assert seat is not None
    for room in range(ROOMS):
        clear(state, room)
    state.square[seat] = game.components.squares.index(square) + 1
    state.resources[seat] = [0, 3, 0, 0, 0, 10]
    state.shop_used = state.work_used = 0
    prepare(there)
    return Game.from_state(game.components, game.tables, state, seed=1)


@pytest.mark.parametrize("name", PLAYERS)
def test_in_the_last_month_mon_become_koban(name: str) -> None:
    """The game is nearly over: koban score more than mon. Who looks on to New Year may keep some mon for a visit."""

    def prepare(game: Game) -> None:
        assert game.seat is not None
        game.state.resources[game.seat][MON] = 10

    game = deals(Game(2, seed=1), prepare, 12, "money_changer")
    assert {"shop koban", "shop two koban", "done"} <= set(map(str, game.legal_moves))
    assert player(name, 1).choose(game).words in ("shop koban", "shop two koban")


@pytest.mark.parametrize("name", PLAYERS)
def test_a_fish_of_every_season_is_worth_its_price(name: str) -> None:
    """Three seasons' fish are there: the fourth brings by far the most that mon can buy in winter."""

    def prepare(game: Game) -> None:
        state, seat = game.state, game.seat
        assert seat is not None
        state.resources[seat][MON] = 8
        state.held[seat] = sum(1 << good_number(FISH, 2 * season) for season in range(3))

    game = deals(Game(2, seed=1), prepare, 11, "fish_market")
    assert any(move.kind == "shop" for move in game.legal_moves)
    chosen = player(name, 1).choose(game).words
    assert chosen != "done"
    assert chosen.startswith("shop")


@pytest.mark.parametrize("name", PLAYERS)
def test_a_koban_is_not_sold_below_its_score_in_the_last_month(name: str) -> None:
    """The pawnbroker gives mon; a koban scores more than those mon would."""

    def prepare(game: Game) -> None:
        assert game.seat is not None
        game.state.resources[game.seat][KOBAN] = 1

    game = deals(Game(2, seed=1), prepare, 12, "pawnbroker")
    selling = [move for move in game.legal_moves if "koban" in move.words]
    chosen = player(name, 1).choose(game)
    assert chosen not in selling
