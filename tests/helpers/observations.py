"""Read a state back from its observation, which proves that the observation leaves nothing out."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from edokko.observation.arrays import Cells, views
from edokko.observation.encoder import EXCESS_BASE, IKI_STEP
from edokko.rules.phases import DRAW_BUILDING
from edokko.rules.state import (
    ABSENT,
    CHARACTERS,
    GOODS,
    NAGAYA_ROOMS,
    NEW_YEAR,
    SLOTS,
    State,
)
from edokko.rules.tables import Tables


def decode(tables: Tables, cells: Cells, viewer: int) -> State:
    """Return the state of an observation, with the row sorted by card."""
    piece = views(cells)
    state = State()

    def seat(place: int) -> int:
        return (place + viewer) % tables.players

    def only(flags: Cells) -> int:
        places = np.flatnonzero(flags)
        assert len(places) <= 1
        return int(places[0]) if len(places) else ABSENT

    for place in range(tables.players):
        _decode_seat(tables, piece, state, seat(place), place)
        state.fire_order[place] = seat(only(piece["fire_order"][place]))
    state.month = only(piece["month"]) + 1
    if state.month == NEW_YEAR:
        for place in range(tables.players):
            state.visit_order[place] = seat(only(piece["visit_order"][place]))
    _decode_rooms(piece, state, seat)
    _decode_row(tables, piece, state)
    state.deck = sum(1 << int(card) for card in np.flatnonzero(piece["deck"]))
    state.offer = sum(1 << int(building) for building in np.flatnonzero(piece["offer"]))
    state.goods = sum(1 << int(good) for good in np.flatnonzero(piece["on_sale"]))
    state.tiles = piece["tiles"].tolist()
    state.closed = only(piece["slot"][:, -1])
    taken = [only(piece["slot"][slot, 1:5]) for slot in range(SLOTS)]
    state.ikizama = [seat(place) if place >= 0 else ABSENT for place in taken]
    state.phase = only(piece["phase"])
    state.seat = seat(only(piece["to_move"])) if state.phase < DRAW_BUILDING else ABSENT
    state.pending = only(piece["hand"])
    state.shop_used, state.work_used = piece["used"].tolist()
    worker = only(piece["worker"])
    state.worker = state.room_card[worker] if worker >= 0 else ABSENT
    state.swap_room = only(piece["swap"])
    state.fire_nagaya = only(piece["burning"])
    state.fire_room = int(piece["passed"].sum())
    state.to_reveal = int(piece["to_reveal"].sum())
    state.hungry = int(piece["hungry"].sum())
    state.turn = int(piece["turn"].sum())
    return state


def _decode_seat(tables: Tables, piece: dict[str, Cells], state: State, seat: int, place: int) -> None:
    def amount(code: str, beyond: int) -> int:
        return int(piece[code][place].sum()) + beyond

    def wide(name: str) -> int:
        high, low = piece[name][place].tolist()
        return int(high) * EXCESS_BASE + int(low)

    beyond = piece["excess"][place].tolist()
    iki = amount("iki", wide("iki_excess")) * IKI_STEP + amount("iki_rest", 0)
    state.resources[seat] = [
        amount("mon", wide("mon_excess")),
        *(amount(good, beyond[order]) for order, good in enumerate(("rice", "sandals", "wood", "koban"))),
        iki,
    ]
    state.fire[seat] = amount("fire", int(piece["fire_excess"][place]))
    state.tokens[seat] = piece["tokens"][place].tolist()
    squares = np.flatnonzero(piece["square"][place])
    state.square[seat] = int(squares[0]) + 1 if len(squares) else 0
    state.held[seat] = sum(1 << good for good in range(GOODS) if piece["goods_held"][place, good])
    state.retired[seat] = sum(1 << card for card in range(CHARACTERS) if piece["retired"][place, card])


def _decode_rooms(piece: dict[str, Cells], state: State, seat: Callable[[int], int]) -> None:
    state.room_card = [ABSENT] * len(state.room_card)
    state.room_owner = [ABSENT] * len(state.room_owner)
    for card in np.flatnonzero(piece["nagaya"].any(axis=1)):
        nagaya = int(np.argmax(piece["nagaya"][card]))
        room = nagaya * NAGAYA_ROOMS + int(piece["depth"][card].sum())
        state.room_card[room] = int(card)
        owners = np.flatnonzero(piece["board"][card])
        if len(owners):
            state.room_owner[room] = seat(int(owners[0]))
        state.room_xp[room] = int(piece["xp"][room].sum())


def _decode_row(tables: Tables, piece: dict[str, Cells], state: State) -> None:
    for place, card in enumerate(np.flatnonzero(piece["row"])):
        state.row_card[place] = int(card)
        state.row_mon[place] = tables.cost[card] - int(piece["row_price"][card])
        state.row_count += 1
