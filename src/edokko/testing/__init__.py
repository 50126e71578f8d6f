"""Compliance tests for players and environments of other packages, as PettingZoo ships them.

>>> from edokko.testing import check_player
>>> report = check_player("random", players=[2], editions=["2021"])
>>> report.phases >= {"deals", "starve", "place_neutral"}
True

:mod:`edokko.testing.players` checks players, and :mod:`edokko.testing.environments` checks environments in PettingZoo's
and Gymnasium's form, also behind wrappers. A failure is a :class:`NonCompliance`, whose message says in a sentence what
went wrong, and in which position.
"""

from __future__ import annotations

from edokko.testing.players import NonCompliance, PlayerReport, check_player

__all__ = ["NonCompliance", "PlayerReport", "check_player"]
