"""The ids of all numbered things: the same for every edition, in the order of the shipped tables."""

from __future__ import annotations

from edokko.components.loader import load

_SHIPPED = load()

CHARACTER_IDS = tuple(_SHIPPED.characters)
BUILDING_IDS = tuple(_SHIPPED.buildings)
CARD_IDS = CHARACTER_IDS + BUILDING_IDS
GOOD_IDS = tuple(_SHIPPED.goods)
IKIZAMA_IDS = _SHIPPED.ikizama
