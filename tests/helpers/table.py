"""A builder of positions for tests of single rules, and the game that continues from them.

``Table`` builds a position; ``to_act`` checks it and returns a ``Scene``, which is played with the words of
the record format. All defaults are empty: no mon, no rice, no cards. Things that a game always has get a possible
place: the deck, the buildings on offer, the tiles, and every oyakata on the street once month 1 is over.

>>> table = Table(players=3).month(5).seat(0, mon=5, fire=3, square=8).row(("engraver", 1)).on_slot("3", 0)
>>> scene = table.to_act("turn").play("hire engraver", "place A1")
>>> scene.mon(0), scene.fire(0)
(3, 4)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from edokko.chance import ChanceBuffers
from edokko.components import load
from edokko.components.ids import BUILDING_IDS, CARD_IDS, CHARACTER_IDS, GOOD_IDS, IKIZAMA_IDS
from edokko.components.model import NAGAYAS, RESOURCES, TOKENS
from edokko.events import Event, decode
from edokko.rules import referee
from edokko.rules.chance import CHANCE_WORDS
from edokko.rules.month import season_of
from edokko.rules.moves import NUMBERS, ROOM_IDS, WORDS
from edokko.rules.phases import (
    BEGIN_MONTH,
    DEALS,
    DRAW_BUILDING,
    DRAW_CARD,
    INCOME_OR_HIRE,
    MOVE,
    NEUTRAL_STEP,
    NEXT_IKIZAMA,
    NEXT_TURN,
    OVER,
)
from edokko.rules.resources import free_kobun
from edokko.rules.scoring import LINE_COUNT, LINES, rank, score
from edokko.rules.state import (
    ABSENT,
    CHARACTERS,
    FIRE_GUARD,
    FIRST_BUILDING,
    IKI,
    KOBAN,
    MON,
    NEW_YEAR,
    RESOURCE_COUNT,
    RICE,
    SANDALS,
    SEASON_CARDS,
    START_CARDS,
    WOOD,
    State,
)
from edokko.rules.tables import Tables, tables_for

STEPS = {
    "month": BEGIN_MONTH,
    "way_of_life": NEXT_IKIZAMA,
    "turn": NEXT_TURN,
    "income_or_hire": INCOME_OR_HIRE,
    "move": MOVE,
    "deals": DEALS,
    "month_end": NEUTRAL_STEP,
    "over": OVER,
}
"""The steps at which a scene can begin; ``turn`` is the first slot's, with the mon of slot 1-4."""

TURN_STEPS = ("income_or_hire", "move", "deals")
"""The steps inside a turn: they begin without earlier effects of the turn, for the given seat."""

SPARE_BUILDINGS = ("inn", "shrine", "kabuki_theater", "well", "farmhouse", "fire_watchtower")
"""The default buildings on offer, less those on the board."""
FIRST_ROW = ("monk", "ox_cart", "seamstress", "carpenter")
"""The row of month 1 in an opening of the 2015 edition."""

WRONG = "this table cannot be: "


class Scene:
    """A game that continues from a position of ``Table``."""

    def __init__(self, tables: Tables, state: State) -> None:
        self.tables = tables
        self.state = state
        self._scratch = ChanceBuffers()

    # --- playing

    def play(self, *words: str) -> Scene:
        """Play moves one after another; each must be legal."""
        for move in words:
            assert move in self.legal(), f"{move!r} is not legal; legal: {sorted(self.legal())}"
            referee.play(self.tables, self.state, NUMBERS[move])
        return self

    def chance(self, *words: str) -> Scene:
        """Apply chance, in the words of a record: ``fire C``, ``closed 4``, ``reveal ox_cart monk`` ..."""
        for string in words:
            kind, *ids = string.split()
            for piece in ids:
                step = f"{kind.removesuffix('s')} {piece}" if kind == "buildings" else f"{kind} {piece}"
                assert step in self.chances(), f"{step!r} cannot happen; possible: {sorted(self.chances())}"
                referee.reveal(self.tables, self.state, CHANCE_WORDS.index(step))
        return self

    def copy(self) -> Scene:
        """Return an independent copy of the scene."""
        clone = Scene(self.tables, self.state.copy())
        clone.state.events = list(self.state.events or ())
        return clone

    # --- possible moves and chance

    def legal(self, kind: str = "") -> set[str]:
        """Return the words of the legal moves, all or those of one kind."""
        count = referee.legal_moves(self.tables, self.state, self._scratch.legal)
        words = {WORDS[number] for number in self._scratch.legal[:count]}
        return {move for move in words if not kind or move.split()[0] == kind}

    def chances(self) -> dict[str, int]:
        """Return the words of the possible chance outcomes, with their weights."""
        scratch = self._scratch
        count = referee.chance_outcomes(self.tables, self.state, scratch.outcomes, scratch.weights)
        words = (CHANCE_WORDS[outcome] for outcome in scratch.outcomes[:count])
        return dict(zip(words, scratch.weights[:count], strict=True))

    @property
    def decides(self) -> int | None:
        """The seat that decides, ``None`` while chance does and when the game is over."""
        return self.state.seat if referee.is_decision(self.state) else None

    @property
    def is_over(self) -> bool:
        return referee.is_over(self.state)

    # --- the position

    def mon(self, seat: int) -> int:
        return self.state.resources[seat][MON]

    def rice(self, seat: int) -> int:
        return self.state.resources[seat][RICE]

    def sandals(self, seat: int) -> int:
        return self.state.resources[seat][SANDALS]

    def wood(self, seat: int) -> int:
        return self.state.resources[seat][WOOD]

    def koban(self, seat: int) -> int:
        return self.state.resources[seat][KOBAN]

    def iki(self, seat: int) -> int:
        return self.state.resources[seat][IKI]

    def fire(self, seat: int) -> int:
        return self.state.fire[seat]

    def square(self, seat: int) -> int:
        return self.state.square[seat]

    def has(self, seat: int) -> dict[str, int]:
        """Return all resources of a seat and its F."""
        return dict(zip(RESOURCES, (*self.state.resources[seat], self.state.fire[seat]), strict=True))

    def retired(self, seat: int) -> set[str]:
        return {CARD_IDS[card] for card in range(CHARACTERS) if self.state.retired[seat] >> card & 1}

    def tokens(self, seat: int) -> list[str]:
        """Return one entry per token, sorted."""
        counts = zip(TOKENS, self.state.tokens[seat], strict=True)
        return sorted(name for name, count in counts for _ in range(count))

    def held(self, seat: int) -> set[str]:
        return _members(GOOD_IDS, self.state.held[seat])

    def free_kobun(self, seat: int) -> int:
        return free_kobun(self.tables, self.state, seat)

    def card(self, room: str) -> str | None:
        card = self.state.room_card[ROOM_IDS.index(room)]
        return CARD_IDS[card] if card >= 0 else None

    def owner(self, room: str) -> int | None:
        owner = self.state.room_owner[ROOM_IDS.index(room)]
        return owner if owner >= 0 else None

    def xp(self, room: str) -> int:
        return self.state.room_xp[ROOM_IDS.index(room)]

    def rooms(self) -> dict[str, str]:
        """Return the cards on the board, by room."""
        return {room: card for room in ROOM_IDS if (card := self.card(room)) is not None}

    @property
    def fire_order(self) -> list[int]:
        return self.state.fire_order[: self.tables.players]

    @property
    def month(self) -> int:
        return self.state.month

    @property
    def row(self) -> list[tuple[str, int]]:
        """The characters on display and the mon on each."""
        state = self.state
        return [(CARD_IDS[state.row_card[place]], state.row_mon[place]) for place in range(state.row_count)]

    @property
    def offer(self) -> set[str]:
        return _members(BUILDING_IDS, self.state.offer)

    @property
    def goods(self) -> set[str]:
        return _members(GOOD_IDS, self.state.goods)

    @property
    def closed(self) -> str | None:
        return IKIZAMA_IDS[self.state.closed] if self.state.closed >= 0 else None

    # --- events and scores

    def events(self, kind: str, **fields: Any) -> list[Event]:
        """Return the events of a kind since the scene began, with these values."""
        decoded = (decode(raw) for raw in self.state.events or ())
        return [
            event
            for event in decoded
            if event.kind == kind and all(getattr(event, name) == value for name, value in fields.items())
        ]

    def gained(self, seat: int, resource: str, reason: str) -> int:
        """Return the amount of a resource that a seat gained for a reason since the scene began."""
        return sum(event.amount or 0 for event in self.events("gained", seat=seat, resource=resource, reason=reason))

    def harmony(self, seat: int, group: str) -> int:
        """Return a seat's IKI by harmony in one group: ``A`` to ``D`` or ``corners``."""
        return sum(event.amount or 0 for event in self.events("harmony_scored", seat=seat, group=group))

    def line(self, seat: int, name: str) -> int:
        """Return one line of a seat's score sheet."""
        return self.sheet(seat)[name]

    def sheet(self, seat: int) -> dict[str, int]:
        """Return a seat's score sheet."""
        lines = [0] * LINE_COUNT
        total = score(self.tables, self.state, seat, lines)
        assert total == sum(lines)
        return dict(zip(LINES, lines, strict=True))

    def total(self, seat: int) -> int:
        return sum(self.sheet(seat).values())

    @property
    def ranking(self) -> list[int]:
        """The seats from first to last."""
        ranking = [0] * self.tables.players
        rank(self.tables, self.state, [self.total(seat) for seat in range(self.tables.players)], ranking)
        return ranking


class Table:
    """A builder of a position. Every method except the last few returns the table itself.

    Args:
        players: 2, 3 or 4.
        edition: ``"2021"`` or ``"2015"``.
        overlay: other numbers, as in an overlay file.
    """

    def __init__(self, players: int = 3, edition: str = "2021", overlay: Mapping[str, Any] | None = None) -> None:
        self._components = load(edition, overlay)
        self.tables = tables_for(self._components, players)
        self.state = State()
        referee.begin(self.tables, self.state)
        self.state.to_reveal = 0
        self.state.resources = [[0] * RESOURCE_COUNT for _ in self.state.resources]
        self._offer: set[str] | None = None
        self._fire_order: list[int] | None = None

    def month(self, month: int) -> Table:
        """Set the month and put its season's goods on sale."""
        self.state.month = month
        goods = self.tables.season_goods[season_of(month)]
        for stack in (self.tables.pipe_stack, self.tables.pouch_stack):
            if stack[0] >= 0:
                goods |= 1 << stack[0]
        self.state.goods = goods
        return self

    def seat(
        self,
        seat: int,
        fire: int = 0,
        square: int = 0,
        retired: Iterable[str] = (),
        held: Iterable[str] = (),
        guards_spent: int = 0,
        **resources: int,
    ) -> Table:
        """Set a seat's holdings. Retired cards add their tokens; held goods are no longer on sale."""
        _check(seat < self.tables.players, f"there is no seat {seat}")
        state = self.state
        for name, amount in resources.items():
            state.resources[seat][RESOURCES.index(name)] = amount
        state.fire[seat] = fire
        state.square[seat] = square
        for card in map(CHARACTER_IDS.index, retired):
            state.retired[seat] |= 1 << card
            if self.tables.retires_with[card] >= 0:
                state.tokens[seat][self.tables.retires_with[card]] += 1
        state.tokens[seat][FIRE_GUARD] -= guards_spent
        for good in map(GOOD_IDS.index, held):
            state.held[seat] |= 1 << good
            state.goods &= ~(1 << good)
        return self

    def on_top(self, *seats: int) -> Table:
        """Set the fire order, first to last; by default lower seats lie on top of seats with equal F."""
        self._fire_order = list(seats)
        return self

    def room(self, room: str, card: str, owner: int | None, xp: int = 0) -> Table:
        """Put a card in a room; the owner ``None`` makes it a neutral."""
        number = ROOM_IDS.index(room)
        _check(self.tables.room_exists[number] == 1, f"there is no room {room}")
        _check(self.state.room_card[number] < 0, f"two cards in {room}")
        self.state.room_card[number] = CARD_IDS.index(card)
        self.state.room_owner[number] = ABSENT if owner is None else owner
        self.state.room_xp[number] = xp
        return self

    def row(self, *cards: str | tuple[str, int]) -> Table:
        """Set the row, with the mon on each character, 0 by default."""
        for place, item in enumerate(cards):
            card, mon = (item, 0) if isinstance(item, str) else item
            self.state.row_card[place] = CARD_IDS.index(card)
            self.state.row_mon[place] = mon
        self.state.row_count = len(cards)
        return self

    def offer(self, *buildings: str) -> Table:
        """Set the buildings on offer."""
        self._offer = set(buildings)
        return self

    def sold(self, *goods: str) -> Table:
        """Remove goods from sale without giving them to a seat."""
        for good in goods:
            self.state.goods &= ~(1 << GOOD_IDS.index(good))
        return self

    def on_slot(self, slot: str, seat: int) -> Table:
        """Put a seat's ikizama on a slot."""
        _check(self.tables.slot_open[IKIZAMA_IDS.index(slot)] == 1, f"the slot {slot} is not used")
        self.state.ikizama[IKIZAMA_IDS.index(slot)] = seat
        return self

    def closed(self, slot: str) -> Table:
        """Close a slot with this month's tile."""
        self.state.closed = IKIZAMA_IDS.index(slot)
        self.state.tiles[self.state.closed] -= 1
        return self

    # --- starting the scene

    def to_act(self, step: str, seat: int | None = None) -> Scene:
        """Check the table and begin at a step of the month: one of ``STEPS``.

        Args:
            step: the first step.
            seat: the acting seat in a step inside a turn, put on a free slot if it has none; default: the first slot's.
        """
        state = self._check_and_complete()
        state.phase = STEPS[step]
        if step == "over":
            state.month = NEW_YEAR
            state.visit_order = state.fire_order[:]
        if step in TURN_STEPS:
            state.seat = self._acting(seat)
        else:
            state.seat = ABSENT
        referee.advance(self.tables, state)
        return Scene(self.tables, state)

    def _acting(self, seat: int | None) -> int:
        state = self.state
        if seat is None:
            return next(holder for holder in state.ikizama if holder >= 0)
        if seat not in state.ikizama and state.month != NEW_YEAR:
            free = [slot for slot in range(1, len(IKIZAMA_IDS)) if state.ikizama[slot] < 0 and slot != state.closed]
            state.ikizama[free[0]] = seat
        return seat

    def _check_and_complete(self) -> State:
        state = self.state
        players = range(self.tables.players)
        state.events = []
        by_level = sorted(players, key=lambda seat: (-state.fire[seat], seat))
        state.fire_order[: len(players)] = self._fire_order or by_level
        levels = [state.fire[seat] for seat in state.fire_order[: len(players)]]
        _check(levels == sorted(levels, reverse=True), "the fire order is not the order of F")
        cards = self._cards_out()
        _check(len(cards) == len(set(cards)), "a card is there twice")
        for seat in players:
            _check(free_kobun(self.tables, state, seat) >= 0, f"seat {seat} has more than four kobun")
        for card in range(CHARACTERS):
            if card in state.room_card:
                xp = state.room_xp[state.room_card.index(card)]
                _check(xp < self.tables.xp_to_retire[card], f"{CARD_IDS[card]} has retired with {xp} XP")
        self._check_neutrals()
        self._set_deck(set(cards))
        self._set_offer()
        self._set_tiles()
        self._set_street()
        return state

    def _cards_out(self) -> list[int]:
        state = self.state
        out = [card for card in state.room_card if card >= 0] + state.row_card[: state.row_count]
        return out + [card for card in range(CHARACTERS) for retired in state.retired if retired >> card & 1]

    def _check_neutrals(self) -> None:
        for card, owner in zip(self.state.room_card, self.state.room_owner, strict=True):
            _check(card < 0 or owner >= 0 or self.tables.players == 2, "neutrals are for two players")

    def _set_deck(self, out: set[int]) -> None:
        """Set the deck: the season's cards less four for each month so far."""
        state = self.state
        season = season_of(state.month)
        for card in out:
            known = card >= CHARACTERS or self.tables.season[card] <= season
            _check(known, f"{CARD_IDS[card]} comes in a later season")
        if state.month == NEW_YEAR:
            state.deck = 0
            return
        first = START_CARDS + season * SEASON_CARDS
        undrawn = [number for number in range(SEASON_CARDS) if first + number not in out]
        size = SEASON_CARDS - self.tables.row_per_month * ((state.month - 1) % 3 + 1)
        _check(len(undrawn) >= size, "more cards of the season than were drawn")
        state.deck = sum(1 << number for number in undrawn[-size:])

    def _set_offer(self) -> None:
        standing = {CARD_IDS[card] for card in self.state.room_card if card >= FIRST_BUILDING}
        if self._offer is None:
            size = self.tables.buildings_drawn
            possible = self._components.switches.fixed_buildings or (*sorted(standing), *SPARE_BUILDINGS)
            self._offer = set(list(dict.fromkeys(possible))[:size]) - standing
        _check(not self._offer & standing, "a building stands and is on offer")
        self.state.offer = sum(1 << BUILDING_IDS.index(building) for building in self._offer)

    def _set_tiles(self) -> None:
        """Remove the drawn tiles, one per month; by default this month's tile closes a free slot."""
        state = self.state
        if not self.tables.tiles_drawn:
            return
        if state.closed < 0 and state.month != NEW_YEAR:
            state.closed = next(slot for slot in reversed(range(len(IKIZAMA_IDS))) if state.ikizama[slot] < 0)
            state.tiles[state.closed] -= 1
        undrawn = sum(self.tables.tiles) - min(state.month, NEW_YEAR - 1)
        while sum(state.tiles) > undrawn:
            state.tiles[state.tiles.index(max(state.tiles))] -= 1

    def _set_street(self) -> None:
        state = self.state
        if state.month == NEW_YEAR:
            state.visit_order = state.fire_order[:]
        elif state.month > 1:
            players = range(self.tables.players)
            state.square[: len(players)] = [state.square[seat] or 1 for seat in players]


def opening(players: int = 3, edition: str = "2021", overlay: Mapping[str, Any] | None = None) -> Scene:
    """Return a new game before its first decision, with ``SPARE_BUILDINGS`` in 2021 and ``FIRST_ROW`` in 2015."""
    tables = tables_for(load(edition, overlay), players)
    state = State()
    state.events = []
    referee.begin(tables, state)
    scene = Scene(tables, state)
    if state.phase == DRAW_BUILDING:
        scene.chance(" ".join(("buildings", *SPARE_BUILDINGS)))
    if state.phase == DRAW_CARD:
        scene.chance(" ".join(("reveal", *FIRST_ROW)))
    return scene


TWELVE_CARDS = (
    *("salt_peddler", "cotton_peddler", "book_lender", "sake_peddler", "monk", "ox_cart", "yamabushi"),
    *("soap_bubble_man", "dice_maker", "sandal_maker", "cloth_dyer", "soba_stand"),
)


def twelve_cards(table: Table) -> Table:
    """Fill all rooms of two players: two cards of each seat, eight neutrals."""
    rooms = [f"{nagaya}{number}" for nagaya in NAGAYAS for number in (1, 2, 3)]
    owners = (0, 1, 0, 1, *[None] * 8)
    for room, card, owner in zip(rooms, TWELVE_CARDS, owners, strict=True):
        table.room(room, card, owner)
    return table


def _members(ids: tuple[str, ...], bits: int) -> set[str]:
    return {name for number, name in enumerate(ids) if bits >> number & 1}


def _check(holds: bool, problem: str) -> None:
    if not holds:
        raise ValueError(WRONG + problem)
