"""What commands print in columns: tables, facts, and the numbers in them. Rich loads slowly, so it is imported late."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.segment import Segment

    from edokko.cli.console import Console


def print_table(
    titles: Iterable[str],
    rows: Iterable[Iterable[str]],
    *,
    left: Container[int] = (0,),
    folds: bool = False,
    whole: Container[int] = (),
) -> None:
    """Print a table without lines. Columns are aligned right, except for the numbers in ``left``.

    ``folds`` says whether words that are too long for their column go on in the next line instead of being cut; the
    cells of the columns in ``whole`` stay on one line.
    """
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for place, title in enumerate(titles):
        table.add_column(
            Text(title),
            justify="left" if place in left else "right",
            overflow="fold" if folds and place not in whole else "ellipsis",
            no_wrap=place in whole,
        )
    for row in rows:
        table.add_row(*map(Text, row))
    _print(table)


def print_facts(facts: Iterable[tuple[str, str]]) -> None:
    """Print names and their values in two columns."""
    from rich.table import Table

    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column()
    grid.add_column(justify="right")
    for name, value in facts:
        grid.add_row(name, value)
    _print(grid)


def print_line(text: str, style: str = "") -> None:
    """Print a line of text, broken at the width of the screen."""
    from rich.text import Text

    _print(Text(text, style))


def number(value: float, digits: int = 0) -> str:
    """Format a number with spaces between thousands."""
    return f"{value:,.{digits}f}".replace(",", " ")


def print_lines(console: Console, lines: Iterable[list[Segment]]) -> None:
    """Print rendered lines without the blanks that fill them up to the width of a column or of the screen."""
    from rich.segment import Segment, Segments

    for line in lines:
        console.print(Segments([*_trimmed(line), Segment.line()]), end="", soft_wrap=True)


def _trimmed(line: list[Segment]) -> list[Segment]:
    for place in range(len(line) - 1, -1, -1):
        segment = line[place]
        if segment.style and segment.style.underline:
            return line[: place + 1]
        if text := segment.text.rstrip(" "):
            return [*line[:place], segment._replace(text=text)]
    return []


def _print(part: RenderableType) -> None:
    from edokko.cli.console import Console

    console = Console()
    print_lines(console, console.render_lines(part, pad=False))
