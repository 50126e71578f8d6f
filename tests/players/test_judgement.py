"""Positions with a clearly best move, which every player but the random one must find."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from edokko.components.ids import GOOD_IDS
from edokko.game import Game
from edokko.players import player
from edokko.rules.moves import ROOM_IDS, good_number
from edokko.rules.phases import DEALS
from edokko.rules.resources import clear, put
from edokko.rules.state import FISH, KOBAN, MON, RICE, ROOMS

PLAYERS = ("greedy", "planner", "mcts:400sims")


def deals(game: Game, prepare: Callable[[Game], None], month: int, square: str) -> Game:
    """Return a position in the deals phase of a month, at a square, on a board that only ``prepare`` fills."""
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
    """Ten mon are 6 IKI as two koban and 2 as mon; a visit at New Year can change the other ten."""

    def prepare(game: Game) -> None:
        state, seat = game.state, game.seat
        assert seat is not None
        state.resources[seat][MON] = 20
        state.goods = state.offer = 0

    game = deals(Game(2, seed=1), prepare, 12, "money_changer")
    assert {"shop koban", "shop two koban", "done"} <= set(map(str, game.legal_moves))
    assert player(name, 1).choose(game).words == "shop two koban"


@pytest.mark.parametrize("name", PLAYERS)
def test_a_fish_of_every_season_is_worth_its_price(name: str) -> None:
    """The seat has fish of three seasons: the fourth is 5 IKI for 6 mon, and 6 mon stay for a koban at New Year."""

    def prepare(game: Game) -> None:
        state, seat = game.state, game.seat
        assert seat is not None
        state.resources[seat][MON] = 12
        state.held[seat] = sum(1 << good_number(FISH, 2 * season) for season in range(3))
        state.goods, state.offer = 1 << GOOD_IDS.index("winter_fish_1"), 0

    game = deals(Game(2, seed=1), prepare, 12, "fish_market")
    assert player(name, 1).choose(game).words == "shop fish winter_fish_1"


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


@pytest.mark.parametrize("name", PLAYERS)
def test_rice_is_bought_before_a_character_starves(name: str) -> None:
    """At the rice shop in the month of a payday, with characters and no rice: unfed characters leave."""

    def prepare(game: Game) -> None:
        state, seat = game.state, game.seat
        assert seat is not None
        state.resources[seat][MON], state.resources[seat][RICE] = 3, 0
        for room in ("A2", "B1"):
            put(state, ROOM_IDS.index(room), state.row_card[0], seat)
            state.row_card[0:-1] = state.row_card[1:]
            state.row_count -= 1

    game = deals(Game(2, seed=1), prepare, 9, "rice_shop")
    assert {"shop rice", "done"} <= set(map(str, game.legal_moves))
    assert player(name, 1).choose(game).words == "shop rice"


@pytest.mark.parametrize("name", PLAYERS)
def test_a_player_does_not_buy_sandals_after_its_last_move(name: str) -> None:
    """In the last month no move follows: sandals are worth nothing on the score sheet, and mon are."""

    def prepare(game: Game) -> None:
        assert game.seat is not None
        game.state.resources[game.seat][MON] = 8

    game = deals(Game(2, seed=1), prepare, 12, "sandal_shop")
    assert {"shop sandals", "done"} <= set(map(str, game.legal_moves))
    assert player(name, 1).choose(game).words != "shop sandals"


@pytest.mark.parametrize("name", PLAYERS)
def test_with_a_pipe_the_best_pouch_scores_twice(name: str) -> None:
    """A pouch of 5 IKI for 6 mon is 10 IKI beside a pipe; 6 mon alone are one IKI."""

    def prepare(game: Game) -> None:
        state, seat = game.state, game.seat
        assert seat is not None
        state.resources[seat][MON] = 6
        state.held[seat] = 1 << GOOD_IDS.index("spring_pipe_1")
        state.goods = 1 << GOOD_IDS.index("winter_pouch_1")

    game = deals(Game(2, seed=1), prepare, 12, "tobacco_shop")
    assert player(name, 1).choose(game).words == "shop pouch winter_pouch_1"
