"""Registration with the libraries that have a registry of environments and are installed."""

from __future__ import annotations

ID = "edokko/IKI-v0"
"""The name in every registry."""


def register() -> None:
    """Register ``edokko/IKI-v0`` with Gymnasium and PettingZoo, if they are installed."""
    _register_with_gymnasium()
    _register_with_pettingzoo()


def _register_with_gymnasium() -> None:
    try:
        import gymnasium
    except ModuleNotFoundError:
        return
    if ID not in gymnasium.registry:
        gymnasium.register(
            ID, entry_point="edokko.envs.single:IKIEnv", vector_entry_point="edokko.envs.vector:IKIVectorEnv"
        )


def _register_with_pettingzoo() -> None:
    try:
        import pettingzoo
    except ModuleNotFoundError:
        return
    if ID not in pettingzoo.aec_registry:
        pettingzoo.register("aec", ID, entry_point="edokko.envs.aec_v0:env")
