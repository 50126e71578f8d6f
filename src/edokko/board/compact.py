"""The compact board for a terminal of 80 x 24: parts of a fixed height, every card with its deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from edokko.components.model import RESOURCES

from .screen import QUIET, SEAT_STYLES, cut, spread, squares_line, way_of_life
from .view import BoardView, NagayaView, PanelView, RoomView, RowView

GAP = 2
HUNGRY = Style(color="red", bold=True)
STEPS = 3
"""The minimum columns for experience; the few cards with more steps take more."""
NAME_LEAST = 8
"""Columns that a name keeps beside a long deal."""
SALARY_FROM = 52
"""The least width of a stall, in columns, that shows the salary too."""


def heading(view: BoardView) -> Text:
    """Return the month, and the months of the next payday and the next fire."""
    return Text.assemble((view.title, "bold"), *((f"   {ahead}", QUIET) for ahead in view.ahead))


def slots(view: BoardView) -> Text:
    """Return the slots with the seats' marks, and the fire order."""
    line = way_of_life(view, gap="")
    line.style = QUIET
    return line


def street(view: BoardView, width: int) -> Text:
    """Return the stalls of nagayas A and D above those of B and C: owner, experience, name, deal, type and squares."""
    cell = (width - GAP) // 2
    left, lower, lower_right, right = view.nagayas
    lines = [line for pair in ((left, right), (lower, lower_right)) for line in _pair(view, *pair, cell)]
    return Text("\n").join(lines)


def narrow_street(view: BoardView, width: int) -> Text:
    """Return the stalls in half the lines, the four nagayas side by side: owner, name, type and squares."""
    cell = (width - 3) // 4
    columns = [
        [_squares(nagaya, cell), *(_narrow_room(view, room, cell) for room in nagaya.rooms)] for nagaya in view.nagayas
    ]
    return Text("\n").join(Text(" ").join(line) for line in zip(*columns, strict=True))


def _pair(view: BoardView, left: NagayaView, right: NagayaView, width: int) -> Iterable[Text]:
    gap = " " * GAP
    yield Text.assemble(_squares(left, width), gap, _squares(right, width))
    for left_room, right_room in zip(left.rooms, right.rooms, strict=True):
        yield Text.assemble(_room(view, left_room, width), gap, _room(view, right_room, width))


def _squares(nagaya: NagayaView, width: int) -> Text:
    line = squares_line(nagaya, width)
    line.stylize("underline")
    line.append(" " * (width - line.cell_len))
    return line


def _room(view: BoardView, room: RoomView, width: int) -> Text:
    if not room.card:
        return _empty_room(view, room, width)
    left = _id_and_owner(room, f"{room.steps:{STEPS}}" if room.steps else "")
    right = [(f" {_type_and_squares(view, room)}", QUIET)]
    space = width - sum(cell_len(text) for text, _ in (*left, *right))
    name, deal, salary = room.brief
    details = f"{deal}  {salary}" if space >= SALARY_FROM - 14 and room.steps and salary else deal
    short_name = cut(name, max(NAME_LEAST, space - cell_len(details) - 1))
    return spread([*left, (short_name, "")], [(cut(details, space - cell_len(short_name) - 1), QUIET), *right], width)


def _narrow_room(view: BoardView, room: RoomView, width: int) -> Text:
    if not room.card:
        return _empty_room(view, room, width)
    left, right = _id_and_owner(room), _type_and_squares(view, room)
    name, space = room.brief[0], width - 1 - sum(cell_len(text) for text, _ in left) - cell_len(right)
    first, _, rest = name.partition(" ")
    # In some languages many names begin with the same abbreviated word.
    shown = rest if first.endswith(".") and cell_len(name) > space else name
    return spread([*left, (cut(shown, space), "")], [(right, QUIET)], width)


def _empty_room(view: BoardView, room: RoomView, width: int) -> Text:
    surcharge = f" {view.words.text('board-surcharge', mon=room.surcharge)}" if room.surcharge else ""
    return spread([(room.id, QUIET), (surcharge, QUIET)], [("·".join(map(str, room.shops)), QUIET)], width)


def _id_and_owner(room: RoomView, steps: str = "") -> list[tuple[str, str]]:
    return [(room.id, QUIET), (f" {room.mark}{steps} ", QUIET if room.seat is None else SEAT_STYLES[room.seat])]


def _type_and_squares(view: BoardView, room: RoomView) -> str:
    squares = "·".join(map(str, room.shops))
    return squares if room.kind == "building" else f"{view.words.short_type(room.type)} {squares}"


COLUMNS = (*RESOURCES, "kobun", "food", "fish", "pipe", "pouch", "retired")
"""The columns of a player's numbers: resources, firefighting, free kobun, the next payday's food, goods, retired."""


def panels(view: BoardView, width: int, seats: Sequence[int] | None = None) -> Table:
    """Return the players' numbers, one line per player, of some seats or of all."""
    words = view.words
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style=QUIET)
    table.add_column(words.text("board-player"), no_wrap=True)
    for name in COLUMNS:
        table.add_column(words.text(f"brief-{name}"), justify="right", no_wrap=True)
    titles = sum(cell_len(words.text(f"brief-{name}")) + 1 for name in COLUMNS)
    for panel in view.panels:
        if seats is not None and panel.seat not in seats:
            continue
        label = Text(f"{panel.mark} {cut(panel.name, max(6, width - titles - 3))}", style=SEAT_STYLES[panel.seat])
        if panel.decides:
            label.stylize("bold")
        table.add_row(label, *_numbers(panel))
    return table


def _numbers(panel: PanelView) -> list[Text]:
    food = Text(str(panel.meal.needs), HUNGRY if panel.meal.hungry else "")
    plain = [Text(str(number)) for number in (*panel.resources, panel.fire, panel.kobun)]
    return [*plain, food, *(Text(str(number)) for number in (*panel.goods, panel.retired))]


def row(view: BoardView) -> RenderableType:
    """Return the characters for hire, one line each."""
    return card_table(view, view.row, title="board-row")


def card_table(
    view: BoardView,
    cards: Sequence[RowView],
    numbers: Sequence[str] | None = None,
    *,
    title: str = "board-card",
    with_prices: bool = True,
) -> Table:
    """Return a table of characters with price, deal and salary, under the message ``title``.

    ``numbers`` are those by which a player chooses the cards; ``None`` without a choice.
    """
    words = view.words
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style=QUIET)
    if numbers is not None:
        table.add_column("", justify="right", style="bold", no_wrap=True, min_width=3)
    table.add_column(words.text(title))
    table.add_column(words.text("board-type"), no_wrap=True, style=QUIET)
    if with_prices:
        for name in ("cost", "on-it"):
            table.add_column(words.text(f"board-{name}"), justify="right", no_wrap=True)
    table.add_column(words.text("board-bonus"), justify="right", no_wrap=True)
    table.add_column(words.text("board-skill"), overflow="fold")
    table.add_column(words.text("board-salary"), overflow="fold", style=QUIET)
    for place, card in enumerate(cards):
        name, deal, salary = card.brief
        price = [str(card.cost), f"+{card.mon}" if card.mon else ""] if with_prices else []
        number = [] if numbers is None else [numbers[place]]
        kind, bonus = words.short_type(card.type), f"+{card.bonus}" if card.bonus else ""
        table.add_row(*number, Text(name), kind, *price, bonus, Text(deal), Text(salary))
    return table


def holdings(view: BoardView) -> RenderableType:
    """Return each player's retired characters, tokens and goods, in words."""
    lines = []
    for panel in view.panels:
        for place, (title, text) in enumerate(panel.holds):
            mark = Text(f"{panel.mark} {panel.name}: " if place == 0 else "  ", SEAT_STYLES[panel.seat])
            lines.append(Text.assemble(mark, (f"{title} ", QUIET), text))
    return Group(*lines)
