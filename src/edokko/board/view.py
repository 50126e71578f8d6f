"""The board as a view model in words: read once from a game, rendered as text or SVG."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from edokko.components.ids import BUILDING_IDS, CARD_IDS, CHARACTER_IDS, GOOD_IDS, IKIZAMA_IDS
from edokko.components.model import NAGAYAS, SEASONS, TOKENS
from edokko.explain.dangers import Meal, fire_ahead, next_fire, next_meal, next_payday, payday_ahead
from edokko.game import Game
from edokko.position import PlayerPosition, Position, RoomPosition
from edokko.rules.moves import ROOM_IDS
from edokko.rules.state import NAGAYA_ROOMS, NEW_YEAR, SQUARES
from edokko.rules.tables import Tables
from edokko.words import Words, building_worth, good_worth, salary, skill
from edokko.words.brief import brief_card, brief_salary, brief_skill

MARKS = "▲■◆★"
"""A shape for each seat, so that no information depends on colour."""
COLOURS = ("#c0504d", "#4f81bd", "#b8860b", "#4b9b4b")
"""The seats' colours, readable on white and on black."""
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
    ahead: tuple[str, ...]
    """Texts on the months of the next payday and the next fire."""


def view_of(game: Game, words: Words) -> BoardView:
    """Return the view of a game."""
    position = game.position
    return BoardView(
        words=words,
        title=title(game, words),
        decides=_decides(game, words),
        slots=tuple(_slots(game.tables, position)),
        fire_order=position.fire_order,
        nagayas=tuple(_nagaya(game, words, position, number) for number in range(len(NAGAYAS))),
        row=tuple(card_of(words, card, mon) for card, mon in position.row),
        buildings=tuple(_buildings(words, position)),
        goods=tuple(_goods(words, position)),
        panels=tuple(_panel(game, words, seat, player) for seat, player in enumerate(position.players)),
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
        names = {room: words.card(CARD_IDS[game.state.room_card[room]]) for room in fire.rooms}
        cards = [words.text("warn-card", card=name, room=ROOM_IDS[room]) for room, name in names.items()]
        sentences.append(words.text("warn-fire", strength=fire.strength, fire=fire.level, cards=words.commas(cards)))
    return sentences


def _decides(game: Game, words: Words) -> str:
    if game.is_over:
        return words.text("board-over")
    if game.seat is None:
        return words.text("board-chance")
    return words.text("board-decides", seat=f"{MARKS[game.seat]} {words.seat(game.seat)}")


def _slots(tables: Tables, position: Position) -> Iterator[SlotView]:
    for slot, is_open in zip(IKIZAMA_IDS, tables.slot_open, strict=True):
        if is_open:
            yield SlotView(slot, position.ikizama.get(slot), position.closed == slot)


def _nagaya(game: Game, words: Words, position: Position, number: int) -> NagayaView:
    first = number * NAGAYA_ROOMS
    numbers = [room for room in range(first, first + NAGAYA_ROOMS) if game.tables.room_exists[room]]
    rooms = tuple(_room(game.tables, words, room, position.rooms.get(ROOM_IDS[room])) for room in numbers)
    squares = sorted({square for room in rooms for square in room.shops})
    return NagayaView(NAGAYAS[number], tuple(_square(words, position, square) for square in squares), rooms)


def _square(words: Words, position: Position, number: int) -> SquareView:
    seats = tuple(seat for seat, player in enumerate(position.players) if player.square == number)
    return SquareView(number, words.shop(number), seats)


def _room(tables: Tables, words: Words, room: int, content: RoomPosition | None) -> RoomView:
    shops = tuple(square for square in range(1, SQUARES + 1) if room in tables.square_room[square])
    surcharge = tables.surcharge[room]
    if content is None:
        return RoomView(ROOM_IDS[room], "", "", None, "", "", "", shops, surcharge, "", "", ("", "", ""))
    card, owner = content.card, content.owner
    character = words.components.characters.get(card)
    steps = ""
    if character and owner is not None:
        steps = STEP_DONE * content.xp + STEP_OPEN * (character.xp_to_retire - content.xp)
    return RoomView(
        id=ROOM_IDS[room],
        card=words.card(card),
        mark=NEUTRAL_MARK if owner is None else MARKS[owner],
        seat=owner,
        steps=steps,
        type=words.type_of(card),
        kind=character.type if character else "building",
        shops=shops,
        surcharge=surcharge,
        does=skill(words, card) if character else building_worth(words, card),
        salary=salary(words, card) if steps else "",
        brief=_brief(words, card),
    )


def _brief(words: Words, card: str) -> tuple[str, str, str]:
    if card in words.components.characters:
        return brief_card(words, card), brief_skill(words, card), brief_salary(words, card)
    return words.card(card), building_worth(words, card), ""


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


def _in_order(ids: tuple[str, ...], names: tuple[str, ...]) -> list[str]:
    """Return names in the order of the components; a position has them in alphabetical order."""
    return sorted(names, key=ids.index)


def _buildings(words: Words, position: Position) -> Iterator[OfferView]:
    for building in _in_order(BUILDING_IDS, position.buildings):
        cost = words.plus(words.components.buildings[building].cost)
        yield OfferView(words.card(building), cost, building_worth(words, building))


def _goods(words: Words, position: Position) -> Iterator[OfferView]:
    for good in _in_order(GOOD_IDS, position.goods):
        price = words.amount("mon", words.components.goods[good].price)
        yield OfferView(words.good(good), price, good_worth(words, good))


def _panel(game: Game, words: Words, seat: int, player: PlayerPosition) -> PanelView:
    return PanelView(
        seat=seat,
        name=words.seat(seat),
        mark=MARKS[seat],
        decides=game.seat == seat,
        resources=(player.mon, player.rice, player.sandals, player.wood, player.koban, player.iki),
        fire=player.fire,
        kobun=player.kobun,
        at=words.shop(player.square),
        meal=next_meal(game.tables, game.state, seat),
        goods=(len(player.fish), len(player.pipes), len(player.pouches)),
        retired=len(player.retired),
        holds=tuple(_holds(words, player)),
    )


def _holds(words: Words, player: PlayerPosition) -> Iterator[tuple[str, str]]:
    if player.retired:
        yield words.text("board-retired"), words.commas(map(words.card, _in_order(CHARACTER_IDS, player.retired)))
    if player.tokens:
        yield words.text("board-tokens"), words.commas(map(words.token, _in_order(TOKENS, player.tokens)))
    goods = _in_order(GOOD_IDS, (*player.fish, *player.pipes, *player.pouches))
    if goods:
        yield words.text("board-goods"), words.commas(map(words.good, goods))
