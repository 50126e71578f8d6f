"""The position string: a whole position on one line, as FEN is for chess.

It can be pasted into a bug report, a test or an address. docs/build/formats.md describes it field by field. Cards
and goods are numbers in the order of the components; every number is written in base ten.
"""

from __future__ import annotations

import binascii
import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple
from urllib.parse import unquote, unquote_plus

from edokko.components.ids import BUILDING_IDS, CARD_IDS, CHARACTER_IDS, GOOD_IDS, IKIZAMA_IDS
from edokko.components.model import TOKENS
from edokko.position.form import write_form
from edokko.position.problems import PositionError, refuse
from edokko.position.values import PlayerPosition, PositionValues
from edokko.rules.moves import ROOM_IDS, good_kind
from edokko.rules.state import FISH, NAGAYA_ROOMS, PIPE, POUCH

VERSION = "edokko1"
"""The first field. A change of the format gets another number."""
LONGEST_LINE = 20_000
"""Characters: a position takes some 200, an overlay some thousands."""
NONE = "-"
NEUTRAL = "n"
OWNERS = "abcd"
AMOUNTS = ("mon", "rice", "sandals", "wood", "koban", "iki", "fire", "kobun", "square")
GOODS_BY_KIND = {"fish": FISH, "pipes": PIPE, "pouches": POUCH}
FIELDS = (
    "version",
    "edition",
    "decision",
    "players",
    "fire order",
    "way of life",
    "row",
    "rooms",
    "buildings",
    "goods",
    "deck",
    "tiles",
    "turn",
)
OVERLAY = "overlay"
"""The name of the last field, which only a position with an overlay has."""


_QUOTES = "\ufeff\"'`“”„‘’«»‹›<>"
"""What may stand around a pasted string."""
_WITH_PLUSES = re.compile(r"(?P<before>(?:[^+]*\+){6})(?P<row>-|\d+(?:\+\d+)?(?:,\d+(?:\+\d+)?)*)\+(?P<after>.*)")
"""A position string with ``+`` for each space; in its row a ``+`` stands before the mon on a card."""


def is_line(text: str) -> bool:
    """Check whether a text is meant as a position string, also as a mail or an address changes it."""
    return re.match(rf"[\s{_QUOTES}]*edokko\d+(?:[\s_+]|%20)", text) is not None


# --- from a position


def to_line(position: PositionValues) -> str:
    """Write a position as one line.

    Raises:
        PositionError: an id is none of the components', so the position cannot be written.
    """
    seat = NONE if position.seat is None else _seat(position.seat)
    fields = [
        VERSION,
        f"{position.edition}.{position.rules_version}",
        f"{position.month}:{position.stage.replace('_', '-')}:{seat}",
        "/".join(map(_player, position.players)),
        "".join(map(_seat, position.fire_order)),
        "".join(_seat(position.ikizama[slot]) if slot in position.ikizama else NONE for slot in IKIZAMA_IDS),
        _listed(f"{_number(CHARACTER_IDS, card)}" + (f"+{mon}" if mon else "") for card, mon in position.row),
        _rooms(position),
        _numbers(BUILDING_IDS, position.buildings),
        _numbers(GOOD_IDS, position.goods),
        _numbers(CHARACTER_IDS, position.deck),
        _listed(f"{slot}x{count}" for slot, count in position.tiles.items()),
        _listed(_turn(position)),
    ]
    if position.components:
        overlay = json.dumps(write_form(position)["components"], separators=(",", ":"), sort_keys=True)
        fields.append(f"{OVERLAY}={urlsafe_b64encode(overlay.encode()).decode().rstrip('=')}")
    return " ".join(fields)


def _listed(items: Iterable[str]) -> str:
    return ",".join(items) or NONE


def _number(ids: Sequence[str], name: str) -> int:
    if name not in ids:
        raise PositionError(name, "has no number: it is none of the components")
    return ids.index(name)


def _numbers(ids: Sequence[str], names: Iterable[str]) -> str:
    return _listed(str(number) for number in sorted(_number(ids, name) for name in names))


def _seat(seat: int) -> str:
    if not 0 <= seat < len(OWNERS):
        raise PositionError("position", f"found seat {seat}, expected 0 to {len(OWNERS) - 1}")
    return str(seat)


def _player(player: PlayerPosition) -> str:
    """``7,1,0,0,0,0,2,2,8:r3,17:t0,3:g5``: amounts, then retired characters, tokens and goods where there are any."""
    parts = [",".join(str(getattr(player, name)) for name in AMOUNTS)]
    for letter, ids, names in (
        ("r", CHARACTER_IDS, player.retired),
        ("t", TOKENS, player.tokens),
        ("g", GOOD_IDS, (*player.fish, *player.pipes, *player.pouches)),
    ):
        if names:
            parts.append(letter + _numbers(ids, names))
    return ":".join(parts)


def _rooms(position: PositionValues) -> str:
    """``8c,-,-,-/5b1,...``: the card, the owner's letter (``n`` for a neutral) and the experience of each room."""
    rooms = []
    for room in ROOM_IDS:
        content = position.rooms.get(room)
        if content is None:
            rooms.append(NONE)
        else:
            owner = NEUTRAL if content.owner is None else OWNERS[int(_seat(content.owner))]
            rooms.append(f"{_number(CARD_IDS, content.card)}{owner}{content.xp or ''}")
    nagayas = (rooms[first : first + NAGAYA_ROOMS] for first in range(0, len(rooms), NAGAYA_ROOMS))
    return "/".join(map(",".join, nagayas))


def _turn(position: PositionValues) -> Iterable[str]:
    """Return what else belongs to the decision, as far as it is not empty."""
    for part in TURN_PARTS:
        value = getattr(position, part.name)
        if value != part.kind.empty:
            yield part.word if part.kind is _FLAG else f"{part.word}={part.kind.write(value)}"


# --- to the JSON of a position


def from_line(line: str) -> dict[str, Any]:
    """Read a position string into the JSON form of a position.

    In an address ``_``, ``+`` or ``%20`` stands for each space. The string may be broken at spaces and stand in
    quotation marks.

    Raises:
        PositionError: the string is malformed; the message names the field and what would be right.
    """
    if len(line) > LONGEST_LINE:
        raise PositionError("position string", f"found {len(line)} characters, expected at most {LONGEST_LINE}")
    fields = _fields(line)
    edition, rules_version = _split("edition", fields["edition"], ".", 2, "edition.rules version, such as 2021.1")
    month, stage, seat = _split("decision", fields["decision"], ":", 3, "month:stage:seat")
    return {
        "edition": edition,
        "rules_version": _whole("edition", rules_version),
        "components": _overlay(fields[OVERLAY]) if OVERLAY in fields else None,
        "stage": stage.replace("-", "_"),
        "seat": None if seat == NONE else _whole("decision", seat),
        "month": _whole("decision", month),
        "players": [_read_player(text) for text in fields["players"].split("/")],
        "fire_order": _digits("fire order", fields["fire order"]),
        "ikizama": _read_slots(fields["way of life"]),
        "row": [_read_offer(item) for item in _items(fields["row"])],
        "rooms": _read_rooms(fields["rooms"]),
        "buildings": _names("buildings", BUILDING_IDS, fields["buildings"]),
        "goods": _names("goods", GOOD_IDS, fields["goods"]),
        "deck": _names("deck", CHARACTER_IDS, fields["deck"]),
        "tiles": dict(_read_tile(item) for item in _items(fields["tiles"])),
        **_read_turn(fields["turn"]),
    }


def _fields(line: str) -> dict[str, str]:
    # An overlay's base64 has underscores of its own.
    parts = re.split("[ _]", _unchanged(line), maxsplit=len(FIELDS))
    if parts[0] != VERSION:
        refuse("position string", parts[0][:40], f"{VERSION} at its beginning")
    if len(parts) < len(FIELDS):
        raise PositionError(
            "position string", f"found {len(parts)} fields, expected {len(FIELDS)}: {', '.join(FIELDS)}"
        )
    named = dict(zip(FIELDS, parts, strict=False))
    for last in parts[len(FIELDS) :]:
        name, _, named[OVERLAY] = last.replace(" ", "").partition("=")
        if name != OVERLAY:
            refuse("position string", last[:40], f"{OVERLAY}=... or nothing after the turn")
    return named


def _unchanged(line: str) -> str:
    """Undo what a mail, a chat or an address does to a string: breaks, other blanks, quotation marks, signs."""
    text = " ".join(line.split()).strip(f"{_QUOTES} ")
    has_pluses = text.startswith(f"{VERSION}+")
    if "%" in text:
        return " ".join((unquote_plus(text) if has_pluses else unquote(text)).split())
    pluses = _WITH_PLUSES.fullmatch(text) if has_pluses else None
    if pluses:
        return " ".join([*pluses["before"].rstrip("+").split("+"), pluses["row"], *pluses["after"].split("+")])
    return text


def _items(text: str) -> list[str]:
    return [] if text == NONE else text.split(",")


def _split(place: str, text: str, by: str, count: int, wants: str) -> list[str]:
    parts = text.split(by)
    if len(parts) != count:
        refuse(place, text, wants)
    return parts


def _whole(place: str, text: str, whole: str = "") -> int:
    """Return a number; a refusal quotes ``whole``, the text of which the number is a part that may be empty."""
    if not re.fullmatch(r"-?[0-9]{1,6}", text):
        refuse(place, whole or text, "a whole number at its end" if whole else "a whole number")
    return int(text)


def _digits(place: str, text: str) -> list[int]:
    if not re.fullmatch("[0-9]*", text):
        refuse(place, text, "seats, a digit each")
    return [int(digit) for digit in text]


def _name(place: str, ids: Sequence[str], text: str) -> str:
    number = _whole(place, text)
    if not 0 <= number < len(ids):
        refuse(place, number, f"a number from 0 to {len(ids) - 1}")
    return ids[number]


def _names(place: str, ids: Sequence[str], text: str) -> list[str]:
    return [_name(place, ids, item) for item in _items(text)]


def _read_player(text: str) -> dict[str, Any]:
    amounts, *belongings = text.split(":")
    values = _split("players", amounts, ",", len(AMOUNTS), f"{len(AMOUNTS)} numbers: {', '.join(AMOUNTS)}")
    player: dict[str, Any] = {name: _whole("players", value) for name, value in zip(AMOUNTS, values, strict=True)}
    lists: dict[str, list[str]] = {"r": [], "t": [], "g": []}
    for part in belongings:
        letter, items = part[:1], part[1:]
        if letter not in lists or lists[letter]:
            refuse("players", part, "r, t or g, each once, before the numbers of retired characters, tokens or goods")
        ids = {"r": CHARACTER_IDS, "t": TOKENS, "g": GOOD_IDS}[letter]
        lists[letter] = _names("players", ids, items)
    player |= {"retired": lists["r"], "tokens": lists["t"]}
    for name, kind in GOODS_BY_KIND.items():
        player[name] = [good for good in lists["g"] if good_kind(GOOD_IDS.index(good)) == kind]
    return player


def _read_slots(text: str) -> dict[str, int]:
    if not re.fullmatch(f"[0-9{NONE}]{{{len(IKIZAMA_IDS)}}}", text):
        refuse("way of life", text, f"a seat or {NONE} for each of the slots {', '.join(IKIZAMA_IDS)}")
    return {slot: int(seat) for slot, seat in zip(IKIZAMA_IDS, text, strict=True) if seat != NONE}


def _read_offer(item: str) -> list[Any]:
    card, plus, mon = item.partition("+")
    return [_name("row", CHARACTER_IDS, card), _whole("row", mon, item) if plus else 0]


def _read_rooms(text: str) -> dict[str, Any]:
    rooms = re.split("[,/]", text)
    if len(rooms) != len(ROOM_IDS) or text.count("/") != len(ROOM_IDS) // NAGAYA_ROOMS - 1:
        refuse("rooms", text[:40], f"{len(ROOM_IDS)} rooms in four nagayas: card, owner, experience, or {NONE}")
    return {room: _read_room(room, item) for room, item in zip(ROOM_IDS, rooms, strict=True) if item != NONE}


def _read_room(room: str, item: str) -> dict[str, Any]:
    parts = re.fullmatch(f"([0-9]+)([{OWNERS}{NEUTRAL}])([0-9]{{0,2}})", item)
    if parts is None:
        refuse(
            f"rooms, {room}", item, f"a card's number, its owner ({', '.join((*OWNERS, NEUTRAL))}) and its experience"
        )
    card, owner, xp = parts.groups()
    return {
        "card": _name(f"rooms, {room}", CARD_IDS, card),
        "owner": None if owner == NEUTRAL else OWNERS.index(owner),
        "xp": int(xp or 0),
    }


def _read_tile(item: str) -> tuple[str, int]:
    slot, by, count = item.partition("x")
    if not by:
        refuse("tiles", item, "slotxcount, such as 2x1")
    return slot, _whole("tiles", count, item)


def _read_burning(text: str) -> dict[str, Any]:
    return {"nagaya": text[:1], "passed": _whole("turn", text[1:], text)}


class FieldKind(NamedTuple):
    """A kind of value in the field of the turn."""

    empty: Any
    """The value of a part that the line leaves out."""
    write: Callable[[Any], str] = str
    read: Callable[[str], Any] = str


class TurnPart(NamedTuple):
    """A part of a turn that is under way."""

    name: str
    """The field of the position."""
    word: str
    """The word in the line."""
    kind: FieldKind
    text: str = ""
    """The pattern of its readable text; empty for a part that the text has in another line."""


_TEXT = FieldKind(None)
_FLAG = FieldKind(False)
_NUMBER = FieldKind(0, read=lambda text: _whole("turn", text))
_CARD = FieldKind(None, lambda card: str(_number(CARD_IDS, card)), lambda text: _name("turn", CARD_IDS, text))
_FIRE = FieldKind(None, lambda fire: f"{fire.nagaya}{fire.passed}", _read_burning)
_SEATS = FieldKind((), lambda seats: "".join(map(_seat, seats)), lambda text: _digits("turn", text))

TURN_PARTS = (
    TurnPart("closed", "closed", _TEXT),
    TurnPart("pending", "pending", _CARD, "{} to be placed"),
    TurnPart("worker", "worker", _CARD, "{} at work"),
    TurnPart("swap_room", "swap", _TEXT, "{} to be swapped"),
    TurnPart("shop_used", "shop", _FLAG, "shop used"),
    TurnPart("work_used", "work", _FLAG, "work used"),
    TurnPart("to_reveal", "reveal", _NUMBER, "{} to reveal"),
    TurnPart("burning", "burning", _FIRE, "fire in {0.nagaya}, {0.passed} rooms passed"),
    TurnPart("hungry", "hungry", _NUMBER, "{} hungry"),
    TurnPart("turn", "turn", _NUMBER),
    TurnPart("visit_order", "visits", _SEATS),
)
"""In the order of the line and of the text."""
_BY_WORD = {part.word: part for part in TURN_PARTS}
_FLAGS = [part.word for part in TURN_PARTS if part.kind is _FLAG]


def _read_turn(text: str) -> dict[str, Any]:
    turn = {part.name: part.kind.empty for part in TURN_PARTS}
    for item in _items(text):
        word, equals, value = item.partition("=")
        part = _BY_WORD.get(word)
        if part is None or bool(equals) == (word in _FLAGS):
            values = (word for word in _BY_WORD if word not in _FLAGS)
            refuse("turn", item, f"one of {', '.join(_FLAGS)}, or a value for {', '.join(values)}")
        turn[part.name] = part.kind.read(value) if equals else True
    return turn


def _overlay(text: str) -> Any:
    try:
        return json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except (binascii.Error, ValueError, RecursionError):
        refuse(OVERLAY, text[:40], "an overlay's JSON in URL-safe base64")
