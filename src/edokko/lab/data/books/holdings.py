"""The tables of hires, buildings and goods: what each seat acquired, at which price, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import attrgetter

from edokko.components.ids import BUILDING_IDS, CARD_IDS, GOOD_IDS
from edokko.lab.data.books.cards import GOOD_KINDS, GOODS_OF_MOVE
from edokko.lab.data.replay import FIRST_GOOD, Book, EventNumbers, ReplayState
from edokko.lab.data.schema import TABLES
from edokko.rules.events import (
    BY_BUILD,
    BY_BUILDING,
    BY_CARD_MON,
    BY_FIRE,
    BY_HIRE,
    BY_HIRE_BONUS,
    BY_SALARY,
    BY_SETUP,
    BY_SURCHARGE,
)
from edokko.rules.moves import FIRST_WORK, ROOM_IDS, good_kind
from edokko.rules.phases import DEALS
from edokko.rules.state import CHARACTERS, FIRST_BUILDING, IKI, NEW_YEAR, RESOURCE_COUNT, ROOMS

SUPPLY = IKI
BOARD, RETIRED_END, BURNT, STARVED = "board", "retired", "burnt", "starved"


@dataclass(slots=True)
class _Hire:
    """A character of a seat."""

    seat: int
    month: int
    age: int
    cost: int = 0
    discount: int = 0
    mon_on_card: int = 0
    surcharge: int = 0
    room: str = ""
    hire_bonus: int = 0
    xp: int = 0
    own_deals: int = 0
    other_deals: int = 0
    fate: str = BOARD
    end_month: int = NEW_YEAR
    salaries: list[int] = field(default_factory=lambda: [0] * RESOURCE_COUNT)

    @property
    def paid(self) -> int:
        return self.cost + self.surcharge - self.discount - self.mon_on_card


@dataclass(slots=True)
class _Build:
    """A building of a seat."""

    seat: int
    month: int
    builder: str | None
    room: str = ""
    paid: list[int] = field(default_factory=lambda: [0] * SUPPLY)
    surcharge: int = 0
    fate: str = BOARD
    end_month: int = NEW_YEAR
    effect: int = 0


_HIRES, _BUILDS = TABLES["hires"].names, TABLES["builds"].names
_HIRE = attrgetter(*_HIRES[_HIRES.index("seat") : _HIRES.index("end_month") + 1])
_BUILD = attrgetter(*_BUILDS[_BUILDS.index("seat") : _BUILDS.index("room") + 1])
_END = attrgetter(*_BUILDS[_BUILDS.index("surcharge") :])
"""The columns that :class:`_Hire` and :class:`_Build` have as attributes."""


class Holdings(Book):
    """Collects hires, buildings and goods."""

    tables = ("hires", "builds", "goods")

    def start(self, scene: ReplayState) -> None:
        self._hires: dict[int, _Hire] = {}
        self._builds: dict[int, _Build] = {}
        self._surcharge = 0
        self._worker: int | None = None
        self._is_pair = False

    def before(self, scene: ReplayState, move: int) -> None:
        """Note who works, and whether a pipe and a pouch are bought together."""
        if scene.state.phase != DEALS:
            return
        self._worker = None
        self._is_pair = len(GOODS_OF_MOVE.get(move, ())) > 1
        if FIRST_WORK <= move < FIRST_WORK + ROOMS:
            room = move - FIRST_WORK
            self._worker = scene.state.room_card[room]
            owner = scene.state.room_owner[room]
            if owner == scene.seat:
                self._hires[self._worker].own_deals += 1
            elif owner >= 0:
                self._hires[self._worker].other_deals += 1

    # --- events

    def on_gained(self, scene: ReplayState, event: EventNumbers) -> None:
        _, seat, resource, _, amount, reason, source = event
        if reason == BY_SALARY:
            if source >= 0:
                self._hires[source].salaries[resource] += amount
        elif reason == BY_CARD_MON:
            self._hires[source].mon_on_card = amount
        elif reason == BY_HIRE:
            self._hires[source].discount += amount
        elif reason == BY_HIRE_BONUS:
            self._hires[source].hire_bonus += amount
        elif reason == BY_SURCHARGE:
            self._surcharge -= amount
        elif reason == BY_BUILD:
            self._build(scene, seat, source).paid[resource] -= amount
        elif reason == BY_BUILDING:
            self._builds[source].effect += amount

    def _build(self, scene: ReplayState, seat: int, building: int) -> _Build:
        """Return a building's entry, which begins with the first payment or, if it is free, when it is taken."""
        if building not in self._builds:
            builder = None if self._worker is None else CARD_IDS[self._worker]
            self._builds[building] = _Build(seat, scene.month, builder)
        return self._builds[building]

    def on_card_taken(self, scene: ReplayState, event: EventNumbers) -> None:
        _, seat, card, *_ = event
        if seat < 0:
            return
        if card >= FIRST_BUILDING:
            self._build(scene, seat, card - FIRST_BUILDING)
        else:
            # What the seat pays will be taken off the discount, which so begins with the whole cost.
            cost = scene.tables.cost[card]
            self._hires[card] = _Hire(seat, scene.month, scene.age(card), cost, discount=cost)

    def on_placed(self, scene: ReplayState, event: EventNumbers) -> None:
        _, seat, card, room, _, reason, _ = event
        if seat < 0:
            return
        if reason == BY_SETUP:
            self._hires[card] = _Hire(seat, 0, 0)
        acquired = self._builds[card - FIRST_BUILDING] if card >= CHARACTERS else self._hires[card]
        acquired.room = ROOM_IDS[room]
        acquired.surcharge, self._surcharge = self._surcharge, 0

    def on_xp_gained(self, scene: ReplayState, event: EventNumbers) -> None:
        _, seat, card, _, xp, *_ = event
        if seat >= 0:
            self._hires[card].xp = xp

    def on_retired(self, scene: ReplayState, event: EventNumbers) -> None:
        self._end(scene, event[2], RETIRED_END)

    def on_left(self, scene: ReplayState, event: EventNumbers) -> None:
        _, seat, card, _, _, reason, _ = event
        if seat >= 0:
            self._end(scene, card, BURNT if reason == BY_FIRE else STARVED)

    def _end(self, scene: ReplayState, card: int, fate: str) -> None:
        acquired = self._builds[card - FIRST_BUILDING] if card >= CHARACTERS else self._hires[card]
        acquired.fate, acquired.end_month = fate, scene.month

    def on_good_bought(self, scene: ReplayState, event: EventNumbers) -> None:
        _, seat, good, *_ = event
        age, price = scene.age(FIRST_GOOD + good), scene.tables.price[good]
        kind = GOOD_KINDS[good_kind(good)]
        self.rows["goods"].append((scene.game, GOOD_IDS[good], kind, seat, scene.month, price, age, self._is_pair))

    # --- rows

    def end(self, scene: ReplayState) -> None:
        for card, hire in self._hires.items():
            self.rows["hires"].append((scene.game, CARD_IDS[card], *_HIRE(hire), *hire.salaries))
        for building, build in self._builds.items():
            row = (scene.game, BUILDING_IDS[building], *_BUILD(build), *build.paid, *_END(build))
            self.rows["builds"].append(row)
