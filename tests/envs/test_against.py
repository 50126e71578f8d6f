"""The vector environment of one learner a game, whose opponents play in native code."""

from __future__ import annotations

import pickle
from collections import Counter
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import SyncVectorEnv
from gymnasium.wrappers.vector import NormalizeReward, RecordEpisodeStatistics

from edokko.envs import against
from edokko.envs.against import IKIAgainstVectorEnv
from edokko.envs.roster import Opponents
from edokko.envs.seeding import roots
from edokko.envs.single import IKIEnv, observation_of
from edokko.envs.vector import IKIVectorEnv
from edokko.native.engine import plainly
from edokko.players import RandomPlayer
from edokko.players.champion.stored import empty_network, write_network
from tests.helpers.environments import random_legal
from tests.helpers.states import TABLES

MIXED: dict[str, float] = {"random": 1, "greedy": 2.5, "planner": 0.5, "policy": 1, "policy:temperature=3": 1}


def same(vector: IKIAgainstVectorEnv, lane: int, env: IKIEnv, seen: Any, infos: Any) -> None:
    """Check that a lane shows what an environment in Python shows."""
    observation = env._observation()
    assert np.array_equal(seen["observation"][lane], observation["observation"])
    assert np.array_equal(seen["action_mask"][lane], observation["action_mask"])
    assert infos["seat"][lane] == env.seat
    for seat, number in enumerate(infos["opponents"][lane].tolist()):
        assert env.game.seats[seat] == ("learner" if seat == env.seat else vector.names[number])
    assert vector.game(lane).position == env.game.position


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_it_plays_the_games_that_players_outside_play(edition: str, players: int) -> None:
    every: Opponents = [MIXED, "greedy", {"planner": 1, "random": 3}]
    opponents = every[: players - 1]
    vector = IKIAgainstVectorEnv(2, opponents, edition=edition, illegal="random", autoreset_mode="SameStep")
    outside = [IKIEnv(opponents, edition=edition, illegal="random") for _ in range(2)]
    seen, infos = vector.reset(seed=players)
    for lane, env in enumerate(outside):
        env.reset(seed=1)
        env._lane.root, env._lane.episode = roots(players, [lane])[0].tolist(), 0
        env.reset()
    generator, ends = np.random.default_rng(1), 0
    for step in range(170):
        for lane, env in enumerate(outside):
            same(vector, lane, env, seen, infos)
        actions = random_legal(seen["action_mask"], generator)
        if step % 9 == 0:
            actions[step % 2] = 446 - step % 4  # mostly illegal, so the same move replaces it in both
        seen, rewards, ended, _, infos = vector.step(actions)
        for lane, env in enumerate(outside):
            _, reward, is_over, _, info = env.step(actions[lane])
            assert (rewards[lane], ended[lane]) == (np.float32(reward), is_over)
            if is_over:
                assert infos["scores"][lane].tolist() == info["scores"]
                assert infos["final_info"]["seat"][lane] == env.seat
                assert infos["final_info"]["illegal"][lane] == info["illegal"]
                ends += 1
                env.reset()
    assert ends > 1


def test_plain_opponents_equal_native_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    def lines() -> list[Any]:
        envs = IKIAgainstVectorEnv(2, [MIXED, "policy:temperature=0.5"], reward="score")
        seen, _ = envs.reset(seed=7)
        generator, shown = np.random.default_rng(1), []
        for _ in range(100):
            seen, rewards, *_, infos = envs.step(random_legal(seen["action_mask"], generator))
            shown.append((seen["observation"].tobytes(), rewards.tolist(), infos["scores"].tolist()))
        return shown

    quick = lines()
    monkeypatch.setattr(against, "native", plainly)
    assert lines() == quick


def test_games_do_not_depend_on_the_number_of_games_or_threads() -> None:
    def line(**arguments: Any) -> list[Any]:
        envs = IKIAgainstVectorEnv(opponents=[MIXED, MIXED, MIXED], copy=False, **arguments)
        seen, _ = envs.reset(seed=3)
        shown = []
        for _ in range(200):
            actions = seen["action_mask"].argmax(1)
            seen, rewards, *_ = envs.step(actions)
            shown.append((seen["observation"][:2].tolist(), rewards[:2].tolist()))
        envs.close()
        return shown

    assert line(num_envs=2) == line(num_envs=7) == line(num_envs=7, threads=3)


def test_all_modes_pay_the_learner_of_the_game_that_ended() -> None:
    def rewards_of(mode: str, count: int) -> list[tuple[float, list[int], int]]:
        envs = IKIAgainstVectorEnv(1, ["greedy", "random"], autoreset_mode=mode)
        seen, infos = envs.reset(seed=1)
        paid: list[tuple[float, list[int], int]] = []
        while len(paid) < count:
            learner = int(infos["seat"][0])
            seen, rewards, ended, _, infos = envs.step(seen["action_mask"].argmax(1))
            assert rewards.shape == ended.shape == (1,)
            if ended[0]:
                paid.append((float(rewards[0]), infos["scores"][0].tolist(), learner))
            if ended[0] and mode == "Disabled":
                seen, infos = envs.reset(options={"reset_mask": ended})
        return paid

    paid = rewards_of("NextStep", 5)
    assert paid == rewards_of("SameStep", 5) == rewards_of("Disabled", 5)
    assert len({learner for _, _, learner in paid}) > 1
    for reward, scores, learner in paid:
        if scores.count(max(scores)) == 1:
            assert (reward == 1) == (scores[learner] == max(scores))


def test_the_seat_can_be_fixed() -> None:
    envs = IKIAgainstVectorEnv(3, ["random", "greedy"], seat=1)
    assert envs.reset(seed=1)[1]["opponents"].tolist() == [[1, -1, 0]] * 3


def test_a_league_draws_opponents_by_their_weights() -> None:
    envs = IKIAgainstVectorEnv(4000, [{"random": 3, "greedy": 1}, "greedy", {"greedy": 1, "policy": 1}], seat=0)
    sitting = envs.reset(seed=1)[1]["opponents"]
    assert envs.names == ("random", "greedy", "policy")
    assert sitting[:, 0].tolist() == [-1] * 4000
    assert Counter(sitting[:, 1].tolist())[0] == pytest.approx(3000, abs=120)
    assert set(sitting[:, 2].tolist()) == {1}
    assert Counter(sitting[:, 3].tolist())[2] == pytest.approx(2000, abs=140)
    assert sitting[:, 1].tolist() != envs.reset()[1]["opponents"][:, 1].tolist()


def test_gymnasiums_wrappers_work_on_it() -> None:
    made = gymnasium.make_vec("edokko/IKI-v0", num_envs=16, opponents=["random", "greedy"])
    assert isinstance(made.unwrapped, IKIAgainstVectorEnv)
    envs = NormalizeReward(RecordEpisodeStatistics(made))
    seen, _ = envs.reset(seed=1)
    generator, returns = np.random.default_rng(1), []
    for _ in range(300):
        seen, rewards, ended, _, infos = envs.step(random_legal(seen["action_mask"], generator))
        assert rewards.shape == ended.shape == (16,)
        if "episode" in infos:
            returns += infos["episode"]["r"][infos["_episode"]].tolist()
    assert len(returns) >= 16
    assert set(returns) <= {-1.0, 0.0, 1.0}


def test_other_players_are_asked_in_python(tmp_path: Any) -> None:
    write_network(tmp_path / "net.npz", empty_network(8))
    other = f"policy:net={tmp_path / 'net.npz'}"
    for opponents in (["mcts:4sims"], ["medium:builder"], ["policy", other]):
        envs = gymnasium.make_vec("edokko/IKI-v0", num_envs=2, opponents=opponents, autoreset_mode="SameStep")
        assert isinstance(envs.unwrapped, SyncVectorEnv)
        seen, _ = envs.reset(seed=1)
        assert envs.step(seen["action_mask"].argmax(1))[1].shape == (2,)
        with pytest.raises(
            ValueError, match="native code plays random, greedy, planner, policy, without styles and with one network"
        ):
            IKIAgainstVectorEnv(2, opponents)
    for opponents in (["easy", "skilled"], [other, f"{other}:temperature=2"]):
        IKIAgainstVectorEnv(2, opponents).reset(seed=1)


def test_saved_games_go_on_and_part_with_a_seed() -> None:
    envs = IKIAgainstVectorEnv(6, ["random", "greedy"], copy=False)
    seen, _ = envs.reset(seed=1)
    for _ in range(20):
        seen = envs.step(seen["action_mask"].argmax(1))[0]
    one = pickle.loads(pickle.dumps(envs.save([0])))

    def play_copies(seed: int | None = None) -> list[str]:
        seen, infos = envs.restore(one, seed=seed)
        assert len({tuple(row) for row in infos["opponents"].tolist()}) == 1
        for _ in range(2):  # within the month, so that only the opponents' draws can part the copies
            seen = envs.step(seen["action_mask"].argmax(1))[0]
        return [envs.game(place).position.to_line() for place in range(6)]

    assert len(set(play_copies())) == 1
    assert len(set(play_copies(2))) > 1
    for other in (IKIAgainstVectorEnv(6, ["greedy", "random"]), IKIVectorEnv(6, 3)):
        with pytest.raises(ValueError, match="other components, players or opponents"):
            other.restore(one)


def test_a_snapshot_keeps_nothing_of_the_deals_and_has_games() -> None:
    envs, few = IKIAgainstVectorEnv(2, ["random"]), IKIAgainstVectorEnv(2, ["random"], deals=1)
    with pytest.raises(ValueError, match="the snapshot has a place without a game"):
        few.restore(envs.save())
    envs.reset(seed=1)
    few.restore(envs.save())
    seen, _ = few.reset(seed=5)
    assert np.array_equal(seen["observation"][0], seen["observation"][1])


def test_places_that_native_code_would_read_beyond_are_refused() -> None:
    core = IKIAgainstVectorEnv(2, ["random"]).core
    game = IKIAgainstVectorEnv(2, ["random"]).game(0)
    for wrong in (-1, 2, 10**9, 1.5, None, "0"):
        with pytest.raises(ValueError, match=r"lane: .* is not from 0 to 1"):
            core.observe(wrong, 0)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match=r"viewer: .* is not from 0 to 1"):
            core.observe(0, wrong)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match=r"viewer: .* is not from 0 to 1"):
            observation_of(game, wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"opponents": []}, "one to three players"),
        ({"opponents": [{}]}, "needs a weight above 0"),
        ({"opponents": [{"random": 0}]}, "needs a weight above 0"),
        ({"opponents": [{"random": float("nan")}]}, "needs a weight above 0"),
        ({"opponents": {"random": 3, "greedy": 1}}, "one to three players"),
        ({"opponents": {"random", "greedy"}}, "one to three players"),
        ({"opponents": 2}, "one to three players"),
        ({"opponents": [{"random": "x"}]}, "names with numbers as weights"),
        ({"opponents": [{"random": None}]}, "names with numbers as weights"),
        ({"opponents": [{"random": 10**400}]}, "names with numbers as weights"),
        ({"opponents": [{"random": 1e308, "greedy": 1e308}]}, "needs a weight above 0"),
        ({"opponents": [{"random": 1e-9, "greedy": 1}]}, "'random' has a share below one game in"),
        ({"opponents": [["random", "greedy"]]}, "a player, or names with numbers"),
        ({"opponents": [RandomPlayer]}, "has no name and choose"),
        ({"opponents": ["stranger"]}, "there is no player 'stranger'"),
        ({"opponents": [3]}, "opponents: 3 has no name and choose"),
        ({"opponents": ["random"], "seat": 2}, "seat: 2 is not from 0 to 1"),
        ({"opponents": ["random"], "reward": "mon"}, "reward"),
        ({"opponents": ["random"], "threads": 0}, "threads"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        IKIAgainstVectorEnv(2, **arguments)
