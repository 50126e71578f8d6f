"""Data sets of decisions: the rows are those of the games, and twenty lines read them."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pyarrow.parquet
import pytest

from edokko import Game, Move
from edokko.batch import game_seed
from edokko.envs.single import observation_of
from edokko.players import player
from edokko.players.champion.stored import read_network
from edokko_research.dataset.job import DatasetPlan, rows_of
from edokko_research.dataset.schema import MOVES_MADE
from edokko_research.train.searches import read_searches
from helpers.command import research


def plan_of(name: str, percent: int = 0, players: int = 2) -> DatasetPlan:
    return DatasetPlan.of(games=2, player=name, players=players, edition="2021", percent=percent, seed=3)


@pytest.mark.parametrize("name", ["greedy", "champion:4sims"])
def test_rows_tell_the_game_that_the_players_play(name: str) -> None:
    rows = {
        row["ply"]: row for row in (dict(zip(MOVES_MADE.names, row, strict=True)) for row in rows_of(plan_of(name), 1))
    }
    seed = game_seed(3, 1)
    game, seated = Game(2, seed=seed), [player(name, game_seed(seed, seat)) for seat in range(2)]
    choices = 0
    while game.seat is not None:
        move = seated[game.seat].choose(game)
        if len(game.legal_moves) > 1:
            row, seen = rows[game.ply], observation_of(game, game.seat)
            assert row["move"] == move.number
            assert row["seat"] == game.seat
            assert np.frombuffer(row["cells"], np.int8).tolist() == seen["observation"].tolist()
            assert sorted(row["legal"]) == np.flatnonzero(seen["action_mask"]).tolist()
            assert (row["value"] is None) == (name == "greedy")
            choices += 1
        game.play(move)
    assert choices == len(rows)
    totals = [sheet.total for sheet in game.score()]
    for row in rows.values():
        seat = row["seat"]
        assert (row["score"], row["lead"]) == (totals[seat], totals[seat] - totals[1 - seat])
        assert game.ranking[row["place"] - 1] == seat
    last = list(rows.values())[-8:]
    if name != "greedy":
        assert all(abs(row["value"] - row["lead"]) < 40 for row in last)


def test_a_search_of_the_root_alone_has_no_value() -> None:
    values = [row[MOVES_MADE.names.index("value")] for row in rows_of(plan_of("mcts:1sims"), 0)]
    assert set(values) == {None}


def test_moves_by_chance_change_the_game_and_not_the_choice() -> None:
    rows = list(rows_of(plan_of("greedy", 40, 3), 0))
    assert rows == list(rows_of(plan_of("greedy", 40, 3), 0))
    assert rows != list(rows_of(plan_of("greedy", 0, 3), 0))
    for row in rows[:20]:
        assert row[6] in row[5]


def test_the_command_writes_files_that_go_on_and_that_a_few_lines_read(tmp_path: Path) -> None:
    words = ("dataset", "greedy", str(tmp_path / "data"), "--games", "21", "--players", "2", "--seed", "3")
    assert "decisions in" in research(*words).output
    assert "All 21 games are in" in research(*words).output
    files = sorted((tmp_path / "data" / "moves").glob("*.parquet"))
    assert len(files) == 2
    table = pyarrow.parquet.read_table(tmp_path / "data" / "moves")
    cells = np.frombuffer(b"".join(table["cells"].to_pylist()), np.int8).reshape(len(table), -1)
    masks = np.zeros((len(table), 447), np.bool_)
    masks[
        np.repeat(np.arange(len(table)), [len(row) for row in table["legal"].to_pylist()]),
        np.concatenate(table["legal"].to_pylist()),
    ] = True
    assert masks[np.arange(len(table)), table["move"].to_numpy()].all()
    assert (cells != 0).sum(axis=1).min() > 60
    assert Move.of(int(table["move"][0].as_py())).words.startswith("start")


def test_a_clone_is_trained_from_a_data_set(tmp_path: Path) -> None:
    data, net = tmp_path / "data", tmp_path / "clone.npz"
    research("dataset", "greedy", str(data), "--games", "40", "--players", "2")
    searches = read_searches([data])
    assert set(np.add.reduceat(searches.shares, searches.move_starts[:-1]).tolist()) == {1.0}
    result = research("policy", data, "-o", net, "--units", "16", "--epochs", "3")
    assert result.exit_code == 0, result.output
    assert len(read_network(net).policy["policy_first_bias"]) == 16
    agreement = float(re.findall(r"([\d.]+) % agree", result.output)[0])
    assert agreement > 45


@pytest.mark.parametrize(
    ("change", "message"),
    [(("stranger",), "there is no player 'stranger'"), (("greedy", "--games", "0"), "--games")],
)
def test_wrong_words_are_a_sentence(tmp_path: Path, change: tuple[str, ...], message: str) -> None:
    name, *rest = change
    result = research("dataset", name, str(tmp_path / "data"), *rest)
    assert result.exit_code == 2
    assert message in result.output
    assert not (tmp_path / "data").exists()
