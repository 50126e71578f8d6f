"""Invariants of every state of every game."""

from __future__ import annotations

from collections.abc import Iterator

from edokko.rules.state import ABSENT, CHARACTERS, ROOMS, SEATS, State
from edokko.rules.tables import Tables


def violations(tables: Tables, state: State) -> list[str]:
    """Return the violated invariants of a state, in words; empty for a valid state."""
    return [*_seats(tables, state), *_cards(state), *_rooms(tables, state), *_goods(state), *_table(tables, state)]


def _seats(tables: Tables, state: State) -> Iterator[str]:
    for seat in range(tables.players):
        if min(state.resources[seat]) < 0:
            yield f"seat {seat} has a negative resource: {state.resources[seat]}"
        if min(state.tokens[seat]) < 0:
            yield f"seat {seat} has a negative token count: {state.tokens[seat]}"
        on_cards = sum(owner == seat for owner in state.room_owner)
        if on_cards > tables.kobun:
            yield f"seat {seat} has {on_cards} kobun on cards, of {tables.kobun}"
        if not 0 <= state.fire[seat] <= tables.fire_track:
            yield f"seat {seat} has F {state.fire[seat]}"
    for seat in range(tables.players, SEATS):
        if any(state.resources[seat]) or state.retired[seat] or state.held[seat]:
            yield f"seat {seat} is empty, but has something"


def _cards(state: State) -> Iterator[str]:
    cards = [card for card in state.room_card if card >= 0]
    cards += state.row_card[: state.row_count]
    cards += [card for retired in state.retired for card in range(CHARACTERS) if retired >> card & 1]
    if state.pending >= 0:
        cards.append(state.pending)
    duplicates = sorted({card for card in cards if cards.count(card) > 1})
    if duplicates:
        yield f"cards in two places: {duplicates}"


def _rooms(tables: Tables, state: State) -> Iterator[str]:
    for room in range(ROOMS):
        card = state.room_card[room]
        if card < 0:
            if state.room_owner[room] != ABSENT or state.room_xp[room]:
                yield f"room {room} is empty, but has an owner or XP"
            continue
        if not tables.room_exists[room]:
            yield f"room {room} does not exist, but holds card {card}"
        if card < CHARACTERS and not 0 <= state.room_xp[room] < tables.xp_to_retire[card]:
            yield f"card {card} stands on step {state.room_xp[room]} of {tables.xp_to_retire[card]}"
        if card >= CHARACTERS and (state.room_xp[room] or state.room_owner[room] < 0):
            yield f"building {card} has XP or no owner"


def _goods(state: State) -> Iterator[str]:
    used = state.goods
    for held in state.held:
        if used & held:
            yield f"goods in two places: {used & held:#x}"
        used |= held


def _table(tables: Tables, state: State) -> Iterator[str]:
    order = state.fire_order[: tables.players]
    if sorted(order) != list(range(tables.players)):
        yield f"fire order {order} is no order of the seats"
    levels = [state.fire[seat] for seat in order]
    if levels != sorted(levels, reverse=True):
        yield f"fire order {order} is not sorted by F {levels}"
    if any(state.row_card[state.row_count :]) or any(state.row_mon[state.row_count :]):
        yield "something lies behind the end of the row"
