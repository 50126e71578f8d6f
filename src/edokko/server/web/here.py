"""What ``edokko build-site`` has written, below ``/here/``: a table that needs the server only for its files."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from litestar import Response, route
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from edokko.server.web.files import files_of, packed, send_file
from edokko.server.web.headers import FOREVER, policy_of
from edokko.server.web.negotiation import IDENTITY
from edokko.server.web.own_pages import BASE, READ
from edokko.server.web.page import ADDRESSES, INDEX
from edokko.server.web.parameters import Req

SITE = "site.json"
HELD = 1 << 16
"""The bytes up to which a file stays in memory."""
POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
"""The content security policy of the worker's script alone, in which Python runs as WebAssembly."""
_ADDRESS = re.compile("|".join(re.sub(r"\{.*?\}", "[^/]+", address[1:]) for address in ADDRESSES))
_HASHED = re.compile(r"(assets|pyodide-\w+)/.*|(package|network)-\w+\.zip")
_WORKER = re.compile(r"assets/worker-[\w-]+\.js")


def here_routes(folder: Path | None) -> list[Any]:
    """Return the route of the files of a folder, and of its page at each address of the page."""
    if folder is None:
        return []
    files = files_of(folder, HELD)
    html, site = (files[name].bodies[IDENTITY].content.decode() for name in (INDEX, SITE))
    files[INDEX] = packed(html.replace('="./', f'="{BASE}').encode(), "text/html")
    # What a browser loads that keeps all, and the way back.
    whole = sum(min(body.size for body in file.bodies.values()) for file in files.values())
    files[SITE] = packed(json.dumps(json.loads(site) | {"whole": whole, "server": "/"}).encode(), "application/json")
    headers: dict[str, dict[str, str]] = {}
    for name, file in files.items():
        headers[name] = {"cache-control": FOREVER.decode()} if _HASHED.fullmatch(name) else {}
        if name.endswith(".html"):
            policy = policy_of(file.bodies[IDENTITY].content.decode())
            headers[name] |= {"content-security-policy": policy, "x-robots-tag": "noindex"}
        elif _WORKER.fullmatch(name):
            headers[name]["content-security-policy"] = POLICY

    @route([BASE, f"{BASE}{{path:path}}"], http_method=READ, include_in_schema=False, opt={"skip_session": True})
    async def here(request: Req) -> Response[Any]:
        # Litestar leaves out a slash at the end of the path.
        if request.scope["raw_path"] == BASE.rstrip("/").encode():
            return Redirect(BASE)
        name = request.scope["path"][len(BASE) :]
        name = INDEX if _ADDRESS.fullmatch(name) else name
        if name not in files:
            raise NotFoundException
        return send_file(request, files[name], headers[name])

    return [here]
