"""The champion: a small network of whole numbers that judges positions, and the search around it.

``edokko-research train`` and ``edokko-research policy`` write its file, ``champion.npz``. Programs that make networks
take the names of the network file from here.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from edokko.players.champion.stored import NetworkError, StoredNetwork, file_hash, read_network, write_network

__all__ = ["NetworkError", "StoredNetwork", "file_hash", "read_network", "write_network"]


def __getattr__(name: str) -> Any:
    # Names are imported on first use, so that a game does not load the champion.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("edokko.players.champion.stored"), name)
