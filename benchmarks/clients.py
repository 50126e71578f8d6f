"""Our environments in the learning libraries of others: which of them take them, and with how many lines of adapter.

    python benchmarks/clients.py             # a table; exit status 1 if a library that is installed fails
    python benchmarks/clients.py torchrl     # some of: torchrl, tianshou, sb3, rllib

Each check plays or trains for some seconds, with masks, on the environments as they are. What is not installed is named
and left out. All fit into one installation, `pip install edokko torchrl tianshou sb3-contrib 'ray[rllib]'`, although
RLlib then brings an older Gymnasium than edokko declares.
"""

from __future__ import annotations

import argparse
import logging
import os
import subprocess
import sys
import traceback
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import process_time

import gymnasium
import numpy as np

import edokko.envs  # registers the environments
from edokko.envs import aec_v0

EXAMPLE = Path(__file__).parents[1] / "examples" / "rllib_ppo.py"
STEPS = 2048


@dataclass(frozen=True, slots=True)
class Client:
    """A library and what is tried with it.

    Attributes:
        package: the distribution whose version is printed.
        check: does something with an environment, and returns what it did.
    """

    package: str
    check: Callable[[], str]


def torchrl() -> str:
    """Check the specs of both wrappers, and roll out masked random games over several resets."""
    from torchrl.envs import ActionMask, GymWrapper, PettingZooWrapper, TransformedEnv
    from torchrl.envs.utils import check_env_specs

    agents = PettingZooWrapper(
        aec_v0.env(players=2), use_mask=True, return_state=False, group_map=None, done_on_any=True
    )
    check_env_specs(agents)
    games = [agents.rollout(400) for _ in range(3)]
    single = GymWrapper(gymnasium.make("edokko/IKI-v0", opponents=["random"]), categorical_action_encoding=True)
    masked = TransformedEnv(single, ActionMask())
    steps = masked.rollout(200)
    return f"PettingZooWrapper: {len(games)} rollouts, {sum(map(len, games))} steps; GymWrapper: {len(steps)} steps"


def tianshou() -> str:
    """Collect masked random games through tianshou's wrapper for PettingZoo."""
    from tianshou.data import Batch
    from tianshou.env import DummyVectorEnv, PettingZooEnv

    envs = DummyVectorEnv([lambda: PettingZooEnv(aec_v0.env(players=3)) for _ in range(2)])
    generator, ended = np.random.default_rng(1), 0
    seen = np.array([envs.reset([place], seed=place)[0][0] for place in range(2)])
    steps = 0
    while ended < 3:
        masks = np.array([Batch(each).mask for each in seen])
        actions = np.argmax(generator.random(masks.shape) * masks, axis=1)
        seen, _, over, _, _ = envs.step(actions)
        steps += len(actions)
        for place in np.flatnonzero(over):
            fresh, _ = envs.reset([place])
            seen[place] = fresh[0]
            ended += 1
    return f"PettingZooEnv in a vector: {ended} games, {steps} steps"


def sb3() -> str:
    """Check the environment, and train MaskablePPO on it without a wrapper."""
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.env_checker import check_env

    check_env(gymnasium.make("edokko/IKI-v0", opponents=["random"], illegal="random").unwrapped)
    env = gymnasium.make("edokko/IKI-v0", opponents=["random"])
    learner = MaskablePPO("MultiInputPolicy", env, n_steps=512, batch_size=128, n_epochs=2, seed=1)
    learner.learn(STEPS)
    return f"check_env; MaskablePPO: {learner.num_timesteps:,} steps, no illegal action"


def rllib() -> str:
    """Run the example, which trains a masked PPO against greedy."""
    line = [sys.executable, str(EXAMPLE), "--iterations", "1"]
    done = subprocess.run(
        line, capture_output=True, text=True, check=False, env=os.environ | {"RAY_AUTH_MODE": "disabled"}
    )
    if done.returncode:
        raise RuntimeError(done.stderr.strip().splitlines()[-1])
    return f"examples/rllib_ppo.py: {done.stdout.strip().splitlines()[-1]}"


CLIENTS = {
    "torchrl": Client("torchrl", torchrl),
    "tianshou": Client("tianshou", tianshou),
    "sb3": Client("sb3-contrib", sb3),
    "rllib": Client("ray", rllib),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clients", nargs="*", metavar="CLIENT", help=f"some of: {', '.join(CLIENTS)}")
    chosen = parser.parse_args().clients or list(CLIENTS)
    unknown = [name for name in chosen if name not in CLIENTS]
    if unknown:
        parser.error(f"no client {unknown[0]!r}; there are: {', '.join(CLIENTS)}")
    warnings.filterwarnings("ignore")
    logging.disable(logging.WARNING)
    print(f"with Gymnasium {version('gymnasium')}, PettingZoo {version('pettingzoo')}, from {edokko.envs.__name__}")
    print("| library | version | result | CPU |\n|---|---|---|---|")
    failed = [name for name in chosen if not tried(CLIENTS[name])]
    sys.exit(f"failed: {', '.join(failed)}" if failed else 0)


def tried(client: Client) -> bool:
    """Run a check and print its row; return whether it passed or the library is missing."""
    begin = process_time()
    try:
        number = version(client.package)
        result = client.check()
    except (ModuleNotFoundError, PackageNotFoundError) as error:
        print(f"| {client.package} | – | not installed: {error.name} | – |", flush=True)
        return True
    except Exception as error:  # a library may fail in any way, and the next one still counts
        traceback.print_exc()
        print(f"| {client.package} | {number} | failed: {type(error).__name__}: {str(error)[:80]} | – |", flush=True)
        return False
    print(f"| {client.package} | {number} | {result} | {process_time() - begin:.0f} s |", flush=True)
    return True


if __name__ == "__main__":
    main()
