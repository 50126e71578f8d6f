"""The style that all plots share: colours, fonts, and reproducible files."""

from __future__ import annotations

from typing import Any

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
