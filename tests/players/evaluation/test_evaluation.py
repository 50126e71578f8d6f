"""The evaluation, and the greedy player that uses it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from edokko.game import Game
from edokko.lab.simulation.runner import simulate
from edokko.lab.simulation.summary import wilson
from edokko.players import player
from edokko.players.evaluation.seat import evaluate
from edokko.players.evaluation.weights import shipped
from edokko.players.evaluation.worth import ONE_IKI, Worths, appraise
from edokko.rules.engine.fields import records_of
from edokko.rules.engine.registry import rule
from edokko.rules.resources import clear
from edokko.rules.state import IKI, MON, RICE, ROOMS, State
from edokko.rules.tables import Tables
from tests.helpers.native_rules import in_c


@rule
def evaluate_at(tables: list[Tables], worths: list[Worths], games: list[State], index: int, seat: int) -> int:
    """Call :func:`evaluate`; an entry point for Python, which passes arrays."""
    return evaluate(tables[0], worths, games[index], seat)


def worth_of(game: Game, state: State, seat: int) -> int:
    """Return the evaluation of a seat with the shipped weights."""
    return evaluate(game.tables, list(appraise(game.tables, shipped())), state, seat)


def positions(players: int, edition: str, name: str = "random") -> Iterator[Game]:
    """Yield every position of a game."""
    game = Game(players, edition, seed=3)
    mover = player(name, 4)
    while not game.is_over:
        yield game
        game.play(mover.choose(game))
    yield game


@pytest.mark.parametrize(("players", "edition"), [(4, "2021"), (2, "2021"), (2, "2015")])
def test_plain_and_native_evaluation_agree_in_every_position_of_a_game(players: int, edition: str) -> None:
    for game in positions(players, edition):
        worths = appraise(game.tables, shipped())
        records, tables, numbers = game.state.to_records(), game.tables.to_records(), records_of(worths)
        for seat in range(players):
            assert in_c(evaluate_at)(tables, numbers, records, 0, seat) == evaluate(
                game.tables, list(worths), game.state, seat
            )


def test_at_the_end_the_evaluation_is_the_score_and_the_mon_left_over() -> None:
    game = list(positions(4, "2021"))[-1]
    per_iki = game.components.scoring.mon_per_iki
    for sheet in game.score():
        rest = game.state.resources[sheet.seat][MON] % per_iki
        assert worth_of(game, game.state, sheet.seat) == ONE_IKI * sheet.total + rest


@pytest.mark.parametrize("resource", [MON, RICE, IKI])
def test_more_of_a_good_thing_is_worth_more(resource: int) -> None:
    game = next(positions(4, "2021"))
    richer = game.state.copy()
    richer.resources[0][resource] += 2
    assert worth_of(game, richer, 0) > worth_of(game, game.state, 0)


def test_the_step_of_f_that_makes_safe_from_the_next_fire_is_worth_most() -> None:
    game = Game(4, seed=1)
    while game.month == 1 and not game.state.ikizama[0] >= 0:
        game.play(game.legal_moves[0])
    state = game.state.copy()
    strength = game.components.calendar.fires[5]
    gains = []
    for _ in range(strength + 2):
        before = worth_of(game, state, 0)
        state.fire[0] += 1
        gains.append(worth_of(game, state, 0) - before)
    assert gains.index(max(gains)) == strength - 1


def test_the_move_is_judged_by_the_deals_it_leads_to() -> None:
    """With mon for two koban and an empty board, the greedy player goes to the money changer in month 12."""
    game = Game(2, seed=1)
    mover = player("random", 1)
    while not (game.month == 12 and any(move.kind == "move" for move in game.legal_moves)):
        game.play(mover.choose(game))
    state, seat = game.state.copy(), game.seat
    assert seat is not None
    for room in range(ROOMS):
        clear(state, room)
    state.square[seat] = 5
    state.goods = state.offer = 0
    state.resources[seat] = [10, 0, 5, 0, 0, 0]
    there = Game.from_state(game.components, game.tables, state)
    assert "move 3" in there.legal_moves
    assert player("greedy", 1).choose(there).words == "move 3"


def test_a_deal_that_loses_is_not_made() -> None:
    """At the money changer with 6 mon in month 1, coins are better than a koban."""
    game = Game(4, seed=1)
    while "done" not in game.legal_moves:
        game.play(game.legal_moves[0])
    state, seat = game.state.copy(), game.seat
    assert seat is not None
    state.square[seat] = game.components.squares.index("money_changer") + 1
    state.resources[seat][MON] = 6
    there = Game.from_state(game.components, game.tables, state)
    assert {"shop koban", "shop coins"} <= set(map(str, there.legal_moves))
    assert player("greedy", 1).choose(there).words == "shop coins"


def test_greedy_beats_three_random_players_clearly() -> None:
    (chunk,) = simulate(["random", "greedy", "random", "random"], 40, seed=11)
    low, _ = wilson(int((chunk.rankings[:, 0] == 1).sum()), len(chunk))
    assert low > 0.6
    assert chunk.totals[:, 1].mean() > 2 * chunk.totals[:, 0].mean()
