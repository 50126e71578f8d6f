"""A position: the whole state of a game as typed, frozen values, in the ids of the components.

It goes to JSON and back, to the engine's state and back, and, its public part, into the trace of a record. Nothing
hidden is in it: the deck is the set of cards still to come, and no generator of chance is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from edokko.components import RULES_VERSION, Components
from edokko.components.editions import plain
from edokko.components.ids import BUILDING_IDS, CARD_IDS, CHARACTER_IDS, GOOD_IDS, IKIZAMA_IDS
from edokko.components.model import NAGAYAS, TOKENS
from edokko.position_check import check_position, check_way_on, deck_season
from edokko.position_json import STAGES, PositionError, check_json
from edokko.position_text import position_text
from edokko.rules.moves import ROOM_IDS, good_kind
from edokko.rules.state import FISH, NAGAYA_ROOMS, NOBODY, PIPE, POUCH, SEASON_CARDS, START_CARDS, State
from edokko.rules.tables import Tables

__all__ = [
    "STAGES",
    "FirePosition",
    "PlayerPosition",
    "Position",
    "PositionError",
    "RoomPosition",
    "position_of",
    "state_of",
    "trace_of",
]


@dataclass(frozen=True, slots=True)
class PlayerPosition:
    """What one player has."""

    mon: int
    rice: int
    sandals: int
    wood: int
    koban: int
    iki: int
    fire: int
    kobun: int
    """The free ones."""
    square: int
    """1 to 8, or 0 off the street."""
    retired: tuple[str, ...]
    tokens: tuple[str, ...]
    """One entry a token, of ``hire_discount``, ``extra_step``, ``fire_guard`` and ``joker``."""
    pipes: tuple[str, ...]
    pouches: tuple[str, ...]
    fish: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoomPosition:
    """A card on the board."""

    card: str
    owner: int | None
    """The seat whose kobun stands there; ``None`` on a neutral."""
    xp: int


@dataclass(frozen=True, slots=True)
class FirePosition:
    """Where a fire has got."""

    nagaya: str
    passed: int
    """How many of its rooms are behind it."""


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that decides how a game goes on, chance apart.

    ``month`` to ``goods`` are those of a traced record; lists of ids are sorted, the row is in the order revealed.
    """

    edition: str
    rules_version: int
    components: Mapping[str, object] | None
    """The overlay it is played with, ``None`` for the shipped tables."""
    stage: str
    """What is to be decided, by a player or by chance: one of ``STAGES``."""
    seat: int | None
    """Who decides; ``None`` while chance decides and when the game is over."""
    month: int
    players: tuple[PlayerPosition, ...]
    fire_order: tuple[int, ...]
    ikizama: Mapping[str, int]
    closed: str | None
    row: tuple[tuple[str, int], ...]
    rooms: Mapping[str, RoomPosition]
    buildings: tuple[str, ...]
    goods: tuple[str, ...]
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
    work_used: bool
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
        return _from_plain(mapping)


_KINDS = {"pipes": PIPE, "pouches": POUCH, "fish": FISH}
_OF_KIND = {
    kind: sum(1 << good for good in range(len(GOOD_IDS)) if good_kind(good) == kind) for kind in (FISH, PIPE, POUCH)
}
_FISH, _PIPES, _POUCHES = _OF_KIND[FISH], _OF_KIND[PIPE], _OF_KIND[POUCH]


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


def _from_plain(mapping: Mapping[str, Any]) -> Position:
    """The position of a mapping of the right form."""
    lists = {name: tuple(sorted(mapping[name])) for name in ("buildings", "goods", "deck")}
    orders = {name: tuple(mapping[name]) for name in ("fire_order", "visit_order")}
    slots = {name: {slot: mapping[name][slot] for slot in _in_order(mapping[name])} for name in ("ikizama", "tiles")}
    parts: dict[str, Any] = {
        "players": tuple(_player_from(player) for player in mapping["players"]),
        "row": tuple((card, mon) for card, mon in mapping["row"]),
        "rooms": {room: RoomPosition(**mapping["rooms"][room]) for room in sorted(mapping["rooms"])},
        "burning": mapping["burning"] and FirePosition(**mapping["burning"]),
    }
    return Position(**{**mapping, **lists, **orders, **slots, **parts})


def _player_from(player: Mapping[str, Any]) -> PlayerPosition:
    sets = {name: tuple(sorted(player[name])) for name in ("retired", "tokens", "pipes", "pouches", "fish")}
    return PlayerPosition(**{**player, **sets})


def _in_order(slots: Mapping[str, int]) -> list[str]:
    """Slots in the order of the board, which puts 1-4 first."""
    return sorted(slots, key=lambda slot: IKIZAMA_IDS.index(slot) if slot in IKIZAMA_IDS else len(IKIZAMA_IDS))


# --- from the engine's state


@lru_cache(maxsize=4096)
def _characters(bits: int) -> tuple[str, ...]:
    return tuple(sorted(_bit_names(bits, CHARACTER_IDS)))


@lru_cache(maxsize=4096)
def _goods(bits: int) -> tuple[str, ...]:
    return tuple(sorted(_bit_names(bits, GOOD_IDS)))


@lru_cache(maxsize=1024)
def _offer(bits: int) -> tuple[str, ...]:
    return tuple(sorted(_bit_names(bits, BUILDING_IDS)))


def _bit_names(bits: int, ids: tuple[str, ...]) -> list[str]:
    return [name for bit, name in enumerate(ids) if bits >> bit & 1]


def trace_of(tables: Tables, state: State) -> dict[str, Any]:
    """The trace of a state, as :meth:`Position.to_trace` gives it, without making a position."""
    owners = state.room_owner
    xp = state.room_xp
    rooms = {
        ROOM_IDS[room]: {"card": CARD_IDS[card], "owner": owners[room] if owners[room] >= 0 else None, "xp": xp[room]}
        for room, card in enumerate(state.room_card)
        if card >= 0
    }
    count = state.row_count
    row = zip(state.row_card[:count], state.row_mon[:count], strict=True)
    return {
        "month": state.month,
        "players": [_player_trace(tables, state, seat) for seat in range(tables.players)],
        "fire_order": state.fire_order[: tables.players],
        "ikizama": {IKIZAMA_IDS[slot]: seat for slot, seat in enumerate(state.ikizama) if seat >= 0},
        "closed": IKIZAMA_IDS[state.closed] if state.closed >= 0 else None,
        "row": [[CHARACTER_IDS[card], mon] for card, mon in row],
        "rooms": rooms,
        "buildings": list(_offer(state.offer)),
        "goods": list(_goods(state.goods)),
    }


def _player_trace(tables: Tables, state: State, seat: int) -> dict[str, Any]:
    mon, rice, sandals, wood, koban, iki = state.resources[seat]
    held = state.held[seat]
    retired = state.retired[seat]
    # A token comes only with a retired card, and most seats at most times have none.
    tokens = [TOKENS[token] for token in _SORTED_TOKENS for _ in range(state.tokens[seat][token])] if retired else []
    return {
        "mon": mon,
        "rice": rice,
        "sandals": sandals,
        "wood": wood,
        "koban": koban,
        "iki": iki,
        "fire": state.fire[seat],
        "kobun": tables.kobun - state.room_owner.count(seat),
        "square": state.square[seat],
        "retired": list(_characters(retired)),
        "tokens": tokens,
        "pipes": list(_goods(held & _PIPES)),
        "pouches": list(_goods(held & _POUCHES)),
        "fish": list(_goods(held & _FISH)),
    }


_SORTED_TOKENS = sorted(range(len(TOKENS)), key=lambda token: TOKENS[token])


def position_of(components: Components, tables: Tables, state: State) -> Position:
    """The position of a state that waits for a player or for chance, or is over."""
    stage = STAGES[state.phase]
    burning = state.fire_nagaya >= 0
    season = deck_season(stage, state.month)
    first = START_CARDS + season * SEASON_CARDS
    new_year = bool(stage == "over" or _is_new_year(state))
    return _from_plain(
        {
            "edition": components.edition,
            "rules_version": RULES_VERSION,
            "components": plain(components.overlay) or None,
            "stage": stage,
            "seat": _or_none(state.seat),
            **trace_of(tables, state),
            "deck": _bit_names(state.deck, CHARACTER_IDS[first : first + SEASON_CARDS]),
            "tiles": {IKIZAMA_IDS[slot]: left for slot, left in enumerate(state.tiles) if left},
            "pending": _name(CARD_IDS, state.pending),
            "worker": _name(CARD_IDS, state.worker),
            "swap_room": _name(ROOM_IDS, state.swap_room),
            "shop_used": bool(state.shop_used),
            "work_used": bool(state.work_used),
            "to_reveal": state.to_reveal,
            "burning": {"nagaya": NAGAYAS[state.fire_nagaya], "passed": state.fire_room} if burning else None,
            "hungry": state.hungry,
            "turn": state.turn,
            "visit_order": state.visit_order[: tables.players] if new_year else (),
        }
    )
