"""The analysis of a position: consistent sums, reproducibility, and edge cases."""

from __future__ import annotations

import json

import pytest

from edokko import Game, Move, Position
from edokko.native.backends import PLAIN
from edokko.players import Budget, player
from edokko.players.analysis.position import Analysis, Analyst, MoveAnalysis, analyse
from edokko.players.analysis.review import review

FEW = "60sims"


def begun(moves: int, players: int = 3) -> Game:
    """Return a game in which some first legal moves have been played."""
    game = Game(players, seed=1, seats=["Hana", "Jiro", "Kiku", "Mori"][:players])
    for _ in range(moves):
        game.play(game.legal_moves[0])
    return game


@pytest.mark.parametrize("players", [2, 3, 4])
def test_chances_sum_to_one_and_shares_too(players: int) -> None:
    game = begun(11, players)
    analysis = game.analyse(FEW, top=100, engine="plain")
    assert analysis.seat == game.seat
    assert analysis.simulations == 60
    assert analysis.engine == "plain"
    assert [move.visits for move in analysis.moves] == sorted((move.visits for move in analysis.moves), reverse=True)
    assert sum(move.share for move in analysis.moves) == pytest.approx(1)
    parts: list[Analysis | MoveAnalysis] = [analysis, *analysis.moves]
    for part in parts:
        assert sum(part.wins) == pytest.approx(1)
        assert all(0 <= chance <= 1 for chance in part.wins)
        assert len(part.finals) == players
    assert (analysis.wins, analysis.finals) == (analysis.best.wins, analysis.best.finals)


def test_the_same_position_seed_and_simulations_give_the_same_analysis() -> None:
    game = begun(11)
    analysis = game.analyse(FEW)
    assert game.analyse(Budget(simulations=60)) == analysis
    assert game.copy().analyse(FEW) == analysis


def test_another_seed_samples_other_chance() -> None:
    """In the last turn of a month, the search samples the next row."""
    game = begun(16)
    assert game.analyse(FEW, seed=2) != game.analyse(FEW)


def test_the_analysis_ignores_the_future_of_the_game() -> None:
    """Two games in the same position with different seeds have the same analysis."""
    position = begun(11).position
    first, second = (Game.from_position(position, seed=seed).analyse(FEW) for seed in (1, 2))
    assert first == second


def test_the_game_stays_as_it_was() -> None:
    game = begun(11)
    before, events = game.state.copy(), len(game.events)
    game.analyse(FEW)
    assert game.state == before
    assert (len(game.events), game.ply) == (events, 11)


def test_a_main_line_is_legal_and_ends_before_chance() -> None:
    game = begun(30)
    for _ in range(6):
        analysis = game.analyse(FEW)
        for best in analysis.moves:
            ahead = analysis.game.copy()
            assert best.line[0] == best.move
            for move in best.line:
                assert not ahead.is_chance
                ahead.play(move)
        game.play(analysis.best.move)


def test_top_bounds_the_number_of_moves() -> None:
    assert len(begun(11).analyse(FEW, top=2).moves) == 2


def test_a_forced_move_is_analysed_all_the_same() -> None:
    game = begun(0)
    while len(game.legal_moves) > 1:
        game.play(game.legal_moves[0])
    analysis = game.analyse("8sims")
    assert [move.move for move in analysis.moves] == list(game.legal_moves)
    assert analysis.best.share == 1
    assert sum(analysis.wins) == pytest.approx(1)


def test_one_simulation_is_enough_for_an_answer() -> None:
    analysis = begun(11).analyse("1sims")
    assert analysis.best.visits == 1


def test_a_finished_game_gives_its_result() -> None:
    game = begun(0, 2)
    while not game.is_over:
        game.play(game.legal_moves[0])
    analysis = game.analyse()
    assert (analysis.seat, analysis.moves, analysis.simulations) == (None, (), 0)
    assert analysis.finals == tuple(sheet.total for sheet in game.score())
    assert analysis.wins[game.ranking[0]] == 1
    assert "The game is over" in str(analysis)
    with pytest.raises(ValueError, match="nothing to decide"):
        _ = analysis.best


def test_a_chance_step_is_not_analysed() -> None:
    game = Game(2, chance="manual")
    with pytest.raises(ValueError, match="no seat decides in this game now: chance does; reveal one of: "):
        game.analyse(FEW)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"budget": "soon"}, "'soon' is no budget; a budget is 500ms"),
        ({"top": 0}, "top: 0; at least 1"),
        ({"seed": -1}, "seed: -1 is not a whole number"),
    ],
)
def test_invalid_arguments_are_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        analyse(begun(11), **({"engine": "plain"} | arguments))  # type: ignore[arg-type]


def test_it_prints_in_plain_words() -> None:
    analysis = begun(11).analyse(FEW, engine="plain")
    text = str(analysis)
    assert text.splitlines()[0].startswith("■ Jiro · Month 1")
    for words in ("Hire the ", "final score", "What is likely to follow:", "60 simulations on the plain engine"):
        assert words in text
    assert max(map(len, text.splitlines())) <= 80
    assert analysis._repr_html_().startswith("<pre>")


def test_its_json_has_the_same_content() -> None:
    analysis = begun(11).analyse(FEW)
    document = json.loads(json.dumps(analysis.to_json()))
    assert document["moves"][0]["move"] == analysis.best.move.words
    assert document["moves"][0]["line"] == [move.words for move in analysis.best.line]
    assert document["wins"] == pytest.approx(analysis.wins, abs=1e-4)


def test_a_move_is_judged_by_as_many_simulations_as_the_best_one() -> None:
    game = begun(11)
    analyst = Analyst()
    for move in game.legal_moves:
        analysis, played = analyst.judge(game, move, Budget(simulations=60))
        assert analysis == game.analyse(FEW), "judging a move does not change the analysis"
        assert played.move == move
        assert played.visits == analysis.best.visits
        assert sum(played.wins) == pytest.approx(1)
        if move == analysis.best.move:
            assert played.wins == analysis.best.wins


def test_a_position_of_a_file_is_analysed_like_the_game_it_came_from() -> None:
    game = begun(11)
    twin = Game.from_position(Position.from_json(game.position.to_json()))
    assert twin.analyse(FEW).best.move == game.analyse(FEW).best.move


@pytest.mark.parametrize("budget", [2, 2.5, True, b"2s", ["2s"]])
def test_an_invalid_budget_is_refused_with_valid_examples(budget: object) -> None:
    for call in (
        lambda: begun(1).analyse(budget, engine="plain"),  # type: ignore[arg-type]
        lambda: review(begun(1), budget, engine="plain"),  # type: ignore[arg-type]
        lambda: player("mcts", 1, "plain").choose(begun(1), budget),  # type: ignore[arg-type]
    ):
        with pytest.raises(ValueError, match="text such as '2s' or '5000sims', or a Budget is expected"):
            call()


@pytest.mark.parametrize("name", ["random", "greedy", "policy:temperature=5", "planner", "mcts:5ms", "hard"])
def test_every_player_takes_its_budget_as_text(name: str) -> None:
    game = begun(1)
    assert player(name, 1, "plain").choose(game, "3sims") in game.legal_moves  # type: ignore[arg-type]


def test_a_review_takes_its_budget_as_text() -> None:
    game = Game(2, seed=3)
    for _ in range(3):
        game.play(game.legal_moves[0])
    assert review(game, "5sims") == review(game, Budget(simulations=5))


def at_the_tobacco_shop() -> Game:
    """Return a game whose seat can buy either of the two pipes of spring, which are alike."""
    game = Game(2, seed=1)
    while not {"shop pipe spring_pipe_1", "shop pipe spring_pipe_2"} <= {str(move) for move in game.legal_moves}:
        moves = game.legal_moves
        game.play("income" if "income" in moves else "move 4" if "move 4" in moves else moves[0])
    return game


def test_equal_purchases_are_one_move_of_an_analysis() -> None:
    game = at_the_tobacco_shop()
    analysis = game.analyse("200sims", top=100, engine="plain")
    pipes = [move for move in analysis.moves if "spring_pipe" in move.move.words and "pouch" not in move.move.words]
    assert len(pipes) == 1
    assert sum(move.share for move in analysis.moves) == pytest.approx(1)
    assert sum(pipes[0].wins) == pytest.approx(1)
    assert len(pipes[0].finals) == 2


def test_the_twin_of_the_best_purchase_is_as_good() -> None:
    game = at_the_tobacco_shop()
    analyst = Analyst(backend=PLAIN)
    for words in ("shop pipe spring_pipe_1", "shop pipe spring_pipe_2"):
        move = Move(words)
        analysis, played = analyst.judge(game, move, Budget(simulations=200))
        if analysis.best.move.words.startswith("shop pipe spring_pipe") and "pouch" not in analysis.best.move.words:
            assert analysis.best == played
            assert played.move == played.line[0] == move
        else:
            assert played.move == move
    # With an overlay in which the pipes differ, they are two moves.
    position = game.position.to_json()
    position["components"] = {"goods": {"spring_pipe_1": {"price": 3}}}
    other = Game.from_position(position, seed=1).analyse("200sims", top=100, engine="plain")
    pipes = [move for move in other.moves if "spring_pipe" in move.move.words and "pouch" not in move.move.words]
    assert len(pipes) == 2
