"""A position as readable text: a few lines, in the ids of the components."""

from __future__ import annotations

from collections.abc import Iterable

from edokko.position.line import TURN_PARTS, to_line
from edokko.position.values import PlayerPosition, PositionValues

WIDTH = 118
"""The maximum line length in characters."""


def position_text(position: PositionValues) -> str:
    """Return the complete position, one subject per line."""
    lines = [_heading(position)]
    for seat, player in enumerate(position.players):
        lines.append(_player_line(seat, player))
        lines += _wrap("    ", _belongings(player))
    lines.append(f"fire order {_seats(position.fire_order)}{_slots(position)}")
    lines += _wrap("row: ", (f"{card} ({mon})" if mon else card for card, mon in position.row))
    lines += _wrap("rooms: ", _rooms(position))
    lines += _wrap("buildings: ", position.buildings)
    lines += _wrap("goods: ", position.goods)
    lines += _wrap("deck: ", position.deck)
    lines += _wrap("now: ", _now(position))
    lines.append(to_line(position))
    return "\n".join(lines)


def _heading(position: PositionValues) -> str:
    who = "" if position.seat is None else f" of seat {position.seat}"
    overlay = ", with an overlay" if position.components else ""
    stage = position.stage.replace("_", " ")
    return f"{position.edition}{overlay}, {len(position.players)} players, month {position.month}: {stage}{who}"


def _player_line(seat: int, player: PlayerPosition) -> str:
    return (
        f"seat {seat}: {player.mon} mon, {player.rice} rice, {player.sandals} sandals, {player.wood} wood, "
        f"{player.koban} koban, {player.iki} IKI, F {player.fire}, {player.kobun} kobun, square {player.square}"
    )


def _belongings(player: PlayerPosition) -> Iterable[str]:
    yield from (f"{card} (retired)" for card in player.retired)
    yield from (f"{token} (token)" for token in player.tokens)
    yield from (*player.fish, *player.pipes, *player.pouches)


def _slots(position: PositionValues) -> str:
    taken = "".join(f"; slot {slot}: seat {seat}" for slot, seat in position.ikizama.items())
    closed = f"; slot {position.closed} closed" if position.closed else ""
    tiles = ", ".join(f"{slot} x {count}" for slot, count in position.tiles.items())
    return taken + closed + (f"; tiles left {tiles}" if tiles else "")


def _rooms(position: PositionValues) -> Iterable[str]:
    for room, content in position.rooms.items():
        owner = "neutral" if content.owner is None else f"seat {content.owner}"
        xp = f", {content.xp} XP" if content.xp else ""
        yield f"{room} {content.card} ({owner}{xp})"


def _now(position: PositionValues) -> Iterable[str]:
    for part in TURN_PARTS:
        value = getattr(position, part.name)
        if value and part.text:
            yield part.text.format(value)
    if position.visit_order:
        yield f"{position.turn} of the visits {_seats(position.visit_order)} over"


def _seats(seats: Iterable[int]) -> str:
    return " ".join(map(str, seats))


def _wrap(head: str, items: Iterable[str]) -> list[str]:
    """Return items wrapped to ``WIDTH``, without a line if there are no items."""
    lines: list[str] = []
    line = ""
    for item in items:
        if line and len(line) + len(item) + 2 > WIDTH:
            lines.append(f"{line},")
            line = ""
        line = f"{line}, {item}" if line else f"{' ' * len(head) if lines else head}{item}"
    return [*lines, line] if line else lines
