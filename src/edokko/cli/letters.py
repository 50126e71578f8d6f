"""Fallbacks for characters that a terminal's encoding lacks: one character for each, so that columns stay aligned."""

from __future__ import annotations

import codecs
import unicodedata

ERRORS = "edokko.nearest"
"""The name of the error handler for ``reconfigure(errors=...)``."""

NEAREST: dict[int, int | str] = {
    **str.maketrans("▲■◆★·●○", "^#&*.xo"),  # the seats, the neutrals and experience
    **str.maketrans("±–—−→×…─━╸╺", "~--->x~----"),
    **str.maketrans("‘’“”„«»¿¡", '\'\'"""""?!'),
    **str.maketrans("\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}", "  "),
    **str.maketrans("łŁœŒßøØ", "lLoOsoO"),  # without a decomposition
    ord("≥"): ">=",
}

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
