"""The hasty player, by whose moves the search plays its leaves out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from edokko.game import Game
from edokko.players.appraisal import appraise
from edokko.players.evaluation import burns, evaluate, harmony
from edokko.players.greedy import GreedyPlayer
from edokko.players.hasty import Rooms, best_room, hasty_move, look_for_fire, look_for_harmony
from edokko.players.weights import shipped
from edokko.players.worth import ONE_IKI, Worths, period_of
from edokko.rules.moves import FIRST_PLACE, MOST_LEGAL
from edokko.rules.referee import play
from edokko.rules.resources import is_free
from edokko.rules.state import FIRE_GUARD, INCOME_OR_HIRE, MON, MOVE, NOBODY, PLACE_HIRED, ROOMS, WAY_OF_LIFE, State

GAMES = [(4, "2021"), (3, "2015"), (2, "2021")]


def moved(game: Game) -> int:
    """The hasty move of a position."""
    games = [game.state.copy(), *(State() for _ in range(3))]
    legal, inner = [0] * MOST_LEGAL, [0] * MOST_LEGAL
    return hasty_move(game.tables, appraise(game.tables, shipped()), games, 0, 1, legal, inner, Rooms(), [1, 2, 3, 4])


def hires(players: int, edition: str, phase: int) -> Iterator[Game]:
    """The positions of a phase in one game of greedy players."""
    game = Game(players, edition, seed=11)
    mover = GreedyPlayer(4)
    while not game.is_over:
        if game.state.phase == phase:
            yield game
        game.play(mover.choose(game))


def worths_of(game: Game) -> Worths:
    """What things are worth in a position's period."""
    return appraise(game.tables, shipped())[period_of(game.state)]


@pytest.mark.parametrize(("players", "edition"), GAMES)
def test_it_plays_legal_games_to_their_end(players: int, edition: str) -> None:
    game = Game(players, edition, seed=5)
    while not game.is_over:
        move = moved(game)
        assert move in [legal.number for legal in game.legal_moves]
        game.play(next(legal for legal in game.legal_moves if legal.number == move))


def regret(game: Game) -> tuple[int, int]:
    """What the hasty move and the worst one lose against the best one, by the evaluation."""
    values = {}
    for move in game.legal_moves:
        after = game.state.copy()
        play(game.tables, after, move.number)
        values[move.number] = evaluate(game.tables, appraise(game.tables, shipped()), after, game.state.seat)
    return max(values.values()) - values[moved(game)], max(values.values()) - min(values.values())


@pytest.mark.parametrize("phase", [WAY_OF_LIFE, MOVE])
@pytest.mark.parametrize(("players", "edition"), GAMES)
def test_slots_and_ways_are_nearly_those_that_the_evaluation_likes(players: int, edition: str, phase: int) -> None:
    """A rule of thumb may miss what a way brings at once; it must not choose blindly."""
    seen = [regret(game) for game in hires(players, edition, phase) if len(game.legal_moves) > 1]
    assert len(seen) > 10
    assert sum(lost for lost, _ in seen) * 10 <= sum(worst for _, worst in seen)


@pytest.mark.parametrize(("players", "edition"), GAMES)
def test_harmony_is_what_the_evaluation_counts_once_the_card_is_placed(players: int, edition: str) -> None:
    looked_at = 0
    for game in hires(players, edition, PLACE_HIRED):
        state, worths, rooms = game.state, worths_of(game), Rooms()
        seat = state.seat
        look_for_harmony(game.tables, worths, state, int(game.tables.type[state.pending]), rooms)
        before = harmony(game.tables, state, seat)
        for move in game.legal_moves:
            after = state.copy()
            play(game.tables, after, move.number)
            gained = harmony(game.tables, after, seat) - before
            assert rooms.harmony[move.number - FIRST_PLACE] == gained * worths.harmony
            looked_at += gained > 0
    assert looked_at


@pytest.mark.parametrize(("players", "edition"), GAMES)
def test_a_room_burns_if_it_would_with_the_card_in_it(players: int, edition: str) -> None:
    seen = {True: 0, False: 0}
    for game in hires(players, edition, PLACE_HIRED):
        state, worths, rooms = game.state, worths_of(game), Rooms()
        seat = state.seat
        if game.tables.hire_bonus[state.pending] > 0 or state.tokens[seat][FIRE_GUARD] > 0:
            continue
        look_for_fire(worths, state, rooms)
        for move in game.legal_moves:
            room = move.number - FIRST_PLACE
            after = state.copy()
            play(game.tables, after, move.number)
            is_burning = bool(burns(after, seat, room, worths.fire_strength))
            assert bool(rooms.is_burning[room]) == is_burning
            seen[is_burning] += 1
    assert all(seen.values())


def test_a_fire_guard_makes_every_room_safe() -> None:
    game = next(game for game in hires(4, "2021", PLACE_HIRED) if game.state.fire[game.state.seat] == 0)
    state, worths, rooms = game.state.copy(), worths_of(game), Rooms()
    look_for_fire(worths, state, rooms)
    assert any(rooms.is_burning)
    state.tokens[state.seat][FIRE_GUARD] = 1
    look_for_fire(worths, state, rooms)
    assert not any(rooms.is_burning)


def test_no_room_is_chosen_that_cannot_be_paid_for() -> None:
    corners = 0
    for game in hires(4, "2021", PLACE_HIRED):
        state, worths, rooms = game.state, worths_of(game), Rooms()
        look_for_fire(worths, state, rooms)
        free = [room for room in range(ROOMS) if is_free(game.tables, state, room)]
        for mon in (-1, 0, int(state.resources[state.seat][MON])):
            room = best_room(game.tables, worths, state, int(state.pending), mon, rooms)
            payable = [one for one in free if game.tables.surcharge[one] <= mon]
            assert room in payable if payable else room == NOBODY
        corners += any(game.tables.surcharge[room] > 0 for room in free)
    assert corners


def test_a_hire_stands_almost_as_well_as_that_of_the_greedy_player_who_tries_every_room() -> None:
    """By the evaluation; a room that lies well for the move that follows is what it does not see."""
    lost = []
    for game in hires(4, "2021", INCOME_OR_HIRE):
        worths = appraise(game.tables, shipped())
        found = []
        for mover in (moved, lambda one: GreedyPlayer(1).choose(one).number):
            fork = game.copy()
            seat = fork.state.seat
            while fork.seat == seat and fork.state.phase in (INCOME_OR_HIRE, PLACE_HIRED):
                fork.play(next(legal for legal in fork.legal_moves if legal.number == mover(fork)))
            found.append(evaluate(fork.tables, worths, fork.state, seat))
        lost.append(found[1] - found[0])
    assert len(lost) > 30
    assert sum(lost) / len(lost) < ONE_IKI
