"""The style that all plots share: colours, fonts, and reproducible files."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from edokko import extras

INK, QUIET, FAINT, SHADE = "#333333", "#888888", "#cccccc", "#f4f2ee"
SETTINGS: Any = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],  # shipped with matplotlib, so it is always available
    "font.size": 10,
    "text.parse_math": False,  # a name may contain dollar signs
    "text.color": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "svg.fonttype": "none",
    "svg.hashsalt": "edokko",  # the output is reproducible
}
METADATA: dict[str, dict[str, Any]] = {
    ".png": {"Software": None},
    ".svg": {"Creator": None, "Date": None, "Format": None, "Type": None},
}
"""No creation date and no software version, so that the output is reproducible."""


def render(size: tuple[float, float], suffix: str, draw: Callable[[Any], None], dpi: int | None = None) -> bytes:
    """Return a picture in the shared style, ``.svg`` or ``.png``, of a size in inches.

    ``draw`` draws on the Matplotlib figure that it gets. ``dpi`` is the resolution of a PNG, in dots per inch.

    Raises:
        edokko.extras.MissingExtra: matplotlib is not installed.
    """
    style = extras.lab("matplotlib.style")
    figure_type = extras.lab("matplotlib.figure").Figure
    file = io.BytesIO()
    # The default style first, so that the user's matplotlib configuration does not matter.
    with style.context(["default", SETTINGS]):
        figure = figure_type(figsize=size)
        draw(figure)
        figure.savefig(file, format=suffix.removeprefix("."), dpi=dpi, metadata=METADATA[suffix])
    return file.getvalue()


def quiet_axes(axes: Any) -> None:
    """Remove the frame and the ticks of axes, and draw their grid behind everything else."""
    axes.tick_params(length=0)
    axes.set_axisbelow(True)
    for side in axes.spines.values():
        side.set_visible(False)
