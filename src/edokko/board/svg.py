"""The board as one SVG in the colours of the page, without scripts, fonts, images or ids.

The module cannot measure fonts, so it estimates text widths. A text that may be too wide is squeezed, or truncated
with the full text as a tooltip.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from .view import STEP_DONE, BoardView, NagayaView, OfferView, PanelView, RoomView, RowView, SquareView

WIDTH, HEIGHT = 1400, 768
FONT = "-apple-system,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',Arial,sans-serif"
SERIF = "'Noto Serif','Iowan Old Style',Palatino,Georgia,serif"

PAGE, SHEET, PANEL, LINE = "#e6dabf", "#f7efdc", "#faf4e5", "#cdbf9e"
INK, QUIET, LIGHT = "#22252e", "#575a63", "#fbf5e6"
NIGHT, NOREN, ROD = "#152746", "#24406e", "#6b4a2c"
CARD, CARD_LINE, MAT, HOUSE, ROOF = "#fdf9ee", "#cfc2a4", "#d9c99f", "#d5c29a", "#49525e"
ROAD, ROAD_LINE, WATER, WAVE, WOOD, WOOD_LINE = "#e9dcbd", "#d9c9a3", "#c6d9e0", "#8fb2c1", "#c79c6b", "#8d653c"
GOLD, RED = "#dcae45", "#c0341a"
SEATS = ("#0a726d", "#ad1f58", "#2e313b", "#f6eed8")
"""The colours of the seats; their marks distinguish them too."""
ON_SEATS = (LIGHT, LIGHT, LIGHT, INK)
TYPES = {
    "peddler": "#23794f",
    "artisan": "#20559a",
    "special": "#96539a",
    "master": "#762613",
    "shopkeeper": "#a06c0c",
    "building": "#5d5a52",
}

BOARD_X, BOARD_Y, BOARD_W, BOARD_H = 12, 56, 1060, 532
BLOCKS = {"A": (20, True), "B": (20, False), "C": (552, False), "D": (552, True)}
"""The left edge of each nagaya, and whether it is one of the upper two. The first room is the outermost."""
BLOCK_W, GAP = 488, 6
ALLEY_X, ALLEY_W = 508, 44
UPPER = {"roof": 10, "cards": 20, "sign": 154, "road": 188}
LOWER = {"roof": 516, "cards": 384, "sign": 350, "road": 302}
CARD_H, SIGN_H, ROAD_H = 128, 30, 42
WATER_Y, WATER_H = 234, 64
SIDE_X, SIDE_W = 1084, 304
HIGHEST_PANEL = 150
BELOW_Y, BELOW_H = 600, 156
MOST_FIRE = 10
NARROW_CARD = 100

NARROW, WIDE = "iljtfr.,:;'’!|()[] ·", "mwMW@%—→"
MAX_SQUEEZE = 1.4
"""The ratio of a text's width to its space above which the text is truncated."""


def svg(view: BoardView) -> str:
    """Draw the board; every name in it is escaped."""
    label = f"{view.title} · {view.decides}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="100%" role="img" '
        f'font-family="{FONT}" style="max-width:{WIDTH}px"><title>{escape(label)}</title>',
        _box(0, 0, WIDTH, HEIGHT, PAGE, radius=10),
        *_header(view),
        *_translate(BOARD_X, BOARD_Y, _board(view)),
        *_side(view),
        *_below(view),
        "</svg>",
    ]
    return "".join(parts)


# --- texts and shapes


def _width(text: str, size: float, *, is_bold: bool = False) -> float:
    """Estimate the width of a text in a sans-serif face."""
    width = 0.0
    for letter in text:
        if letter in NARROW:
            width += 0.33
        elif letter in WIDE:
            width += 0.88
        elif ord(letter) > 0x2E7F:
            width += 1.0
        else:
            width += 0.68 if letter.isupper() else 0.56
    return width * size * (1.06 if is_bold else 1.0)


def _text(
    x: float,
    y: float,
    text: str,
    size: float,
    room: float,
    *,
    fill: str = INK,
    is_bold: bool = False,
    anchor: str = "start",
    font: str = "",
) -> str:
    """Return a line of text at a baseline, squeezed or truncated if it is wider than ``room``."""
    visible, length = text, ""
    width, limit = _width(text, size, is_bold=is_bold), MAX_SQUEEZE * room
    if width > room:
        while visible and _width(f"{visible}…", size, is_bold=is_bold) > limit and width > limit:
            visible = visible[:-1]
        visible = visible if visible == text else f"{visible.rstrip()}…"
        length = f' textLength="{room:.0f}" lengthAdjust="spacingAndGlyphs"'
    weight = ' font-weight="700"' if is_bold else ""
    alignment = "" if anchor == "start" else f' text-anchor="{anchor}"'
    face = f' font-family="{font}"' if font else ""
    tooltip = "" if visible == text else f"<title>{escape(text)}</title>"
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}"{weight}{alignment}{face}{length}>'
        f"{tooltip}{escape(visible)}</text>"
    )


def _lines(text: str, size: float, room: float, most: int, *, is_bold: bool = False) -> list[str]:
    """Break a text at its spaces into at most ``most`` lines; the last line takes the rest."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and (len(lines) == most or _width(longer, size, is_bold=is_bold) <= room):
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _paragraph(
    x: float, y: float, text: str, size: float, room: float, most: int, *, fill: str = INK, is_bold: bool = False
) -> Iterator[str]:
    for place, line in enumerate(_lines(text, size, room, most, is_bold=is_bold)):
        yield _text(x, y + place * size * 1.22, line, size, room, fill=fill, is_bold=is_bold)


def _box(
    x: float, y: float, w: float, h: float, fill: str, *, radius: float = 0, line: str = "", thick: float = 1
) -> str:
    stroke = f' stroke="{line}" stroke-width="{thick:g}"' if line else ""
    round_ = f' rx="{radius:g}"' if radius else ""
    return f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}"{round_} fill="{fill}"{stroke}/>'


def _path(d: str, *, fill: str = "none", line: str = "", thick: float = 1) -> str:
    stroke = f' stroke="{line}" stroke-width="{thick:g}"' if line else ""
    return f'<path d="{d}" fill="{fill}"{stroke}/>'


def _circle(x: float, y: float, r: float, fill: str, *, line: str = "", thick: float = 1) -> str:
    stroke = f' stroke="{line}" stroke-width="{thick:g}"' if line else ""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}"{stroke}/>'


def _translate(x: float, y: float, parts: Iterator[str]) -> Iterator[str]:
    yield f'<g transform="translate({x:g} {y:g})">'
    yield from parts
    yield "</g>"


def _mark(seat: int, x: float, y: float, size: float, fill: str) -> str:
    """Return the shape of a seat's mark as a path, so that no font is needed."""
    s = size
    shapes = (
        f"M{x:g} {y - s:.1f}L{x + s:.1f} {y + 0.8 * s:.1f}H{x - s:.1f}z",
        f"M{x - 0.8 * s:.1f} {y - 0.8 * s:.1f}h{1.6 * s:.1f}v{1.6 * s:.1f}h{-1.6 * s:.1f}z",
        f"M{x:g} {y - 1.1 * s:.1f}L{x + 1.1 * s:.1f} {y:g}L{x:g} {y + 1.1 * s:.1f}L{x - 1.1 * s:.1f} {y:g}z",
        "M" + "L".join(f"{x + dx * s:.1f} {y + dy * s:.1f}" for dx, dy in STAR) + "z",
    )
    return _path(shapes[seat], fill=fill)


STAR = (
    (0, -1.15),
    (0.3, -0.38),
    (1.1, -0.36),
    (0.48, 0.14),
    (0.68, 0.92),
    (0, 0.46),
    (-0.68, 0.92),
    (-0.48, 0.14),
    (-1.1, -0.36),
    (-0.3, -0.38),
)


def _outline(seat: int) -> str:
    """Return a seat's colour for lines; the last seat's light colour would be invisible."""
    return INK if seat == len(SEATS) - 1 else SEATS[seat]


def _disc(seat: int, x: float, y: float, r: float) -> Iterator[str]:
    """Yield the shapes of a player's crest."""
    yield _circle(x, y, r, SEATS[seat], line=INK if seat == len(SEATS) - 1 else LIGHT, thick=max(1.2, r / 8))
    yield _mark(seat, x, y, 0.52 * r, ON_SEATS[seat])


# --- around the board


def _header(view: BoardView) -> Iterator[str]:
    yield _path(f"M0 44V10a10 10 0 0 1 10-10H{WIDTH - 10}a10 10 0 0 1 10 10v34z", fill=NIGHT)
    yield _text(24, 29, view.title, 19, 600, fill=LIGHT, is_bold=True, font=SERIF)
    yield _text(WIDTH - 24, 28, view.decides, 15, 600, fill=LIGHT, anchor="end")


def _side(view: BoardView) -> Iterator[str]:
    high = min(HIGHEST_PANEL, (BOARD_H + 9) // len(view.panels) - 9)
    for place, panel in enumerate(view.panels):
        yield from _translate(SIDE_X, BOARD_Y + place * (high + 9), _panel(view, panel, high))


def _panel(view: BoardView, panel: PanelView, high: int) -> Iterator[str]:
    seat, words = panel.seat, view.words
    edge = RED if panel.decides else LINE
    yield _box(0, 0, SIDE_W, high, PANEL, radius=8, line=edge, thick=2.5 if panel.decides else 1)
    yield _path(f"M8 0h-2a6 6 0 0 0-6 6v{high - 12}a6 6 0 0 0 6 6h2z", fill=SEATS[seat], line=_outline(seat))
    yield from _disc(seat, 28, 20, 11)
    yield _text(46, 25.5, panel.name, 15.5, 150, is_bold=True, font=SERIF)
    yield _text(SIDE_W - 12, 24.5, panel.at, 11, 92, fill=QUIET, anchor="end")
    names = ("mon", "rice", "sandals", "wood", "koban", "iki", "fire", "kobun")
    for place, (name, number) in enumerate(zip(names, (*panel.resources, panel.fire, panel.kobun), strict=True)):
        x = 16 + place * 35.2
        yield _box(x, 38, 33, 36, SHEET, radius=5, line=LINE)
        yield _text(x + 16.5, 54, str(number), 14, 29, is_bold=True, anchor="middle", fill=INK if number else QUIET)
        yield _text(x + 16.5, 68, words.text(f"board-{name}"), 9, 29, fill=QUIET, anchor="middle")
    y, most = 90.0, max(1, (high - 84) // 13 // max(1, len(panel.holds)))
    for heading, items in panel.holds:
        lines = _lines(f"{heading} {items}", 10.5, SIDE_W - 30, most)
        for line in lines:
            yield _text(18, y, line, 10.5, SIDE_W - 30, fill=QUIET)
            y += 13


def _below(view: BoardView) -> Iterator[str]:
    words = view.words
    most = max(4, len(view.row))
    wide = (712 - 8 * (most - 1)) / most
    for place, card in enumerate(view.row):
        yield from _translate(12 + place * (wide + 8), BELOW_Y, _row_card(view, card, wide))
    for place in range(len(view.row), most):
        x = 12 + place * (wide + 8)
        yield (
            f'<rect x="{x:g}" y="{BELOW_Y}" width="{wide:g}" height="{BELOW_H}" rx="8" fill="none" '
            f'stroke="{LINE}" stroke-dasharray="5 4"/>'
        )
    yield from _translate(736, BELOW_Y, _offers(words.text("board-buildings"), view.buildings, 336))
    yield from _translate(SIDE_X, BELOW_Y, _offers(words.text("board-on-sale"), view.goods, SIDE_W))


def _row_card(view: BoardView, card: RowView, wide: float) -> Iterator[str]:
    words = view.words
    yield _box(0, 0, wide, BELOW_H, CARD, radius=8, line=CARD_LINE)
    yield _path(f"M0 24V8a8 8 0 0 1 8-8H{wide - 8:g}a8 8 0 0 1 8 8v16z", fill=TYPES[card.kind])
    yield _circle(18, 20, 14, CARD, line=TYPES[card.kind], thick=2)
    yield _text(18, 25.5, str(card.cost), 16, 22, is_bold=True, anchor="middle")
    bonus = f"+{card.bonus} {words.text('board-fire')}" if card.bonus else ""
    pill = min(_width(bonus, 10, is_bold=True) + 10, 0.4 * wide) if bonus else 0
    if wide - 46 - pill > 30:
        yield _text(38, 16.5, card.type, 11, wide - 46 - pill, fill=LIGHT, is_bold=True)
    if bonus:
        yield _box(wide - pill - 5, 4.5, pill, 15, CARD, radius=7.5)
        yield _text(wide - pill / 2 - 5, 15.5, bonus, 10, pill - 6, fill=RED, is_bold=True, anchor="middle")
    # In a row of eight a card is too narrow for a name beside the price.
    is_narrow = wide < NARROW_CARD
    name_x, name_y, size = (8, 47, 12) if is_narrow else (38, 42, 13.5)
    yield from _paragraph(name_x, name_y, card.card, size, wide - name_x - 8, 2, is_bold=True)
    yield from _paragraph(12, 76, card.skill, 11, wide - 24, 2)
    yield _path(f"M12 100H{wide - 12:g}", line=LINE)
    yield from _paragraph(12, 115, card.salary, 10.5, wide - 24, 2, fill=QUIET)
    if card.mon:
        yield _box(wide - 66, BELOW_H - 21, 58, 16, GOLD, radius=8)
        yield _text(
            wide - 37, BELOW_H - 9, words.text("board-surcharge", mon=card.mon), 10.5, 50, is_bold=True, anchor="middle"
        )
    for place in range(0 if card.mon and is_narrow else card.steps):
        yield _circle(17 + 11 * place, BELOW_H - 12, 3.6, CARD, line=QUIET)


def _offers(heading: str, offers: Sequence[OfferView], wide: float) -> Iterator[str]:
    yield _box(0, 0, wide, BELOW_H, PANEL, radius=8, line=LINE)
    yield _text(14, 19, heading, 13, wide - 28, is_bold=True, font=SERIF)
    step = min(22.0, (BELOW_H - 30) / max(1, len(offers)))
    for place, offer in enumerate(offers):
        y = 37 + place * step
        yield _text(14, y, offer.name, 11, 0.3 * wide, is_bold=True)
        yield _text(14 + 0.32 * wide, y, offer.price, 10.5, 0.2 * wide)
        room = 0.46 * wide - 26
        worth = _lines(offer.worth, 9.5, room, 2)
        for line, text in enumerate(worth):
            yield _text(14 + 0.54 * wide, y + (line - (len(worth) - 1) / 2) * 10, text, 9.5, room, fill=QUIET)


# --- the board


def _board(view: BoardView) -> Iterator[str]:
    yield _box(0, 0, BOARD_W, BOARD_H, SHEET, radius=10, line="#8f8060")
    yield _box(ALLEY_X, 14, ALLEY_W, BOARD_H - 28, "#dfd0ad")
    yield _box(8, WATER_Y, BOARD_W - 16, WATER_H, WATER)
    for row in range(3):
        waves = "".join("q9 -6 18 0q9 6 18 0" for _ in range(28))
        yield _path(f"M20 {WATER_Y + 14 + 18 * row}{waves}", line=WAVE, thick=0.8)
    yield _path(f"M8 {WATER_Y}h{BOARD_W - 16}M8 {WATER_Y + WATER_H}h{BOARD_W - 16}", line="#8a9da3", thick=1.5)
    for x in (4, BOARD_W - 16):
        yield _box(x, UPPER["road"], 12, LOWER["road"] + ROAD_H - UPPER["road"], WOOD, radius=3, line=RED, thick=2)
    middle = ALLEY_X + ALLEY_W / 2
    yield _path(
        f"M{ALLEY_X - 6} {WATER_Y - 4}q{ALLEY_W / 2 + 6} -7 {ALLEY_W + 12} 0v{WATER_H + 8}q{-ALLEY_W / 2 - 6} 7 "
        f"{-ALLEY_W - 12} 0z",
        fill=WOOD,
        line=RED,
        thick=2,
    )
    for y in range(WATER_Y + 8, WATER_Y + WATER_H, 12):
        yield _path(f"M{ALLEY_X - 3} {y}h{ALLEY_W + 6}", line=WOOD_LINE, thick=0.8)
    for nagaya in view.nagayas:
        yield from _nagaya(nagaya)
    yield from _start(view, middle)
    yield from _boats(view)
    yield from _fire(view)


def _nagaya(nagaya: NagayaView) -> Iterator[str]:
    left, is_upper = BLOCKS[nagaya.name]
    at = UPPER if is_upper else LOWER
    is_left = left < ALLEY_X
    rooms = nagaya.rooms if is_left else nagaya.rooms[::-1]
    yield _box(left - 6, at["roof"], BLOCK_W + 12, 8, ROOF, radius=2)
    yield _box(left - 4, at["cards"] - 4, BLOCK_W + 8, CARD_H + 8, HOUSE, radius=6)
    wide = (BLOCK_W - GAP * (len(rooms) - 1)) / len(rooms)
    for place, room in enumerate(rooms):
        yield from _translate(left + place * (wide + GAP), at["cards"], _room(room, wide))
    outer = nagaya.rooms[0].shops[0]
    # The first room serves the outer square, which lies at the outer end of the street.
    squares = sorted(nagaya.squares, key=lambda square: (square.number != outer) == is_left)
    half = (BLOCK_W - GAP) / 2
    for place, square in enumerate(squares):
        yield from _square(square, left + place * (half + GAP), at, half, goes_left=is_upper)
    yield _circle(left + BLOCK_W / 2, at["roof"] + 4, 10, SHEET, line=ROOF, thick=1.5)
    yield _text(left + BLOCK_W / 2, at["roof"] + 8.5, nagaya.name, 12, 14, is_bold=True, anchor="middle", font=SERIF)


def _square(square: SquareView, x: float, at: dict[str, int], wide: float, *, goes_left: bool) -> Iterator[str]:
    road, sign = at["road"], at["sign"]
    yield _box(x, road, wide, ROAD_H, ROAD, radius=4, line=ROAD_LINE)
    yield _path(f"M{x:g} {road + 14}h{wide:g}M{x:g} {road + 28}h{wide:g}", line=ROAD_LINE)
    turn, edge = (-1, x + 18) if goes_left else (1, x + wide - 18)
    middle = road + ROAD_H / 2
    for shift in (0, 9):
        start = edge - turn * (shift + 4)
        yield _path(f"M{start:g} {middle - 8}l{8 * turn} 8l{-8 * turn} 8", line="#a8956b", thick=2.5)
    number = x + wide - 20 if goes_left else x + 20
    yield _circle(number, middle, 12, CARD, line=QUIET)
    yield _text(number, middle + 5, str(square.number), 14, 20, is_bold=True, anchor="middle")
    yield _box(x, sign, wide, SIGN_H, NOREN, radius=4)
    yield _box(x, sign, wide, 4, ROD, radius=2)
    yield _text(x + 12, sign + 21, square.shop, 13.5, wide - 24, fill=LIGHT, is_bold=True)
    first = x + wide / 2 - 18 * (len(square.seats) - 1)
    for place, seat in enumerate(square.seats):
        yield from _disc(seat, first + 36 * place, middle, 16)


def _room(room: RoomView, wide: float) -> Iterator[str]:
    if not room.card:
        yield _box(0, 0, wide, CARD_H, MAT, radius=6, line="#b9a878")
        for y in range(12, CARD_H, 12):
            yield _path(f"M4 {y}H{wide - 4:g}", line="#cdbb8c", thick=0.8)
        yield _box(6, 7, 28, 18, SHEET, radius=9)
        yield _text(20, 20.5, room.id, 11.5, 22, is_bold=True, anchor="middle")
        if room.surcharge:
            yield _box(wide - 40, 7, 34, 18, GOLD, radius=9)
            yield _text(wide - 23, 20.5, f"+{room.surcharge}", 12, 26, is_bold=True, anchor="middle")
        return
    colour = TYPES[room.kind]
    yield _box(0, 0, wide, CARD_H, CARD, radius=6)
    yield _path(f"M0 20V6a6 6 0 0 1 6-6H{wide - 6:g}a6 6 0 0 1 6 6v14z", fill=colour)
    yield _text(8, 14.5, room.type, 10.5, wide - 36, fill=LIGHT, is_bold=True)
    yield from _paragraph(8, 37, room.card, 13, wide - 14, 2, is_bold=True)
    yield from _paragraph(8, 68, room.does, 10.5, wide - 14, 2)
    yield from _paragraph(8, 94, room.salary, 10, wide - 14, 1, fill=QUIET)
    line = CARD_LINE if room.seat is None else _outline(room.seat)
    yield _box(1, 1, wide - 2, CARD_H - 2, "none", radius=5.5, line=line, thick=1.2 if room.seat is None else 2.5)
    if room.seat is not None:
        yield from _disc(room.seat, wide - 14, 12, 11)
    for place, step in enumerate(room.steps):
        fill = QUIET if room.seat is None else line
        yield _circle(13 + 12 * place, CARD_H - 13, 4, fill if step == STEP_DONE else CARD, line=fill, thick=1.3)
    yield _text(wide - 8, CARD_H - 8.5, room.id, 10, 20, fill=QUIET, anchor="end")


def _start(view: BoardView, middle: float) -> Iterator[str]:
    """Draw the oyakata that are off the street, in the alley."""
    on_squares = {seat for nagaya in view.nagayas for square in nagaya.squares for seat in square.seats}
    off_street = [panel.seat for panel in view.panels if panel.seat not in on_squares]
    for place, seat in enumerate(off_street):
        yield from _disc(seat, middle, 40 + 38 * place, 15)


def _boats(view: BoardView) -> Iterator[str]:
    wide = (BLOCK_W - 6) / max(1, len(view.slots))
    y, h = WATER_Y + 11, 42
    for place, slot in enumerate(view.slots):
        x = 20 + place * wide
        w = wide - 8
        fade = ' opacity="0.45"' if slot.is_closed else ""
        yield f"<g{fade}>"
        yield _path(
            f"M{x:g} {y}h{w:g}l{-0.1 * w:.1f} {h - 8}q-2 8 -10 8h{-(0.8 * w - 20):.1f}q-8 0 -10 -8z",
            fill=WOOD,
            line=WOOD_LINE,
            thick=2,
        )
        yield _path(f"M{x + 4:g} {y + 7}h{w - 8:g}", line=WOOD_LINE)
        has_mark = slot.seat is not None
        yield _text(x + w / 2 - (16 if has_mark else 0), y + 27, slot.name, 16, 0.5 * w, is_bold=True, anchor="middle")
        if slot.seat is not None:
            yield from _disc(slot.seat, x + w / 2 + 16, y + 22, 12)
        yield "</g>"
        if slot.is_closed:
            yield _path(f"M{x + w / 2 - 14:g} {y + 8}l28 28m0 -28l-28 28", line=RED, thick=4)


def _fire(view: BoardView) -> Iterator[str]:
    """Draw the firefighting track and the fire order."""
    words = view.words
    x, y, wide = 558.0, WATER_Y + 8, 478.0
    yield _box(x, y, wide, WATER_H - 16, CARD, radius=6, line=LINE)
    yield _text(x + 8, y + 15, words.text("board-fire"), 11, 46, fill=RED, is_bold=True)
    for place, seat in enumerate(view.fire_order):
        yield from _disc(seat, x + 15 + 15 * place, y + 32, 7)
    step = (wide - 74) / (MOST_FIRE + 1)
    for number in range(MOST_FIRE + 1):
        at = x + 70 + number * step
        yield _path(f"M{at:g} {y + 4}v{WATER_H - 24}", line=LINE)
        yield _text(at + step / 2, y + 13, str(number), 10.5, step, fill=QUIET, anchor="middle")
        seats = [panel.seat for panel in view.panels if min(panel.fire, MOST_FIRE) == number]
        for place, seat in enumerate(seats):
            dx, dy = (place % 2 * 15 - 7.5, place // 2 * 15) if len(seats) > 1 else (0, 7)
            yield from _disc(seat, at + step / 2 + dx, y + 23 + dy, 7)
