"""The board as a view model in words: read once from a game, rendered as text, HTML or SVG."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from edokko.components.ids import BUILDING_IDS, CARD_IDS, CHARACTER_IDS, GOOD_IDS, IKIZAMA_IDS
from edokko.components.model import NAGAYAS, RESOURCES, SEASONS, TOKENS
from edokko.explain.dangers import fire_ahead, next_fire, next_payday, payday_ahead
from edokko.explain.meals import Meal, next_meal
from edokko.rules.moves import ROOM_IDS
from edokko.rules.resources import free_kobun
from edokko.rules.state import CHARACTERS, NAGAYA_ROOMS, NEW_YEAR, SQUARES
from edokko.words import Words, building_worth, good_worth, salary, skill
from edokko.words.brief import brief_card, brief_salary, brief_skill

if TYPE_CHECKING:
    from edokko.game import Game

MARKS = "▲■◆★"
"""A shape for each seat, so that no information depends on colour."""
NEUTRAL_MARK = "·"
STEP_DONE, STEP_OPEN = "●", "○"


@dataclass(frozen=True, slots=True)
class RoomView:
    """A room; ``card`` is empty in an empty room."""

    id: str
    card: str
    mark: str
    seat: int | None
    steps: str
    """XP, such as ``●●○``; empty on buildings and neutrals."""
    type: str
    kind: str
    """The id of its type; ``building`` for a building, empty in an empty room."""
    shops: tuple[int, ...]
    """The squares that serve it."""
    surcharge: int
    does: str
    """The character's skill or the building's worth."""
    salary: str
    """The salary of a player's character, step by step; empty on buildings and neutrals."""
    brief: tuple[str, str, str]
    """Abbreviated name, deal (or worth of a building) and salary."""


@dataclass(frozen=True, slots=True)
class SquareView:
    number: int
    shop: str
    seats: tuple[int, ...]
    """The seats whose oyakata stand there."""


@dataclass(frozen=True, slots=True)
class NagayaView:
    name: str
    squares: tuple[SquareView, ...]
    rooms: tuple[RoomView, ...]


@dataclass(frozen=True, slots=True)
class SlotView:
    name: str
    seat: int | None
    is_closed: bool


@dataclass(frozen=True, slots=True)
class RowView:
    """A character of the row."""

    card: str
    type: str
    kind: str
    """The id of its type."""
    cost: int
    bonus: int
    mon: int
    steps: int
    skill: str
    salary: str
    brief: tuple[str, str, str]
    """Abbreviated name, deal and salary."""


@dataclass(frozen=True, slots=True)
class OfferView:
    """A building or a good on sale."""

    name: str
    price: str
    worth: str


@dataclass(frozen=True, slots=True)
class PanelView:
    """A player's resources, position and holdings."""

    seat: int
    name: str
    mark: str
    decides: bool
    resources: tuple[int, ...]
    """mon, rice, sandals, wood, koban, IKI."""
    fire: int
    kobun: int
    at: str
    meal: Meal
    """The food of the next payday, projected from the present position."""
    goods: tuple[int, ...]
    """The numbers of fish, pipes and pouches."""
    retired: int
    holds: tuple[tuple[str, str], ...]
    """Headings and lists: retired, tokens, fish, pipes, pouches."""


@dataclass(frozen=True, slots=True)
class BoardView:
    words: Words
    title: str
    decides: str
    slots: tuple[SlotView, ...]
    fire_order: tuple[int, ...]
    nagayas: tuple[NagayaView, ...]
    row: tuple[RowView, ...]
    buildings: tuple[OfferView, ...]
    goods: tuple[OfferView, ...]
    panels: tuple[PanelView, ...]
    pending: str
    """The name of the card that is taken and not yet placed, or an empty text."""
    ahead: tuple[str, ...]
    """Texts on the months of the next payday and the next fire."""


def view_of(game: Game, words: Words) -> BoardView:
    """Return the view of a game.

    Args:
        game: the game.
        words: the language and the names.
    """
    state = game.state
    return BoardView(
        words=words,
        title=title(game, words),
        decides=_decides(game, words),
        slots=tuple(_slots(game)),
        fire_order=tuple(state.fire_order[: game.players]),
        nagayas=tuple(_nagaya(game, words, number) for number in range(len(NAGAYAS))),
        row=tuple(_row(game, words, place) for place in range(state.row_count)),
        buildings=tuple(_buildings(game, words)),
        goods=tuple(_goods(game, words)),
        panels=tuple(_panel(game, words, seat) for seat in range(game.players)),
        pending=words.card(CARD_IDS[state.pending]) if state.pending >= 0 else "",
        ahead=tuple(_ahead(game, words)),
    )


def title(game: Game, words: Words) -> str:
    """Return the month and the season, or New Year."""
    month = game.month
    if month >= NEW_YEAR:
        return words.text("board-new-year")
    season = words.season(SEASONS[(month - 1) * len(SEASONS) // 12])
    return words.text("board-month", month=month, season=season)


def _ahead(game: Game, words: Words) -> Iterator[str]:
    payday, fire = next_payday(game.tables, game.month), next_fire(game.tables, game.month)
    if payday is not None:
        yield words.text("board-ahead-payday", month=payday)
    if fire is not None:
        yield words.text("board-ahead-fire", month=fire, strength=game.tables.fire_strength[fire])


def warnings(game: Game, words: Words, seat: int) -> list[str]:
    """Warn of losses of a seat to hunger or fire at the end of this month, projected from the present position."""
    sentences = []
    meal = payday_ahead(game.tables, game.state, seat)
    if meal is not None and meal.hungry:
        sentences.append(words.text("warn-payday", needs=meal.needs, has=meal.has, count=meal.hungry))
    fire = fire_ahead(game.tables, game.state, seat)
    if fire is not None and fire.rooms:
        cards = [words.text("warn-card", card=_card_in(game, words, room), room=ROOM_IDS[room]) for room in fire.rooms]
        sentences.append(words.text("warn-fire", strength=fire.strength, fire=fire.level, cards=words.commas(cards)))
    return sentences


def _card_in(game: Game, words: Words, room: int) -> str:
    return words.card(CARD_IDS[game.state.room_card[room]])


def _decides(game: Game, words: Words) -> str:
    if game.is_over:
        return words.text("board-over")
    if game.seat is None:
        return words.text("board-chance")
    return words.text("board-decides", seat=f"{MARKS[game.seat]} {words.seat(game.seat)}")


def _slots(game: Game) -> Iterator[SlotView]:
    for number, slot in enumerate(IKIZAMA_IDS):
        if game.tables.slot_open[number]:
            seat = game.state.ikizama[number]
            yield SlotView(slot, seat if seat >= 0 else None, game.state.closed == number)


def _nagaya(game: Game, words: Words, number: int) -> NagayaView:
    first = number * NAGAYA_ROOMS
    rooms = [_room(game, words, room) for room in range(first, first + NAGAYA_ROOMS) if game.tables.room_exists[room]]
    numbers = sorted({square for room in rooms for square in room.shops})
    return NagayaView(NAGAYAS[number], tuple(_square(game, words, square) for square in numbers), tuple(rooms))


def _square(game: Game, words: Words, number: int) -> SquareView:
    seats = tuple(seat for seat in range(game.players) if game.state.square[seat] == number)
    return SquareView(number, words.shop(number), seats)


def _room(game: Game, words: Words, room: int) -> RoomView:
    state, tables = game.state, game.tables
    card, owner = state.room_card[room], state.room_owner[room]
    shops = tuple(square for square in range(1, SQUARES + 1) if room in tables.square_room[square])
    if card < 0:
        return RoomView(ROOM_IDS[room], "", "", None, "", "", "", shops, tables.surcharge[room], "", "", ("", "", ""))
    steps = ""
    if card < CHARACTERS and owner >= 0:
        xp, xp_to_retire = state.room_xp[room], tables.xp_to_retire[card]
        steps = STEP_DONE * xp + STEP_OPEN * (xp_to_retire - xp)
    name = CARD_IDS[card]
    return RoomView(
        id=ROOM_IDS[room],
        card=words.card(name),
        mark=MARKS[owner] if owner >= 0 else NEUTRAL_MARK,
        seat=owner if owner >= 0 else None,
        steps=steps,
        type=words.type_of(name),
        kind=game.components.characters[name].type if card < CHARACTERS else "building",
        shops=shops,
        surcharge=tables.surcharge[room],
        does=skill(words, name) if card < CHARACTERS else building_worth(words, name),
        salary=salary(words, name) if steps else "",
        brief=_brief(words, name),
    )


def _brief(words: Words, card: str) -> tuple[str, str, str]:
    if card in words.components.characters:
        return brief_card(words, card), brief_skill(words, card), brief_salary(words, card)
    return words.card(card), building_worth(words, card), ""


def _row(game: Game, words: Words, place: int) -> RowView:
    return card_of(words, CHARACTER_IDS[game.state.row_card[place]], game.state.row_mon[place])


def card_of(words: Words, card: str, mon: int = 0) -> RowView:
    """Return the view of a character, with the mon on it."""
    character = words.components.characters[card]
    return RowView(
        card=words.card(card),
        type=words.type_of(card),
        kind=character.type,
        cost=character.cost,
        bonus=character.hire_bonus,
        mon=mon,
        steps=character.xp_to_retire,
        skill=skill(words, card),
        salary=salary(words, card),
        brief=_brief(words, card),
    )


def _buildings(game: Game, words: Words) -> Iterator[OfferView]:
    for number, building in enumerate(BUILDING_IDS):
        if game.state.offer >> number & 1:
            cost = words.plus(game.components.buildings[building].cost)
            yield OfferView(words.card(building), cost, building_worth(words, building))


def _goods(game: Game, words: Words) -> Iterator[OfferView]:
    for number, good in enumerate(GOOD_IDS):
        if game.state.goods >> number & 1:
            price = words.amount("mon", game.components.goods[good].price)
            yield OfferView(words.good(good), price, good_worth(words, good))


def _panel(game: Game, words: Words, seat: int) -> PanelView:
    state = game.state
    return PanelView(
        seat=seat,
        name=words.seat(seat),
        mark=MARKS[seat],
        decides=game.seat == seat,
        resources=tuple(state.resources[seat][: len(RESOURCES) - 1]),
        fire=state.fire[seat],
        kobun=free_kobun(game.tables, state, seat),
        at=words.shop(state.square[seat]),
        meal=next_meal(game.tables, state, seat),
        goods=tuple(_goods_held(game, seat)),
        retired=state.retired[seat].bit_count(),
        holds=tuple(_holds(game, words, seat)),
    )


def _goods_held(game: Game, seat: int) -> Iterator[int]:
    """Yield the numbers of a seat's fish, pipes and pouches."""
    goods = [good for number, good in enumerate(GOOD_IDS) if game.state.held[seat] >> number & 1]
    for kind in ("fish", "pipe", "pouch"):
        yield sum(game.components.goods[good].kind == kind for good in goods)


def _holds(game: Game, words: Words, seat: int) -> Iterator[tuple[str, str]]:
    state = game.state
    retired = [words.card(card) for number, card in enumerate(CHARACTER_IDS) if state.retired[seat] >> number & 1]
    if retired:
        yield words.text("board-retired"), words.commas(retired)
    tokens = [words.token(token) for number, token in enumerate(TOKENS) for _ in range(state.tokens[seat][number])]
    if tokens:
        yield words.text("board-tokens"), words.commas(tokens)
    goods = [words.good(good) for number, good in enumerate(GOOD_IDS) if state.held[seat] >> number & 1]
    if goods:
        yield words.text("board-goods"), words.commas(goods)
