"""The fonts that a browser has: those of the page, or one family of the system while the page's own do not arrive."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

PAGE = "page"
"""The page's own fonts, in a browser with all fonts of the system."""
FAMILIES = {
    "Liberation": (("LiberationSans-*.ttf", "LiberationSerif-*.ttf"), "fonts-liberation"),
    "DejaVu": (("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"), "fonts-dejavu-core"),
}
"""The files of each family, and the package of Debian that has them."""
FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")
WITHOUT_PAGE_FONTS = "--disable-remote-fonts"
"""Chromium's switch that refuses every font file of a page; fonts of the system that a style sheet names still load."""

ANY_LETTERS = pytest.mark.parametrize("letters", [PAGE, *FAMILIES], indirect=True)
"""Run a test of the layout with each set of fonts.

The page's fonts arrive late on a slow line, and some readers and networks block them. Then the letters are those of
the system: Liberation has the widths of Arial and Times, DejaVu Sans is the widest family that is common. With DejaVu
even the serif is missing. Every run takes its time again, so only a few narrow places are shown with each family: the
headline of the lobby, the reasons of a shop, the fullest steps on the narrowest screen.
"""

WIDEST_LETTERS = pytest.mark.parametrize("letters", [PAGE, "DejaVu"], indirect=True)
"""Run a longer test with the page's fonts and with the widest: the texts of each view, the bar, the names of cards, the
lessons. What has room for the widest letters has room for those of Liberation, which are narrower and lower."""


def family_settings(name: str, folder: Path) -> dict[str, str | float | bool]:
    """Return the environment in which a browser sees the fonts of one family only; skip the test if there are none.

    Args:
        name: of the family.
        folder: an empty folder, for the settings of fontconfig.
    """
    patterns, package = FAMILIES[name]
    files = list(font_files(patterns))
    if len(files) < len(patterns):
        pytest.skip(f"THE LAYOUT IS NOT TESTED WITH THE FONTS {name}: they are not installed (Debian: {package})")
    fonts = folder / "fonts"
    fonts.mkdir()
    for file in files:
        (fonts / file.name).symlink_to(file)
    settings = folder / "fonts.conf"
    settings.write_text(f"<fontconfig><dir>{fonts}</dir><cachedir>{folder / 'cache'}</cachedir></fontconfig>")
    return {**os.environ, "FONTCONFIG_FILE": str(settings)}


def font_files(patterns: tuple[str, ...]) -> Iterator[Path]:
    """Yield the installed font files that match a pattern, each name once."""
    found: dict[str, Path] = {}
    for folder in FOLDERS:
        for pattern in patterns:
            for file in sorted(Path(folder).expanduser().rglob(pattern)):
                found.setdefault(file.name, file)
    yield from found.values()
