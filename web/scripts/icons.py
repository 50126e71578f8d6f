"""Draw the page's icons from its seal: python web/scripts/icons.py (needs Playwright and Chromium).

Git stores the icons, so that a build needs no browser. Run this script again after a change of the seal.
"""

from __future__ import annotations

import io
import shutil
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).parent.parent / "public"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
VERMILION = "#c0341a"
# File, drawing, side in pixels, share of the side that the drawing takes, and whether the ground is filled. Apple
# rounds the corners itself, and platforms crop maskable icons to a circle of 80 % of the side: both fill the square.
ICONS = (
    ("icon-32.png", "seal.svg", 32, 1.0, False),
    ("icon-turn-32.png", "seal-turn.svg", 32, 1.0, False),
    ("icon-180.png", "seal.svg", 180, 0.9, True),
    ("icon-192.png", "seal.svg", 192, 1.0, False),
    ("icon-512.png", "seal.svg", 512, 1.0, False),
    ("icon-maskable-512.png", "seal.svg", 512, 0.72, True),
)


def main() -> None:
    chromium = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if chromium is None:
        sys.exit("icons.py: needs Chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        for name, source, side, share, is_filled in ICONS:
            drawing = (PUBLIC / source).read_text()
            page.set_viewport_size({"width": side, "height": side})
            ground = VERMILION if is_filled else "transparent"
            page.set_content(
                f"<style>body{{margin:0;height:100vh;display:grid;place-items:center;background:{ground}}}"
                f"svg{{width:{side * share}px;height:{side * share}px}}</style>{drawing}"
            )
            picture = Image.open(io.BytesIO(page.screenshot(omit_background=True)))
            # A palette is enough for three colours and their anti-aliased edges.
            picture.convert("RGBA").quantize(64, method=Image.Quantize.FASTOCTREE).save(PUBLIC / name, optimize=True)
        browser.close()


if __name__ == "__main__":
    main()
