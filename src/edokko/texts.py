"""Text that people bring, as bytes: UTF-8, with or without the byte order mark that programs on Windows write."""

from __future__ import annotations

import codecs

_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


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
