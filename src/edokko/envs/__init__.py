"""Environments for learning and search: observations, many games at once, PettingZoo and Gymnasium.

Importing this package registers ``edokko/IKI-v0`` with Gymnasium and PettingZoo, if they are installed, and
``edokko/IKISelfPlay-v0`` with Gymnasium.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gymnasium.vector import VectorEnv

ID = "edokko/IKI-v0"
"""One learner against chosen opponents in Gymnasium, and an agent for each seat in PettingZoo."""
SELF_PLAY_ID = "edokko/IKISelfPlay-v0"
"""Many games at once in Gymnasium, in which the learner plays all seats."""


def register() -> None:
    """Register the environments with Gymnasium and PettingZoo, if they are installed."""
    _register_with_gymnasium()
    _register_with_pettingzoo()


def _register_with_gymnasium() -> None:
    try:
        import gymnasium
    except ModuleNotFoundError:
        return
    if ID not in gymnasium.registry:
        gymnasium.register(
            ID, entry_point="edokko.envs.single:IKIEnv", vector_entry_point="edokko.envs:against_opponents"
        )
    if SELF_PLAY_ID not in gymnasium.registry:
        gymnasium.register(SELF_PLAY_ID, vector_entry_point="edokko.envs.vector:IKIVectorEnv")


def against_opponents(num_envs: int, **arguments: Any) -> VectorEnv[Any, Any, Any]:
    """Return ``num_envs`` environments :class:`edokko.envs.single.IKIEnv`, one after the other in this process.

    Raises:
        ValueError: opponents are missing.
    """
    from functools import partial

    from gymnasium.vector import SyncVectorEnv

    from edokko.envs.single import IKIEnv

    if "opponents" not in arguments:
        raise ValueError(
            f"{ID} is a learner against opponents: pass opponents=[...], or make {SELF_PLAY_ID}, in which it plays "
            "all seats"
        )
    return SyncVectorEnv([partial(IKIEnv, **arguments)] * num_envs)


def _register_with_pettingzoo() -> None:
    try:
        import pettingzoo
    except ModuleNotFoundError:
        return
    if ID not in pettingzoo.aec_registry:
        pettingzoo.register("aec", ID, entry_point="edokko.envs.aec_v0:env")


register()
