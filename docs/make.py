"""Build the documentation site with ``python docs/make.py``, and serve it with ``--serve``. A warning is an error.

The extra ``docs`` of the package installs what it needs. The site is a folder of files, ``site/``, that needs no server
and loads nothing from another host.
"""

from __future__ import annotations

import argparse
import functools
import os
import re
import subprocess
import sys
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOREIGN = re.compile(
    r"""<(?:script|link|img|source|iframe)\b[^>]*(?:src|href)="(?:https?:)?//[^"]*"|url\(["']?(?:https?:)?//[^)]*\)"""
)
"""A part of a page or style that the browser fetches from another host by itself."""


IN_FOLDERS = {
    "play": "page players lessons events rules readings overlay",
    "study": "lab what-games-say",
    "build": "library write-a-player environments api moves writing-rules network-file",
    "run": "host",
    "develop": "architecture how-a-move-travels how-a-rule-is-found engine glossary languages",
}
"""The pages that have an address without their folder, too."""
DECISIONS = [path.stem for path in sorted(ROOT.glob("docs/develop/decisions/*.md"))]
MOVED = {
    **{page: f"{folder}/{page}" for folder, pages in IN_FOLDERS.items() for page in pages.split()},
    **{f"decisions/{name}": f"develop/decisions/{name}" for name in DECISIONS},
    "cli": "play/terminal",
    "decisions/0004-one-source-two-ways": "develop/decisions/0014-one-engine-in-c",
    "decisions/0007-parts-and-entry-points": "develop/decisions/0014-one-engine-in-c",
    "lab-data": "study/columns",
    "lab-reports": "study/lab#reports",
    "luck": "play/players#luck",
    "open-spiel": "build/environments#openspiel",
    "perft": "develop/engine#counts",
    "position-string": "build/formats#the-position-string",
    "puzzles": "play/lessons#puzzles",
    "record": "build/formats",
    "reference/batch": "reference/game#many-games",
    "reference/board": "reference/components#the-board",
    "reference/chance": "reference/game#chance",
    "scaling": "run/many-players",
    "server": "run/settings",
    "server-measured": "develop/decisions/0010-litestar-uvicorn#measured",
    "study": "play/page#the-analysis-board",
    "worked-examples": "develop/engine#worked-examples",
}
"""The addresses that lead to a page at another address, some to a place on it."""
APART = {
    "api": (
        "build/api-more",
        "series events lessons the-coach lines-of-play pictures programs the-event-stream the-list-and-invitations "
        "table-talk alerts analysis studies puzzles the-review ratings-and-players",
    ),
    "cli": ("study/commands", "simulate lab arena record components bench"),
}
"""Places of a moved address that are on another page than the rest of it."""
REDIRECT = """\
<!doctype html>
<meta charset="utf-8" />
<title>edokko</title>
<script>
  const isApart = "{places}".split(" ").includes(location.hash.slice(1) || "-")
  location.replace((isApart ? "{apart}" : "{page}") + (location.hash || "{place}"))
</script>
<meta http-equiv="refresh" content="0; url={page}{place}" />
<p><a href="{page}{place}">The page has moved.</a></p>
"""


def build(target: Path) -> int:
    """Build the site in a folder and return the exit status; a warning is an error."""
    cache = ROOT / "build" / "docs"
    # Every page is read again: Sphinx does not repeat the warnings of pages that have not changed.
    options = ["--quiet", "--fail-on-warning", "--fresh-env", "-c", str(ROOT / "docs"), "-d", str(cache)]
    status = subprocess.call([sys.executable, "-m", "sphinx", *options, str(ROOT), str(target)])
    redirect(target)
    foreign = [] if status else loads_from_elsewhere(target)
    for load in foreign:
        print(f"the site loads from another host: {load}", file=sys.stderr)
    return status or bool(foreign)


def redirect(target: Path) -> None:
    """Write a page that leads to the new address, with the place on the page, at each address in ``MOVED``."""
    for address, moved in MOVED.items():
        name, mark, anchor = moved.partition("#")
        path = target / "docs" / f"{address}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        apart, places = APART.get(address, (name, ""))
        page, other = (os.path.relpath(target / "docs" / f"{each}.html", path.parent) for each in (name, apart))
        text = REDIRECT.format(page=page, place=mark + anchor, apart=other, places=places)
        path.write_text(text, encoding="utf-8")


def loads_from_elsewhere(target: Path) -> list[str]:
    """Return what pages and styles of the site would fetch from another host, links that a reader follows excepted."""
    loads: list[str] = []
    for path in sorted(target.rglob("*")):
        if path.suffix in (".html", ".css"):
            text = path.read_text(encoding="utf-8")
            loads += [f"{path.relative_to(target)}: {load}" for load in FOREIGN.findall(text)]
    return loads


def serve(folder: Path, port: int) -> None:
    """Serve a folder on this machine until Ctrl-C."""
    handler = functools.partial(SimpleHTTPRequestHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        print(f"http://127.0.0.1:{server.server_port}/", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()


def main() -> int:
    """Read the command line, build, and serve if asked."""
    parser = argparse.ArgumentParser(description="Build the documentation site.")
    parser.add_argument("--target", type=Path, default=ROOT / "site", help="the folder of the site (default: site/)")
    parser.add_argument("--serve", action="store_true", help="serve the site on this machine afterwards")
    parser.add_argument("--port", type=int, default=8000)
    arguments = parser.parse_args()
    status = build(arguments.target)
    if status == 0 and arguments.serve:
        serve(arguments.target, arguments.port)
    return status


if __name__ == "__main__":
    sys.exit(main())
