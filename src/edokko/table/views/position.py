"""The position in the shapes of the API.

It omits decks and undrawn tiles. Nothing in a state is hidden: a deck is the set of cards still in it, without an
order, and chance decides at each step which one comes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Literal

from edokko.components.ids import BUILDING_IDS, CARD_IDS, CHARACTER_IDS, GOOD_IDS, IKIZAMA_IDS
from edokko.components.model import GOODS, NAGAYAS, SEASONS, TOKENS, Components
from edokko.explain.dangers import is_payday_ahead, payday_ahead
from edokko.explain.previews import reached_squares
from edokko.game import Game
from edokko.position import STAGES
from edokko.rules.fire import burning_room, strength
from edokko.rules.month import season_of
from edokko.rules.moves import ROOM_IDS
from edokko.rules.phases import KINDS_BY_PHASE, WAY_OF_LIFE
from edokko.rules.resources import free_kobun, own_characters
from edokko.rules.scoring import LINE_COUNT, score
from edokko.rules.state import CHARACTERS, NEW_YEAR, ROOMS, SQUARES, State
from edokko.rules.tables import Tables, tables_for
from edokko.table.shapes import position as shapes

Open = Literal["open", "done", "none"]
MONTHS = 12
SIGNS: tuple[Literal["sun"], Literal["moon"]] = ("sun", "moon")


def position_of(game: Game) -> shapes.Position:
    """Return the position of a game."""
    state, views = game.state, view_cache_of(game)
    return shapes.Position(
        month=state.month,
        stage=STAGES[state.phase],
        season=SEASONS[season_of(max(1, state.month))],
        players=_players(game, views),
        rooms=_rooms(state, views),
        row=[views.row_card(state.row_card[place], state.row_mon[place]) for place in range(state.row_count)],
        goods=[good for number, good in enumerate(views.goods) if state.goods >> number & 1],
        offer=[offer for number, offer in enumerate(views.offers) if state.offer >> number & 1],
        boats=[views.boat(slot, seat, slot == state.closed) for slot, seat in enumerate(state.ikizama)],
        fire_order=list(state.fire_order[: game.players]),
        order=list(_order(game)),
        burning=_burning(game),
    )


def calendar_of(components: Components, tables: Tables) -> list[shapes.Month]:
    """Return the months with their paydays and fires."""
    return [
        shapes.Month(
            month=month,
            season=SEASONS[season_of(month)],
            payday=bool(tables.payday[month]),
            fire=tables.fire_strength[month],
        )
        for month in range(1, MONTHS + 1)
    ]


def turn_of(game: Game) -> shapes.Turn | None:
    """Return what the turn of the deciding seat still allows; ``None`` if no seat decides."""
    state, seat = game.state, game.seat
    if seat is None:
        return None
    kinds = KINDS_BY_PHASE[state.phase]
    in_turn = STAGES[state.phase] in _STEPS
    hire, move = _STEPS.get(STAGES[state.phase], ("none", "none"))
    slot = next((number for number, holder in enumerate(state.ikizama) if holder == seat), None) if in_turn else None
    is_new_year = state.month == NEW_YEAR
    hires = not is_new_year and (slot is None or bool(game.tables.slot_hires[slot]))
    return shapes.Turn(
        seat=seat,
        slot=None if slot is None else IKIZAMA_IDS[slot],
        hire=hire if hires else "none",
        slot_mon=0 if slot is None else game.tables.slot_mon[slot],
        move="none" if is_new_year else move,
        shop=_deal(in_turn, bool(state.shop_used)),
        work=_deal(in_turn, bool(state.work_used)),
        pending=CARD_IDS[state.pending] if state.pending >= 0 else None,
        worker=CARD_IDS[state.worker] if state.worker >= 0 else None,
        swap_room=ROOM_IDS[state.swap_room] if state.swap_room >= 0 else None,
        hungry=state.hungry if "starve" in kinds else 0,
        mouths=own_characters(state, seat) if "starve" in kinds else 0,
        reaches=list(reached_squares(game.tables, state, seat)) if STAGES[state.phase] in _BEFORE_MOVE else [],
    )


_STEPS: dict[str, tuple[Open, Open]] = {
    "income_or_hire": ("open", "open"),
    "place_hired": ("open", "open"),
    "move": ("done", "open"),
    "extra_step_choice": ("done", "open"),
    "deals": ("done", "done"),
    "place_built": ("done", "done"),
    "choose_trainee": ("done", "done"),
    "choose_building": ("done", "done"),
    "swap_first": ("done", "done"),
    "swap_second": ("done", "done"),
}
"""For each stage of a turn: the state of income or hiring, and of the move."""
_BEFORE_MOVE = ("income_or_hire", "place_hired", "move")


def _deal(in_turn: bool, used: bool) -> Open:
    if not in_turn:
        return "none"
    return "done" if used else "open"


def _players(game: Game, views: ViewCache) -> list[shapes.Amounts]:
    state, seats = game.state, views.seats
    cards: list[list[tuple[int, int]]] = [[] for _ in range(game.players)]
    for card, owner, step in zip(state.room_card, state.room_owner, state.room_xp, strict=True):
        if owner >= 0:
            cards[owner].append((card, step))
    is_before_payday = is_payday_ahead(game.tables, state)
    slots = {holder: slot for slot, holder in enumerate(state.ikizama)}
    players = []
    for seat, own_cards in enumerate(cards):
        # A move changes one or two seats; the others come from the views.
        key = (
            seat,
            tuple(own_cards),
            tuple(state.resources[seat]),
            state.fire[seat],
            state.square[seat],
            state.held[seat],
            state.retired[seat],
            tuple(state.tokens[seat]),
            is_before_payday,
            slots.get(seat),
        )
        amounts = seats.get(key)
        if amounts is None:
            if len(seats) >= MOST_SEATS:
                seats.clear()
            amounts = seats[key] = _player(game, views, seat, key[-1])
        players.append(amounts)
    return players


def _player(game: Game, views: ViewCache, seat: int, slot: int | None) -> shapes.Amounts:
    state = game.state
    goods = views.held(state.held[seat])
    meal = payday_ahead(game.tables, state, seat)
    return shapes.Amounts(
        seat=seat,
        **dict(zip(GOODS, state.resources[seat], strict=True)),
        fire=state.fire[seat],
        kobun=free_kobun(game.tables, state, seat),
        square=state.square[seat],
        points=score(game.tables, state, seat, [0] * LINE_COUNT),
        slot=None if slot is None else IKIZAMA_IDS[slot],
        retired=[card for number, card in enumerate(CHARACTER_IDS) if state.retired[seat] >> number & 1],
        tokens=[token for number, token in enumerate(TOKENS) for _ in range(state.tokens[seat][number])],
        pipes=goods["pipe"],
        pouches=goods["pouch"],
        fish=goods["fish"],
        hungry=meal.hungry if meal is not None else 0,
        sign=SIGNS[seat] if game.tables.neutrals else None,
    )


def _rooms(state: State, views: ViewCache) -> list[shapes.Room]:
    cards, owners, steps, room = state.room_card, state.room_owner, state.room_xp, views.room
    return [room(number, cards[number], owners[number], steps[number]) for number in views.room_numbers]


class ViewCache:
    """A cache of parts of views that depend on few values, for all games with the same tables."""

    def __init__(self, components: Components, tables: Tables) -> None:
        self.tables = tables
        self._components = components
        self.room_numbers = [number for number in range(ROOMS) if tables.room_exists[number]]
        self.room = cache(self._room)
        """A room with its card; a negative card is an empty room, a negative owner a neutral, the step its kobun's."""
        self.row_card = cache(self._row_card)
        """A character of the row, with the mon that lie on it."""
        self.boat = cache(self._boat)
        """A slot of the way of life: free if the seat is negative, closed by a tile this month or not."""
        self.held = lru_cache(MOST_HELD)(self._goods_in)
        """The goods of a seat by kind, from a bit mask of goods."""
        self.goods = [
            shapes.Good(name, components.goods[name].kind, components.goods[name].price)  # type: ignore[arg-type] # the loader checks it
            for name in GOOD_IDS
        ]
        self.calendar = calendar_of(components, tables)
        self.seats: dict[tuple[object, ...], shapes.Amounts] = {}
        """The amounts of seats, by all values that they depend on."""
        self.offers = [shapes.Offer(name, dict(components.buildings[name].cost)) for name in BUILDING_IDS]

    def _row_card(self, number: int, mon: int) -> shapes.RowCard:
        return shapes.RowCard(CARD_IDS[number], self._components.characters[CARD_IDS[number]].cost, mon)

    def _boat(self, slot: int, seat: int, is_closed: bool) -> shapes.Boat:
        tables, holder = self.tables, seat if seat >= 0 else None
        is_open = tables.slot_open[slot] and not is_closed
        mon, hires = tables.slot_mon[slot], bool(tables.slot_hires[slot])
        return shapes.Boat(IKIZAMA_IDS[slot], holder, not is_open, mon, hires)

    def _room(self, number: int, card: int, owner: int, step: int) -> shapes.Room:
        empty = empty_room(self.tables, number)
        if card < 0:
            return empty
        seat = owner if owner >= 0 else None
        name = CARD_IDS[card]
        if card >= CHARACTERS:
            return shapes.Room(empty.id, empty.squares, empty.surcharge, card=name, kind="building", owner=seat)
        character = self._components.characters[name]
        salary = character.salary[step] if step < len(character.salary) and seat is not None else {}
        return shapes.Room(
            empty.id,
            empty.squares,
            empty.surcharge,
            card=name,
            kind="character",
            owner=seat,
            step=step,
            steps=character.xp_to_retire,
            salary=dict(salary),
            retires=seat is not None and step + 1 == character.xp_to_retire,
        )

    def _goods_in(self, bits: int) -> dict[str, list[str]]:
        goods: dict[str, list[str]] = {"pipe": [], "pouch": [], "fish": []}
        for number, good in enumerate(GOOD_IDS):
            if bits >> number & 1:
                goods[self._components.goods[good].kind].append(good)
        return goods


MOST_TABLES = 64
MOST_HELD = 10_000
MOST_SEATS = 1_000


def view_cache_of(game: Game) -> ViewCache:
    """Return the cache for a game's tables."""
    return _view_cache(game.components, game.players)


@lru_cache(maxsize=MOST_TABLES)
def _view_cache(components: Components, players: int) -> ViewCache:
    return ViewCache(components, tables_for(components, players))


def empty_room(tables: Tables, number: int) -> shapes.Room:
    """Return a room of the board without a card."""
    squares = [square for square in range(1, SQUARES + 1) if number in tables.square_room[square]]
    return shapes.Room(ROOM_IDS[number], squares, tables.surcharge[number])


def _order(game: Game) -> Iterator[int]:
    """Yield the seats in the order of play of this month, or of the visits at New Year; none while slots are chosen."""
    state = game.state
    if state.month == NEW_YEAR:
        yield from state.visit_order[: game.players]
        return
    if state.phase == WAY_OF_LIFE:
        return
    yield from (seat for seat in state.ikizama if seat >= 0)


def _burning(game: Game) -> shapes.Fire | None:
    state = game.state
    if state.fire_nagaya < 0:
        return None
    room = ROOM_IDS[burning_room(state)]
    return shapes.Fire(NAGAYAS[state.fire_nagaya], state.fire_room, room, strength(game.tables, state))
