"""The compliance test for players of other packages, as PettingZoo ships one for its environments.

>>> from edokko.testing import check_player
>>> report = check_player("random", players=[2], editions=["2021"])
>>> report.phases >= {"deals", "starve", "place_neutral"}
True

A failure is a :class:`NonCompliance`, whose message says in a sentence what went wrong, and in which position.
"""

from __future__ import annotations

from edokko.testing.players import NonCompliance, PlayerReport, check_player

__all__ = ["NonCompliance", "PlayerReport", "check_player"]
