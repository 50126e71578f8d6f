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


MOVED_TO = {
    "play/page": "page",
    "play/study": "study",
    "play/terminal": "cli",
    "play/players": "players",
    "play/luck": "luck",
    "play/lessons": "lessons",
    "play/puzzles": "puzzles",
    "play/events": "events",
    "play/rules": "rules",
    "play/readings": "readings",
    "play/overlay": "overlay",
    "study/lab": "lab",
    "study/reports": "lab-reports",
    "study/columns": "lab-data",
    "study/what-games-say": "what-games-say",
    "build/library": "library",
    "build/write-a-player": "write-a-player",
    "build/environments": "environments",
    "build/open-spiel": "open-spiel",
    "build/api": "api",
    "build/record": "record",
    "build/position-string": "position-string",
    "build/moves": "moves",
    "build/writing-rules": "writing-rules",
    "build/network-file": "network-file",
    "run/host": "host",
    "run/settings": "server",
    "run/measured": "server-measured",
    "run/many-players": "scaling",
    "develop/architecture": "architecture",
    "develop/how-a-move-travels": "how-a-move-travels",
    "develop/how-a-rule-is-found": "how-a-rule-is-found",
    "develop/engine": "engine",
    "develop/worked-examples": "worked-examples",
    "develop/perft": "perft",
    "develop/glossary": "glossary",
    "develop/languages": "languages",
    "develop/decisions/index": "decisions/index",
    "develop/decisions/0001-max-n-search": "decisions/0001-max-n-search",
    "develop/decisions/0002-rows-not-states": "decisions/0002-rows-not-states",
    "develop/decisions/0003-notifications-carry-rows": "decisions/0003-notifications-carry-rows",
    "develop/decisions/0004-one-source-two-ways": "decisions/0004-one-source-two-ways",
    "develop/decisions/0005-chance-is-a-step": "decisions/0005-chance-is-a-step",
    "develop/decisions/0006-numbered-moves": "decisions/0006-numbered-moves",
    "develop/decisions/0007-parts-and-entry-points": "decisions/0007-parts-and-entry-points",
    "develop/decisions/0008-the-page-knows-no-rule": "decisions/0008-the-page-knows-no-rule",
    "develop/decisions/0009-records-store-chance": "decisions/0009-records-store-chance",
    "develop/decisions/0010-litestar-uvicorn": "decisions/0010-litestar-uvicorn",
    "develop/decisions/0011-requests-and-channel-of-our-own": "decisions/0011-requests-and-channel-of-our-own",
    "develop/decisions/0012-pictures-from-the-page": "decisions/0012-pictures-from-the-page",
    "develop/decisions/0013-beyond-one-machine": "decisions/0013-beyond-one-machine",
    "develop/decisions/0014-one-engine-in-c": "decisions/0014-one-engine-in-c",
}
"""The pages that have other addresses too, each with these addresses."""
MOVED = {address: page for page, addresses in MOVED_TO.items() for address in addresses.split()}
REDIRECT = """\
<!doctype html>
<meta charset="utf-8" />
<title>edokko</title>
<script>location.replace("{url}" + location.hash)</script>
<meta http-equiv="refresh" content="0; url={url}" />
<p><a href="{url}">The page has moved.</a></p>
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
    for address, page in MOVED.items():
        path = target / "docs" / f"{address}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        url = os.path.relpath(target / "docs" / f"{page}.html", path.parent)
        path.write_text(REDIRECT.format(url=url), encoding="utf-8")


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
