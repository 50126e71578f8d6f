"""Which decisions of a game a sample keeps: of as many kinds as possible, in random months."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edokko.players.base import stream_of
from edokko.rules.chance import below


@dataclass(frozen=True, slots=True)
class Pick:
    """A picked decision.

    Attributes:
        place: its place among the decisions of its game.
        weight: the decisions of the game that it stands for, the inverse of its chance to be picked.
    """

    place: int
    weight: float


def pick(kinds: Sequence[int], count: int, seed: int) -> list[Pick]:
    """Pick decisions: kinds in random order, each once before any twice, and of a kind any decision alike.

    Args:
        kinds: the kind of each decision of the game.
        count: how many to pick; all if the game has no more.
        seed: fixes the choice.

    Returns:
        The decisions in the order of the game.
    """
    words = stream_of(seed)
    places: dict[int, list[int]] = {}
    for place, kind in enumerate(kinds):
        places.setdefault(kind, []).append(place)
    left = {kind: list(members) for kind, members in sorted(places.items())}
    picked: list[int] = []
    while len(picked) < min(count, len(kinds)):
        open_kinds = [kind for kind, members in left.items() if members]
        while open_kinds and len(picked) < min(count, len(kinds)):
            members = left[open_kinds.pop(below(words, len(open_kinds)))]
            picked.append(members.pop(below(words, len(members))))
    sizes = [len(places[kind]) for kind in kinds]
    expected = _expected(places, min(count, len(kinds)))
    return [Pick(place, sizes[place] / expected[kinds[place]]) for place in sorted(picked)]


def _expected(places: dict[int, list[int]], count: int) -> dict[int, float]:
    """Return the expected number of picks of each kind: rounds over the kinds that still have decisions."""
    expected = dict.fromkeys(places, 0.0)
    while count > 0:
        open_kinds = [kind for kind, members in places.items() if expected[kind] < len(members)]
        share = min(1.0, count / len(open_kinds))
        for kind in open_kinds:
            expected[kind] += share
        count -= min(count, len(open_kinds))
    return expected
