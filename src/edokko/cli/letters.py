"""What a terminal shows instead of a character that its encoding lacks: one character for one, so that columns hold."""

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
"""The first and the last character of the dots that Rich's spinner is made of."""


def register() -> None:
    """Make the error handler known to Python."""
    codecs.register_error(ERRORS, _replace)


def nearest(text: str) -> str:
    """Return a text in ASCII, of the same length: accents are left out, anything unknown is a question mark."""
    return "".join(map(_nearest, text))


def _nearest(one: str) -> str:
    if BRAILLE[0] <= one <= BRAILLE[1]:
        return "."
    found = one.translate(NEAREST)
    if not found.isascii():
        found = unicodedata.normalize("NFKD", one)[0]
    return found if found.isascii() else "?"


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return nearest(error.object[error.start : error.end]), error.end
