"""The tree search: budgets, tree reuse, reproducibility across engines, chance, threads, priors."""

from __future__ import annotations

import ctypes
from fractions import Fraction
from threading import Event, Thread
from time import perf_counter

import pytest

from edokko.game import Game
from edokko.move import Move
from edokko.native.backends import NATIVE, PLAIN, Backend
from edokko.players import Budget, SearchPlayer, player
from edokko.players.evaluation.weights import shipped
from edokko.players.evaluation.worth import appraise
from edokko.players.policies.desk import Desk
from edokko.players.policies.turn_plans import LINE_GAMES, Lines, best_first_move, search_lines
from edokko.players.search import data
from edokko.players.search.player import Searcher
from edokko.players.search.simulate import draw_outcome
from edokko.players.search.storage import CURRENT, NONE, ROOT, Workspace
from edokko.rules.chance import CHANCE_WORDS, seed_words
from edokko.rules.phases import DEALS, INCOME_OR_HIRE, MOVE, PLACE_HIRED
from edokko.rules.state import State


def searcher(simulations: int, seed: int = 1, backend: Backend = NATIVE, **constants: float) -> SearchPlayer:
    """Return a search player with a small tree."""
    settings = data.changed(constants)
    return SearchPlayer(seed, Budget(simulations=simulations), settings=settings, backend=backend, nodes=4000)


def after(moves: int, players: int = 4, seed: int = 5, edition: str = "2021") -> Game:
    """Return a game after some greedy moves."""
    game = Game(players, edition, seed)
    mover = player("greedy", 3)
    for _ in range(moves):
        game.play(mover.choose(game))
    return game


@pytest.mark.parametrize("budget", ["1sims", "7sims", "40sims", "3ms"])
@pytest.mark.parametrize(("players", "edition"), [(2, "2021"), (3, "2015"), (4, "2021")])
def test_under_every_budget_whole_games_are_legal(budget: str, players: int, edition: str) -> None:
    """``Game.play`` refuses illegal moves; the tree is reused from move to move, also across chance."""
    game = Game(players, edition, seed=3)
    searching = player(f"mcts:{budget}", 1)
    other = player("greedy", 2)
    while game.seat is not None:
        game.play((searching if game.seat == 0 else other).choose(game))
    assert game.is_over


def test_plain_and_compiled_searches_agree() -> None:
    game = after(40)
    compiled_moves, plain_moves = (
        SearchPlayer(7, Budget(simulations=60), backend=backend).search(game) for backend in (NATIVE, PLAIN)
    )
    assert [move.visits for move in compiled_moves] == [move.visits for move in plain_moves]
    for compiled_move, plain_move in zip(compiled_moves, plain_moves, strict=True):
        assert compiled_move.finals == pytest.approx(plain_move.finals)
        assert compiled_move.wins == pytest.approx(plain_move.wins)


def test_the_same_position_and_seed_give_the_same_move_whatever_the_seed_of_the_game() -> None:
    """The search samples its own chance: it cannot see the game's."""
    game = after(40)
    twins = [Game.from_position(game.position, seed=seed) for seed in (1, 2, None)]
    visits = [[move.visits for move in searcher(60).search(twin)] for twin in twins]
    assert visits[0] == visits[1] == visits[2]


def test_another_search_seed_draws_other_chance() -> None:
    game = after(40)
    mover = player("greedy", 3)
    while not (game.state.phase == DEALS and sum(seat >= 0 for seat in game.state.ikizama) == 1):
        game.play(mover.choose(game))
    finals = {tuple(move.finals for move in searcher(60, seed).search(game)) for seed in range(4)}
    assert len(finals) > 1


def test_every_simulation_is_counted_and_win_chances_sum_to_one() -> None:
    moves = searcher(50).search(after(40))
    assert sum(move.visits for move in moves) in (49, 50)
    for move in moves:
        if move.new_visits:
            assert sum(move.wins) == pytest.approx(move.new_visits)


def test_a_forced_move_is_made_at_once() -> None:
    game = Game(4, seed=1)
    while len(game.legal_moves) > 1:
        game.play(game.legal_moves[0])
    began = perf_counter()
    assert SearchPlayer(1, Budget(milliseconds=60_000)).choose(game) == game.legal_moves[0]
    assert perf_counter() - began < 5


def test_the_tree_is_reused_from_move_to_move() -> None:
    game, search = after(40), searcher(80)
    move = search.choose(game)
    game.play(move)
    visits = sum(move.visits for move in search.search(game, Budget(simulations=1)))
    assert visits > 10


def test_undoing_or_another_game_starts_a_new_tree() -> None:
    game, search = after(40), searcher(80)
    game.play(search.choose(game))
    game.undo()
    assert sum(move.visits for move in search.search(game, Budget(simulations=5))) <= 5
    assert sum(move.visits for move in search.search(after(60, seed=6), Budget(simulations=5))) <= 5


def test_the_memory_of_a_search_is_what_the_docs_say() -> None:
    """All of it is reserved before the first simulation."""
    searcher = Searcher(data.settings(), shipped(), (1, 2))
    arrays = (*searcher._desk, *searcher._search, searcher._spare_nodes)
    assert 56 <= sum(ctypes.sizeof(array) for array in arrays if isinstance(array, ctypes.Array)) / 2**20 < 57


def test_a_search_continues_when_its_tree_is_full() -> None:
    game = after(40)
    search = SearchPlayer(1, Budget(simulations=300), nodes=60)
    assert search.choose(game) in game.legal_moves


def test_a_search_draws_chance_as_likely_as_the_rules_say() -> None:
    game = Game(4, chance="manual")
    expected = game.chance_outcomes
    words = [0] * 4
    seed_words(words, 1, 2, 3)
    desk, space = Desk([game.tables], [], [State(), game.state.copy()], 2, [], [], words), Workspace()
    draws = 4000
    seen: dict[str, int] = {}
    for _ in range(draws):
        outcome = CHANCE_WORDS[draw_outcome(desk, CURRENT, space.outcomes, space.weights)]
        seen[outcome] = seen.get(outcome, 0) + 1
    assert set(seen) == set(expected)
    for name, share in expected.items():
        deviation = (draws * share * (1 - share)) ** Fraction(1, 2)
        assert abs(seen[name] - draws * share) < 5 * deviation


def test_a_search_is_stopped_from_outside() -> None:
    game, stop, moves = after(40), Event(), []
    search = player("mcts:1sims", 1)
    assert isinstance(search, SearchPlayer)
    search.choose(game)

    def think() -> None:
        moves.append(search.choose(game, Budget(milliseconds=60_000, stop=stop)))

    thread = Thread(target=think)
    thread.start()
    thread.join(0.3)
    assert thread.is_alive()
    stop.set()
    thread.join(5)
    assert moves
    assert moves[0] in game.legal_moves


def most_likely(search: SearchPlayer) -> str:
    """Return the move of the root with the largest prior, in a tree of plain objects."""
    nodes = search._searcher._search.nodes
    child, best = nodes[ROOT].first, NONE
    while child != NONE:
        if best == NONE or nodes[child].prior > nodes[best].prior:
            best = child
        child = nodes[child].next
    return str(Move.of(nodes[best].move))


def best_of_lines(game: Game) -> str:
    """Return the first move of the turn's line with the highest evaluation."""
    worths, lines = appraise(game.tables, shipped()), Lines()
    games = [game.state.copy() for _ in range(1 + LINE_GAMES)]
    assert game.seat is not None
    search_lines(Desk([game.tables], list(worths), games, 1, [], [], []), 0, game.seat, lines)
    return str(Move.of(lines.moves[best_first_move(lines)][0]))


def reach(phase: int) -> Game:
    """Return a game in a phase of a turn with at least three legal moves."""
    game, mover = after(40), player("greedy", 3)
    while game.state.phase != phase or len(game.legal_moves) < 3:
        game.play(mover.choose(game))
    return game


@pytest.mark.parametrize("phase", [INCOME_OR_HIRE, MOVE, DEALS])
def test_the_prior_of_a_move_comes_from_the_best_line_that_begins_with_it(phase: int) -> None:
    """Without lines, the prior of a move would ignore the deals at its end."""
    game, search = reach(phase), searcher(1, backend=PLAIN)
    search.search(game)
    assert most_likely(search) == best_of_lines(game)


def test_a_reused_tree_gets_priors_from_lines_too() -> None:
    """The node of a room was expanded with simple priors, before the root reached it."""
    game, search = reach(INCOME_OR_HIRE), searcher(60, backend=PLAIN)
    hires = [move for move in search.search(game) if move.move.words.startswith("hire")]
    game.play(max(hires, key=lambda hire: hire.visits).move)
    assert game.state.phase == PLACE_HIRED
    visits = sum(move.visits for move in search.search(game, Budget(simulations=1)))
    assert visits > 1
    assert most_likely(search) == best_of_lines(game)


def test_a_principal_variation_begins_with_its_move() -> None:
    game, search = after(40), searcher(200)
    move = search.choose(game)
    line = search.principal_variation(move)
    assert line[0] == move
    assert len(line) > 1
