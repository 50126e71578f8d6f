"""The board rendered with Rich: in colour for a terminal, without colour as plain text."""

from __future__ import annotations

import io
from collections.abc import Sequence

from rich import box
from rich.cells import cell_len, set_cell_size
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from .view import MARKS, BoardView, NagayaView, OfferView, PanelView, RoomView

SEAT_STYLES = ("bright_red", "bright_blue", "bright_yellow", "bright_green")
QUIET = "dim"
NAME_WIDTH, WIDE = 28, 110
"""Columns: the most of a card's name; the least width of a screen that shows longer texts."""


def plain(content: RenderableType, width: int) -> str:
    """Return content of a screen as plain text, without trailing spaces."""
    console = Console(file=io.StringIO(), width=width, color_system=None, force_terminal=False, legacy_windows=False)
    with console.capture() as capture:
        console.print(content)
    return "\n".join(line.rstrip() for line in capture.get().splitlines())


def board(view: BoardView, width: int) -> RenderableType:
    """Return the whole board."""
    parts: list[RenderableType] = [heading(view, width), way_of_life(view), street(view, width)]
    if view.row:
        parts.append(row(view, width))
    parts.append(offers(view, width))
    parts.append(panels(view))
    return Group(*parts)


def heading(view: BoardView, width: int) -> Text:
    """Return the month and, right-aligned, the deciding player."""
    gap = max(2, width - cell_len(view.title) - cell_len(view.decides))
    return Text.assemble((view.title, "bold"), " " * gap, (view.decides, "bold"), overflow="fold")


def way_of_life(view: BoardView, gap: str = " ") -> Text:
    """Return the slots with the seats' marks, and the fire order, with a gap after each slot."""
    words = view.words
    line = Text()
    line.append(words.text("board-way-of-life") + " ", QUIET)
    for slot in view.slots:
        line.append(f" {slot.name} ", "bold")
        if slot.seat is not None:
            line.append(MARKS[slot.seat], SEAT_STYLES[slot.seat])
        else:
            line.append(words.text("board-closed") if slot.is_closed else "–", QUIET)
        line.append(gap)
    line.append("   " + words.text("board-fire-order") + gap, QUIET)
    for seat in view.fire_order:
        line.append(f" {MARKS[seat]}", SEAT_STYLES[seat])
    return line


def street(view: BoardView, width: int) -> Table:
    """Return the nagayas: A and D above, B and C below."""
    grid = Table.grid(expand=True, padding=0)
    grid.add_column(ratio=1)
    grid.add_column(ratio=1)
    left, lower, lower_right, right = view.nagayas
    for pair in ((left, right), (lower, lower_right)):
        grid.add_row(*(_nagaya(view, nagaya, width // 2 - 4) for nagaya in pair))
    return grid


def _nagaya(view: BoardView, nagaya: NagayaView, width: int) -> Panel:
    lines = [squares_line(nagaya, width)]
    lines += [_room(view, room, width) for room in nagaya.rooms]
    return Panel(Text("\n").join(lines), box=box.ROUNDED, title=nagaya.name, title_align="left", border_style=QUIET)


def squares_line(nagaya: NagayaView, width: int) -> Text:
    """Return the squares with the seats' marks; long names of shops are truncated, marks never."""
    parts = [
        (
            Text(f"{square.number} ", "bold"),
            Text.assemble(*((f" {MARKS[seat]}", SEAT_STYLES[seat]) for seat in square.seats)),
        )
        for square in nagaya.squares
    ]
    gaps = 2 * (len(parts) - 1)
    fixed_width = gaps + sum(number.cell_len + marks.cell_len for number, marks in parts)
    names = _fit([square.shop for square in nagaya.squares], width - fixed_width)
    return Text("  ").join(
        number + Text(name, "bold") + marks for (number, marks), name in zip(parts, names, strict=True)
    )


def _fit(names: Sequence[str], width: int) -> list[str]:
    """Truncate names to fit side by side: the longer names share the space that shorter ones leave."""
    fitting = list(names)
    by_length = sorted(range(len(fitting)), key=lambda place: cell_len(fitting[place]))
    for done, place in enumerate(by_length):
        fitting[place] = cut(fitting[place], width // (len(fitting) - done))
        width -= cell_len(fitting[place])
    return fitting


def _room(view: BoardView, room: RoomView, width: int) -> Text:
    squares = "·".join(map(str, room.shops))
    if not room.card:
        surcharge = view.words.text("board-surcharge", mon=room.surcharge) if room.surcharge else ""
        return spread([(room.id, QUIET), (" " + surcharge, QUIET)], [(squares, QUIET)], width)
    style = SEAT_STYLES[room.seat] if room.seat is not None else QUIET
    steps = room.steps or (view.words.text("board-neutral") if room.seat is None else "")
    right = [
        (f"{steps} ", style),
        (f"{view.words.short_type(room.type)} " if room.steps else "", QUIET),
        (squares, QUIET),
    ]
    fixed_width = sum(cell_len(text) for text, _ in right) + 6
    name = cut(room.card, width - fixed_width)
    does = cut(f"  {room.does}", max(0, width - fixed_width - cell_len(name))) if width >= WIDE // 2 - 4 else ""
    return spread([(room.id, QUIET), (f" {room.mark} ", style), (name, ""), (does, QUIET)], right, width)


def spread(left: Sequence[tuple[str, str]], right: Sequence[tuple[str, str]], width: int) -> Text:
    """Align one text to the left edge and another to the right edge."""
    gap = max(1, width - sum(cell_len(text) for text, _ in (*left, *right)))
    return Text.assemble(*left, " " * gap, *right, no_wrap=True)


def cut(text: str, width: int) -> str:
    """Truncate a text to a width in cells, with an ellipsis."""
    if width < 2:
        return ""
    return text if cell_len(text) <= width else set_cell_size(text, max(1, width - 1)) + "…"


def row(view: BoardView, width: int) -> Table:
    """Return the characters for hire."""
    words = view.words
    table = plain_table(words.text("board-row"))
    table.add_column(words.text("board-cost"), justify="right", no_wrap=True)
    table.add_column(words.text("board-on-it"), justify="right", no_wrap=True)
    table.add_column(words.text("board-bonus"), justify="right", no_wrap=True)
    table.add_column(words.text("board-type"), no_wrap=True)
    # A word that is longer than its column continues on the next line.
    table.add_column(words.text("board-skill"), ratio=1, overflow="fold")
    table.add_column(words.text("board-salary"), ratio=1, overflow="fold")
    for card in view.row:
        table.add_row(
            Text(cut(card.card, NAME_WIDTH)),
            str(card.cost),
            f"+{card.mon}" if card.mon else "",
            f"+{card.bonus}" if card.bonus else "",
            Text(card.type if width >= WIDE else words.short_type(card.type), style=QUIET),
            Text(card.skill),
            Text(card.salary, style=QUIET),
        )
    return table


def plain_table(first: str) -> Table:
    """Return a table without lines, with its first column."""
    table = Table(box=None, expand=True, padding=(0, 1, 0, 0), pad_edge=False, header_style=QUIET)
    table.add_column(first, no_wrap=True)
    return table


def offers(view: BoardView, width: int = 0) -> RenderableType:
    """Return the buildings and goods on sale, side by side on a wide screen, else one below the other."""
    words = view.words
    sections = [(words.text("board-buildings"), view.buildings), (words.text("board-on-sale"), view.goods)]
    tables = [offer_table(heading, items) for heading, items in sections if items]
    if width < WIDE:
        return Group(*tables)
    grid = Table.grid(expand=True, padding=(0, 2, 0, 0))
    for _ in tables:
        grid.add_column(ratio=1)
    grid.add_row(*tables)
    return grid


def offer_table(heading: str, offers: Sequence[OfferView]) -> Table:
    """Return a table of buildings or goods with prices and worth."""
    table = plain_table(heading)
    table.add_column("", no_wrap=True)
    table.add_column("", ratio=1)
    for offer in offers:
        table.add_row(Text(offer.name), Text(offer.price), Text(offer.worth, style=QUIET))
    return table


def panels(view: BoardView) -> RenderableType:
    """Return the players' resources, positions and holdings."""
    words = view.words
    table = plain_table(words.text("board-player"))
    for heading in ("mon", "rice", "sandals", "wood", "koban", "iki", "fire", "kobun"):
        table.add_column(words.text(f"board-{heading}"), justify="right", no_wrap=True)
    table.add_column(words.text("board-at"), ratio=1)
    for panel in view.panels:
        name = Text(f"{panel.mark} {cut(panel.name, 16)}", style=SEAT_STYLES[panel.seat])
        if panel.decides:
            name.stylize("bold")
        numbers = [*panel.resources, panel.fire, panel.kobun]
        table.add_row(name, *map(str, numbers), Text(panel.at))
    holdings = [_holdings(panel) for panel in view.panels if panel.holds]
    return Group(table, *(Padding(line, (0, 0, 0, 2)) for line in holdings))


def _holdings(panel: PanelView) -> Text:
    line = Text()
    line.append(f"{panel.mark} ", SEAT_STYLES[panel.seat])
    for place, (heading, items) in enumerate(panel.holds):
        line.append(("  " if place else "") + heading + " ", QUIET)
        line.append(items)
    return line
