"""The layout of a decision on one screen: the choices, and above them the parts of the board that fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from edokko.board import compact
from edokko.board.screen import QUIET, SEAT_STYLES, cut, offers
from edokko.board.view import MARKS, BoardView, RowView, card_of, view_of, warnings
from edokko.cli.console import Console
from edokko.components.ids import CHARACTER_IDS
from edokko.explain.previews import neighbours
from edokko.game import Game
from edokko.move import Move
from edokko.rules.moves import ROOM_IDS
from edokko.rules.phases import PLACE_HIRED
from edokko.rules.state import CHARACTERS
from edokko.words import Words, move_details, move_name, question, walk_ahead
from edokko.words.brief import brief_amount, brief_card

CARD_CHOICES = ("start", "hire", "neutral")
"""Kinds of choices that are cards, shown with all their printed values."""
STREET_LINES, NARROW_LINES = 12, 7
"""The lines of the stalls with four players and the seat's own line; the same with the nagayas side by side."""
SHORTEST_CARD, SHORTEST_WALK = 13, 14
"""The least columns of a card's name beside its values, and of a slot and its squares beside the question."""
WARNING = Style(color="red", bold=True)
OWN, STREET, PANELS, ROW, OFFERS = "own", "street", "panels", "row", "offers"
ORDER = (STREET, OWN, PANELS, ROW, OFFERS)
"""The parts of the board from top to bottom."""
PARTS_BY_CHOICE = {
    "ikizama": (STREET, PANELS, ROW, OFFERS),
    "place": (STREET, OWN, PANELS, ROW, OFFERS),
    "move": (STREET, OWN, PANELS, ROW, OFFERS),
}
DEFAULT_PARTS = (OWN, STREET, PANELS, ROW, OFFERS)
"""The parts of the board by the kind of choice, the most important first."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A line of the list of choices."""

    number: str
    name: str
    details: str


def page(words: Words, game: Game, moves: Sequence[Move], console: Console, width: int, lines: int) -> RenderableType:
    """Lay out a decision, with its choices in order, for a screen of a size, which the choices may exceed.

    The console measures heights.
    """
    view = view_of(game, words)
    # Rendering takes almost all the time of a page, so each part is measured once. The part is kept with its height,
    # because another object may get the id of a part that is gone.
    heights: dict[int, tuple[RenderableType, int]] = {}

    def height(part: RenderableType) -> int:
        if id(part) not in heights:
            lines = console.render_lines(part, console.options.update(width=width), pad=False)
            heights[id(part)] = (part, len(lines))
        return heights[id(part)][1]

    top = list(_top(view, game, words, width))
    bottom = _choices(view, game, words, moves, width, lines - sum(map(height, top)), height)
    free_lines = lines - sum(map(height, (*top, *bottom)))
    parts = _parts(view, game, width)
    visible: dict[str, RenderableType] = {}
    for name in PARTS_BY_CHOICE.get(moves[0].kind, DEFAULT_PARTS):
        if name not in parts:
            continue
        if name == STREET and height(parts[name]) > free_lines:
            parts[name] = compact.narrow_street(view, width)
        # The panels of all seats replace the seat's own one.
        released = height(visible[OWN]) if name == PANELS and OWN in visible else 0
        needed = height(parts[name])
        if needed <= free_lines + released:
            visible[name] = parts[name]
            free_lines -= needed - released
            if released:
                del visible[OWN]
    middle = [visible[name] for name in ORDER if name in visible]
    if free_lines > 0 and middle:
        middle.append(Text())
    return Group(*top, *middle, *bottom)


def question_line(words: Words, game: Game, width: int, least: int = 1000) -> Text:
    """Return the question, and for a hire the slot and its squares, cut to ``least`` columns or in a second line."""
    line = Text(question(words, game), "bold")
    if ahead := walk_ahead(words, game):
        space = width - line.cell_len - 2
        line.append(f"  {cut(ahead, space)}" if space >= min(least, cell_len(ahead)) else f"\n  {ahead}", QUIET)
    return line


def _top(view: BoardView, game: Game, words: Words, width: int) -> Iterator[RenderableType]:
    yield compact.heading(view)
    if game.legal_moves[0].kind == "ikizama":
        yield compact.slots(view)
    for text in warnings(game, words, game.seat or 0):
        yield Text(f"! {text}", WARNING)


def _parts(view: BoardView, game: Game, width: int) -> dict[str, RenderableType]:
    parts: dict[str, RenderableType] = {
        STREET: compact.street(view, width),
        OWN: compact.panels(view, width, [game.seat or 0]),
        PANELS: compact.panels(view, width),
    }
    # The choices of a hire already show the row.
    if view.row and game.legal_moves[0].kind not in ("income", "hire", "neutral"):
        parts[ROW] = compact.row(view)
    if view.buildings or view.goods:
        parts[OFFERS] = offers(view)
    return parts


def _choices(
    view: BoardView,
    game: Game,
    words: Words,
    moves: Sequence[Move],
    width: int,
    lines: int,
    height: Callable[[RenderableType], int],
) -> list[RenderableType]:
    """Lay out the question and the choices: cards as a table, others as a list, which has two columns if it is long."""
    seat = game.seat or 0
    heading = Text.assemble((f"{MARKS[seat]} {words.seat(seat)}", SEAT_STYLES[seat]), " · ", style="bold")
    heading.append_text(question_line(words, game, width - heading.cell_len, SHORTEST_WALK))
    numbered = list(enumerate(moves, 1))
    cards = [(number, move) for number, move in numbered if move.kind in CARD_CHOICES]
    others = [_choice(game, words, number, move, width) for number, move in numbered if move.kind not in CARD_CHOICES]
    parts: list[RenderableType] = [heading]
    if others:
        single = choice_list(others)
        # Use two columns if the list would leave no room for the stalls.
        is_long = height(single) > max(5, lines - STREET_LINES - 2)
        parts.append(_two_columns(others, width) or single if is_long else single)
    if cards:
        # The stalls matter more than those cards of the row that cannot be hired now, and more than salaries.
        with_rest, alone = ([*parts, _cards(view, game, cards, with_rest=with_rest)] for with_rest in (True, False))
        if sum(map(height, with_rest)) <= lines - STREET_LINES:
            return with_rest
        is_long = sum(map(height, alone)) > lines - NARROW_LINES
        return [*parts, _card_columns(view, game, cards, width)] if is_long else alone
    return parts


def _choice(game: Game, words: Words, number: int, move: Move, width: int) -> Choice:
    if move.kind == "ikizama":
        name = move_name(words, game, move)
        return Choice(str(number), name, _slot_details(game, words, move, width - cell_len(name) - 6))
    if move.kind == "move":
        return Choice(str(number), move_name(words, game, move), _brief_move_details(game, words, move))
    if move.kind != "place":
        return Choice(str(number), move_name(words, game, move), move_details(words, game, move))
    # A card has the same effects in every stall, so show only what differs.
    details = words.changes({what: -count for what, count in game.preview(move).spend.items()})
    room = ROOM_IDS.index(move.arguments[0])
    squares = game.components.board(game.players).rooms[move.arguments[0][0]][int(move.arguments[0][1:]) - 1]
    name = f"{move.arguments[0]} {words.either(words.square(square) for square in squares)}"
    state = game.state
    if state.phase == PLACE_HIRED and 0 <= state.pending < CHARACTERS:
        alike = neighbours(game.tables, state, [room])[ROOM_IDS[room]]
        kind = words.short_type(words.type_of(CHARACTER_IDS[state.pending]))
        details = words.commas(filter(None, [details, f"{alike} × {kind}" if alike > 1 else ""]))
    return Choice(str(number), name, details)


def _slot_details(game: Game, words: Words, move: Move, width: int) -> str:
    """Return the details of a slot; for 1-4, the numbers of the squares if the names of their shops are too long."""
    if "-" not in move.arguments[0]:
        return move_details(words, game, move)
    preview = game.preview(move)
    first, last = preview.reaches[0], preview.reaches[-1]
    gain = words.changes(preview.later.gain) if preview.later else ""
    moves = words.text("brief-slot-moves", first=words.shop(first), last=words.shop(last))
    details = words.commas(filter(None, [gain, moves]))
    if cell_len(details) <= width:
        return details
    return words.commas(filter(None, [gain, words.text("brief-slot-squares", first=first, last=last)]))


def _brief_move_details(game: Game, words: Words, move: Move) -> str:
    """Return the target and the cost of a move; of a lap, only who retires, because all characters gain experience."""
    preview = game.preview(move)
    if not preview.laps:
        return move_details(words, game, move)
    parts = [words.text("detail-to", square=words.square(preview.square or 0))]
    if any(preview.spend.values()):
        parts.append(words.changes({what: -count for what, count in preview.spend.items()}))
    parts.append(words.text("detail-lap"))
    parts += [words.text("detail-retires", card=brief_card(words, card)) for card in preview.retires]
    return words.commas(parts)


def choice_list(choices: Sequence[Choice], least: int = 3) -> Table:
    """Return a table of choices, with at least so many columns for their numbers."""
    table = Table(box=None, show_header=False, padding=(0, 1, 0, 0), pad_edge=False, expand=False)
    table.add_column(justify="right", style="bold", no_wrap=True, min_width=least)
    table.add_column()
    table.add_column(style=QUIET)
    for choice in choices:
        table.add_row(choice.number, Text(choice.name), Text(choice.details))
    return table


def _two_columns(choices: Sequence[Choice], width: int) -> Table | None:
    """Lay out choices in two columns, numbered downwards; return ``None`` if their names would become too short."""
    cell = (width - compact.GAP) // 2
    if any(cell_len(choice.details) + 4 + 12 > cell for choice in choices):
        return None
    return _grid(choices, cell)


def _grid(choices: Sequence[Choice], cell: int) -> Table:
    half = (len(choices) + 1) // 2
    grid = Table.grid(padding=(0, compact.GAP, 0, 0))
    for place in range(half):
        grid.add_row(*(_cell(choice, cell) for choice in choices[place::half]))
    return grid


def _cell(choice: Choice, width: int) -> Text:
    details = f" {choice.details}" if choice.details else ""
    name = cut(choice.name, width - 4 - cell_len(details))
    text = Text.assemble((f"{choice.number:>3} ", "bold"), name, (details, QUIET), no_wrap=True)
    text.append(" " * max(0, width - text.cell_len))
    return text


def _cards(view: BoardView, game: Game, choices: Sequence[tuple[int, Move]], *, with_rest: bool) -> Table:
    """Return a table of the choices that are cards, optionally with the cards of the row that cannot be hired now."""
    rows, others = _rows(view, game, choices)
    numbers = [str(number) for number, _ in choices]
    rest = others if with_rest else []
    with_prices = choices[0][1].kind == "hire"
    return compact.card_table(view, [*rows, *rest], [*numbers, *("–" for _ in rest)], with_prices=with_prices)


def _card_columns(view: BoardView, game: Game, choices: Sequence[tuple[int, Move]], width: int) -> Table:
    """Lay out the choices that are cards in two columns: type, mon from the hand, bonus and deal, no salary."""
    words, cell = view.words, (width - compact.GAP) // 2
    cells = []
    for (number, _), card in zip(choices, _rows(view, game, choices)[0], strict=True):
        price = brief_amount(words, "mon", max(0, card.cost - card.mon))
        bonus = f"+{brief_amount(words, 'fire', card.bonus)}" if card.bonus else ""
        details = " ".join(filter(None, [words.short_type(card.type), price, bonus, card.brief[1]]))
        cells.append(Choice(str(number), card.brief[0], cut(details, cell - SHORTEST_CARD - 5)))
    return _grid(cells, cell)


def _rows(view: BoardView, game: Game, choices: Sequence[tuple[int, Move]]) -> tuple[list[RowView], list[RowView]]:
    """Return the cards of the choices, and the other cards of the row."""
    if choices[0][1].kind == "start":
        return [card_of(view.words, move.arguments[0]) for _, move in choices], []
    ids = (CHARACTER_IDS[card] for card in game.state.row_card[: game.state.row_count])
    by_id = dict(zip(ids, view.row, strict=True))
    rows = [_with_price(game, move, by_id.pop(move.arguments[0])) for _, move in choices]
    return rows, list(by_id.values())


def _with_price(game: Game, move: Move, card: RowView) -> RowView:
    """Return a card of the row with its current price, which includes discounts and the cheapest surcharge."""
    prices = (game.preview(move).rooms or {}).values() if move.kind == "hire" else ()
    return replace(card, cost=min(prices)) if prices else card
