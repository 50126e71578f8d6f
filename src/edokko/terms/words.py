"""Names and amounts in one language: cards, goods, shops, seats, and lists of them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from edokko.catalogue import Catalogue
from edokko.components import Components, load
from edokko.components.model import RESOURCES, Good, Names

LONGEST_NAME = 24
"""Of a seat; a longer name is cut where it is shown."""

SHORT_TYPE = 3
"""Letters of a type's name where there is no room for all of it."""

_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Kinds of characters that could move a terminal's cursor, turn its text round, or show nothing at all."""


def clean(text: str) -> str:
    """Return a text of unknown origin as it may be shown: one line, without control characters."""
    return "".join(one for one in text if unicodedata.category(one) not in _HIDDEN).strip()


class Words:
    """The words of one game in one language.

    Args:
        catalogue: the messages.
        components: whose names are used; ``None`` for the shipped ones.
        seats: the players' names; where there are none, seats are numbered from 1.
    """

    def __init__(
        self, catalogue: Catalogue, components: Components | None = None, seats: Sequence[str] | None = None
    ) -> None:
        self.catalogue = catalogue
        self.components = components or load()
        self.seats = self._told_apart([_short(clean(name)) for name in seats or ()])

    def text(self, message_id: str, /, **args: str | int | float) -> str:
        """Return a message of the catalogue."""
        return self.catalogue.text(message_id, **args)

    # --- lists and amounts

    def listed(self, parts: Iterable[str]) -> str:
        """``a, b and c``."""
        return self._joined(parts, "list-and")

    def either(self, parts: Iterable[str]) -> str:
        """``a, b or c``."""
        return self._joined(parts, "list-or")

    def plus(self, bundle: Mapping[str, int]) -> str:
        """``2 mon + 1 wood``, for tables."""
        parts = (self.amount(resource, bundle[resource]) for resource in RESOURCES if bundle.get(resource))
        return self.text("list-plus").join(parts)

    def commas(self, parts: Iterable[str]) -> str:
        """``a, b, c``."""
        return self.text("list-comma").join(parts)

    def _joined(self, parts: Iterable[str], last: str) -> str:
        *head, tail = list(parts) or [""]
        return self.text(last, first=self.commas(head), last=tail) if head else tail

    def amount(self, resource: str, count: int) -> str:
        """``2 mon``."""
        return self.text(f"amount-{resource}", count=count)

    def bundle(self, bundle: Mapping[str, int]) -> str:
        """``2 mon and 1 wood``; nothing where the bundle is empty."""
        return self.listed(self.amount(resource, bundle[resource]) for resource in RESOURCES if bundle.get(resource))

    def changes(self, bundle: Mapping[str, int]) -> str:
        """``−2 mon, +4 IKI``."""
        return self.commas(
            self.text("amount-more" if count > 0 else "amount-less", amount=self.amount(resource, abs(count)))
            for resource in RESOURCES
            if (count := bundle.get(resource, 0))
        )

    # --- names

    def name(self, names: Names) -> str:
        """Return the name in the catalogue's language, the English one where there is none."""
        found = names.get(self.catalogue.language) or names.get("en") or next(iter(names.values()), "")
        return clean(found)

    def card(self, card: str) -> str:
        """Return the name of a character or a building."""
        components = self.components
        return self.name(components.characters[card].names if card in components.characters else self._building(card))

    def _building(self, building: str) -> Names:
        return self.components.buildings[building].names

    def good(self, good: str) -> str:
        """Return the name of a fish, a pipe or a pouch."""
        what = self.components.goods[good]
        number = int(good.rpartition("_")[2])
        if what.kind == "fish":
            degree = "dear" if self._is_dear(what) else "cheap"
            return self.text(f"good-fish-{degree}", name=self.name(what.names))
        return self.text(f"good-{what.kind}", season=self.season(what.season), number=number)

    def _is_dear(self, fish: Good) -> bool:
        pair = [
            good for good in self.components.goods.values() if good.kind == fish.kind and good.season == fish.season
        ]
        return max(pair, key=lambda good: (good.price, good.id)) is fish

    def season(self, season: str) -> str:
        """Return the name of a season."""
        return self.name(self.components.terms[season])

    def type(self, kind: str) -> str:
        """Return the name of a type of characters."""
        return self.name(self.components.types[kind])

    def short_type(self, name: str) -> str:
        """The first letters of a type's name; where another one begins alike, those of its first and its last word."""
        names = [self.type(kind) for kind in self.components.types]
        if sum(one[:SHORT_TYPE] == name[:SHORT_TYPE] for one in names) < 2:
            return name[:SHORT_TYPE]
        words = name.split()
        return words[0][:1] + words[-1][: SHORT_TYPE - 1]

    def type_of(self, card: str) -> str:
        """Return the name of a card's type; a building's is ``building``."""
        found = self.components.characters.get(card)
        return self.type(found.type) if found else self.name(self.components.terms["building"])

    def token(self, token: str) -> str:
        """Return the name of a token."""
        return self.text(f"token-{token.replace('_', '-')}")

    def shop(self, square: int) -> str:
        """Return the name of the shop on a square; the start area for 0."""
        if square == 0:
            return self.text("square-none")
        return self.name(self.components.shops[self.components.squares[square - 1]].names)

    def square(self, square: int) -> str:
        """Return the name of the shop on a square, with its number."""
        return self.text("square", name=self.shop(square), number=square) if square else self.shop(0)

    def seat(self, seat: int | None) -> str:
        """Return the name of a seat; ``None`` is a neutral's."""
        if seat is None:
            return self.text("seat-neutral")
        return self.seats[seat] if seat < len(self.seats) else self.text("seat-number", number=seat + 1)

    def _told_apart(self, names: Sequence[str]) -> tuple[str, ...]:
        """Names of which none is empty and no two are alike."""
        found = [name or self.text("seat-number", number=seat + 1) for seat, name in enumerate(names)]
        return tuple(
            self.text("seat-alike", name=name, number=seat + 1) if found.count(name) > 1 else name
            for seat, name in enumerate(found)
        )

    def owned(self, card: str, seat: int | None, you: int | None = None) -> str:
        """Return a card with whose it is: ``Hana's Monk``, or ``your Monk`` where ``you`` is told it."""
        if seat is not None and seat == you:
            return self.text("card-own", card=self.card(card))
        if seat is None:
            return self.text("card-neutral", card=self.card(card))
        return self.text("card-owned", card=self.card(card), seat=self.seat(seat))


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
