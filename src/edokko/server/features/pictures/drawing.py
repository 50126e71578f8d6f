"""The process that draws pictures: ``python -m edokko.server.features.pictures.drawing SCRIPT``.

It reads requests from the standard input, a line of JSON each. For each it writes the length of a PNG in four bytes and
the PNG; the length is 0 if the request failed. It runs ``web/src/picture/main.ts``, as the page's build has bundled it,
so a picture has the shapes, colours and words of the page.

A process of its own, because the rasteriser holds Python's global lock for the whole picture.
"""

from __future__ import annotations

import importlib.resources
import struct
import sys
import traceback
from pathlib import Path

import quickjs
import resvg_py

from edokko.server.workers.threads import lower_priority

FONT_PACKAGE, FONT_FAMILY = "font_source_sans_pro", "Source Sans Pro"
FONT_FILES = ("SourceSansPro-Regular.ttf", "SourceSansPro-Bold.ttf")
MEMORY_LIMIT = 256 * 1024 * 1024
TIME_LIMIT = 10
"""Seconds of processor time for the SVG of one picture."""
LAST_LATIN, PUNCTUATION = 0x024F, range(0x2000, 0x2300)
"""The characters that the font has. Names in other scripts need the fonts of the system."""


class Drawing:
    """The page's bundle in a JavaScript engine, and the rasteriser."""

    def __init__(self, script: str) -> None:
        self._engine = quickjs.Context()
        self._engine.set_memory_limit(MEMORY_LIMIT)
        self._engine.set_time_limit(TIME_LIMIT)
        self._engine.eval(script)
        folder = importlib.resources.files(FONT_PACKAGE) / "files"
        self._fonts = [str(folder / name) for name in FONT_FILES]

    def png(self, request: str) -> bytes:
        """Return the PNG for a request, the JSON of ``Request`` in ``main.ts``."""
        svg = self.svg(request)
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=svg,
                skip_system_fonts=not _needs_system_fonts(svg),
                font_files=self._fonts,
                font_family=FONT_FAMILY,
            )
        )

    def svg(self, request: str) -> str:
        """Return the SVG for a request."""
        self._engine.get("draw")(request)
        while self._engine.execute_pending_job():
            pass
        return str(self._engine.get("drawn")())


def _needs_system_fonts(svg: str) -> bool:
    return any(ord(letter) > LAST_LATIN and ord(letter) not in PUNCTUATION for letter in svg)


def main() -> None:
    """Answer requests until the standard input ends."""
    lower_priority()
    drawing = Drawing(Path(sys.argv[1]).read_text(encoding="utf-8"))
    output = sys.stdout.buffer
    for line in sys.stdin.buffer:
        try:
            png = drawing.png(line.decode())
        except Exception:
            # The server raises an error for this picture; the next one may succeed.
            traceback.print_exc()
            png = b""
        output.write(struct.pack(">I", len(png)) + png)
        output.flush()


if __name__ == "__main__":
    main()
