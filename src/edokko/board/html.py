"""The board as a fragment of HTML, without scripts and images, in colours for light and dark pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from .view import MARKS, BoardView, NagayaView, PanelView, RoomView

COLOURS = ("#c0504d", "#4f81bd", "#b8860b", "#4b9b4b")
"""The seats' colours, readable on white and on black. The marks distinguish seats without colour."""

_TABLE = "border-collapse:collapse;margin:4px 0;font-size:90%"
_CELL = "padding:1px 8px;text-align:left;vertical-align:top;border:1px solid #8886"
_NUMBER = _CELL.replace("left", "right")


def html(view: BoardView) -> str:
    """Return the board as a ``<div>``; every name in it is escaped."""
    words = view.words
    parts = [
        f"<p><b>{escape(view.title)}</b> · {escape(view.decides)}</p>",
        _way_of_life(view),
        _nagayas(view),
        _row(view),
        _offers(words.text("board-buildings"), ((offer.name, offer.price, offer.worth) for offer in view.buildings)),
        _offers(words.text("board-on-sale"), ((offer.name, offer.price, offer.worth) for offer in view.goods)),
        _panels(view),
    ]
    return f'<div class="edokko-board" style="line-height:1.35">{"".join(parts)}</div>'


def _mark(seat: int) -> str:
    return f'<span style="color:{COLOURS[seat]}">{MARKS[seat]}</span>'


def _cell(text: str, style: str = _CELL) -> str:
    """Return a table cell; the text is already escaped."""
    return f'<td style="{style}">{text}</td>'


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; the cells are already escaped, the headings are not."""
    head = "".join(f'<th style="{_CELL}">{escape(heading)}</th>' for heading in headings)
    body = "".join(f"<tr>{''.join(cells)}</tr>" for cells in rows)
    return f'<table style="{_TABLE}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def _way_of_life(view: BoardView) -> str:
    words = view.words
    slots = []
    for slot in view.slots:
        empty = words.text("board-closed") if slot.is_closed else "–"
        slots.append(f"<b>{escape(slot.name)}</b> {_mark(slot.seat) if slot.seat is not None else escape(empty)}")
    order = " ".join(_mark(seat) for seat in view.fire_order)
    return (
        f"<p>{escape(words.text('board-way-of-life'))}: {' · '.join(slots)}"
        f" — {escape(words.text('board-fire-order'))}: {order}</p>"
    )


def _nagayas(view: BoardView) -> str:
    words = view.words
    headings = [words.text(f"board-{name}") for name in ("stall", "behind", "card", "experience", "type", "skill")]
    return _table(headings, (cells for nagaya in view.nagayas for cells in _nagaya(nagaya)))


def _nagaya(nagaya: NagayaView) -> Iterable[Sequence[str]]:
    shops = {square.number: square for square in nagaya.squares}
    for room in nagaya.rooms:
        behind = []
        for number in room.shops:
            seats = "".join(_mark(seat) for seat in shops[number].seats)
            behind.append(f"{number} {escape(shops[number].shop)} {seats}")
        yield [_cell(escape(room.id)), _cell("<br>".join(behind)), *_card(room)]


def _card(room: RoomView) -> Sequence[str]:
    if not room.card:
        return [_cell(f"+{room.surcharge}" if room.surcharge else ""), *[_cell("")] * 3]
    mark = _mark(room.seat) if room.seat is not None else escape(room.mark)
    return [_cell(f"{mark} {escape(room.card)}"), _cell(room.steps), _cell(escape(room.type)), _cell(escape(room.does))]


def _row(view: BoardView) -> str:
    if not view.row:
        return ""
    words = view.words
    names = ("row", "cost", "on-it", "bonus", "type", "skill", "salary")
    rows = (
        [
            _cell(escape(card.card)),
            *(_cell(str(number or ""), _NUMBER) for number in (card.cost, card.mon, card.bonus)),
            *(_cell(escape(text)) for text in (card.type, card.skill, card.salary)),
        ]
        for card in view.row
    )
    return _table([words.text(f"board-{name}") for name in names], rows)


def _offers(heading: str, offers: Iterable[Sequence[str]]) -> str:
    rows = [[_cell(escape(text)) for text in offer] for offer in offers]
    return _table([heading, "", ""], rows) if rows else ""


def _panels(view: BoardView) -> str:
    words = view.words
    names = ("player", "mon", "rice", "sandals", "wood", "koban", "iki", "fire", "kobun", "at", "holds")
    return _table([words.text(f"board-{name}") for name in names], (_panel(panel) for panel in view.panels))


def _panel(panel: PanelView) -> Sequence[str]:
    name = f"{_mark(panel.seat)} {escape(panel.name)}"
    numbers = (*panel.resources, panel.fire, panel.kobun)
    holds = "<br>".join(f"{escape(heading)} {escape(items)}" for heading, items in panel.holds)
    return [
        _cell(f"<b>{name}</b>" if panel.decides else name),
        *(_cell(str(number), _NUMBER) for number in numbers),
        _cell(escape(panel.at)),
        _cell(holds),
    ]
