"""Names of players and their options."""

from __future__ import annotations

import pytest

from edokko.game import Game
from edokko.players import Budget, check_name, levels, player, player_names
from edokko.players.search import data


@pytest.mark.parametrize(
    ("name", "budget", "numbers"),
    [
        ("mcts", None, {}),
        ("mcts:500ms", Budget(milliseconds=500), {}),
        ("mcts:1.5s", Budget(milliseconds=1500), {}),
        ("mcts:2000sims:win_share=0.9", Budget(simulations=2000), {"win_share": 0.9}),
        ("mcts:win_share=0.9:1s:playout=1", Budget(milliseconds=1000), {"win_share": 0.9, "playout": 1}),
        ("policy:temperature=12.5", None, {"temperature": 12.5}),
    ],
)
def test_a_name_is_parsed(name: str, budget: Budget | None, numbers: dict[str, float]) -> None:
    spec = check_name(name)
    assert (spec.name, spec.budget, dict(spec.numbers)) == (name, budget, numbers)
    assert player(name, 1, "plain").name == name


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("wise", "there is no player 'wise'; players: random, greedy, planner, policy, mcts, champion, easy"),
        ("", "there is no player ''"),
        ("random:1s", "'1s' is not possible here; possible: nothing"),
        ("greedy:mistakes=20", "'mistakes=20' is not possible here; possible: nothing"),
        ("policy:temperature", "'temperature' is not possible here; possible: net=, style=, temperature="),
        ("policy:temperature=few", "'few' is not a number"),
        ("mcts:fast", "'fast' is no budget; a budget is 500ms, 1.5s or 2000sims"),
        ("mcts:0ms", "milliseconds: 0.0 is not more than 0"),
        ("mcts:0sims", "simulations: 0 is not from 1"),
        ("mcts:1.5sims", "simulations are whole"),
        ("mcts:1s:2s", "'2s' is not possible here"),
        ("mcts:playout=1.5", "playout: 1.5 is not a whole number"),
        ("mcts:playout=1:playout=2", "'playout=2' is not possible here"),
        ("mcts:luck=1", "'luck=1' is not possible here; possible: 500ms, 2000sims, exploration="),
        ("mcts:threads=2", "'threads=2' is not possible here"),
        ("champion:lines=3", "'lines=3' is not possible here; possible: 500ms, 2000sims, net=, style=, exploration="),
        ("mcts:chance=1", "'chance=1' is not possible here; possible: 500ms, 2000sims, exploration="),
        ("master:1s", "there is no style '1s'; styles: builder, fisher, employer, captain"),
        ("easy:builder", "the level easy has no style; medium, skilled, hard, expert, master have"),
        ("champion:style=cook", "there is no style 'cook'"),
        ("policy:temperature=0", "temperature: 0.0 is not from 0.01 to 100"),
        ("policy:1s", "'1s' is not possible here; possible: net=, style=, temperature="),
    ],
)
def test_an_invalid_option_is_refused(name: str, message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 the message is checked below
        check_name(name)
    assert message in str(caught.value)


def test_every_level_is_a_player() -> None:
    assert list(levels()) == ["easy", "medium", "skilled", "hard", "expert", "master"]
    assert player_names()[:12] == ["random", "greedy", "planner", "policy", "mcts", "champion", *levels()]
    for level in levels():
        assert check_name(level).name == level
        assert player(level, 1, "plain").name == level


@pytest.mark.parametrize("name", ["random", "greedy", "planner", "policy:temperature=2", "mcts:20sims"])
def test_both_engines_choose_the_same_move(name: str) -> None:
    game = Game(2, seed=1)
    assert player(name, 1, "native").choose(game) == player(name, 1, "plain").choose(game)


@pytest.mark.parametrize("name", ["greedy", "mcts:20sims"])
def test_an_unknown_engine_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="there is no engine 'fast'; engines: native, plain"):
        player(name, 1, "fast")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the compiled engine is called native now"):
        player(name, 1, "compiled")  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [-1.0, float("nan"), float("inf"), 1e9])
def test_a_constant_out_of_range_is_refused(number: float) -> None:
    with pytest.raises(ValueError, match="exploration"):
        data.changed({"exploration": number})


def test_an_integer_constant_refuses_fractions() -> None:
    with pytest.raises(ValueError, match=r"playout: 0\.5 is not a whole number"):
        data.changed({"playout": 0.5})
