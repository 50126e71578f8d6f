"""The values of a position, and their JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from edokko.components.editions import plain
from edokko.components.frozen import Frozen, frozen
from edokko.components.ids import IKIZAMA_IDS
from edokko.position.form import check_json
from edokko.position.line import from_line, to_line
from edokko.position.text import position_text


@dataclass(frozen=True, slots=True)
class PlayerPosition:
    """What one player has. All lists of ids are sorted."""

    mon: int
    """The money."""
    rice: int
    sandals: int
    wood: int
    koban: int
    """Gold coins."""
    iki: int
    """The place on the IKI track; what the end of the game adds is not in it."""
    fire: int
    """The strength against fires, the place on the firefighting track."""
    kobun: int
    """The free kobun, which stand neither on characters nor on buildings."""
    square: int
    """Where the oyakata stands: 1 to 8, or 0 off the street."""
    retired: tuple[str, ...]
    """The ids of the characters that have retired."""
    tokens: tuple[str, ...]
    """One entry a token, of ``hire_discount``, ``extra_step``, ``fire_guard`` and ``joker``."""
    pipes: tuple[str, ...]
    """The ids of the pipes bought, such as ``spring_pipe_1``."""
    pouches: tuple[str, ...]
    """The ids of the tobacco pouches bought."""
    fish: tuple[str, ...]
    """The ids of the fish bought, one a season at most."""


@dataclass(frozen=True, slots=True)
class RoomPosition:
    """A card on the board."""

    card: str
    """The id of a character or a building."""
    owner: int | None
    """The seat whose kobun stands there; ``None`` on a neutral."""
    xp: int
    """The steps of experience; 0 on buildings and neutrals."""


@dataclass(frozen=True, slots=True)
class FirePosition:
    """Where a fire has got."""

    nagaya: str
    """``A`` to ``D``."""
    passed: int
    """How many of its rooms are behind it."""


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that decides how a game goes on, chance apart.

    ``month`` to ``goods`` are those of a traced record; lists of ids are sorted, the row is in the order revealed.
    """

    edition: str
    """``"2021"`` or ``"2015"``."""
    rules_version: int
    """The version of the rules that it belongs to."""
    components: Mapping[str, object] | None
    """The overlay it is played with, ``None`` for the shipped tables."""
    stage: str
    """What is to be decided, by a player or by chance: one of ``STAGES``."""
    seat: int | None
    """Who decides; ``None`` while chance decides and when the game is over."""
    month: int
    """1 to 12; 13 is New Year."""
    players: tuple[PlayerPosition, ...]
    """What each player has, by seat."""
    fire_order: tuple[int, ...]
    """The seats in the firefighting order, the first one at the front."""
    ikizama: Mapping[str, int]
    """The way of life: who is on each slot that is taken."""
    closed: str | None
    """The slot that a blocking tile closes this month."""
    row: tuple[tuple[str, int], ...]
    """The characters for hire with the mon that lies on each."""
    rooms: Mapping[str, RoomPosition]
    """The cards on the board, by room (``A1`` to ``D4``); free rooms are left out."""
    buildings: tuple[str, ...]
    """The buildings on offer."""
    goods: tuple[str, ...]
    """The fish, pipes and pouches on sale."""
    deck: tuple[str, ...]
    """The season's characters not yet drawn."""
    tiles: Mapping[str, int]
    """The blocking tiles not yet drawn, by the slot they close."""
    pending: str | None
    """The card taken and not yet placed."""
    worker: str | None
    """The character whose deal is not finished."""
    swap_room: str | None
    """The room named first in a swap."""
    shop_used: bool
    """Whether the deciding seat has made its deal with a shop this turn."""
    work_used: bool
    """Whether it has made its deal with a character this turn."""
    to_reveal: int
    """How many cards of this month are still to be drawn."""
    burning: FirePosition | None
    hungry: int
    """How many characters of the deciding seat still have to leave for want of rice."""
    turn: int
    """In the month of a payday, how many seats' feeding has begun; at New Year, how many visits are over."""
    visit_order: tuple[int, ...]
    """The order of New Year, empty before it."""

    def __str__(self) -> str:
        return position_text(self)

    def to_trace(self) -> dict[str, Any]:
        """The position as it stands in a traced record."""
        return {
            "month": self.month,
            "players": [_player_json(player) for player in self.players],
            "fire_order": list(self.fire_order),
            "ikizama": dict(self.ikizama),
            "closed": self.closed,
            "row": [[card, mon] for card, mon in self.row],
            "rooms": {
                room: {"card": content.card, "owner": content.owner, "xp": content.xp}
                for room, content in self.rooms.items()
            },
            "buildings": list(self.buildings),
            "goods": list(self.goods),
        }

    def to_json(self) -> dict[str, Any]:
        """The whole position in plain JSON values."""
        burning = self.burning
        return {
            "edition": self.edition,
            "rules_version": self.rules_version,
            "components": plain(self.components),
            "stage": self.stage,
            "seat": self.seat,
            **self.to_trace(),
            "deck": list(self.deck),
            "tiles": dict(self.tiles),
            "pending": self.pending,
            "worker": self.worker,
            "swap_room": self.swap_room,
            "shop_used": self.shop_used,
            "work_used": self.work_used,
            "to_reveal": self.to_reveal,
            "burning": burning and {"nagaya": burning.nagaya, "passed": burning.passed},
            "hungry": self.hungry,
            "turn": self.turn,
            "visit_order": list(self.visit_order),
        }

    @classmethod
    def from_json(cls, mapping: Mapping[str, Any]) -> Position:
        """Read what :meth:`to_json` gives; the order of what is unordered does not matter.

        Raises:
            PositionError: a key is unknown or missing or a value has the wrong type. Whether the game can come to such
                a position is checked when it is played on.
        """
        check_json(mapping)
        return from_plain(mapping)

    def to_line(self) -> str:
        """Write the whole position as a position string: one line, as FEN is for chess (docs/position-string.md).

        Raises:
            PositionError: an id or a seat is unknown, so the position cannot be written.
        """
        return to_line(self)

    @classmethod
    def from_line(cls, line: str) -> Position:
        """Read a position string; ``_`` may stand for each space, as in an address.

        Raises:
            PositionError: the string is malformed; the message names the field and what would be right. Whether the
                game can come to such a position is checked when it is played on.
        """
        return cls.from_json(from_line(line))


def _player_json(player: PlayerPosition) -> dict[str, Any]:
    return {
        "mon": player.mon,
        "rice": player.rice,
        "sandals": player.sandals,
        "wood": player.wood,
        "koban": player.koban,
        "iki": player.iki,
        "fire": player.fire,
        "kobun": player.kobun,
        "square": player.square,
        "retired": list(player.retired),
        "tokens": list(player.tokens),
        "pipes": list(player.pipes),
        "pouches": list(player.pouches),
        "fish": list(player.fish),
    }


def from_plain(mapping: Mapping[str, Any]) -> Position:
    """The position of a mapping of the right form."""
    lists = {name: tuple(sorted(mapping[name])) for name in ("buildings", "goods", "deck")}
    orders = {name: tuple(mapping[name]) for name in ("fire_order", "visit_order")}
    slots = {name: _by_slot(mapping[name]) for name in ("ikizama", "tiles")}
    parts: dict[str, Any] = {
        "players": tuple(_player_from(player) for player in mapping["players"]),
        "row": tuple((card, mon) for card, mon in mapping["row"]),
        "rooms": Frozen({room: RoomPosition(**mapping["rooms"][room]) for room in sorted(mapping["rooms"])}),
        "components": frozen(mapping["components"]),
        "burning": mapping["burning"] and FirePosition(**mapping["burning"]),
    }
    return Position(**{**mapping, **lists, **orders, **slots, **parts})


def _player_from(player: Mapping[str, Any]) -> PlayerPosition:
    sets = {name: tuple(sorted(player[name])) for name in ("retired", "tokens", "pipes", "pouches", "fish")}
    return PlayerPosition(**{**player, **sets})


def _by_slot(slots: Mapping[str, int]) -> Mapping[str, int]:
    """What belongs to slots, in the order of the board, which puts 1-4 first."""
    in_order = sorted(slots, key=lambda slot: IKIZAMA_IDS.index(slot) if slot in IKIZAMA_IDS else len(IKIZAMA_IDS))
    return Frozen({slot: slots[slot] for slot in in_order})
