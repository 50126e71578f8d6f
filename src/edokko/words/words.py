"""Names and amounts in one language: cards, goods, shops, seats, and lists of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from edokko.catalogue import Catalogue
from edokko.components import Components, load
from edokko.components.model import RESOURCES, Good, Names
from edokko.texts import shown

LONGEST_NAME = 24
"""The most characters of a seat's name; a longer one is truncated with an ellipsis."""

SHORT_TYPE = 3
"""The letters of an abbreviated type name."""


def clean(text: str) -> str:
    """Sanitise an untrusted text for display: one line, without control characters."""
    return shown(text).strip()


class Words:
    """The words of one game in one language.

    Args:
        catalogue: the messages.
        components: the source of card names; ``None`` for the shipped ones.
        seats: the players' names; without names, seats are numbered from 1.
    """

    reader: int | None = None
    """The seat of the reader, whom events address as "you"; ``None`` for a reader who does not play."""

    def __init__(
        self, catalogue: Catalogue, components: Components | None = None, seats: Sequence[str] | None = None
    ) -> None:
        self.catalogue = catalogue
        self.components = components or load()
        self.seats = self._unique_names([truncated(clean(name)) for name in seats or ()])

    def text(self, message_id: str, /, **args: str | int | float) -> str:
        """Return a message of the catalogue."""
        return self.catalogue.text(message_id, **args)

    # --- lists and amounts

    def listed(self, parts: Iterable[str]) -> str:
        """Join parts as ``a, b and c``."""
        return self._join(parts, "list-and")

    def either(self, parts: Iterable[str]) -> str:
        """Join parts as ``a, b or c``."""
        return self._join(parts, "list-or")

    def plus(self, bundle: Mapping[str, int]) -> str:
        """Return a bundle as ``2 mon + 1 wood``, for tables."""
        parts = (self.amount(resource, bundle[resource]) for resource in RESOURCES if bundle.get(resource))
        return self.text("list-plus").join(parts)

    def commas(self, parts: Iterable[str]) -> str:
        """Join parts as ``a, b, c``."""
        return self.text("list-comma").join(parts)

    def _join(self, parts: Iterable[str], last: str) -> str:
        *head, tail = list(parts) or [""]
        return self.text(last, first=self.commas(head), last=tail) if head else tail

    def amount(self, resource: str, count: int) -> str:
        """Return an amount as ``2 mon``."""
        return self.text(f"amount-{resource}", count=count)

    def bundle(self, bundle: Mapping[str, int]) -> str:
        """Return a bundle as ``2 mon and 1 wood``; an empty text for an empty bundle."""
        return self.listed(self.amount(resource, bundle[resource]) for resource in RESOURCES if bundle.get(resource))

    def changes(self, bundle: Mapping[str, int]) -> str:
        """Return changes as ``−2 mon, +4 IKI``."""
        return self.commas(
            self.text("amount-more" if count > 0 else "amount-less", amount=self.amount(resource, abs(count)))
            for resource in RESOURCES
            if (count := bundle.get(resource, 0))
        )

    # --- names

    def name(self, names: Names) -> str:
        """Return the name in the catalogue's language, else the English name, else any name."""
        return clean(names.get(self.catalogue.language) or names.get("en") or next(iter(names.values()), ""))

    def card(self, card: str) -> str:
        """Return the name of a character or a building."""
        return self.name((self.components.characters.get(card) or self.components.buildings[card]).names)

    def good(self, good: str) -> str:
        """Return the name of a fish, a pipe or a pouch."""
        facts = self.components.goods[good]
        number = int(good.rpartition("_")[2])
        if facts.kind == "fish":
            degree = "dear" if self._is_expensive(facts) else "cheap"
            return self.text(f"good-fish-{degree}", name=self.name(facts.names))
        return self.text(f"good-{facts.kind}", season=self.season(facts.season), number=number)

    def _is_expensive(self, fish: Good) -> bool:
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
        """Abbreviate a type's name to its first letters or, if ambiguous, to letters of its first and last word."""
        names = [self.type(kind) for kind in self.components.types]
        if sum(other[:SHORT_TYPE] == name[:SHORT_TYPE] for other in names) < 2:
            return name[:SHORT_TYPE]
        words = name.split()
        return words[0][:1] + words[-1][: SHORT_TYPE - 1]

    def type_of(self, card: str) -> str:
        """Return the name of a card's type; a building's is ``building``."""
        character = self.components.characters.get(card)
        return self.type(character.type) if character else self.name(self.components.terms["building"])

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

    def option(self, option: str) -> str:
        """Return the name of the shop with an option; the option itself if no shop has it, as with an overlay."""
        for shop in self.components.shops.values():
            if any(shop_option.id == option for shop_option in shop.options):
                return self.name(shop.names)
        return option

    def group(self, group: str) -> str:
        """Return the name of a harmony group: a nagaya or the corners."""
        return self.text("group-corners") if group == "corners" else self.text("group-nagaya", nagaya=group)

    def seat(self, seat: int | None) -> str:
        """Return the name of a seat; ``None`` stands for a neutral."""
        if seat is None:
            return self.text("seat-neutral")
        return self.seats[seat] if seat < len(self.seats) else self.text("seat-number", number=seat + 1)

    def _unique_names(self, names: Sequence[str]) -> tuple[str, ...]:
        """Replace empty names and number equal ones."""
        full_names = [name or self.text("seat-number", number=seat + 1) for seat, name in enumerate(names)]
        return tuple(
            self.text("seat-alike", name=name, number=seat + 1) if full_names.count(name) > 1 else name
            for seat, name in enumerate(full_names)
        )

    def owned(self, card: str, seat: int | None, you: int | None = None) -> str:
        """Return a card with its owner: ``Hana's Monk``, or ``your Monk`` if ``you`` is the owner."""
        if seat is not None and seat == you:
            return self.text("card-own", card=self.card(card))
        if seat is None:
            return self.text("card-neutral", card=self.card(card))
        return self.text("card-owned", card=self.card(card), seat=self.seat(seat))

    def occupant(self, card: str | None, seat: int | None, you: int | None = None) -> str:
        """Return the card in a room with its owner, or the text for an empty room."""
        return self.owned(card, seat, you) if card else self.text("room-empty")


def truncated(name: str, longest: int = LONGEST_NAME) -> str:
    """Return a name of at most so many letters."""
    return name if len(name) <= longest else name[: longest - 1] + "…"
