"""Many games at once: the same rules, compiled, checked against the plain ones."""

import numpy as np
import pytest

from edokko import Batch, Game
from edokko.batch import game_seed


@pytest.mark.parametrize("edition", ["2021", "2015"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_batch_plays_the_same_games_as_the_plain_engine(edition, players):
    batch = Batch(3, players, edition, seed=17)
    games = [Game(players, edition, game_seed(17, index)) for index in range(3)]
    generator = np.random.default_rng(17)
    while not batch.over.all():
        legal, counts = batch.legal_lists()
        masks = batch.legal_masks()
        chosen = []
        for index, game in enumerate(games):
            assert list(legal[index, : counts[index]]) == list(game.legal_moves.numbers)
            assert list(np.flatnonzero(masks[index])) == sorted(game.legal_moves.numbers)
            assert batch.seats[index] == (-1 if game.seat is None else game.seat)
            choice = -1 if game.is_over else int(generator.choice(legal[index, : counts[index]]))
            chosen.append(choice)
            if choice >= 0:
                game.play(game.legal_moves[game.legal_moves.numbers.index(choice)])
        batch.play(chosen)
        for index, game in enumerate(games):
            assert batch.states[index].tobytes() == game.state.to_records().tobytes()
    assert batch.scores().tolist() == [[sheet.total for sheet in game.score()] for game in games]
    assert batch.rankings().tolist() == [list(game.ranking) for game in games]


def test_an_illegal_move_is_an_error_and_changes_no_game():
    batch = Batch(3, seed=1)
    before = batch.states.tobytes()
    legal, _ = batch.legal_lists()
    with pytest.raises(ValueError, match="game 2: move 306 is illegal; legal: 0, 1, 2, 3"):
        batch.play([legal[0, 0], legal[1, 0], 306])
    assert batch.states.tobytes() == before
    with pytest.raises(ValueError, match="shape"):
        batch.play([0])


def test_a_game_of_a_batch_goes_on_alone_with_the_same_chance():
    batch = Batch(2, seed=9)
    game = batch.game(1)
    while not batch.over.all():
        legal, _ = batch.legal_lists()
        if not game.is_over:
            game.play(game.legal_moves[0])
        batch.play(legal[:, 0])
    assert game.state.to_records().tobytes() == batch.states[1].tobytes()


def test_seeds_of_games_are_different_and_stable():
    assert len({game_seed(7, index) for index in range(10_000)}) == 10_000
    assert game_seed(7, 0) == 0x63CBE1E459320DD7


def test_a_batch_needs_a_game():
    with pytest.raises(ValueError, match="at least one game"):
        Batch(0)
