"""The champion: a small network of whole numbers that judges positions, and the search around it.

``edokko-research train`` and ``edokko-research policy`` write its file, ``champion.npz``. Programs that make networks
take the names of the network file from here.
"""

from __future__ import annotations

from edokko.players.champion.stored import NetworkError, StoredNetwork, file_hash, read_network, write_network

__all__ = ["NetworkError", "StoredNetwork", "file_hash", "read_network", "write_network"]
