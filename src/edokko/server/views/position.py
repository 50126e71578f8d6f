"""The public position in friendly words. Decks and tiles not yet drawn are left out: they tell of the future."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from edokko.components.ids import BUILDING_IDS, CARD_IDS, CHARACTER_IDS, GOOD_IDS, IKIZAMA_IDS
from edokko.components.model import NAGAYAS, RESOURCES, SEASONS, TOKENS, Components
from edokko.game import Game
from edokko.position import STAGES
from edokko.rules.month import season_of
from edokko.rules.moves import ROOM_IDS
from edokko.rules.refusals import ASKED
from edokko.rules.resources import free_kobun
from edokko.rules.state import CHARACTERS, NEW_YEAR, ROOMS, SQUARES, WAY_OF_LIFE
from edokko.rules.tables import Tables
from edokko.server import shapes

Open = Literal["open", "done", "none"]
MONTHS = 12


def position_of(game: Game) -> shapes.Position:
    """The position of a game."""
    state = game.state
    return shapes.Position(
        month=state.month,
        stage=STAGES[state.phase],
        season=SEASONS[season_of(max(1, state.month))],
        players=list(_players(game)),
        rooms=list(_rooms(game)),
        row=list(_row(game)),
        goods=list(_goods(game)),
        offer=list(_offer(game)),
        boats=list(_boats(game)),
        fire_order=list(state.fire_order[: game.players]),
        order=list(_order(game)),
        burning=_burning(game),
    )


def calendar_of(components: Components, tables: Tables) -> list[shapes.Month]:
    """The months with their paydays and fires."""
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
    """The strip of the seat that decides; ``None`` where nobody does."""
    state, seat = game.state, game.seat
    if seat is None:
        return None
    asked = ASKED[state.phase]
    in_turn = STAGES[state.phase] in _STEPS
    hire, move = _STEPS.get(STAGES[state.phase], ("none", "none"))
    slot = next((IKIZAMA_IDS[number] for number, holder in enumerate(state.ikizama) if holder == seat), None)
    is_new_year = state.month == NEW_YEAR
    return shapes.Turn(
        seat=seat,
        slot=slot if in_turn else None,
        hire="none" if is_new_year else hire,
        move="none" if is_new_year else move,
        shop=_deal(in_turn, bool(state.shop_used)),
        work=_deal(in_turn, bool(state.work_used)),
        pending=CARD_IDS[state.pending] if state.pending >= 0 else None,
        worker=CARD_IDS[state.worker] if state.worker >= 0 else None,
        swap_room=ROOM_IDS[state.swap_room] if state.swap_room >= 0 else None,
        hungry=state.hungry if "starve" in asked else 0,
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
"""For each stage of a turn: what is open of income or hiring, and of the move."""


def _deal(in_turn: bool, used: bool) -> Open:
    if not in_turn:
        return "none"
    return "done" if used else "open"


def _players(game: Game) -> Iterator[shapes.Amounts]:
    state = game.state
    for sheet in game.score():
        seat = sheet.seat
        amounts = dict(zip(RESOURCES, state.resources[seat], strict=False))
        goods: dict[str, list[str]] = {"pipe": [], "pouch": [], "fish": []}
        for number, good in enumerate(GOOD_IDS):
            if state.held[seat] >> number & 1:
                goods[game.components.goods[good].kind].append(good)
        yield shapes.Amounts(
            seat=seat,
            mon=amounts["mon"],
            rice=amounts["rice"],
            sandals=amounts["sandals"],
            wood=amounts["wood"],
            koban=amounts["koban"],
            iki=amounts["iki"],
            fire=state.fire[seat],
            kobun=free_kobun(game.tables, state, seat),
            square=state.square[seat],
            points=sheet.total,
            slot=next((IKIZAMA_IDS[slot] for slot, holder in enumerate(state.ikizama) if holder == seat), None),
            retired=[card for number, card in enumerate(CHARACTER_IDS) if state.retired[seat] >> number & 1],
            tokens=[token for number, token in enumerate(TOKENS) for _ in range(state.tokens[seat][number])],
            pipes=goods["pipe"],
            pouches=goods["pouch"],
            fish=goods["fish"],
        )


def _rooms(game: Game) -> Iterator[shapes.Room]:
    for number in range(ROOMS):
        if game.tables.room_exists[number]:
            yield _room(game, number)


def _room(game: Game, number: int) -> shapes.Room:
    state, tables = game.state, game.tables
    empty = empty_room(tables, number)
    card = state.room_card[number]
    if card < 0:
        return empty
    owner = state.room_owner[number] if state.room_owner[number] >= 0 else None
    name = CARD_IDS[card]
    if card >= CHARACTERS:
        return shapes.Room(empty.id, empty.squares, empty.surcharge, card=name, kind="building", owner=owner)
    character = game.components.characters[name]
    step = state.room_xp[number]
    salary = character.salary[step] if step < len(character.salary) and owner is not None else {}
    return shapes.Room(
        empty.id,
        empty.squares,
        empty.surcharge,
        card=name,
        kind="character",
        owner=owner,
        step=step,
        steps=character.xp_to_retire,
        salary=dict(salary),
    )


def empty_room(tables: Tables, number: int) -> shapes.Room:
    """A room of the board without what lies in it."""
    squares = [square for square in range(1, SQUARES + 1) if number in tables.square_room[square]]
    return shapes.Room(ROOM_IDS[number], squares, tables.surcharge[number])


def _row(game: Game) -> Iterator[shapes.RowCard]:
    state = game.state
    for place in range(state.row_count):
        card = CARD_IDS[state.row_card[place]]
        yield shapes.RowCard(card, game.components.characters[card].cost, state.row_mon[place])


def _goods(game: Game) -> Iterator[shapes.Good]:
    for number, name in enumerate(GOOD_IDS):
        if game.state.goods >> number & 1:
            good = game.components.goods[name]
            kind: Literal["fish", "pipe", "pouch"] = good.kind  # type: ignore[assignment] # the loader sees to it
            yield shapes.Good(name, kind, good.price)


def _offer(game: Game) -> Iterator[shapes.Offer]:
    for number, name in enumerate(BUILDING_IDS):
        if game.state.offer >> number & 1:
            yield shapes.Offer(name, dict(game.components.buildings[name].cost))


def _boats(game: Game) -> Iterator[shapes.Boat]:
    state, tables = game.state, game.tables
    for number, slot in enumerate(IKIZAMA_IDS):
        if tables.slot_open[number]:
            seat = state.ikizama[number]
            yield shapes.Boat(slot, seat if seat >= 0 else None, state.closed == number)


def _order(game: Game) -> Iterator[int]:
    """Who acts after whom this month; while boats are chosen, nobody knows."""
    state = game.state
    if state.month == NEW_YEAR:
        yield from state.visit_order[: game.players]
        return
    if state.phase == WAY_OF_LIFE:
        return
    yield from (seat for seat in state.ikizama if seat >= 0)


def _burning(game: Game) -> shapes.Fire | None:
    state = game.state
    return shapes.Fire(NAGAYAS[state.fire_nagaya], state.fire_room) if state.fire_nagaya >= 0 else None
