"""An analysis rendered with Rich: the best moves in words, every seat's expected result, and the likely line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from edokko.board.screen import QUIET, SEAT_STYLES, plain
from edokko.board.view import MARKS, title
from edokko.catalogue import Catalogue
from edokko.game import Game
from edokko.move import Move
from edokko.players.analysis.position import Analysis
from edokko.players.analysis.reasons import Reason
from edokko.words import SeatWords, Words, describe_line, move_details, move_name

INDENT = (0, 0, 0, 2)


def advice_text(analysis: Analysis) -> str:
    """Return an analysis as plain text, in English and 80 columns wide."""
    game = analysis.game
    words = Words(Catalogue(), game.components, game.seats)
    content = advice(analysis, words)
    if analysis.seat is not None:
        heading = Text(f"{MARKS[analysis.seat]} {words.seat(analysis.seat)} · {title(game, words)}")
        content = Group(heading, content)
    return plain(content, 80)


def advice(
    analysis: Analysis,
    words: Words,
    numbers: Mapping[Move, int] | None = None,
    reasons: Sequence[Reason] = (),
    is_short: bool = False,
) -> RenderableType:
    """Return an analysis as a renderable.

    Args:
        analysis: the analysis of a decision, or of a game that is over.
        numbers: the moves' numbers on the screen; without it they are numbered from the best move.
        reasons: a reason for each move, which is printed below it; without reasons only the moves are printed.
        is_short: whether to leave out the likely line, for a small screen.
    """
    if analysis.seat is None:
        return Group(Text(words.text("advice-result")), _seats(analysis, words))
    words = SeatWords(words, analysis.seat)
    short = Group(_moves(analysis, words, numbers, reasons), Text(), _seats(analysis, words))
    if is_short:
        return short
    line = Text(words.text("advice-line"))
    return Group(short, Text(), line, _line(analysis, words), Text(_effort(analysis, words), QUIET))


def percent(words: Words, share: float, digits: int = 0) -> str:
    """Format a share from 0 to 1 as a percentage."""
    return words.text("percent", number=f"{100 * share:.{digits}f}")


def _moves(analysis: Analysis, words: Words, numbers: Mapping[Move, int] | None, reasons: Sequence[Reason]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style=QUIET)
    table.add_column("", justify="right", style="bold", no_wrap=True, min_width=4)
    table.add_column(words.text("advice-choice"))
    for heading in ("share", "wins", "final"):
        table.add_column(words.text(f"advice-{heading}"), justify="right", no_wrap=True)
    for place, choice in enumerate(analysis.moves, 1):
        number = numbers[choice.move] if numbers else place
        details = move_details(words, analysis.game, choice.move)
        text = Text.assemble(move_name(words, analysis.game, choice.move), (f"  {details}", QUIET))
        if reasons:
            text.append(f"\n{describe_reason(words, analysis.game, reasons[place - 1])}", "italic")
        final = words.amount("iki", round(choice.finals[analysis.seat or 0]))
        wins = percent(words, choice.wins[analysis.seat or 0])
        table.add_row(str(number), text, percent(words, choice.share), wins, final)
    return table


def _seats(analysis: Analysis, words: Words) -> Table:
    """Return every seat's win chance and expected score, the likeliest winner first."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style=QUIET)
    table.add_column(words.text("advice-player"), min_width=16)
    for heading in ("wins", "final"):
        table.add_column(words.text(f"advice-{heading}"), justify="right", no_wrap=True)
    for seat in sorted(range(len(analysis.wins)), key=lambda seat: -analysis.wins[seat]):
        name = Text(f"{MARKS[seat]} {words.seat(seat)}", SEAT_STYLES[seat])
        final = words.amount("iki", round(analysis.finals[seat]))
        table.add_row(name, percent(words, analysis.wins[seat]), final)
    return table


def _line(analysis: Analysis, words: Words) -> RenderableType:
    lines = []
    for line in describe_line(words, analysis.game, analysis.best.line):
        seat = line.seat or 0
        text = Text.assemble((f"{MARKS[seat]} {words.seat(seat)}", SEAT_STYLES[seat]), f": {line.text}")
        lines.append(Padding(text, INDENT, expand=False))
    return Group(*lines)


def _effort(analysis: Analysis, words: Words) -> str:
    message = "advice-effort" if analysis.engine == "native" else "advice-effort-plain"
    return words.text(message, simulations=analysis.simulations)


def describe_reason(words: Words, game: Game, reason: Reason) -> str:
    """Return a reason for a move as a sentence.

    Args:
        game: the game before the move; it is not changed.
        reason: one of :func:`edokko.players.analysis.reasons.reasons_of`.
    """
    return words.text(
        f"coach-reason-{reason.kind}",
        count=reason.count,
        amount=words.amount("mon", reason.count),
        changes=words.changes(reason.amounts),
        hungry=reason.hungry,
        stall=reason.stall,
        room=reason.room or "",
        slot=reason.slot or "",
        seat=words.seat(reason.seat),
        card=words.card(reason.card) if reason.card else "",
        token=words.token(reason.token) if reason.token else "",
        type=words.type(reason.type) if reason.type else "",
        line=words.text(f"score-{reason.line}") if reason.line else "",
        squares=words.either(map(words.shop, reason.squares)),
        move=move_name(words, game, Move(reason.move)) if reason.move else "",
    )
