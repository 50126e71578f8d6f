"""Moves in words: a move's name, its costs and yields, and the question of a decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from edokko.catalogue import Catalogue
from edokko.components.ids import CARD_IDS, IKIZAMA_IDS
from edokko.explain.previews import Preview, Training, reached_squares
from edokko.game import Game
from edokko.move import Move
from edokko.rules.fire import burning_room
from edokko.rules.moves import DONE, ROOM_IDS
from edokko.rules.phases import KINDS_BY_PHASE, PLACE_HIRED
from edokko.rules.resources import own_characters
from edokko.rules.way_of_life import slot_of

from .cards import good_worth
from .events import LogLine
from .sentences import Derived, sentence
from .words import Words


def describe_move(game: Game, move: Move | str, catalogue: Catalogue) -> str:
    """Return a move in words and, if it is legal, its costs and yields.

    Args:
        game: the game before the move; it is not changed.
        move: any move.
        catalogue: the language.
    """
    words = Words(catalogue, game.components, game.seats)
    move = Move(str(move))
    name = move_name(words, game, move)
    details = move_details(words, game, move) if move in game.legal_moves else ""
    return words.text("move-with-details", move=name, details=details) if details else name


def question(words: Words, game: Game) -> str:
    """Return the question that the deciding seat answers."""
    kind = KINDS_BY_PHASE[game.state.phase][0]
    if kind == "place" and game.state.pending >= 0:
        return words.text("ask-place-card", card=words.card(CARD_IDS[game.state.pending]))
    if kind == "starve":
        hungry, mouths = game.state.hungry, own_characters(game.state, game.state.seat)
        return words.text("ask-starve", count=hungry, fed=mouths - hungry, mouths=mouths)
    if kind == "guard":
        room = ROOM_IDS[burning_room(game.state)]
        return words.text("ask-guard", card=_card_in(words, game, room), room=room)
    return words.text(f"ask-{kind}")


def walk_ahead(words: Words, game: Game) -> str:
    """Return the seat's slot and the squares it leads to, while the seat decides on a hire; else an empty text."""
    state = game.state
    if KINDS_BY_PHASE[state.phase][0] != "income" and state.phase != PLACE_HIRED:
        return ""
    squares = (f"{square} {words.shop(square)}" for square in reached_squares(game.tables, state, state.seat))
    return words.text("ask-walk", slot=IKIZAMA_IDS[slot_of(state, state.seat)], squares=words.either(squares))


def move_name(words: Words, game: Game, move: Move) -> str:
    """Return the name of a move, legal or not."""
    if move.kind == "shop":
        return _shop(words, *move.arguments)
    first = next(iter(move.arguments), "")
    derived: Derived = {
        **dict.fromkeys(("card", "room", "slot"), lambda: first),
        **dict.fromkeys(("number", "square"), lambda: int(first)),
        "occupant": lambda: _card_in(words, game, first),
        "shops": lambda: _shops(words, game, first),
    }
    return sentence(words, "move", move.kind, move, derived)


def move_details(words: Words, game: Game, move: Move) -> str:
    """Return the costs and yields of a legal move; an empty text if it has none."""
    preview = game.preview(move)
    if move.kind == "hire":
        return words.commas(_hire_details(words, preview))
    if move.kind == "ikizama":
        return _slot_details(words, game, preview, move.arguments[0])
    if move.kind in ("swap", "start"):
        return ""
    return words.commas(_details(words, game, preview, move))


# --- names


def _card_in(words: Words, game: Game, room: str) -> str:
    """Return the card in a room with its owner, or the text for an empty room."""
    place = ROOM_IDS.index(room)
    card, owner = game.state.room_card[place], game.state.room_owner[place]
    return words.occupant(CARD_IDS[card] if card >= 0 else None, owner if owner >= 0 else None, game.seat)


def _shops(words: Words, game: Game, room: str) -> str:
    """Return the squares that serve a room; an empty text if it is not on the board."""
    nagaya, number = room[0], int(room[1:])
    squares = game.components.board(game.players).rooms[nagaya]
    return words.listed(map(words.square, squares[number - 1])) if number <= len(squares) else ""


def _shop(words: Words, *option: str) -> str:
    if option[0] in ("pipe", "pouch", "fish"):
        return words.text("move-shop-buy", goods=words.listed(map(words.good, option[1::2])))
    if option[0] == "build":
        return words.text("move-build", card=words.card(option[1]))
    return words.text("move-shop-" + "-".join(option))


# --- costs and yields


def _hire_details(words: Words, preview: Preview) -> list[str]:
    parts = [_rooms(words, preview.rooms)] if preview.rooms else []
    card_mon = preview.gain.get("mon", 0)
    if card_mon:
        parts.append(words.text("detail-mon-on-card", count=card_mon))
    if preview.later:
        parts += _yield(words, preview.later)
    return parts


def _rooms(words: Words, rooms: Mapping[str, int]) -> str:
    """Return the price including the room; if prices differ, name the more expensive rooms."""
    (first, _), *more = _rooms_by_price(words, rooms)
    price = words.amount("mon", first)
    if not more:
        return price
    expensive = (
        words.text("detail-room-price", price=words.amount("mon", total), rooms=names) for total, names in more
    )
    return words.text("detail-prices", price=price, dear=words.commas(expensive))


def _rooms_by_price(words: Words, rooms: Mapping[str, int]) -> list[tuple[int, str]]:
    """Return the prices, in ascending order, each with the names of its rooms."""
    return [
        (price, words.either(room for room in rooms if rooms[room] == price)) for price in sorted(set(rooms.values()))
    ]


def _slot_details(words: Words, game: Game, preview: Preview, slot: str) -> str:
    shops = [words.shop(square) for square in preview.reaches]
    if "-" not in slot:
        return words.text("detail-slot", shop=words.either(shops))
    mon = game.components.setup.slot_1_4_mon
    parts = [words.text("amount-more", amount=words.amount("mon", mon))] if mon else []
    return words.commas([*parts, words.text("detail-slot-only-moves", first=shops[0], last=shops[-1])])


def _details(words: Words, game: Game, preview: Preview, move: Move) -> list[str]:
    kind = move.kind
    at_work = CARD_IDS[game.state.room_card[ROOM_IDS.index(move.arguments[0])]] if kind == "work" else ""
    parts = []
    if preview.square and kind != "visit":
        parts.append(words.text("detail-to", square=words.square(preview.square)))
    if any(preview.spend.values()):
        parts.append(words.changes({resource: -count for resource, count in preview.spend.items()}))
    if kind == "build" or (kind == "shop" and preview.rooms):
        parts += _building_rooms(words, preview)
    parts += _yield(words, preview)
    parts += [words.text("detail-at-end", worth=worth) for good in preview.goods if (worth := _end_worth(words, good))]
    if preview.laps:
        parts.append(words.text("detail-lap"))
    parts += _learning(words, game, preview, at_work)
    parts += _opponents(words, preview)
    parts += [words.text("detail-leaves", card=words.card(card)) for card in preview.leaves]
    parts += [words.text(f"detail-asks-{kind}") for kind in preview.asks if kind in ("train", "build", "swap")]
    if preview.later and kind != "build":
        parts += _later(words, game, preview.later, at_work)
    return parts


def _building_rooms(words: Words, preview: Preview) -> list[str]:
    """Return a text for each surcharge, with the price of building there and the rooms that have it."""
    building_price = preview.spend.get("mon", 0)
    return [
        words.text("detail-room-extra", price=words.amount("mon", price - building_price), rooms=rooms)
        for price, rooms in _rooms_by_price(words, preview.rooms or {})
        if price > building_price
    ]


def _yield(words: Words, preview: Preview) -> list[str]:
    parts = []
    gain = dict(preview.gain) | ({"fire": preview.fire} if preview.fire else {})
    if any(gain.values()):
        parts.append(words.changes(gain))
    elif preview.fire_order and not preview.fire:
        parts.append(words.text("detail-on-top"))
    for token, count in preview.tokens.items():
        kind = "gained" if count > 0 else "spent"
        parts.append(words.text(f"detail-token-{kind}", token=words.token(token)))
    return parts


def _end_worth(words: Words, good: str) -> str:
    """Return a good's score at the end; an empty text for a pipe, whose gain is in the yield."""
    return good_worth(words, good) if words.components.goods[good].kind != "pipe" else ""


def _learning(words: Words, game: Game, preview: Preview, at_work: str) -> list[str]:
    parts = []

    def name(training: Training) -> str:
        if training.card == at_work:
            return words.text("detail-it")
        return words.owned(training.card, training.seat, game.seat)

    learning = [training for training in preview.trains if training.card not in preview.retires]
    if learning:
        cards = words.listed(map(name, learning))
        if len(learning) > 2:
            cards = words.text("detail-characters", count=len(learning))
        parts.append(words.text("detail-learns", cards=cards, count=len(learning)))
    retiring = [training for training in preview.trains if training.card in preview.retires]
    parts += [words.text("detail-retires", card=name(training)) for training in retiring]
    return parts


def _opponents(words: Words, preview: Preview) -> list[str]:
    gains = {tuple(sorted(amounts.items())): amounts for amounts in preview.opponents_gain.values()}
    if len(gains) == 1 and len(preview.opponents_gain) > 1:
        amount = words.bundle(next(iter(gains.values())))
        return [words.text("detail-every-opponent", amount=amount)]
    return [
        words.text("detail-opponent", seat=words.seat(seat), amount=words.bundle(amounts))
        for seat, amounts in preview.opponents_gain.items()
    ]


def _later(words: Words, game: Game, later: Preview, at_work: str) -> list[str]:
    parts = _yield(words, later) + _learning(words, game, later, at_work)
    parts += [words.text("detail-leaves", card=words.card(card)) for card in later.leaves]
    return [words.text("detail-then", what=words.commas(parts))] if parts else []


class SeatWords(Words):
    """Words addressed to one seat: only this seat's cards are "yours", no matter which seat decides.

    Args:
        seat: the seat of the reader; ``None`` for a reader who does not play.
    """

    def __init__(self, words: Words, seat: int | None) -> None:
        super().__init__(words.catalogue, words.components)
        self.seats = words.seats
        self.reader = seat

    def owned(self, card: str, seat: int | None, you: int | None = None) -> str:
        """Return a card with its owner, from the reader's point of view."""
        return super().owned(card, seat, self.reader)


def describe_line(words: Words, game: Game, moves: Iterable[Move]) -> Iterator[LogLine]:
    """Yield a line of text for each run of consecutive moves by one seat.

    Args:
        game: the start of the line; it is not changed. A game with ``chance="manual"`` draws no chance.
        moves: a sequence of moves, each legal after the previous ones.
    """
    for seat, run in groupby(_seats_and_names(words, game.copy(), moves), lambda pair: pair[0]):
        yield LogLine("line", seat, words.text("line-step").join(text for _, text in run))


def _seats_and_names(words: Words, ahead: Game, moves: Iterable[Move]) -> Iterator[tuple[int | None, str]]:
    """Yield each move's seat and name; omit ``done`` after other moves of the seat, since the next seat implies it."""
    last = None
    for move in moves:
        seat = ahead.seat
        if move.number != DONE or seat != last:
            yield seat, move_name(words, ahead, move)
        ahead.play(move)
        last = seat
