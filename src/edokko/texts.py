"""Text that people bring: files from any system, and names without characters that deceive."""

from __future__ import annotations

import codecs
import re
import unicodedata

_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
NON_JOINER, JOINER, EMOJI = "\u200c\u200d\ufe0f"
"""Invisible characters that some scripts and emoji need; ``EMOJI`` asks for the coloured form of a pictograph."""
_UNSAFE = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Unicode categories that could move a terminal's cursor, reverse its text, or be invisible."""
_INVISIBLE = re.compile("[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Invisible characters of other categories: the grapheme joiner and the variation selectors."""
_FLAG = re.compile("\U0001f3f4[\U000e0061-\U000e007a]{3,6}\U000e007f")
"""The flag of a region, such as Scotland: a black flag, the invisible letters of the region, and an end."""
_VIRAMA = 9
"""The combining class of the sign by which the scripts of India join consonants."""
_SAME_LETTERS = ("<wide>", "<narrow>", "<font>")
"""Decompositions of letters that differ from ordinary ones in width or style only."""


class NotText(ValueError):
    """Bytes that are not UTF-8.

    Attributes:
        start: the place of the first wrong byte.
    """

    def __init__(self, reason: str, start: int) -> None:
        self.start = start
        super().__init__(reason)


def check_encoding(content: bytes) -> None:
    """Refuse a text that begins as UTF-16; the texts of this package have no NUL.

    Raises:
        NotText: it does.
    """
    if content.startswith(_UTF16) or b"\0" in content[:2]:
        raise NotText("UTF-16 text; save it with the encoding UTF-8", 0)


def decode(content: bytes) -> str:
    """Decode UTF-8, without its byte order mark.

    Raises:
        NotText: the bytes are something else.
    """
    check_encoding(content)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotText("not UTF-8 text", error.start) from None


def shown(text: str) -> str:
    """Return a text without characters that are invisible, reverse it or move a terminal's cursor.

    A joiner stays between pictographs, beside a virama and between Arabic letters, as RFC 5892 has it for domains.
    """
    if text.isascii() and text.isprintable():
        return text
    flags = {place for flag in _FLAG.finditer(text) for place in range(*flag.span())}
    return "".join(sign for place, sign in enumerate(text) if place in flags or _is_shown(text, place))


def with_ordinary_letters(text: str) -> str:
    """Return a text whose full-width, half-width and mathematical letters are ordinary ones."""
    return unicodedata.normalize("NFC", "".join(map(_ordinary, text)))


def _ordinary(sign: str) -> str:
    is_variant = unicodedata.decomposition(sign).startswith(_SAME_LETTERS)
    return unicodedata.normalize("NFKC", sign) if is_variant else sign


def _is_shown(text: str, place: int) -> bool:
    sign, before, after = text[place], text[place - 1 : place] or " ", text[place + 1 : place + 2] or " "
    if sign == JOINER and _is_pictograph(after):
        return _is_pictograph(before) or before == EMOJI or unicodedata.category(before) == "Sk"  # a colour of skin
    if sign in (JOINER, NON_JOINER):
        is_arabic = unicodedata.bidirectional(before) in ("AL", "NSM") and unicodedata.bidirectional(after) == "AL"
        return is_arabic or _VIRAMA in (unicodedata.combining(before), unicodedata.combining(after))
    if sign == EMOJI:
        return _is_pictograph(before) or (before in "0123456789#*" and after == "\u20e3")  # the frame of a key
    return unicodedata.category(sign) not in _UNSAFE and not _INVISIBLE.match(sign)


def _is_pictograph(sign: str) -> bool:
    return sign in "©®‼⁉™ℹ〰" or (sign >= "\u2190" and unicodedata.category(sign) in ("So", "Sm"))
