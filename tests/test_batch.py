"""The batch: the compiled rules, compared with the plain ones."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from edokko import Batch, Game
from edokko.batch import game_seed
from edokko.components import load


@pytest.mark.parametrize("edition", ["2021", "2015"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_batch_plays_the_same_games_as_the_plain_engine(edition: str, players: int) -> None:
    batch = Batch(3, players, edition, seed=17)
    games = [Game(players, edition, game_seed(17, index)) for index in range(3)]
    generator = np.random.default_rng(17)
    while not batch.over.all():
        legal, counts = batch.legal_lists()
        masks = batch.legal_masks()
        moves = []
        for index, game in enumerate(games):
            assert list(legal[index, : counts[index]]) == list(game.legal_moves.numbers)
            assert list(np.flatnonzero(masks[index])) == sorted(game.legal_moves.numbers)
            assert batch.seats[index] == (-1 if game.seat is None else game.seat)
            choice = -1 if game.is_over else int(generator.choice(legal[index, : counts[index]]))
            moves.append(choice)
            if choice >= 0:
                game.play(game.legal_moves[game.legal_moves.numbers.index(choice)])
        batch.play(moves)
        for index, game in enumerate(games):
            assert batch.states[index].tobytes() == game.state.to_records().tobytes()
    assert batch.scores().tolist() == [[sheet.total for sheet in game.score()] for game in games]
    assert batch.rankings().tolist() == [list(game.ranking) for game in games]


def test_an_illegal_move_is_an_error_and_changes_no_game() -> None:
    batch = Batch(3, seed=1)
    before = batch.states.tobytes()
    legal, _ = batch.legal_lists()
    with pytest.raises(ValueError, match="game 2: move 306 is illegal; legal: 0, 1, 2, 3"):
        batch.play([legal[0, 0], legal[1, 0], 306])
    assert batch.states.tobytes() == before
    with pytest.raises(ValueError, match="shape"):
        batch.play([0])


def test_a_game_of_a_batch_continues_alone_with_the_same_chance() -> None:
    batch = Batch(2, seed=9)
    game = batch.game(1)
    while not batch.over.all():
        legal, _ = batch.legal_lists()
        if not game.is_over:
            game.play(game.legal_moves[0])
        batch.play(legal[:, 0])
    assert game.state.to_records().tobytes() == batch.states[1].tobytes()


def test_seeds_of_games_are_different_and_stable() -> None:
    assert len({game_seed(7, index) for index in range(10_000)}) == 10_000
    assert game_seed(7, 0) == 0x63CBE1E459320DD7


@pytest.mark.parametrize("count", [0, -1, 2.0, "3", None])
def test_a_batch_needs_a_game(count: Any) -> None:
    with pytest.raises(ValueError, match=r"count: .*; at least one game is needed"):
        Batch(count)


@pytest.mark.parametrize("seed", [-1, 2**70, 1.0, True, None])
def test_a_batch_refuses_the_seeds_that_a_game_refuses(seed: Any) -> None:
    with pytest.raises(ValueError, match=f"seed: {seed} is not a whole number from 0 to {2**64 - 1}"):
        Batch(1, seed=seed)


@pytest.mark.parametrize("moves", [[0.7, 0, 0], [True, False, True], ["0", "1", "2"], [None, 0, 0]])
def test_moves_must_be_integers(moves: list[Any]) -> None:
    batch = Batch(3, seed=1)
    before = batch.states.tobytes()
    with pytest.raises(ValueError, match=r"moves: .*; whole numbers are expected"):
        batch.play(moves)
    assert batch.states.tobytes() == before


def test_a_batch_accepts_the_components_that_a_game_accepts(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("setup.mon = 11\n")
    for components in (str(file), file, {"setup": {"mon": 11}}, load("2021", {"setup": {"mon": 11}})):
        assert Batch(1, components=components).game(0).position.players[0].mon == 11
    with pytest.raises(ValueError, match="components: 5; the path of a TOML file"):
        Batch(1, components=5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="of edition 2015, the game of edition 2021"):
        Batch(1, components=load("2015"))
