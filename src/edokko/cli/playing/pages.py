"""One decision on one screen: the choices, and as much of the board as fits above them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from edokko.board import compact
from edokko.board.screen import QUIET, SEAT_STYLES, cut
from edokko.board.view import MARKS, BoardView, RowView, card_of, view_of, warnings
from edokko.components.ids import CHARACTER_IDS
from edokko.game import Game
from edokko.move import Move
from edokko.rules.moves import ROOM_IDS
from edokko.rules.previews import neighbours
from edokko.rules.state import CHARACTERS, PLACE_HIRED
from edokko.terms import Words, move_details, move_name, question
from edokko.terms.brief import brief_card

CARD_CHOICES = ("start", "hire", "neutral")
"""Kinds of choices that are cards, shown with all that is printed on them."""
STREET_LINES = 12
"""The stalls of four players with their own line below."""
SHORTEST_SHOP = 8
"""Letters that are left of a shop's name."""
WARNING = Style(color="red", bold=True)
OWN, STREET, PANELS, ROW, OFFERS = "own", "street", "panels", "row", "offers"
ORDER = (STREET, OWN, PANELS, ROW, OFFERS)
"""The parts from top to bottom."""
WANTED = {
    "ikizama": (STREET, PANELS, ROW, OFFERS),
    "place": (STREET, OWN, PANELS, ROW, OFFERS),
    "move": (STREET, OWN, PANELS, ROW, OFFERS),
}
OTHERWISE = (OWN, STREET, PANELS, ROW, OFFERS)
"""The parts of the board by what is chosen, the most important one first."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A line of the list of choices."""

    number: str
    name: str
    details: str


def page(words: Words, game: Game, moves: Sequence[Move], console: Console, width: int, lines: int) -> RenderableType:
    """Compose a decision for a screen.

    Args:
        words: the language and the names.
        game: what is decided.
        moves: the choices in their order.
        console: measures.
        width, lines: of the screen; where even the choices need more lines, they get them.
    """
    view = view_of(game, words)

    def height(part: RenderableType) -> int:
        return len(console.render_lines(part, console.options.update(width=width), pad=False))

    top = list(_top(view, game, words, width))
    bottom = _choices(view, game, words, moves, width, lines - sum(map(height, top)), height)
    left = lines - sum(map(height, (*top, *bottom)))
    parts = _parts(view, game, width)
    shown: dict[str, RenderableType] = {}
    for name in WANTED.get(moves[0].kind, OTHERWISE):
        if name not in parts:
            continue
        freed = height(shown[OWN]) if name == PANELS and OWN in shown else 0
        needed = height(parts[name])
        if needed <= left + freed:
            shown[name] = parts[name]
            left -= needed - freed
            if freed:
                del shown[OWN]
    middle = [shown[name] for name in ORDER if name in shown]
    if left > 0 and middle:
        middle.append(Text())
    return Group(*top, *middle, *bottom)


def _top(view: BoardView, game: Game, words: Words, width: int) -> Iterator[RenderableType]:
    yield compact.heading(view, width)
    if game.legal_moves[0].kind == "ikizama":
        yield compact.slots(view, width)
    for text in warnings(game, words, game.seat or 0):
        yield Text(f"! {text}", WARNING)


def _parts(view: BoardView, game: Game, width: int) -> dict[str, RenderableType]:
    parts: dict[str, RenderableType] = {
        STREET: compact.street(view, width),
        OWN: compact.panels(view, width, [game.seat or 0]),
        PANELS: compact.panels(view, width),
    }
    # The choices of a hire are the row.
    if view.row and game.legal_moves[0].kind not in ("income", "hire", "neutral"):
        parts[ROW] = compact.row(view)
    if view.buildings or view.goods:
        parts[OFFERS] = compact.offers(view)
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
    """The question, and the choices: cards as a table, anything else as a list, in two columns where it is long."""
    seat = game.seat or 0
    asked = Text.assemble((f"{MARKS[seat]} {words.seat(seat)}", SEAT_STYLES[seat]), f" · {question(words, game)}")
    asked.stylize("bold")
    numbered = list(enumerate(moves, 1))
    cards = [(number, move) for number, move in numbered if move.kind in CARD_CHOICES]
    others = [_choice(game, words, number, move, width) for number, move in numbered if move.kind not in CARD_CHOICES]
    parts: list[RenderableType] = [asked]
    if others:
        single = _list(others)
        # A list that leaves the stalls no room goes into two columns.
        is_long = height(single) > max(5, lines - STREET_LINES - 2)
        parts.append(_two_columns(others, width) or single if is_long else single)
    if cards:
        whole = [*parts, _cards(view, game, cards)]
        # The stalls are worth more than cards of the row that cannot be hired now.
        is_long = sum(map(height, whole)) > lines - STREET_LINES
        return [*parts, _cards(view, game, cards, with_rest=False)] if is_long else whole
    return parts


def _choice(game: Game, words: Words, number: int, move: Move, width: int) -> Choice:
    if move.kind == "ikizama":
        name = move_name(words, game, move)
        return Choice(str(number), name, _slot_details(game, words, move, width - cell_len(name) - 6))
    if move.kind == "move":
        return Choice(str(number), move_name(words, game, move), _way(game, words, move))
    if move.kind != "place":
        return Choice(str(number), move_name(words, game, move), move_details(words, game, move))
    # What a card brings is the same in every stall.
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
    """What a slot brings; for 1-4 in one line, with names of shops cut as far as that takes."""
    if "-" not in move.arguments[0]:
        return move_details(words, game, move)
    preview = game.preview(move)
    shops = [words.shop(square) for square in preview.reaches]
    gain = words.changes(preview.later.gain) if preview.later else ""
    for longest in range(max(map(cell_len, shops)), SHORTEST_SHOP - 1, -1):
        first, last = cut(shops[0], longest), cut(shops[-1], longest)
        details = words.commas(filter(None, [gain, words.text("brief-slot-moves", first=first, last=last)]))
        if cell_len(details) <= width:
            break
    return details


def _way(game: Game, words: Words, move: Move) -> str:
    """Where a move leads and what it costs; after the lap line only who retires, for all gain experience."""
    preview = game.preview(move)
    if not preview.laps:
        return move_details(words, game, move)
    parts = [words.text("detail-to", square=words.square(preview.square or 0))]
    if any(preview.spend.values()):
        parts.append(words.changes({what: -count for what, count in preview.spend.items()}))
    parts.append(words.text("detail-lap"))
    parts += [words.text("detail-retires", card=brief_card(words, card)) for card in preview.retires]
    return words.commas(parts)


def _list(choices: Sequence[Choice]) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 1, 0, 0), pad_edge=False, expand=False)
    table.add_column(justify="right", style="bold", no_wrap=True, min_width=3)
    table.add_column()
    table.add_column(style=QUIET)
    for one in choices:
        table.add_row(one.number, Text(one.name), Text(one.details))
    return table


def _two_columns(choices: Sequence[Choice], width: int) -> RenderableType | None:
    """Choices side by side, the numbers running down; ``None`` where they would have to be cut hard."""
    cell = (width - compact.GAP) // 2
    if any(cell_len(one.details) + 4 + 12 > cell for one in choices):
        return None
    half = (len(choices) + 1) // 2
    grid = Table.grid(padding=(0, compact.GAP, 0, 0))
    for place in range(half):
        grid.add_row(*(_cell(one, cell) for one in choices[place::half]))
    return grid


def _cell(choice: Choice, width: int) -> Text:
    details = f" {choice.details}" if choice.details else ""
    name = cut(choice.name, width - 4 - cell_len(details))
    text = Text.assemble((f"{choice.number:>3} ", "bold"), name, (details, QUIET), no_wrap=True)
    text.append(" " * max(0, width - text.cell_len))
    return text


def _cards(
    view: BoardView, game: Game, chosen: Sequence[tuple[int, Move]], *, with_rest: bool = True
) -> RenderableType:
    """The cards of choices with their numbers; with the rest also the ones of the row that cannot be hired."""
    kind = chosen[0][1].kind
    if kind == "start":
        rows = [card_of(view.words, move.arguments[0]) for _, move in chosen]
        return compact.card_table(view, rows, [str(number) for number, _ in chosen], with_prices=False)
    ids = (CHARACTER_IDS[card] for card in game.state.row_card[: game.state.row_count])
    by_id = dict(zip(ids, view.row, strict=True))
    rows = [_priced(game, move, by_id.pop(move.arguments[0])) for _, move in chosen]
    numbers = [str(number) for number, _ in chosen]
    rest = list(by_id.values()) if with_rest else []
    return compact.card_table(view, [*rows, *rest], [*numbers, *("–" for _ in rest)], with_prices=kind == "hire")


def _priced(game: Game, move: Move, card: RowView) -> RowView:
    """A card of the row with what it costs now: less with a discount, more where all free stalls are dear."""
    prices = (game.preview(move).rooms or {}).values() if move.kind == "hire" else ()
    return replace(card, cost=min(prices)) if prices else card
