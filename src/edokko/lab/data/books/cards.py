"""The tables of cards on show and of what seats were offered."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter

from edokko.lab.data.replay import FIRST_GOOD, IDS, Book, EventNumbers, ReplayState, TurnBook
from edokko.rules import referee
from edokko.rules.building import building_price, can_build
from edokko.rules.events import BY_SEASON, BY_SETUP
from edokko.rules.moves import (
    FIRST_FISH,
    FIRST_PAIR,
    FIRST_PIPE,
    FIRST_POUCH,
    FIRST_SHOP_BUILD,
    KIND_GOODS,
    MOST_LEGAL,
    good_kind,
    good_number,
)
from edokko.rules.phases import DEALS, INCOME_OR_HIRE
from edokko.rules.resources import cheapest_surcharge, free_kobun
from edokko.rules.state import (
    ABSENT,
    BUILDINGS,
    BUILDS,
    CHARACTERS,
    FIRST_BUILDING,
    FISH,
    MON,
    PIPE,
    POUCH,
    START_CARDS,
    State,
)
from edokko.rules.tables import SQUARE_ROOMS, Tables
from edokko.rules.turn import can_hire, hire_price

GOOD_KINDS = {FISH: "fish", PIPE: "pipe", POUCH: "pouch"}


def kind_of(code: int) -> str:
    """Return the kind of a card or good."""
    if code >= FIRST_GOOD:
        return GOOD_KINDS[good_kind(code - FIRST_GOOD)]
    if code >= FIRST_BUILDING:
        return "building"
    return "character" if code >= START_CARDS else "start"


class Cards(Book):
    """Collects what was on show and what became of it."""

    tables = ("cards",)

    def start(self, scene: ReplayState) -> None:
        self._fates: dict[int, tuple[int, str, int | None]] = {}

    def on_card_taken(self, scene: ReplayState, event: EventNumbers) -> None:
        _, seat, card, *_ = event
        self._fates[card] = (scene.month, "taken", seat) if seat >= 0 else (scene.month, "neutral", None)

    def on_placed(self, scene: ReplayState, event: EventNumbers) -> None:
        if event[5] == BY_SETUP:
            self._fates[event[2]] = (scene.month, "taken", event[1])

    def on_good_bought(self, scene: ReplayState, event: EventNumbers) -> None:
        self._fates[FIRST_GOOD + event[2]] = (scene.month, "taken", event[1])

    def on_left(self, scene: ReplayState, event: EventNumbers) -> None:
        if event[5] == BY_SEASON:
            self._fates[event[2]] = (scene.month, "season", None)

    def on_season_began(self, scene: ReplayState, event: EventNumbers) -> None:
        goods = scene.tables.season_goods[event[2] - 1]
        for good in range(goods.bit_length()):
            if goods >> good & 1:
                self._fates.setdefault(FIRST_GOOD + good, (scene.month, "season", None))

    def end(self, scene: ReplayState) -> None:
        rows = self.rows["cards"]
        for code, month in scene.shown.items():
            rows.append((scene.game, kind_of(code), IDS[code], month, *self._fates.get(code, (None, "left", None))))


@dataclass(slots=True)
class _Offer:
    """What a seat was offered in its turn; the price is the lowest of the turn."""

    price: int
    printed: int
    mon_on_card: int
    age: int
    mon: int
    affordable: bool


_OFFER = attrgetter("price", "printed", "mon_on_card", "age", "mon", "affordable")


class Offers(TurnBook):
    """Collects what each seat was offered in its turn, and whether it took it."""

    tables = ("offers",)

    def __init__(self) -> None:
        super().__init__()
        self._legal = [0] * MOST_LEGAL

    def start(self, scene: ReplayState) -> None:
        self._offers: dict[int, _Offer] = {}
        self._taken: set[int] = set()

    def before(self, scene: ReplayState, move: int) -> None:
        state = scene.state
        if state.phase == INCOME_OR_HIRE:
            self._offer_row(scene)
        elif state.phase == DEALS:
            self._offer_shop(scene)
            self._offer_buildings(scene)
        super().before(scene, move)

    def on_card_taken(self, scene: ReplayState, event: EventNumbers) -> None:
        if event[1] >= 0:
            self._taken.add(event[2])

    def on_good_bought(self, scene: ReplayState, event: EventNumbers) -> None:
        self._taken.add(FIRST_GOOD + event[2])

    def _add(self, scene: ReplayState, code: int, price: int, printed: int, affordable: bool, on_card: int = 0) -> None:
        """Add an offer, or renew it at a later decision of the turn."""
        known = self._offers.get(code)
        if known is None:
            mon = scene.state.resources[scene.seat][MON]
            self._offers[code] = _Offer(price, printed, on_card, scene.age(code), mon, affordable)
        else:
            known.price = min(known.price, price)
            known.affordable |= affordable

    def _offer_row(self, scene: ReplayState) -> None:
        tables, state, seat = scene.tables, scene.state, scene.seat
        surcharge = cheapest_surcharge(tables, state)
        is_possible = surcharge >= 0 and free_kobun(tables, state, seat) > 0
        for place in range(state.row_count):
            card, on_card = state.row_card[place], state.row_mon[place]
            price = hire_price(tables, state, seat, card) + max(0, surcharge) - on_card
            affordable = is_possible and can_hire(tables, state, seat, place, surcharge)
            self._add(scene, card, price, tables.cost[card], affordable, on_card)

    def _offer_shop(self, scene: ReplayState) -> None:
        """Add the goods of the shop on the seat's square."""
        tables, state = scene.tables, scene.state
        kinds = _sold(tables, state.square[scene.seat])
        if not kinds or state.shop_used:
            return
        legal = self._legal[: referee.legal_moves(tables, state, self._legal)]
        buyable = {good for move in legal for good in GOODS_OF_MOVE.get(move, ())}
        for good in range(state.goods.bit_length()):
            if state.goods >> good & 1 and good_kind(good) in kinds:
                price = tables.price[good]
                self._add(scene, FIRST_GOOD + good, price, price, good in buyable)

    def _offer_buildings(self, scene: ReplayState) -> None:
        """Add the buildings on offer, if the construction site or a builder is on the seat's square."""
        tables, state = scene.tables, scene.state
        builders = _builders(tables, state, scene.seat)
        if not builders:
            return
        surcharge = cheapest_surcharge(tables, state)
        is_possible = surcharge >= 0 and free_kobun(tables, state, scene.seat) > 0
        for building in range(BUILDINGS):
            if not state.offer >> building & 1:
                continue
            printed = tables.building_cost[building][MON]
            for worker in builders:
                spent = tables.no_bundle if worker < 0 else tables.spend[worker]
                price = building_price(tables, state, building, MON, worker) + spent[MON] + max(0, surcharge)
                affordable = is_possible and can_build(tables, state, building, worker, spent, surcharge)
                fee = tables.build_fee[MON] if worker < 0 else 0
                self._add(scene, FIRST_BUILDING + building, price, printed + fee, affordable)

    def close_turn(self, scene: ReplayState) -> None:
        affordable: dict[str, int] = {}
        for code, offer in self._offers.items():
            offer.affordable |= code in self._taken
            affordable[kind_of(code)] = affordable.get(kind_of(code), 0) + offer.affordable
        turn = (scene.game, scene.month, scene.turn, scene.seat)
        for code, offer in self._offers.items():
            kind, alternatives = kind_of(code), affordable[kind_of(code)] - offer.affordable
            row = (*turn, kind, IDS[code], *_OFFER(offer), code in self._taken, alternatives)
            self.rows["offers"].append(row)
        self._offers.clear()
        self._taken.clear()


def _goods_of_moves() -> dict[int, tuple[int, ...]]:
    """Return the goods that each move buys."""
    goods: dict[int, tuple[int, ...]] = {}
    for index in range(KIND_GOODS):
        for first, kind in ((FIRST_FISH, FISH), (FIRST_PIPE, PIPE), (FIRST_POUCH, POUCH)):
            goods[first + index] = (good_number(kind, index),)
        for pouch in range(KIND_GOODS):
            goods[FIRST_PAIR + index * KIND_GOODS + pouch] = (good_number(PIPE, index), good_number(POUCH, pouch))
    return goods


GOODS_OF_MOVE = _goods_of_moves()
assert max(GOODS_OF_MOVE) < FIRST_SHOP_BUILD


def _sold(tables: Tables, square: int) -> tuple[int, ...]:
    """Return the kinds of goods that the shop on a square sells."""
    if square == tables.fish_square:
        return (FISH,)
    return (PIPE, POUCH) if square == tables.tobacco_square else ()


def _builders(tables: Tables, state: State, seat: int) -> list[int]:
    """Return the builders on a seat's square: the cards of characters, and ``ABSENT`` for the construction site."""
    square = state.square[seat]
    builders = [ABSENT] if square == tables.build_square and not state.shop_used else []
    if state.work_used:
        return builders
    for place in range(SQUARE_ROOMS):
        room = tables.square_room[square][place]
        card = state.room_card[room] if room >= 0 else ABSENT
        if 0 <= card < CHARACTERS and tables.operation[card] == BUILDS:
            builders.append(card)
    return builders
