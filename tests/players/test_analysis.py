"""What a search says of a position: sums that hold, the same again, and sensible answers at the edges."""

from __future__ import annotations

import json

import pytest

from edokko import Game, Position
from edokko.players import Budget, player, ready
from edokko.players.review import review
from edokko.players.search.analysis import Analyst, analyse

FEW = "60sims"


def begun(moves: int, players: int = 3) -> Game:
    """A game in which everybody has played the first legal move some times."""
    game = Game(players, seed=1, seats=["Hana", "Jiro", "Kiku", "Mori"][:players])
    for _ in range(moves):
        game.play(game.legal_moves[0])
    return game


@pytest.mark.parametrize("players", [2, 3, 4])
def test_chances_sum_to_one_and_shares_too(players: int) -> None:
    game = begun(11, players)
    found = game.analyse(FEW, top=100, engine="plain")
    assert found.seat == game.seat
    assert found.simulations == 60
    assert found.engine == "plain"
    assert [one.visits for one in found.moves] == sorted((one.visits for one in found.moves), reverse=True)
    assert sum(one.share for one in found.moves) == pytest.approx(1)
    for one in (found, *found.moves):
        assert sum(one.wins) == pytest.approx(1)
        assert all(0 <= chance <= 1 for chance in one.wins)
        assert len(one.finals) == players
    assert (found.wins, found.finals) == (found.best.wins, found.best.finals)


def test_the_same_position_seed_and_simulations_give_the_same_analysis() -> None:
    game = begun(11)
    found = game.analyse(FEW, engine="plain")
    assert game.analyse(Budget(simulations=60), engine="plain") == found
    assert game.copy().analyse(FEW, engine="plain") == found


def test_another_seed_meets_other_chance() -> None:
    """The last turn of a month: the next row is drawn by the search."""
    game = begun(16)
    assert game.analyse(FEW, seed=2, engine="plain") != game.analyse(FEW, engine="plain")


def test_the_future_of_the_game_is_not_looked_at() -> None:
    """Two games that stand alike and go on with other chance are analysed alike; none of it is drawn."""
    position = begun(11).position
    alike = [Game.from_position(position, seed=seed).analyse(FEW, engine="plain") for seed in (1, 2)]
    assert alike[0] == alike[1]


def test_the_game_stays_as_it_was() -> None:
    game = begun(11)
    before, events = game.state.copy(), len(game.events)
    game.analyse(FEW, engine="plain")
    assert game.state == before
    assert (len(game.events), game.ply) == (events, 11)


def test_a_main_line_can_be_played_up_to_the_first_chance() -> None:
    game = begun(30)
    for _ in range(6):
        found = game.analyse(FEW, engine="plain")
        for one in found.moves:
            ahead = found.game.copy()
            assert one.line[0] == one.move
            for move in one.line:
                assert not ahead.is_chance
                ahead.play(move)
        game.play(found.best.move)


def test_top_says_how_many_moves_are_told() -> None:
    assert len(begun(11).analyse(FEW, top=2, engine="plain").moves) == 2


def test_a_forced_move_is_analysed_all_the_same() -> None:
    game = begun(0)
    while len(game.legal_moves) > 1:
        game.play(game.legal_moves[0])
    found = game.analyse("8sims", engine="plain")
    assert [one.move for one in found.moves] == list(game.legal_moves)
    assert found.best.share == 1
    assert sum(found.wins) == pytest.approx(1)


def test_one_simulation_is_enough_for_an_answer() -> None:
    found = begun(11).analyse("1sims", engine="plain")
    assert found.best.visits == 1


def test_a_finished_game_gives_its_result() -> None:
    game = begun(0, 2)
    while not game.is_over:
        game.play(game.legal_moves[0])
    found = game.analyse(engine="plain")
    assert (found.seat, found.moves, found.simulations) == (None, (), 0)
    assert found.finals == tuple(sheet.total for sheet in game.score())
    assert found.wins[game.ranking[0]] == 1
    assert "The game is over" in str(found)
    with pytest.raises(ValueError, match="nothing to decide"):
        _ = found.best


def test_where_chance_decides_nobody_is_advised() -> None:
    game = Game(2, chance="manual")
    with pytest.raises(ValueError, match="nobody decides in this game now: chance does; reveal one of: "):
        game.analyse(FEW, engine="plain")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"budget": "soon"}, "'soon' is no budget; a budget is 500ms"),
        ({"top": 0}, "top: 0; at least 1"),
        ({"seed": -1}, "seed: -1 is not a whole number"),
    ],
)
def test_impossible_arguments_are_refused(arguments: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        analyse(begun(11), **({"engine": "plain"} | arguments))  # type: ignore[arg-type]


def test_it_prints_in_plain_words() -> None:
    found = begun(11).analyse(FEW, engine="plain")
    shown = str(found)
    assert shown.splitlines()[0].startswith("■ Jiro · Month 1")
    for words in ("Hire the ", "final score", "What is likely to follow:", "60 simulations on the plain engine"):
        assert words in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert found._repr_html_().startswith("<pre>")


def test_its_json_holds_what_it_holds() -> None:
    found = begun(11).analyse(FEW, engine="plain")
    told = json.loads(json.dumps(found.to_json()))
    assert told["moves"][0]["move"] == found.best.move.words
    assert told["moves"][0]["line"] == [move.words for move in found.best.line]
    assert told["wins"] == pytest.approx(found.wins, abs=1e-4)


def test_a_move_is_judged_by_as_many_simulations_as_the_best_one() -> None:
    game = begun(11)
    analyst = Analyst(is_compiled=False)
    for move in game.legal_moves:
        found, played = analyst.judge(game, move, Budget(simulations=60))
        assert found == game.analyse(FEW, engine="plain"), "what is asked of one move does not touch the others"
        assert played.move == move
        assert played.visits == found.best.visits
        assert sum(played.wins) == pytest.approx(1)
        if move == found.best.move:
            assert played.wins == found.best.wins


def test_ready_runs_plain_until_the_compiled_engine_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    begins = []
    monkeypatch.setattr(ready, "begin", lambda: begins.append(True))
    monkeypatch.setattr(ready, "is_ready", lambda: False)
    assert begun(11).analyse(FEW, engine="ready").engine == "plain"
    assert begins


def test_a_position_of_a_file_is_analysed_like_the_game_it_came_from() -> None:
    game = begun(11)
    again = Game.from_position(Position.from_json(game.position.to_json()))
    assert again.analyse(FEW, engine="plain").best.move == game.analyse(FEW, engine="plain").best.move


@pytest.mark.parametrize("budget", [2, 2.5, True, b"2s", ["2s"]])
def test_what_is_no_budget_is_refused_with_what_would_be_right(budget: object) -> None:
    for ask in (
        lambda: begun(1).analyse(budget, engine="plain"),  # type: ignore[arg-type]
        lambda: review(begun(1), budget, engine="plain"),  # type: ignore[arg-type]
        lambda: player("mcts", 1, "plain").choose(begun(1), budget),  # type: ignore[arg-type]
    ):
        with pytest.raises(ValueError, match="text such as '2s' or '5000sims', or a Budget is expected"):
            ask()


@pytest.mark.parametrize("name", ["random", "greedy", "greedy:mistakes=50", "planner", "mcts:5ms", "hard"])
def test_every_player_takes_its_budget_as_text(name: str) -> None:
    game = begun(1)
    assert player(name, 1, "plain").choose(game, "3sims") in game.legal_moves  # type: ignore[arg-type]


def test_a_review_takes_its_budget_as_text() -> None:
    game = Game(2, seed=3)
    for _ in range(3):
        game.play(game.legal_moves[0])
    assert review(game, "5sims", engine="plain") == review(game, Budget(simulations=5), engine="plain")
