"""A duel plays the games that its players play, whatever the number of threads."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from click.testing import CliRunner

from edokko.chance import split_seed
from edokko.components import load
from edokko.game import Game
from edokko.lab.arena.schedule import schedule
from edokko.move import Move
from edokko.native.backends import NATIVE
from edokko.players.champion.player import JudgedSearcher, champion_settings
from edokko.players.champion.stored import shipped_network
from edokko.players.evaluation.outlook import outlook_for
from edokko.players.evaluation.weights import shipped
from edokko.players.search import data
from edokko.players.search.player import Searcher, best
from edokko.players.search.simulate import start
from edokko.rules.tables import tables_for
from edokko_research.commands import application
from edokko_research.duel import running
from edokko_research.duel.running import duel, stream_of

SIMULATIONS = 12


def chooser(make: Callable[[], Searcher]) -> Callable[[Game, list[int]], Move]:
    """Return a function that searches a position with a new tree and the random stream of three words."""
    searcher = make()

    def choose(game: Game, stream: list[int]) -> Move:
        searcher.begin(game, outlook_for(game.players), fresh=True)
        NATIVE.call(start)(searcher._desk, searcher._search, np.array(stream, np.int64))
        searcher.run(SIMULATIONS)
        return best(searcher.statistics(game)).move

    return choose


def test_the_games_are_those_of_the_searches() -> None:
    components, seed = load("2021"), 5
    own = chooser(lambda: JudgedSearcher(shipped_network(), champion_settings(), shipped(), (0, 0), backend=NATIVE))
    other = chooser(lambda: Searcher(data.settings(), shipped(), (0, 0), backend=NATIVE))
    names = (f"champion:{SIMULATIONS}sims", f"mcts:{SIMULATIONS}sims")
    results = running._play(schedule(names, 2, 2, seed), [0], tables_for(components, 2), [*map(running._player, names)])
    assert len(results) == 2
    for result in results:
        game, decisions = Game(2, seed=result.match.seed), 0
        while game.seat is not None:
            move = game.legal_moves[0]
            if len(game.legal_moves) > 1:
                decisions += 1
                side = own if result.match.entries[game.seat] == 0 else other
                move = side(game, [*split_seed(stream_of(result.match)), decisions])
            game.play(move)
        assert result.iki == tuple(sheet.total for sheet in game.score())
        assert result.ranking == game.ranking


def test_equal_players_have_no_lead_and_threads_change_nothing() -> None:
    components = load("2021")
    assert duel("planner", "planner", 3, 6, 1, components).lead == 0
    one, two = (duel("mcts:4sims", "planner", 2, 8, 1, components, workers=workers) for workers in (1, 2))
    assert (one.lead, one.interval) == (two.lead, two.interval)
    assert one.lead != 0
    assert [entry.wins for entry in one.table.entries] == [entry.wins for entry in two.table.entries]


@pytest.mark.parametrize(
    ("first", "others", "message"),
    [
        ("greedy", "planner", "player 'greedy' does not play duels; possible: planner, mcts, champion"),
        ("planner", "mcts:5ms", "player 'mcts:5ms' plays by the clock; give it simulations, such as mcts:300sims"),
        ("champion", "planner", "plays by the clock; give it simulations, such as champion:300sims"),
        ("wise", "planner", "there is no player 'wise'"),
    ],
)
def test_a_player_that_cannot_play_here_is_refused(first: str, others: str, message: str) -> None:
    result = CliRunner().invoke(application, ["duel", first, others, "--games", "4"], standalone_mode=False)
    assert message in str(result.exception)


def test_the_command_prints_shares_and_leads() -> None:
    result = CliRunner().invoke(application, ["duel", "mcts:4sims", "planner", "--games", "4", "--players", "2"])
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("mcts:4sims against 1 planner: 4 games, seed 0x7ea\nwins ")
    assert "\nlead " in result.stdout
