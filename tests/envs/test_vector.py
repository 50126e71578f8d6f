"""The vector environment: the same games at any size, three ways to begin anew, masks, rewards, saved games."""

from __future__ import annotations

import copy
import gc
import pickle
import sys
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import NormalizeReward, RecordEpisodeStatistics

from edokko import Game
from edokko.envs.core import Core
from edokko.envs.lanes import Lane, LaneScratch, carry_out_orders, take_moves
from edokko.envs.seeding import lane_seed, roots
from edokko.envs.vector import IKIVectorEnv
from edokko.observation.encoder import CELLS, observe
from edokko.rules.moves import MOST_LEGAL, MOVES
from edokko.rules.referee import begin, is_over
from edokko.rules.state import State
from tests.helpers.environments import random_legal
from tests.helpers.states import TABLES


def play_until(envs: IKIVectorEnv, generator: np.random.Generator, steps: int) -> list[Any]:
    """Step random legal actions and return copies of what each step gives."""
    observations, infos = envs.reset(seed=5)
    results = []
    for _ in range(steps):
        observations, rewards, ended, _, infos = envs.step(random_legal(observations["action_mask"], generator))
        results.append((copy.deepcopy(observations), rewards.copy(), ended.copy(), infos["seat"].copy()))
    return results


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_it_plays_the_games_of_the_plain_engine(edition: str, players: int) -> None:
    envs = IKIVectorEnv(2, players, edition)
    observations, infos = envs.reset(seed=3)
    games = [Game(players, edition, lane_seed(root, 0)) for root in roots(3, range(2))]
    generator = np.random.default_rng(4)
    while not all(game.is_over for game in games):
        actions = random_legal(observations["action_mask"], generator)
        for index, game in enumerate(games):
            if game.is_over:
                continue
            assert np.flatnonzero(observations["action_mask"][index]).tolist() == sorted(game.legal_moves.numbers)
            assert infos["seat"][index] == game.seat
            cells = [0] * CELLS
            observe(game.tables, game.state, game.state.seat, cells)
            assert observations["observation"][index].tolist() == cells
            game.play(game.legal_moves[game.legal_moves.numbers.index(int(actions[index]))])
        observations, rewards, ended, truncated, infos = envs.step(actions)
        assert not truncated.any()
        for index, game in enumerate(games):
            if ended[index]:
                assert game.is_over
                assert infos["scores"][index].tolist() == [sheet.total for sheet in game.score()]
                assert rewards[index][list(game.ranking)] == pytest.approx(np.linspace(1, -1, players))


def test_plain_lanes_equal_compiled_ones() -> None:
    core = Core(3, 3, "2021", None, "score", "random")
    core.seed(9)
    core.restart()
    tables, count = [core.tables], len(core)
    fresh = State()
    begin(core.tables, fresh)
    games = [State() for _ in range(count)] + [fresh]
    lanes, scratch = [Lane() for _ in range(count)], [LaneScratch()]
    for lane, root in zip(lanes, roots(9, range(count)).tolist(), strict=True):
        lane.root, lane.order = root, 2
    cells, masks = [[0] * CELLS for _ in lanes], [[0] * MOVES for _ in lanes]
    seats, ended = [0] * count, [False] * count
    rewards, scores = [[0.0] * 3 for _ in lanes], [[0] * 3 for _ in lanes]

    def carry_out() -> None:
        carry_out_orders(
            tables, games, lanes, scratch, payoff, cells, masks, seats, rewards, scores, ended, 0, count, 0
        )  # fmt: skip

    payoff = core._payoff.tolist()
    carry_out()
    generator = np.random.default_rng(2)
    for step in range(400):
        actions = random_legal(core.masks, generator)
        if step % 5 == 0:
            actions[step % count] = MOVES - 1 - step % 7  # mostly illegal, so replaced by the same move in both
        assert take_moves(games, lanes, scratch, actions.tolist(), 1, True) == -1
        core.step(actions)
        carry_out()
        assert core.cells.tolist() == cells
        assert core.masks.tolist() == masks
        assert core.seats.tolist() == seats
        assert core.rewards.tolist() == rewards
        assert core.scores.tolist() == scores
        assert core.ended.tolist() == ended
        assert core.illegal.tolist() == [lane.illegal for lane in lanes]
    assert max(lane.episode for lane in lanes) > 1
    assert not any(is_over(game) for game in games[:-1]) or any(ended)


@pytest.mark.parametrize("edition", ["2021", "2015"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_mask_is_the_legal_moves_in_a_million_states(edition: str, players: int) -> None:
    count, steps = 1024, 165  # six times about 169,000 states
    core = Core(count, players, edition)
    core.seed(1)
    core.restart()
    generator = np.random.default_rng(1)
    columns = np.arange(MOST_LEGAL)
    for _ in range(steps):
        legal, counts = core.lanes["legal"], core.lanes["count"]
        masks = np.zeros((count, MOVES), np.int8)
        lanes, places = np.nonzero(columns < counts[:, None])
        masks[lanes, legal[lanes, places]] = 1
        assert np.array_equal(core.masks, masks)
        assert np.array_equal(core.masks.any(axis=1), core.seats >= 0)
        choice = (generator.random(count) * counts).astype(np.int64)
        core.step(legal[np.arange(count), choice])


def test_games_do_not_depend_on_the_number_of_games_or_threads() -> None:
    def positions(num_envs: int, threads: int) -> npt.NDArray[np.void]:
        core = Core(num_envs, 4, illegal="random", threads=threads)
        core.seed(11)
        core.restart()
        for step in range(300):
            core.step(np.full(num_envs, step * 37 % MOVES))
        return core.save(range(3)).states

    first = positions(3, 1)
    assert np.array_equal(first, positions(50, 1))
    assert np.array_equal(first, positions(51, 3))


def finish(envs: IKIVectorEnv, observations: dict[str, Any], generator: np.random.Generator) -> tuple[Any, ...]:
    """Step random legal actions until a step ends a game; return what it gives."""
    while True:
        results = envs.step(random_legal(observations["action_mask"], generator))
        observations = results[0]
        if results[2].any():
            return results


def test_next_step_shows_the_end_and_begins_anew_with_the_next_step() -> None:
    envs = IKIVectorEnv(2, 2)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    generator = np.random.default_rng(1)
    observations, _ = envs.reset(seed=1)
    observations, rewards, ended, _, infos = finish(envs, observations, generator)
    over = int(np.flatnonzero(ended)[0])
    assert sorted(rewards[over].tolist()) == [-1, 1]
    assert infos["seat"][over] == -1
    assert not observations["action_mask"][over].any()
    actions = random_legal(observations["action_mask"], generator)
    actions[over] = 12345  # ignored
    observations, rewards, ended, _, infos = envs.step(actions)
    assert not ended[over]
    assert not rewards[over].any()
    assert infos["seat"][over] == 1  # the last seat chooses the first start character
    assert observations["action_mask"][over].sum() == 4


def test_same_step_begins_anew_at_once_and_hands_over_the_final_observation() -> None:
    envs = IKIVectorEnv(2, 2, autoreset_mode="SameStep")
    generator = np.random.default_rng(1)
    observations, _ = envs.reset(seed=1)
    observations, rewards, ended, _, infos = finish(envs, observations, generator)
    over = int(np.flatnonzero(ended)[0])
    assert sorted(rewards[over].tolist()) == [-1, 1]
    assert observations["action_mask"][over].sum() == 4
    assert infos["seat"][over] == 1
    assert infos["_final_obs"].tolist() == ended.tolist()
    final = infos["final_obs"][over]
    assert final["observation"].shape == (CELLS,)
    assert not final["action_mask"].any()
    assert infos["final_info"]["seat"][over] == -1
    assert infos["final_obs"][1 - over] is None


def test_disabled_refuses_a_finished_game_until_it_is_reset() -> None:
    envs = IKIVectorEnv(2, 2, autoreset_mode=AutoresetMode.DISABLED)
    generator = np.random.default_rng(1)
    observations, _ = envs.reset(seed=1)
    observations, _, ended, _, _ = finish(envs, observations, generator)
    over = int(np.flatnonzero(ended)[0])
    before = envs.save().states
    with pytest.raises(ValueError, match=f"game {over} is over; reset it"):
        envs.step(random_legal(observations["action_mask"], generator))
    assert np.array_equal(envs.save().states, before)
    observations, infos = envs.reset(options={"reset_mask": ended})
    assert infos["seat"][over] == 1
    assert np.array_equal(envs.save([1 - over]).states, before[[1 - over]])
    envs.step(random_legal(observations["action_mask"], generator))


def test_all_modes_play_the_same_games() -> None:
    lengths = {}
    for mode in AutoresetMode:
        envs = IKIVectorEnv(1, 2, autoreset_mode=mode)
        observations, _ = envs.reset(seed=8)
        scores: list[Any] = []
        steps = 0
        while len(scores) < 3:
            action = np.flatnonzero(observations["action_mask"][0])[:1]
            observations, _, ended, _, infos = envs.step(action if len(action) else [0])
            steps += 1
            if ended[0]:
                last = infos["final_info"] if mode is AutoresetMode.SAME_STEP else infos
                scores.append(last["scores"][0].tolist())
                if mode is AutoresetMode.DISABLED:
                    observations, _ = envs.reset(options={"reset_mask": ended})
        lengths[mode] = (scores, steps)
    assert lengths[AutoresetMode.NEXT_STEP][0] == lengths[AutoresetMode.DISABLED][0]
    assert lengths[AutoresetMode.SAME_STEP] == lengths[AutoresetMode.DISABLED]
    assert lengths[AutoresetMode.NEXT_STEP][1] == lengths[AutoresetMode.DISABLED][1] + 2  # two steps that begin anew


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    envs = IKIVectorEnv(3, 3)
    observations, _ = envs.reset(seed=1)
    before, cells = envs.save(), observations["observation"].copy()
    with pytest.raises(ValueError, match=r"game 2: move 306 is illegal; legal: 0 \(start boiled_egg_peddler\)"):
        envs.step([0, 0, 306])
    for wrong in ([0, 0], [0.0, 0.0, 0.0], [True, True, True]):
        with pytest.raises(ValueError, match="actions"):
            envs.step(wrong)
    for number in (-1, MOVES, 2**40, -(2**40)):
        with pytest.raises(ValueError, match=f"game 0: move {number} is illegal"):
            envs.step([number, 0, 0])
    assert np.array_equal(envs.save().states, before.states)
    assert np.array_equal(observations["observation"], cells)


def test_an_illegal_action_can_be_replaced_and_counted() -> None:
    envs = IKIVectorEnv(4, 3, illegal="random")
    envs.reset(seed=1)
    for _ in range(3):
        _, _, _, _, infos = envs.step([0, 306, 306, 2**40])
    assert infos["illegal"].tolist()[1:] == [3, 3, 3]
    first = envs.save().states
    envs.reset(seed=1)
    assert envs.core.illegal.tolist() == [0, 0, 0, 0]
    for _ in range(3):
        envs.step([0, 306, 306, 2**40])
    assert np.array_equal(first, envs.save().states)


@pytest.mark.parametrize(("reward", "total"), [("rank", 0), ("win", 1)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_rank_and_win_sum_to_a_constant(reward: Any, total: int, players: int) -> None:
    envs = IKIVectorEnv(8, players, reward=reward)
    observations, _ = envs.reset(seed=2)
    _, rewards, ended, _, infos = finish(envs, observations, np.random.default_rng(2))
    assert rewards[ended].sum(axis=1) == pytest.approx(total)
    assert not rewards[~ended].any()
    best = infos["scores"][ended].max(axis=1)
    assert (infos["scores"][ended][rewards[ended] == 1] == best).all()


def test_score_pays_the_final_score() -> None:
    envs = IKIVectorEnv(8, 3, reward="score")
    observations, _ = envs.reset(seed=2)
    _, rewards, ended, _, infos = finish(envs, observations, np.random.default_rng(2))
    assert rewards[ended].tolist() == infos["scores"][ended].tolist()


def test_the_first_games_are_not_restored_in_some_places_only() -> None:
    envs, other = IKIVectorEnv(2, 3), IKIVectorEnv(2, 3)
    envs.reset(seed=1)
    with pytest.raises(ValueError, match=r"restore: place 0 has no game yet; call reset\(\) first"):
        other.restore(envs.save([1]), [1])
    other.restore(envs.save([1]))
    other.restore(envs.save([0]), [1])


def test_saved_games_can_be_restored_elsewhere_and_in_another_process() -> None:
    envs = IKIVectorEnv(4, 3, copy=False)
    play_until(envs, np.random.default_rng(1), 40)
    snapshot = envs.save()
    assert snapshot.states.itemsize == 240
    generator = np.random.default_rng(2)
    observations, _ = envs.restore(snapshot)
    after = [envs.step(random_legal(observations["action_mask"], generator))[4]["seat"].copy() for _ in range(100)]
    states = envs.save().states

    other = IKIVectorEnv(4, 3, copy=False)
    observations, infos = other.restore(pickle.loads(pickle.dumps(snapshot)))
    generator = np.random.default_rng(2)
    assert np.array_equal(infos["seat"], other.core.seats)
    again = [other.step(random_legal(observations["action_mask"], generator))[4]["seat"].copy() for _ in range(100)]
    assert np.array_equal(after, again)
    assert np.array_equal(states, other.save().states)

    single = envs.save([2])
    observations, _ = envs.restore(single, [0, 1, 3])
    assert (observations["observation"] == observations["observation"][2]).all()
    assert envs.game(0).position == envs.game(2).position
    with pytest.raises(ValueError, match="the snapshot has 4 games, which do not fit into 3 lanes"):
        envs.restore(snapshot, [0, 1, 2])
    for other in (IKIVectorEnv(4, 2), IKIVectorEnv(4, 3, "2015")):
        with pytest.raises(ValueError, match="other components, players or opponents"):
            other.restore(snapshot)


def test_copies_of_a_game_part_if_they_are_restored_with_a_seed() -> None:
    envs = IKIVectorEnv(8, 3)
    play_until(envs, np.random.default_rng(1), 40)
    one = envs.save([0])

    def play_copies(**seed: int) -> tuple[Any, list[str]]:
        observations, _ = envs.restore(one, range(8), **seed)
        first = observations["observation"].copy()
        # The first legal move in every copy: only chance can part them.
        while not envs.core.ended.any():
            observations = envs.step(observations["action_mask"].argmax(1))[0]
        return first, [envs.game(place).position.to_line() for place in range(8)]

    first, same = play_copies()
    assert len(set(same)) == 1
    again, parted = play_copies(seed=7)
    assert np.array_equal(again, first)
    assert len(set(parted)) > 1
    assert play_copies(seed=7)[1] == parted
    assert play_copies(seed=8)[1] != parted
    with pytest.raises(ValueError, match="seed: -1 is not a whole number of at least 0"):
        envs.restore(one, range(8), seed=-1)


def test_a_generator_set_by_the_caller_determines_the_games() -> None:
    def first_states(seed: int) -> Any:
        envs = IKIVectorEnv(4, 3)
        envs.np_random = np.random.default_rng(seed)
        envs.reset()
        return envs.save().states

    assert np.array_equal(first_states(1), first_states(1))
    assert not np.array_equal(first_states(1), first_states(2))


def test_the_observation_does_not_depend_on_the_seed_of_the_future() -> None:
    envs = IKIVectorEnv(64, 3)
    play_until(envs, np.random.default_rng(1), 60)
    observations, seats = copy.deepcopy(envs._observations()), envs.core.seats.copy()
    snapshot = envs.save()
    snapshot.lanes["seed"] += 1
    again, infos = envs.restore(snapshot)
    assert np.array_equal(again["observation"], observations["observation"])
    assert np.array_equal(again["action_mask"], observations["action_mask"])
    assert np.array_equal(infos["seat"], seats)


def test_pickled_environments_continue_the_same_games() -> None:
    envs = IKIVectorEnv(6, 3, threads=2)
    play_until(envs, np.random.default_rng(1), 50)
    clones = [pickle.loads(pickle.dumps(envs)), copy.deepcopy(envs)]
    for clone in clones:
        generator = np.random.default_rng(6)
        masks = clone.core.masks
        for _ in range(200):
            clone.step(random_legal(masks, generator))
    assert np.array_equal(clones[0].save().states, clones[1].save().states)
    assert np.array_equal(clones[0].core.cells, clones[1].core.cells)
    envs.close()


def test_a_seed_gives_the_same_games_and_another_seed_others() -> None:
    def cells(seed: int | None) -> npt.NDArray[np.int8]:
        envs = IKIVectorEnv(5, 3)
        return envs.reset(seed=seed)[0]["observation"].copy()

    assert np.array_equal(cells(3), cells(3))
    assert not np.array_equal(cells(3), cells(4))
    assert not np.array_equal(cells(None), cells(None))
    envs = IKIVectorEnv(5, 3)
    first = envs.reset(seed=3)[0]["observation"].copy()
    second = envs.reset()[0]["observation"].copy()
    assert not np.array_equal(first, second)
    envs.reset(seed=3)
    assert np.array_equal(envs.reset()[0]["observation"], second)


def test_it_is_made_by_gymnasium_with_the_spaces_it_uses() -> None:
    envs = gymnasium.make_vec("edokko/IKISelfPlay-v0", num_envs=4096, players=2, edition="2015")
    observations, infos = envs.reset(seed=1)
    assert envs.observation_space.contains(observations)
    assert envs.single_action_space.n == MOVES  # type: ignore[attr-defined]
    assert envs.action_space.contains(random_legal(observations["action_mask"], np.random.default_rng(1)))
    assert infos["seat"].shape == (4096,)
    _, rewards, ended, truncated, _ = envs.step(random_legal(observations["action_mask"], np.random.default_rng(1)))
    assert rewards.shape == (4096, 2)
    assert ended.shape == truncated.shape == (4096,)
    envs.close()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_envs": 0}, "num_envs: 0 is not a whole number of at least 1"),
        ({"threads": 1.5}, r"threads: 1\.5 is not"),
        ({"players": 5}, "players: 5 is not possible"),
        ({"edition": "1999"}, "1999"),
        ({"reward": "money"}, "reward: 'money' is not possible; possible: rank, win, score"),
        ({"illegal": "lose"}, "illegal: 'lose' is not possible; possible: raise, random"),
        ({"autoreset_mode": "Never"}, "Never"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        IKIVectorEnv(**arguments)


def test_a_construction_that_fails_says_no_more_than_its_message(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gymnasium closes an environment when Python deletes it, also one that has no games yet."""
    unraisable: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", unraisable.append)
    with pytest.raises(ValueError, match="players: 5"):
        IKIVectorEnv(2, players=5)
    gc.collect()
    assert unraisable == []


def test_what_a_step_returns_stays_as_it_is() -> None:
    """As in Gymnasium, a replay buffer may keep it; without copies the arrays are the environment's own."""
    generator = np.random.default_rng(1)
    for copies in (True, False):
        envs = IKIVectorEnv(3, 2, copy=copies)
        observations, infos = envs.reset(seed=1)
        first = observations["observation"].copy(), infos["seat"].copy()
        kept = [observations["observation"], infos["seat"]]
        returned = None
        for _ in range(400):
            observations, rewards, ended, _, _ = envs.step(random_legal(envs.core.masks, generator))
            if returned is None and ended.any():
                returned = rewards, rewards.copy(), ended, ended.copy()
        assert returned is not None
        stayed = [np.array_equal(now, then) for now, then in zip(kept, first, strict=True)]
        stayed += [np.array_equal(returned[0], returned[1]), np.array_equal(returned[2], returned[3])]
        assert all(stayed) if copies else not any(stayed[:1])


def test_the_old_way_to_self_play_is_refused_with_the_new_id() -> None:
    for mode in (None, "vector_entry_point"):
        with pytest.raises(ValueError, match=r"pass opponents=\[...\], or make edokko/IKISelfPlay-v0"):
            gymnasium.make_vec("edokko/IKI-v0", num_envs=2, vectorization_mode=mode)
    with pytest.raises(ValueError, match=r"pass opponents=\[...\], or make edokko/IKISelfPlay-v0"):
        gymnasium.make_vec("edokko/IKI-v0", num_envs=2, players=3)


@pytest.mark.parametrize("mode", [None, "sync"])
def test_learners_against_opponents_are_paid_one_reward_each(mode: Any) -> None:
    """Gymnasium's vector wrappers expect that."""
    made = gymnasium.make_vec("edokko/IKI-v0", num_envs=2, vectorization_mode=mode, opponents=["random"])
    envs = NormalizeReward(RecordEpisodeStatistics(made))
    observations, infos = envs.reset(seed=1)
    generator, episodes = np.random.default_rng(1), 0
    for _ in range(400):
        observations, rewards, ended, _, infos = envs.step(random_legal(observations["action_mask"], generator))
        assert rewards.shape == ended.shape == (2,)
        episodes += int(infos["_episode"].sum()) if "episode" in infos else 0
    assert episodes > 2


def test_wrong_calls_are_refused() -> None:
    envs = IKIVectorEnv(3, 3)
    with pytest.raises(ValueError, match="reset"):
        envs.step([0, 0, 0])
    with pytest.raises(ValueError, match="the first reset begins all games"):
        envs.reset(options={"reset_mask": np.array([True, False, False])})
    envs.reset(seed=1)
    for mask in ([1, 0, 0], [False, False, False], [True]):
        with pytest.raises(ValueError, match="reset_mask"):
            envs.reset(options={"reset_mask": np.array(mask)})
