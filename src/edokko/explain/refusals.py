"""Why a move is illegal, as data, so that no user interface needs rules of its own.

:func:`refusal` explains every numbered move in every state. The rules' own predicates decide whether a move is
legal; this module only names the reason. ``words/sentences.json`` chooses the sentence of a reason for the terminal and
the page; docs/develop/how-a-rule-is-found.md follows one from the rule to the sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Literal

from msgspec import Struct

from edokko.components.ids import CARD_IDS, GOOD_IDS, IKIZAMA_IDS
from edokko.components.model import RESOURCES
from edokko.rules.building import building_price, can_build
from edokko.rules.deals import can_work
from edokko.rules.moves import FIRST_PLACE, KIND_GOODS, KINDS, MOVE_KINDS, MOVES, ROOM_IDS, good_number
from edokko.rules.phases import DEALS, INCOME_OR_HIRE, KINDS_BY_PHASE, MOVE, PLACE_NEUTRAL, PLACE_START
from edokko.rules.referee import is_over
from edokko.rules.resources import (
    affordable,
    any_room_free,
    can_pay,
    cheapest_surcharge,
    free_kobun,
    has_character,
    has_own_character,
    is_free,
    room_of,
)
from edokko.rules.setup import legal_place_start
from edokko.rules.shops import has_fish_of_season, on_sale
from edokko.rules.state import (
    ABSENT,
    BUILDINGS,
    FIRST_BUILDING,
    FISH,
    MON,
    PIPE,
    POUCH,
    RESOURCE_COUNT,
    ROOMS,
    SANDALS,
    SEASON_GOODS,
    SQUARES,
    START_CARDS,
    SWAPS,
    TRAINS,
    State,
)
from edokko.rules.tables import NO_LIMIT, Tables
from edokko.rules.turn import can_hire, free_squares, hire_price, place_in_row
from edokko.rules.way_of_life import slot_of

# Groups keep the list on few lines; a Literal of Literals is their union.
_Any = Literal["game_over", "not_now", "short", "no_free_kobun", "no_free_room"]
_Room = Literal["room_not_on_board", "room_occupied", "not_an_outer_room", "no_character_there"]
_Character = Literal["not_your_character", "same_room", "start_card_taken", "not_in_row", "not_on_offer"]
_Slot = Literal["slot_not_used", "slot_closed", "slot_taken", "slot_only_moves", "too_few_squares", "too_many_squares"]
_Shop = Literal["option_not_in_edition", "wrong_square", "shop_done", "not_on_sale", "fish_of_season_held"]
_Work = Literal["room_not_here", "work_done", "nobody_to_train", "needs_two_characters", "nothing_to_build"]
RefusalCode = Literal[_Any, _Room, _Character, _Slot, _Shop, _Work]
"""Why a move is illegal, and the fields of :class:`Refusal` that come with it.

===================== ========================================================= ==========================
reason                meaning                                                   details
===================== ========================================================= ==========================
game_over             the game has ended
not_now               another kind of move is due, or chance decides            asked
short                 the seat cannot pay the total price, cheapest room and    missing; card, good or
                      the mon on a hired card included                          room if there is one
no_free_kobun         all kobun of the seat stand on cards                      seat
no_free_room          no room is free
room_not_on_board     the room does not exist with this number of players       room
room_occupied         a card is in the room                                     room, card, seat
not_an_outer_room     a start character goes to an outermost room               room
no_character_there    the room is empty, or has a building in it                room; card, seat
not_your_character    another player's or a neutral character                   room, card, seat
same_room             a swap needs two different rooms                          room
start_card_taken      the start character is on the board already               card, room, seat
not_in_row            the character does not lie in the row                     card; room, seat
not_on_offer          the building is not on offer, perhaps because it stands   card; room, seat
slot_not_used         the slot is not used by this edition and number of seats  slot
slot_closed           a blocking tile closes the slot this month                slot
slot_taken            another seat's ikizama is on the slot                     slot, seat
slot_only_moves       the seat's slot has no income and no hiring               slot
too_few_squares       sandals never shorten a move                              limit
too_many_squares      more sandals are needed                                   limit, missing
option_not_in_edition no shop of this edition has the option
wrong_square          the shop is elsewhere                                     squares
shop_done             the turn's deal with a shop is done
not_on_sale           the fish, pipe or pouch is not on sale                    good; seat
fish_of_season_held   the seat has a fish of that season                        good (the one it has)
room_not_here         the room is not behind the seat's square                  room, squares
work_done             the turn's deal with a character is done
nobody_to_train       the seat has no character on the board                    room, card
needs_two_characters  a swap needs two characters on the board                  room, card
nothing_to_build      the seat can pay no building on offer                     room; card, missing (the
                                                                                one that lacks least)
===================== ========================================================= ==========================

Details after a semicolon are set only where they apply.
"""


class Refusal(Struct, frozen=True, kw_only=True, gc=False):
    """Why a move is illegal. :data:`RefusalCode` lists the fields that each reason sets."""

    reason: RefusalCode
    missing: tuple[tuple[str, int], ...] = ()
    """The missing amount of each resource, mon first: ``(("mon", 2), ("wood", 1))``."""
    card: str | None = None
    good: str | None = None
    room: str | None = None
    slot: str | None = None
    seat: int | None = None
    """The owner of the card, slot or good; the deciding seat if it lacks a kobun."""
    squares: tuple[int, ...] = ()
    """The squares of the street where the move would be possible, 1 to 8."""
    limit: int | None = None
    """The fewest or the most squares of a move."""
    asked: tuple[str, ...] = ()
    """The kinds of move that are due instead, as the first words of the record's strings."""

    @property
    def resource(self) -> str | None:
        """The first missing resource, ``None`` if nothing is missing."""
        return self.missing[0][0] if self.missing else None

    @property
    def amount(self) -> int:
        """The missing amount of that resource, 0 if nothing is missing."""
        return self.missing[0][1] if self.missing else 0

    def __str__(self) -> str:
        shortfall = ", ".join(f"{amount} {resource}" for resource, amount in self.missing)
        if self.reason == "short":
            return f"{shortfall} short"
        details = [
            self.card or self.good or self.room or self.slot or "",
            f"{shortfall} short" if shortfall else "",
            f"limit {self.limit}" if self.limit is not None else "",
            f"square {' or '.join(map(str, self.squares))}" if self.squares else "",
            f"{' or '.join(self.asked)} is asked" if self.asked else "",
        ]
        suffix = ", ".join(filter(None, details))
        return self.reason.replace("_", " ") + (f": {suffix}" if suffix else "")


PREDICTABLE_PHASES: dict[str, int] = {"hire": INCOME_OR_HIRE, "shop": DEALS, "work": DEALS}
"""The kinds of move whose obstacles can be predicted before they are due, each with its decision phase."""


def refusal(tables: Tables, state: State, move: int) -> Refusal | None:
    """Return why a move is illegal.

    Returns:
        ``None`` exactly when the move is legal, otherwise the most specific reason.

    Raises:
        ValueError: the number is out of range.
    """
    if not 0 <= move < MOVES:
        raise ValueError(f"move: {move!r} is not a number from 0 to {MOVES - 1}")
    if is_over(state):
        return Refusal(reason="game_over")
    kind = KINDS[move]
    due = KINDS_BY_PHASE.get(state.phase, ())
    if kind not in due:
        return _not_now(tables, state, kind, due)
    return refusal_when_due(tables, state, move)


def refusal_when_due(tables: Tables, state: State, move: int) -> Refusal | None:
    """Do what :func:`refusal` does without its checks; the caller knows that moves of this kind are due."""
    explain, index = _EXPLAINERS_BY_MOVE[move]
    return explain(tables, state, index)


def later_refusal(tables: Tables, state: State, move: int) -> Refusal | None:
    """Return what would still make a move illegal if its kind were due now: money, a room, a kobun.

    Only ``hire``, ``shop`` and ``work`` can be predicted. A deal is judged from the square where it is made.

    Returns:
        ``None`` if there is no other obstacle. The result of :func:`refusal` if its reason is not ``not_now``, or if
        the move cannot be predicted.

    Raises:
        ValueError: the number is out of range.
    """
    present = refusal(tables, state, move)
    kind = KINDS[move]
    if present is None or present.reason != "not_now" or not present.asked or kind not in PREDICTABLE_PHASES:
        return present
    ahead = state.copy()
    ahead.phase = PREDICTABLE_PHASES[kind]
    ahead.shop_used = ahead.work_used = 0
    obstacle = refusal(tables, ahead, move)
    if obstacle is not None and obstacle.reason in ("wrong_square", "room_not_here"):
        ahead.square[state.seat] = obstacle.squares[0]
        return refusal(tables, ahead, move) or obstacle
    return obstacle


def _not_now(tables: Tables, state: State, kind: str, due: tuple[str, ...]) -> Refusal:
    if state.phase == MOVE and kind in KINDS_BY_PHASE[INCOME_OR_HIRE]:
        slot = slot_of(state, state.seat)
        if not tables.slot_hires[slot]:
            return Refusal(reason="slot_only_moves", slot=IKIZAMA_IDS[slot])
    return Refusal(reason="not_now", asked=due)


def _always(tables: Tables, state: State, number: int) -> Refusal | None:
    """Explain a move that is legal whenever its kind is due."""
    return None


# --- shared by several kinds


def _missing(state: State, price: Sequence[int]) -> tuple[tuple[str, int], ...]:
    owned = state.resources[state.seat]
    return tuple(
        (RESOURCES[resource], price[resource] - owned[resource])
        for resource in range(RESOURCE_COUNT)
        if owned[resource] < price[resource]
    )


def _only(resource: int, amount: int) -> tuple[tuple[str, int], ...]:
    return ((RESOURCES[resource], amount),)


def _seat(number: int) -> int | None:
    return number if number >= 0 else None


def _whereabouts(state: State, card: int) -> tuple[str | None, int | None]:
    """Return the room and the seat of a card on the board, the seat of a retired one."""
    room = room_of(state, card)
    if room >= 0:
        return ROOM_IDS[room], _seat(state.room_owner[room])
    for seat, retired in enumerate(state.retired):
        if retired >> card & 1:
            return None, seat
    return None, None


def _holder(state: State, good: int) -> int | None:
    for seat, goods in enumerate(state.held):
        if goods >> good & 1:
            return seat
    return None


def _about_room(reason: RefusalCode, state: State, room: int) -> Refusal:
    """Return a refusal that names a room and what is in it."""
    card = state.room_card[room]
    return Refusal(
        reason=reason,
        room=ROOM_IDS[room],
        card=CARD_IDS[card] if card >= 0 else None,
        seat=_seat(state.room_owner[room]),
    )


def _no_place_for_a_card(tables: Tables, state: State) -> Refusal | None:
    """Return the obstacle to placing a card: it needs a free kobun and a free room (H16, H17)."""
    if free_kobun(tables, state, state.seat) < 1:
        return Refusal(reason="no_free_kobun", seat=state.seat)
    if not any_room_free(tables, state):
        return Refusal(reason="no_free_room")
    return None


def _no_character(tables: Tables, state: State, room: int) -> Refusal | None:
    if not tables.room_exists[room]:
        return Refusal(reason="room_not_on_board", room=ROOM_IDS[room])
    if not has_character(state, room):
        return _about_room("no_character_there", state, room)
    return None


def _not_own_character(tables: Tables, state: State, room: int) -> Refusal | None:
    """Explain ``train`` and ``starve``."""
    if has_own_character(state, room, state.seat):
        return None
    return _no_character(tables, state, room) or _about_room("not_your_character", state, room)


# --- setup, way of life, the turn up to the deals


def _start(tables: Tables, state: State, card: int) -> Refusal | None:
    if room_of(state, card) < 0:
        return None
    room, seat = _whereabouts(state, card)
    return Refusal(reason="start_card_taken", card=CARD_IDS[card], room=room, seat=seat)


def _place(tables: Tables, state: State, room: int) -> Refusal | None:
    if not tables.room_exists[room]:
        return Refusal(reason="room_not_on_board", room=ROOM_IDS[room])
    if state.phase == PLACE_START:
        return _place_start(tables, state, room)
    if not is_free(tables, state, room):
        return _about_room("room_occupied", state, room)
    if state.phase == PLACE_NEUTRAL or affordable(tables, state, state.seat, room):
        return None
    shortfall = tables.surcharge[room] - state.resources[state.seat][MON]
    return Refusal(reason="short", room=ROOM_IDS[room], missing=_only(MON, shortfall))


def _place_start(tables: Tables, state: State, room: int) -> Refusal | None:
    legal = [0] * ROOMS
    if FIRST_PLACE + room in legal[: legal_place_start(tables, state, legal)]:
        return None
    if is_free(tables, state, room):
        return Refusal(reason="not_an_outer_room", room=ROOM_IDS[room])
    return _about_room("room_occupied", state, room)


def _ikizama(tables: Tables, state: State, slot: int) -> Refusal | None:
    if not tables.slot_open[slot]:
        return Refusal(reason="slot_not_used", slot=IKIZAMA_IDS[slot])
    if slot == state.closed:
        return Refusal(reason="slot_closed", slot=IKIZAMA_IDS[slot])
    if state.ikizama[slot] >= 0:
        return Refusal(reason="slot_taken", slot=IKIZAMA_IDS[slot], seat=state.ikizama[slot])
    return None


def _not_in_row(tables: Tables, state: State, number: int) -> Refusal | None:
    """Explain ``hire`` and ``neutral``, numbered from the first card after the start characters."""
    card = number + START_CARDS
    if place_in_row(state, card) >= 0:
        return None
    room, seat = _whereabouts(state, card)
    return Refusal(reason="not_in_row", card=CARD_IDS[card], room=room, seat=seat)


def _hire(tables: Tables, state: State, number: int) -> Refusal | None:
    obstacle = _not_in_row(tables, state, number) or _no_place_for_a_card(tables, state)
    if obstacle:
        return obstacle
    card = number + START_CARDS
    place = place_in_row(state, card)
    surcharge = cheapest_surcharge(tables, state)
    if can_hire(tables, state, state.seat, place, surcharge):
        return None
    price = hire_price(tables, state, state.seat, card) + surcharge
    shortfall = price - state.row_mon[place] - state.resources[state.seat][MON]
    return Refusal(reason="short", card=CARD_IDS[card], missing=_only(MON, shortfall))


def _move(tables: Tables, state: State, number: int) -> Refusal | None:
    squares = number + 1
    least = tables.slot_from[slot_of(state, state.seat)]
    if squares < least:
        return _too_few(least)
    most = free_squares(tables, state, state.seat) + state.resources[state.seat][SANDALS]
    if squares > most:
        return _too_many(most, squares - most)
    return None


# Refusals are immutable, so the most frequent ones are cached.


@cache
def _too_few(least: int) -> Refusal:
    return Refusal(reason="too_few_squares", limit=least)


@cache
def _too_many(most: int, over: int) -> Refusal:
    return Refusal(reason="too_many_squares", limit=most, missing=_only(SANDALS, over))


@cache
def _wrong_square(square: int) -> Refusal:
    return Refusal(reason="wrong_square", squares=(square,))


_NO_OPTION = Refusal(reason="option_not_in_edition")
_SHOP_DONE = Refusal(reason="shop_done")


# --- deals


def _no_deal_with(state: State, square: int) -> Refusal | None:
    """Return the obstacle to any deal with the shop of a square (0 or less: no shop has the option)."""
    if square < 1:
        return _NO_OPTION
    if state.square[state.seat] != square:
        return _wrong_square(square)
    if state.shop_used:
        return _SHOP_DONE
    return None


def _option(tables: Tables, state: State, option: int) -> Refusal | None:
    obstacle = _no_deal_with(state, tables.option_square[option])
    if obstacle or can_pay(state, state.seat, tables.option_spend[option]):
        return obstacle
    return Refusal(reason="short", missing=_missing(state, tables.option_spend[option]))


def _pipe(tables: Tables, state: State, index: int) -> Refusal | None:
    return _tobacco(tables, state, tables.sells_pipe, good_number(PIPE, index))


def _pouch(tables: Tables, state: State, index: int) -> Refusal | None:
    return _tobacco(tables, state, tables.sells_pouch, good_number(POUCH, index))


def _pair(tables: Tables, state: State, index: int) -> Refusal | None:
    pipe, pouch = divmod(index, KIND_GOODS)
    return _tobacco(tables, state, tables.sells_pair, good_number(PIPE, pipe), good_number(POUCH, pouch))


def _tobacco(tables: Tables, state: State, sold: int, *goods: int) -> Refusal | None:
    """Explain the purchase of a pipe, a pouch or both, which are paid together."""
    obstacle = _no_deal_with(state, tables.tobacco_square if sold else ABSENT)
    if obstacle:
        return obstacle
    for good in goods:
        if not on_sale(tables, state, good, NO_LIMIT):
            return _not_on_sale(state, good)
    shortfall = sum(tables.price[good] for good in goods) - state.resources[state.seat][MON]
    if shortfall > 0:
        good = goods[0]
        return Refusal(reason="short", good=GOOD_IDS[good] if len(goods) == 1 else None, missing=_only(MON, shortfall))
    return None


def _fish(tables: Tables, state: State, index: int) -> Refusal | None:
    good = good_number(FISH, index)
    obstacle = _no_deal_with(state, tables.fish_square)
    if obstacle:
        return obstacle
    if not on_sale(tables, state, good, NO_LIMIT):
        return _not_on_sale(state, good)
    if has_fish_of_season(state, state.seat, good):
        season = good // SEASON_GOODS * SEASON_GOODS
        own_fish = season + (state.held[state.seat] >> season & 1 == 0)
        return Refusal(reason="fish_of_season_held", good=GOOD_IDS[own_fish])
    shortfall = tables.price[good] - state.resources[state.seat][MON]
    if shortfall > 0:
        return Refusal(reason="short", good=GOOD_IDS[good], missing=_only(MON, shortfall))
    return None


def _not_on_sale(state: State, good: int) -> Refusal:
    return Refusal(reason="not_on_sale", good=GOOD_IDS[good], seat=_holder(state, good))


def _shop_build(tables: Tables, state: State, building: int) -> Refusal | None:
    return _no_deal_with(state, tables.build_square) or _building(tables, state, building, ABSENT)


def _work_build(tables: Tables, state: State, building: int) -> Refusal | None:
    return _building(tables, state, building, state.worker)


def _building(tables: Tables, state: State, building: int, worker: int) -> Refusal | None:
    card = FIRST_BUILDING + building
    if not state.offer >> building & 1:
        room, seat = _whereabouts(state, card)
        return Refusal(reason="not_on_offer", card=CARD_IDS[card], room=room, seat=seat)
    obstacle = _no_place_for_a_card(tables, state)
    if obstacle or can_build(tables, state, building, worker, tables.no_bundle, cheapest_surcharge(tables, state)):
        return obstacle
    missing = _missing(state, _building_bill(tables, state, building, worker, tables.no_bundle))
    return Refusal(reason="short", card=CARD_IDS[card], missing=missing)


def _building_bill(tables: Tables, state: State, building: int, worker: int, spent: list[int]) -> list[int]:
    """Return the total price of a building in the cheapest room, ``spent`` included."""
    bill = [
        building_price(tables, state, building, resource, worker) + spent[resource]
        for resource in range(RESOURCE_COUNT)
    ]
    bill[MON] += cheapest_surcharge(tables, state)
    return bill


def _work(tables: Tables, state: State, room: int) -> Refusal | None:
    obstacle = _no_character(tables, state, room)
    if obstacle:
        return obstacle
    if room not in tables.square_room[state.square[state.seat]]:
        squares = tuple(square for square in range(1, SQUARES + 1) if room in tables.square_room[square])
        return Refusal(reason="room_not_here", room=ROOM_IDS[room], squares=squares)
    if state.work_used:
        return Refusal(reason="work_done")
    card = state.room_card[room]
    if can_work(tables, state, card):
        return None
    return _cannot_work(tables, state, room, card)


def _cannot_work(tables: Tables, state: State, room: int, card: int) -> Refusal:
    """Return what prevents a skill: its cost or its effect."""
    missing = _missing(state, tables.spend[card])
    if missing:
        return Refusal(reason="short", room=ROOM_IDS[room], card=CARD_IDS[card], missing=missing)
    operation = tables.operation[card]
    if operation == TRAINS:
        return Refusal(reason="nobody_to_train", room=ROOM_IDS[room], card=CARD_IDS[card])
    if operation == SWAPS:
        return Refusal(reason="needs_two_characters", room=ROOM_IDS[room], card=CARD_IDS[card])
    return _no_place_for_a_card(tables, state) or _nothing_to_build(tables, state, room, card)


def _nothing_to_build(tables: Tables, state: State, room: int, worker: int) -> Refusal:
    """Name the building on offer with the smallest missing sum, if a building is on offer."""
    nearest = None
    least: tuple[tuple[str, int], ...] = ()
    for building in range(BUILDINGS):
        if not state.offer >> building & 1:
            continue
        missing = _missing(state, _building_bill(tables, state, building, worker, tables.spend[worker]))
        if nearest is None or sum(amount for _, amount in missing) < sum(amount for _, amount in least):
            nearest, least = CARD_IDS[FIRST_BUILDING + building], missing
    return Refusal(reason="nothing_to_build", room=ROOM_IDS[room], card=nearest, missing=least)


def _swap(tables: Tables, state: State, room: int) -> Refusal | None:
    """Explain ``swap`` and ``with``; ``swap`` has no first room yet."""
    if room == state.swap_room:
        return Refusal(reason="same_room", room=ROOM_IDS[room])
    return _no_character(tables, state, room)


Explain = Callable[[Tables, State, int], Refusal | None]

_EXPLAINERS: dict[str, Explain] = {
    "start {}": _start,
    "place {}": _place,
    "ikizama {}": _ikizama,
    "hire {}": _hire,
    "move {}": _move,
    "shop {}": _option,
    "shop pipe {}": _pipe,
    "shop pouch {}": _pouch,
    "shop pipe {} pouch {}": _pair,
    "shop fish {}": _fish,
    "shop build {}": _shop_build,
    "work {}": _work,
    "train {}": _not_own_character,
    "build {}": _work_build,
    "swap {}": _swap,
    "with {}": _swap,
    "starve {}": _not_own_character,
    "neutral {}": _not_in_row,
}
"""The function of each kind of move, which takes the index of a move within its kind; the kind must be due.

Moves of the other kinds are legal whenever they are due.
"""
_EXPLAINERS_BY_MOVE = tuple(
    (_EXPLAINERS.get(kind.pattern, _always), index) for kind in MOVE_KINDS for index in range(len(kind.words))
)
