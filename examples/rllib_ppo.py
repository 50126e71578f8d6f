"""Train a masked PPO of RLlib against a greedy player.

    python examples/rllib_ppo.py --iterations 1

It needs an installation of its own, as `ray[rllib]` pins an older Gymnasium: `pip install edokko 'ray[rllib]' torch`.
"""

import argparse
from typing import Any

import numpy as np
from gymnasium import ObservationWrapper, spaces
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from edokko.envs.single import IKIEnv
from edokko.observation import CELLS, floats
from edokko.rules.moves import MOVES


class ForRllib(ObservationWrapper[Any, Any, Any]):
    """RLlib's module for masks wants floats, and a name in the plural."""

    def __init__(self, config: dict[str, Any]) -> None:
        super().__init__(IKIEnv(["greedy"], **config))
        masks, cells = spaces.Box(0, 1, (MOVES,), np.float32), spaces.Box(-128, 128, (CELLS,), np.float32)
        self.observation_space = spaces.Dict({"action_mask": masks, "observations": cells})

    def observation(self, observation: Any) -> Any:
        mask, cells = observation["action_mask"], observation["observation"]
        return {"action_mask": mask.astype(np.float32), "observations": floats(cells)}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--iterations", type=int, default=1)
    config = PPOConfig().environment(ForRllib).env_runners(num_env_runners=0).debugging(seed=1)
    config.training(train_batch_size_per_learner=512, minibatch_size=128, num_epochs=2, lr=3e-4)
    config.rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule))
    algorithm = config.build_algo()
    for _ in range(parser.parse_args().iterations):
        figures = algorithm.train()["env_runners"]
        print(f"{figures['num_episodes']} games, mean utility {figures['episode_return_mean']:.2f}")


if __name__ == "__main__":
    main()
