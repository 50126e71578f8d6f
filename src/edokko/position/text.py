"""A position in words: a few lines for people, in the ids of the components."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from edokko.position.line import to_line

if TYPE_CHECKING:
    from edokko.position.model import PlayerPosition, Position

WIDTH = 118


def position_text(position: Position) -> str:
    """The whole position, a subject a line."""
    lines = [_heading(position)]
    for seat, player in enumerate(position.players):
        lines.append(_player_line(seat, player))
        lines += _wrapped("    ", _belongings(player))
    lines.append(f"fire order {_seats(position.fire_order)}{_slots(position)}")
    lines += _wrapped("row: ", (f"{card} ({mon})" if mon else card for card, mon in position.row))
    lines += _wrapped("rooms: ", _rooms(position))
    lines += _wrapped("buildings: ", position.buildings)
    lines += _wrapped("goods: ", position.goods)
    lines += _wrapped("deck: ", position.deck)
    lines += _wrapped("now: ", _now(position))
    lines.append(to_line(position))
    return "\n".join(lines)


def _heading(position: Position) -> str:
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


def _slots(position: Position) -> str:
    taken = "".join(f"; slot {slot}: seat {seat}" for slot, seat in position.ikizama.items())
    closed = f"; slot {position.closed} closed" if position.closed else ""
    left = ", ".join(f"{slot} x {count}" for slot, count in position.tiles.items())
    return taken + closed + (f"; tiles left {left}" if left else "")


def _rooms(position: Position) -> Iterable[str]:
    for room, content in position.rooms.items():
        owner = "neutral" if content.owner is None else f"seat {content.owner}"
        xp = f", {content.xp} XP" if content.xp else ""
        yield f"{room} {content.card} ({owner}{xp})"


def _now(position: Position) -> Iterable[str]:
    if position.pending:
        yield f"{position.pending} to be placed"
    if position.worker:
        yield f"{position.worker} at work"
    if position.swap_room:
        yield f"{position.swap_room} to be swapped"
    if position.shop_used:
        yield "shop used"
    if position.work_used:
        yield "work used"
    if position.to_reveal:
        yield f"{position.to_reveal} to reveal"
    if position.burning:
        yield f"fire in {position.burning.nagaya}, {position.burning.passed} rooms passed"
    if position.hungry:
        yield f"{position.hungry} hungry"
    if position.visit_order:
        yield f"{position.turn} of the visits {_seats(position.visit_order)} over"


def _seats(seats: Iterable[int]) -> str:
    return " ".join(map(str, seats))


def _wrapped(head: str, items: Iterable[str]) -> list[str]:
    """Items on as many lines as they need, none where there are no items."""
    lines: list[str] = []
    line = ""
    for item in items:
        if line and len(line) + len(item) + 2 > WIDTH:
            lines.append(f"{line},")
            line = ""
        line = f"{line}, {item}" if line else f"{' ' * len(head) if lines else head}{item}"
    return [*lines, line] if line else lines
