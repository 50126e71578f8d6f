"""Conversions between the engine's state and a position, and the trace of a state."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import convert

from edokko.components import RULES_VERSION, Components
from edokko.components.ids import BUILDING_IDS, CARD_IDS, CHARACTER_IDS, GOOD_IDS, IKIZAMA_IDS
from edokko.components.model import NAGAYAS, TOKENS
from edokko.position.checks import check_position
from edokko.position.checks.facts import Facts, deck_season
from edokko.position.model import Position
from edokko.position.problems import PositionError
from edokko.rules import referee
from edokko.rules.moves import MOST_LEGAL, ROOM_IDS, good_kind
from edokko.rules.phases import STAGES
from edokko.rules.state import ABSENT, FISH, NEW_YEAR, PIPE, POUCH, SEASON_CARDS, START_CARDS, State
from edokko.rules.tables import Tables

_OF_KIND = {
    kind: sum(1 << good for good in range(len(GOOD_IDS)) if good_kind(good) == kind) for kind in (FISH, PIPE, POUCH)
}
_FISH, _PIPES, _POUCHES = _OF_KIND[FISH], _OF_KIND[PIPE], _OF_KIND[POUCH]


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
    """Return the trace of a state: the same as :meth:`Position.to_trace`, without the cost of a position."""
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
    goods = state.held[seat]
    retired = state.retired[seat]
    # A token comes only with a retired card, and most seats have no retired card most of the time.
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
        "pipes": list(_goods(goods & _PIPES)),
        "pouches": list(_goods(goods & _POUCHES)),
        "fish": list(_goods(goods & _FISH)),
    }


_SORTED_TOKENS = sorted(range(len(TOKENS)), key=lambda token: TOKENS[token])


def position_of(components: Components, tables: Tables, state: State) -> Position:
    """Return the position of a state that waits for a player or for chance, or is over."""
    stage = STAGES[state.phase]
    burning = state.fire_nagaya >= 0
    season = deck_season(stage, state.month)
    first = START_CARDS + season * SEASON_CARDS
    # The values of a state have the right types, so no sentence about a wrong one is needed.
    return convert(
        {
            "edition": components.edition,
            "rules_version": RULES_VERSION,
            "components": components.overlay or None,
            "stage": stage,
            "seat": state.seat if state.seat >= 0 else None,
            **trace_of(tables, state),
            "deck": _bit_names(state.deck, CHARACTER_IDS[first : first + SEASON_CARDS]),
            "tiles": {IKIZAMA_IDS[slot]: count for slot, count in enumerate(state.tiles) if count},
            "pending": _name(CARD_IDS, state.pending),
            "worker": _name(CARD_IDS, state.worker),
            "swap_room": _name(ROOM_IDS, state.swap_room),
            "shop_used": bool(state.shop_used),
            "work_used": bool(state.work_used),
            "to_reveal": state.to_reveal,
            "burning": {"nagaya": NAGAYAS[state.fire_nagaya], "passed": state.fire_room} if burning else None,
            "hungry": state.hungry,
            "turn": state.turn,
            "visit_order": state.visit_order[: tables.players] if state.month == NEW_YEAR else (),
        },
        Position,
    )


def _name(ids: tuple[str, ...], number: int) -> str | None:
    return ids[number] if number >= 0 else None


# --- to the engine's state


def state_of(components: Components, tables: Tables, position: Position) -> State:
    """Check a position and return its state; the tables are those of its components and number of players.

    Raises:
        PositionError: no game can reach it; the message names the place and the expected value.
    """
    facts = Facts(components, tables, position)
    check_position(facts)
    state = _translate(facts)
    # No game stops at a decision without a legal move.
    if referee.is_decision(state) and referee.legal_moves(tables, state, [0] * MOST_LEGAL) == 0:
        raise PositionError("stage", f"{position.stage} is impossible: the seat would have no legal move")
    return state


def _translate(facts: Facts) -> State:
    state = State()
    referee.begin(facts.tables, state)  # fills in the defaults: no seat, no card, no room
    _put_table(state, facts)
    _put_cards(state, facts.position)
    _put_turn(state, facts.position)
    for seat, player in enumerate(facts.position.players):
        state.resources[seat] = [player.mon, player.rice, player.sandals, player.wood, player.koban, player.iki]
        state.fire[seat] = player.fire
        state.square[seat] = player.square
        state.retired[seat] = _bits(CHARACTER_IDS, player.retired)
        state.held[seat] = _bits(GOOD_IDS, (*player.fish, *player.pipes, *player.pouches))
        state.tokens[seat] = [player.tokens.count(token) for token in TOKENS]
    return state


def _put_table(state: State, facts: Facts) -> None:
    position = facts.position
    first = START_CARDS + facts.deck_season * SEASON_CARDS
    state.month = position.month
    state.fire_order[: len(facts.seats)] = position.fire_order
    state.deck = _bits(CHARACTER_IDS[first : first + SEASON_CARDS], position.deck)
    state.offer = _bits(BUILDING_IDS, position.buildings)
    state.goods = _bits(GOOD_IDS, position.goods)
    state.tiles = [position.tiles.get(slot, 0) for slot in IKIZAMA_IDS]
    state.closed = _number(IKIZAMA_IDS, position.closed)
    state.ikizama = [position.ikizama.get(slot, ABSENT) for slot in IKIZAMA_IDS]


def _put_cards(state: State, position: Position) -> None:
    for place, (card, mon) in enumerate(position.row):
        state.row_card[place] = CHARACTER_IDS.index(card)
        state.row_mon[place] = mon
    state.row_count = len(position.row)
    for name, content in position.rooms.items():
        room = ROOM_IDS.index(name)
        state.room_card[room] = CARD_IDS.index(content.card)
        state.room_owner[room] = ABSENT if content.owner is None else content.owner
        state.room_xp[room] = content.xp


def _put_turn(state: State, position: Position) -> None:
    state.phase = STAGES.index(position.stage)
    state.seat = ABSENT if position.seat is None else position.seat
    state.pending = _number(CARD_IDS, position.pending)
    state.worker = _number(CARD_IDS, position.worker)
    state.swap_room = _number(ROOM_IDS, position.swap_room)
    state.shop_used = int(position.shop_used)
    state.work_used = int(position.work_used)
    state.to_reveal = position.to_reveal
    if position.burning is not None:
        state.fire_nagaya = NAGAYAS.index(position.burning.nagaya)
        state.fire_room = position.burning.passed
    state.hungry = position.hungry
    state.turn = position.turn
    state.visit_order[: len(position.visit_order)] = position.visit_order


def _bits(ids: tuple[str, ...], names: tuple[str, ...]) -> int:
    return sum(1 << ids.index(name) for name in names)


def _number(ids: tuple[str, ...], name: str | None) -> int:
    return ABSENT if name is None else ids.index(name)
