"""What an environment shows of its game: the board as text, or as a picture of that text."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from edokko.board import board_text
from edokko.extras import RL, MissingExtra
from edokko.game import Game

RENDER_MODES = ("human", "ansi", "rgb_array")
"""Print the board, return it as text, return it as a picture."""

Frame = npt.NDArray[np.uint8]

DOTS_PER_INCH = 100
FONT_SIZE = 10
LEAST_LINES = 48
"""Shorter boards leave room below, so that the frames of a game have the same size."""
LINE_HEIGHT = 0.175
"""The height of a line of text and the width of a character, in inches."""
CHARACTER_WIDTH = 0.0837


def check_render_mode(render_mode: str | None) -> str | None:
    """Return a render mode.

    Raises:
        ValueError: it is unknown.
    """
    if render_mode not in (None, *RENDER_MODES):
        raise ValueError(f"render_mode: {render_mode!r} is not possible; possible: {', '.join(RENDER_MODES)}")
    return render_mode


def render(game: Game, render_mode: str | None) -> str | Frame | None:
    """Show a game in a render mode."""
    if render_mode == "rgb_array":
        return picture(board_text(game))
    if render_mode == "ansi":
        return board_text(game)
    if render_mode == "human":
        print(board_text(game))
    return None


def picture(text: str) -> Frame:
    """Draw lines of text in a font of fixed width, as an array (height, width, 3).

    Raises:
        edokko.extras.MissingExtra: Matplotlib is not installed.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        raise MissingExtra.of(error, RL) from None
    lines = text.splitlines()
    size = (max(map(len, lines)) + 2) * CHARACTER_WIDTH, (max(len(lines), LEAST_LINES) + 1) * LINE_HEIGHT
    canvas: Any = FigureCanvasAgg(Figure(size, DOTS_PER_INCH, facecolor="white"))
    for number, line in enumerate(lines):
        height = 1 - (number + 0.5) * LINE_HEIGHT / size[1]
        canvas.figure.text(
            CHARACTER_WIDTH / size[0], height, line, family="monospace", size=FONT_SIZE, va="top", parse_math=False
        )
    canvas.draw()
    frame: Frame = np.asarray(canvas.buffer_rgba())[..., :3].copy()
    return frame
