"""IKI as a game of OpenSpiel: its own simulation test, a golden playthrough, structs, and its tree search."""

from __future__ import annotations

import copy
import hashlib
import pickle
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest

from edokko import Game
from edokko.observation.encoder import CELLS
from edokko.rules.chance import CHANCE_WORDS
from edokko.rules.moves import WORDS
from tests.helpers.paths import ROOT

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from edokko.envs.open_spiel import IkiGame, rank_utility  # noqa: E402 without OpenSpiel it cannot be imported

GOLDEN = ROOT / "tests" / "envs" / "playthrough.txt"
SPEC = "iki(players=2)"
WIDTH = 100
"""Longer lines of the playthrough, such as tensors, are kept as a hash, so that the file stays small."""
OVERLAY = """\
[characters.monk]
cost = 9
"""


def playouts(spec: str, count: int, seed: int) -> Iterator[Any]:
    """Yield every state of some random games."""
    game, generator = pyspiel.load_game(spec), np.random.default_rng(seed)
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            yield state
            state.apply_action(int(generator.choice(state.legal_actions())))
        yield state


@pytest.mark.parametrize("spec", [SPEC, "iki(players=3,edition=2015)", "iki"])
def test_the_simulation_test_of_open_spiel_passes(spec: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(spec), num_sims=1, serialize=True, verbose=False)


def shortened(line: str) -> str:
    return line if len(line) <= WIDTH else f"{line[:40]}... sha256 {hashlib.sha256(line.encode()).hexdigest()[:16]}"


def test_the_playthrough_of_open_spiel_is_the_golden_one() -> None:
    """Rewrite the file with `python -m tests.envs.test_open_spiel` after a change that is meant."""
    assert playthrough() == GOLDEN.read_text(encoding="utf-8").splitlines()


def playthrough() -> list[str]:
    from open_spiel.python.algorithms.generate_playthrough import playthrough_lines

    return [shortened(line) for line in playthrough_lines(SPEC, seed=1)]


@pytest.mark.parametrize(("players", "edition"), [(2, "2021"), (3, "2015"), (4, "2021"), (2, "2015")])
def test_a_game_is_that_of_the_plain_engine(players: int, edition: str) -> None:
    own = Game(players, edition, chance="manual")
    for state in playouts(f"iki(players={players},edition={edition})", 1, players):
        if state.history():
            advance(own, state.history()[-1])
        assert state.position == own.position
        assert state.is_chance_node() == own.is_chance
        if own.is_chance:
            expected = [(words, weight) for words, weight in own.chance_outcomes.items()]
            assert [CHANCE_WORDS[number] for number, _ in state.chance_outcomes()] == [words for words, _ in expected]
            assert [share for _, share in state.chance_outcomes()] == pytest.approx([float(w) for _, w in expected])
        else:
            assert state.legal_actions() == sorted(own.legal_moves.numbers)
    assert own.is_over
    assert state.returns() == rank_utility(own.ranking)


def advance(game: Game, action: int) -> None:
    if game.is_chance:
        game.reveal(CHANCE_WORDS[action])
    else:
        game.play(WORDS[action])


@pytest.mark.parametrize(
    ("ranking", "utility"), [((1, 0), [-1, 1]), ((2, 0, 1), [0, -1, 1]), ((3, 1, 0, 2), [-1 / 3, 1 / 3, -1, 1])]
)
def test_the_utility_of_ranks_is_evenly_spaced_and_sums_to_zero(ranking: tuple[int, ...], utility: list[float]) -> None:
    assert rank_utility(ranking) == pytest.approx(utility)
    assert sum(rank_utility(ranking)) == pytest.approx(0)


def test_the_declared_bounds_hold() -> None:
    for players, edition in ((2, 2021), (4, 2015)):
        game = pyspiel.load_game(f"iki(players={players},edition={edition})")
        for state in playouts(str(game), 2, 7):
            assert len(state.legal_actions()) <= game.num_distinct_actions()
        outcomes = sum(item.player == pyspiel.PlayerId.CHANCE for item in state.full_history())
        assert outcomes <= game.max_chance_nodes_in_history()
        assert len(state.history()) - outcomes <= game.max_game_length()


def test_a_clone_is_independent_and_holds_nothing_but_the_record() -> None:
    state = next(islice(playouts(SPEC, 1, 3), 60, None))
    clone, before = state.clone(), state.record.copy()
    assert vars(clone).keys() == {"record"}
    assert clone.record.nbytes == before.nbytes == 240
    while not clone.is_terminal():
        clone.apply_action(clone.legal_actions()[0])
    assert (state.record == before).all()
    assert copy.deepcopy(state).position == state.position


def test_games_and_states_can_be_pickled() -> None:
    state = next(islice(playouts("iki(players=3)", 1, 5), 40, None))
    twin = pickle.loads(pickle.dumps(state))
    assert (twin.position, twin.history()) == (state.position, state.history())
    assert str(pickle.loads(pickle.dumps(state.get_game()))) == str(state.get_game())


# --- structs and observations


def test_structs_are_positions_and_moves_in_words() -> None:
    for state in playouts(SPEC, 1, 11):
        struct = state.to_struct()
        assert struct.to_dict() == state.position.to_json()
        again = state.get_game().new_initial_state(struct)
        assert (again.position, again.legal_actions()) == (state.position, state.legal_actions())
        for action in state.legal_actions():
            move = state.action_to_struct(state.current_player(), action)
            assert " ".join((move.to_dict()["kind"], *move.to_dict()["arguments"])) == state.action_to_string(action)
            assert state.struct_to_actions(move) == [action]


def test_a_struct_of_another_game_is_refused() -> None:
    position = Game(3, seed=1).position.to_json()
    with pytest.raises(ValueError, match="for 3 players, edition 2021; it does not fit the game iki"):
        pyspiel.load_game(SPEC).new_initial_state(position)


def test_a_seat_observes_itself_first() -> None:
    from edokko.observation.encoder import PIECES

    state = next(islice(playouts(SPEC, 1, 3), 100, None))
    mon = PIECES["mon"]
    for seat in (0, 1):
        cells = np.array(state.observation_tensor(seat))[mon.cells].reshape(mon.shape)
        assert cells[0].sum() == min(state.position.players[seat].mon, mon.shape[1])
    assert state.observation_string(0) == state.position.to_line()


# --- search


def test_the_tree_search_of_open_spiel_plays_a_game() -> None:
    from open_spiel.python.algorithms import mcts

    game, stream = pyspiel.load_game(SPEC), np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 4, mcts.RandomRolloutEvaluator(1, stream), random_state=stream)
    state = game.new_initial_state()
    while not state.is_terminal() and len(state.history()) < 40:
        action = stream.choice(state.legal_actions()) if state.is_chance_node() else bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(int(action))
    assert len(state.history()) == 40


# --- parameters


def test_an_overlay_changes_the_game(tmp_path: Any) -> None:
    path = tmp_path / "overlay.toml"
    path.write_text(OVERLAY, encoding="utf-8")
    game = pyspiel.load_game("iki", {"players": 2, "overlay": str(path)})
    assert game.components.characters["monk"].cost == 9
    assert game.new_initial_state().position.components == {"characters": {"monk": {"cost": 9}}}


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"players": 5}, "players: 5 is not possible"),
        ({"edition": 1999}, "edition: found '1999'"),
        ({"overlay": "no/such.toml"}, "no/such.toml"),
    ],
)
def test_invalid_parameters_are_refused_with_a_sentence(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises((ValueError, OSError), match=message):
        IkiGame(parameters)


def test_an_illegal_action_is_an_error_and_changes_nothing() -> None:
    state = pyspiel.load_game(SPEC).new_initial_state()
    before = state.position
    with pytest.raises(ValueError, match="446 is not legal here"):
        state.apply_action(446)
    assert state.position == before


if __name__ == "__main__":
    GOLDEN.write_text("\n".join(playthrough()) + "\n", encoding="utf-8")


def test_an_observation_is_an_array_with_the_numbers_of_open_spiels_own_list() -> None:
    state = pyspiel.load_game("iki(players=3)").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    for seat in range(state.num_players()):
        seen = state.observation_tensor(seat)
        assert (type(seen), seen.dtype, seen.shape) == (np.ndarray, np.float32, (CELLS,))
        assert seen.tolist() == pyspiel.State.observation_tensor(state, seat)
    assert np.array_equal(state.observation_tensor(), state.observation_tensor(state.current_player()))
    for seat in (-5, 4):
        with pytest.raises(pyspiel.SpielError, match=f"observation_tensor: {seat} is no seat of"):
            state.observation_tensor(seat)
