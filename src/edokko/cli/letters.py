"""Fallbacks for characters that a terminal's encoding lacks: one character for each, so that columns stay aligned."""

from __future__ import annotations

import codecs
import unicodedata

ERRORS = "edokko.nearest"
"""The name of the error handler for ``reconfigure(errors=...)``."""

NEAREST = str.maketrans(
    {
        # the seats, the neutrals and experience
        "▲": "^",
        "■": "#",
        "◆": "&",
        "★": "*",
        "·": ".",
        "●": "x",
        "○": "o",
        # signs
        "≥": ">=",
        "±": "~",
        "–": "-",
        "—": "-",
        "−": "-",
        "→": ">",
        "×": "x",
        "…": "~",
        "─": "-",
        "━": "-",
        "╸": "-",
        "╺": "-",
        "‘": "'",
        "’": "'",
        "“": '"',
        "”": '"',
        "„": '"',
        "«": '"',
        "»": '"',
        "¿": "?",
        "¡": "!",
        "\N{NO-BREAK SPACE}": " ",
        "\N{NARROW NO-BREAK SPACE}": " ",
        # letters without a decomposition
        "ł": "l",
        "Ł": "L",
        "œ": "o",
        "Œ": "O",
        "ß": "s",
        "ø": "o",
        "Ø": "O",
    }
)

BRAILLE = ("\u2800", "\u28ff")
"""The first and the last of the braille characters that Rich's spinner uses."""


def register() -> None:
    """Register the error handler with Python."""
    codecs.register_error(ERRORS, _replace)


def nearest(text: str) -> str:
    """Return the text in ASCII, with the same length: accents are dropped, unknown characters are question marks."""
    return "".join(map(_nearest, text))


def _nearest(letter: str) -> str:
    if BRAILLE[0] <= letter <= BRAILLE[1]:
        return "."
    fallback = letter.translate(NEAREST)
    if not fallback.isascii():
        fallback = unicodedata.normalize("NFKD", letter)[0]
    return fallback if fallback.isascii() else "?"


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return nearest(error.object[error.start : error.end]), error.end
