"""Environments for learning and search: observations, many games at once, PettingZoo and Gymnasium.

Importing this package registers ``edokko/IKI-v0`` with Gymnasium and PettingZoo, if they are installed, and
``edokko/IKISelfPlay-v0`` with Gymnasium.
"""

from __future__ import annotations

from typing import Any

ID = "edokko/IKI-v0"
"""One learner against chosen opponents in Gymnasium, and an agent for each seat in PettingZoo."""
SELF_PLAY_ID = "edokko/IKISelfPlay-v0"
"""Many games at once in Gymnasium, in which the learner plays all seats."""
VARIANTS: dict[str, dict[str, Any]] = {
    **{f"edokko/IKILast{months}-v0": {"months": months} for months in (1, 3, 6)},
    "edokko/IKITiny-v0": {"months": 1, "deals": 1, "seat": 0, "opponents": ("random",)},
}
"""The small variants of ``ID``: the last months alone, and one deal of the last month for two."""


def register() -> None:
    """Register the environments with Gymnasium and PettingZoo, if they are installed."""
    _register_with_gymnasium()
    _register_with_pettingzoo()


def _register_with_gymnasium() -> None:
    try:
        import gymnasium
    except ModuleNotFoundError:
        return
    single, vector = "edokko.envs.single:IKIEnv", "edokko.envs.against:make_vector"
    for name, arguments in {ID: {}, **VARIANTS}.items():
        if name not in gymnasium.registry:
            gymnasium.register(name, single, vector_entry_point=vector, kwargs=arguments)
    if SELF_PLAY_ID not in gymnasium.registry:
        gymnasium.register(SELF_PLAY_ID, vector_entry_point="edokko.envs.vector:IKIVectorEnv")


def _register_with_pettingzoo() -> None:
    try:
        import pettingzoo
    except ModuleNotFoundError:
        return
    if ID not in pettingzoo.aec_registry:
        pettingzoo.register("aec", ID, entry_point="edokko.envs.aec_v0:env")


register()
