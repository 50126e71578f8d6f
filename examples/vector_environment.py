"""Measure a policy of a few lines in the vector environment.

    python examples/vector_environment.py --games 2000 --players 4

Every step, each game waits for one seat. Seat 0 follows a rule of thumb, the others take any legal action. A network
would stand in the place of `rule_of_thumb`: it gets the observations and masks of all games in which it decides.
It needs the extra `edokko[rl]`.
"""

from __future__ import annotations

import argparse
from time import process_time
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

import edokko.envs  # noqa: F401 registers the environment
from edokko.observation import views
from edokko.rules.moves import KINDS

PREFERENCES = {"hire": 6.0, "build": 6.0, "work": 4.0, "shop": 3.0, "income": 2.0, "done": -2.0}
"""What the rule of thumb likes, by kind of move; all others count 1."""
LIKING = np.array([PREFERENCES.get(kind, 1.0) for kind in KINDS], np.float32)
WITHOUT_HIRE = np.where(np.array(KINDS) == "hire", 0.0, LIKING).astype(np.float32)

Array = npt.NDArray[Any]


def any_legal(masks: Array, generator: np.random.Generator) -> Array:
    """Choose a legal action in each row, all with the same chance."""
    actions: Array = np.argmax(generator.random(masks.shape, np.float32) * masks, axis=1)
    return actions


def rule_of_thumb(observations: Array, masks: Array, generator: np.random.Generator) -> Array:
    """Choose the kind of move that the policy likes best; without rice it does not hire."""
    rice = views(observations)["rice"][:, 0].sum(axis=1)  # a thermometer; 0 is the seat that decides
    liking = np.where((rice > 0)[:, None], LIKING, WITHOUT_HIRE) + generator.random(masks.shape, np.float32)
    actions: Array = np.argmax(np.where(masks > 0, liking, -9), axis=1)
    return actions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    envs: Any = gymnasium.make_vec("edokko/IKISelfPlay-v0", num_envs=arguments.games, players=arguments.players)
    generator = np.random.default_rng(arguments.seed)
    observations, infos = envs.reset(seed=arguments.seed)
    rewards, running = np.zeros((arguments.games, arguments.players)), np.ones(arguments.games, np.bool_)
    steps, spent = 0, 0.0
    while running.any():
        actions = any_legal(observations["action_mask"], generator)
        own = np.flatnonzero(infos["seat"] == 0)
        actions[own] = rule_of_thumb(observations["observation"][own], observations["action_mask"][own], generator)
        begin = process_time()
        observations, paid, ended, _, infos = envs.step(actions)
        spent += process_time() - begin
        steps += arguments.games
        rewards[running & ended] = paid[running & ended]
        running &= ~ended

    print(f"{arguments.games} games of {arguments.players} players, {steps:,} steps")
    print(f"the environment: {spent:.2f} s of CPU time: {steps / spent:,.0f} steps/s\n")
    print(f"{'':<8} {'won':>6} {'mean reward':>12}")
    for seat in range(arguments.players):
        won = (rewards[:, seat] == 1).mean()
        print(f"seat {seat:<3} {won:>6.1%} {rewards[:, seat].mean():>12.2f}")


if __name__ == "__main__":
    main()
